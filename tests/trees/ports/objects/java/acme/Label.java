package acme;

public class Label {
    private String note;
    private String name;
    private Item item;

    public Label(int width) {
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getNote() {
        return note;
    }

    public boolean isNamed(String other) {
        return other.equals(name);
    }

    public int length() {
        return name.length();
    }

    public String shown() {
        return "Label[" + name + ", " + Item.class + "]";
    }

    private String first(String text) {
        return text.substring(0, 3) + item.label();
    }
}
