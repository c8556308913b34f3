package acme;

public class Tag {
    private String text;
    private String colour;

    public Tag() {
    }

    public void setText(String given) {
        text = given;
    }

    public void setColour(String given) {
        colour = given;
    }

    public String shown() {
        return text + "/" + colour;
    }
}
