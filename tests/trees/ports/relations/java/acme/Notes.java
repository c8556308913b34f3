package acme;

/** What is noted of things of several kinds. */
public class Notes {
    private final String pen;

    public Notes(String pen) {
        this.pen = pen;
    }

    public String note(Object thing) {
        if (thing instanceof Integer) {
            int count = (Integer) thing;
            return count > 9 ? pen + " many " + count : pen + " few " + count;
        }
        if (thing instanceof String) {
            String text = (String) thing;
            return text.isEmpty() ? pen : pen + ": " + text;
        }
        throw new IllegalArgumentException("neither a count nor a text");
    }

    public String mark(int place) {
        return place < 0 ? pen : pen + "@" + place;
    }

    public String mark(String title) {
        return pen + "#" + title.length();
    }
}
