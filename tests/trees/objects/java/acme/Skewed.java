package acme;

public class Skewed {
    private final int kept;
    private int more;

    public Skewed(int kept) {
        this.kept = kept;
    }

    public void setMore(int given) {
        more = given;
    }

    public int twice() {
        return 2 * kept + more;
    }
}
