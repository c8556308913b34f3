package acme;

/** A gauge with a lower and an upper end. */
public final class Gauge {
    private Gauge() {}

    /** What a gauge shows, kept between its ends. */
    public static int level(int now, int low, int top) {
        if (now < low) {
            return low;
        }
        return now > top ? top : now;
    }

    /** How full a gauge is, in percent. */
    public static int share(int now, int top) {
        return top <= 0 ? 0 : now * 100 / top;
    }
}
