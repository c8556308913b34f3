package mts_harness;

/** Instrumented code says here what its variables hold where it passes; the worker clears before each call and reads after it. */
public final class StateRecorder {
    /** StateRecorder kept of one place and call. */
    private static final int MANY = 32;
    /** Characters of one state, and of all. */
    private static final int LONGEST = 8192;
    private static final int ALL = 1 << 19;
    /** Too long states of one place and call, after which the others are not read: what has grown stays. */
    private static final int TRIES = 2;

    private static StringBuilder kept = new StringBuilder();
    private static int[] passes = new int[0];
    private static int[] tries = new int[0];

    private StateRecorder() {}

    /** Keeps the values at a place; always true, so that it can stand before a value. */
    public static boolean at(int place, Object[] values) {
        if (place >= passes.length) {
            passes = java.util.Arrays.copyOf(passes, place + 64);
            tries = java.util.Arrays.copyOf(tries, place + 64);
        }
        if (kept.length() > ALL || passes[place]++ >= MANY) {
            return true;
        }
        kept.append('[').append(place).append(',');
        int from = kept.length();
        if (tries[place] < TRIES) {
            keep(place, values, from);
        }
        if (kept.length() == from) {
            kept.append("null");
        }
        kept.append("]\n");
        return true;
    }

    private static void keep(int place, Object[] values, int from) {
        try {
            // A node takes a character at least: what has more of them is too long.
            Encode whole = Encode.sharing(kept, LONGEST);
            for (int i = 0; i < values.length; i++) {
                kept.append(i == 0 ? '[' : ',');
                whole.value(values[i], 0);
            }
            kept.append(values.length == 0 ? "[]" : "]");
        } catch (Encode.TooLarge large) {
            kept.setLength(from);
            tries[place]++;
        } catch (RuntimeException unreadable) {
            kept.setLength(from);
        }
        if (kept.length() - from > LONGEST) {
            kept.setLength(from);
            tries[place]++;
        }
    }

    /** The value, after what was kept before it; each primitive as itself, so that the types of the code stay. */
    public static boolean then(boolean kept, boolean value) {
        return value;
    }

    public static byte then(boolean kept, byte value) {
        return value;
    }

    public static short then(boolean kept, short value) {
        return value;
    }

    public static char then(boolean kept, char value) {
        return value;
    }

    public static int then(boolean kept, int value) {
        return value;
    }

    public static long then(boolean kept, long value) {
        return value;
    }

    public static float then(boolean kept, float value) {
        return value;
    }

    public static double then(boolean kept, double value) {
        return value;
    }

    public static <T> T then(boolean kept, T value) {
        return value;
    }

    static void begin() {
        kept.setLength(0);
        java.util.Arrays.fill(passes, 0);
        java.util.Arrays.fill(tries, 0);
    }

    static boolean any() {
        return kept.length() > 0;
    }

    /** A line for each state: the place and the values, or null where they cannot be read. */
    static String text() {
        return kept.toString();
    }
}
