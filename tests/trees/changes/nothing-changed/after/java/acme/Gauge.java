package acme;

/** A gauge with a lower and an upper end. */
public final class Gauge {
    private Gauge() {}

    /** What a gauge shows, never beyond its ends. */
    public static int level(int now, int low, int top) {
        if (now < low) {
            return low;
        }
        // The upper end.
        return now > top
            ? top
            : now;
    }
}
