package acme;

public class Skewed {
    private final int kept;
    private int more;

    public Skewed(int kept) {
        this.kept = kept;
    }

    public static Skewed of(int kept, int more) {
        Skewed made = new Skewed(kept);
        made.setMore(more);
        return made;
    }

    public void setMore(int given) {
        more = given;
    }

    public int twice() {
        return 2 * kept + more;
    }
}
