package mts_harness;

/**
 * Records the values of variables that instrumented code passes here.
 *
 * <p>The worker clears the records before each call, and reads the records after the call.
 */
public final class StateRecorder {
    /** The highest number of states of one place in a call. */
    private static final int MAX_STATES = 32;
    /** The highest number of characters of one state. */
    private static final int MAX_STATE_LENGTH = 8192;
    /** The highest number of characters of all states of a call. */
    private static final int MAX_LENGTH = 1 << 19;
    /**
     * The number of states of a place that may be too long.
     *
     * <p>After these states, the recorder reads no more values of the place in the call, because
     * large values rarely become small again.
     */
    private static final int MAX_LONG_STATES = 2;

    private static StringBuilder kept = new StringBuilder();
    private static int[] passes = new int[0];
    private static int[] longStates = new int[0];

    private StateRecorder() {}

    /**
     * Records the values at a place. Always returns true, so that its result can be the first argument of {@code then}.
     */
    public static boolean at(int place, Object[] values) {
        if (place >= passes.length) {
            passes = java.util.Arrays.copyOf(passes, place + 64);
            longStates = java.util.Arrays.copyOf(longStates, place + 64);
        }
        if (kept.length() > MAX_LENGTH || passes[place]++ >= MAX_STATES) {
            return true;
        }
        kept.append('[').append(place).append(',');
        int from = kept.length();
        if (longStates[place] < MAX_LONG_STATES) {
            keep(place, values, from);
        }
        if (kept.length() == from) {
            kept.append("null");
        }
        kept.append("]\n");
        return true;
    }

    /**
     * Appends the values to the records.
     *
     * <p>If the values are too long, or cannot be read, the method removes them again.
     */
    private static void keep(int place, Object[] values, int from) {
        try {
            // Each node takes at least one character, so a value with more than `MAX_STATE_LENGTH` nodes is
            // too long.
            Encode whole = Encode.sharing(kept, MAX_STATE_LENGTH);
            for (int i = 0; i < values.length; i++) {
                kept.append(i == 0 ? '[' : ',');
                whole.value(values[i], 0);
            }
            kept.append(values.length == 0 ? "[]" : "]");
        } catch (Encode.TooLarge large) {
            kept.setLength(from);
            longStates[place]++;
        } catch (RuntimeException unreadable) {
            kept.setLength(from);
        }
        if (kept.length() - from > MAX_STATE_LENGTH) {
            kept.setLength(from);
            longStates[place]++;
        }
    }

    /** Returns the value. Each primitive type has its own method, so that the types of the instrumented code stay. */
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

    /**
     * Records a value at a place. Returns the value.
     *
     * <p>Each primitive type has its own method, so that the types of the instrumented code stay.
     */
    public static boolean on(int place, boolean value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static byte on(int place, byte value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static short on(int place, short value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static char on(int place, char value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static int on(int place, int value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static long on(int place, long value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static float on(int place, float value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static double on(int place, double value) {
        return then(at(place, new Object[] {value}), value);
    }

    public static <T> T on(int place, T value) {
        return then(at(place, new Object[] {value}), value);
    }

    static void begin() {
        kept.setLength(0);
        java.util.Arrays.fill(passes, 0);
        java.util.Arrays.fill(longStates, 0);
    }

    static boolean hasStates() {
        return kept.length() > 0;
    }

    /**
     * Returns a line for each state: the place and the values.
     *
     * <p>The values are null if the recorder did not read them.
     */
    static String text() {
        return kept.toString();
    }
}
