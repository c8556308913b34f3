package mts_harness;

/**
 * Counts the branches that instrumented code takes.
 *
 * <p>The worker clears the counts before each call, and reads the counts after the call.
 */
public final class Probes {
    /** The number of passes of each point, at most {@link #MANY}. */
    private static byte[] passes = new byte[0];
    private static final byte MANY = 2;

    private Probes() {}

    /** Counts a pass of a point. Always returns true, so that instrumented code can call it in a condition. */
    public static boolean at(int point) {
        if (point < passes.length && passes[point] < MANY) {
            passes[point]++;
        }
        return true;
    }

    /** Counts a pass of a point in an expression. Returns the value of the expression. */
    public static <T> T on(int point, T value) {
        at(point);
        return value;
    }

    /** Starts the counts of a new call. */
    static void begin(int points) {
        passes = new byte[points];
    }

    /** Returns the counts as text, one digit for each point. */
    static String text() {
        StringBuilder out = new StringBuilder(passes.length);
        for (byte count : passes) {
            out.append((char) ('0' + count));
        }
        return out.toString();
    }
}
