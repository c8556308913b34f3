package acme;

/** Routes over points. */
public final class Route {
    private Route() {}

    /** A point of the plane. */
    public interface Point {
        int x();

        int y();
    }

    /** How far it is from one point to another where slanted steps count as one. */
    public static int distance(Point from, Point to) {
        return Math.max(Math.abs(from.x() - to.x()), Math.abs(from.y() - to.y()));
    }

    /** How many steps a route of this length takes. */
    public static int steps(int length, int stride) {
        if (stride <= 1) {
            return 0;
        }
        int full = length / stride;
        return full * stride < length ? full + 1 : full;
    }
}
