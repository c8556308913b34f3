package mts;

/** Instrumented code calls {@link #t()} at loop heads and entries; the worker sets the fields before each call. */
public final class Ticks {
    /** Which copy of the function under test the dispatcher enters. */
    public static int variant;
    /** What is left of the budget; below zero once it is spent. */
    public static long left;

    private static final Spent SPENT = new Spent();

    private Ticks() {}

    /** Counts one step; once the budget is spent every further one throws again, so that no catch can hold it. */
    public static void t() {
        if (--left < 0) {
            throw SPENT;
        }
    }

    /** Counts one step inside an expression: always true, so that it can choose the expression itself. */
    public static boolean counted() {
        t();
        return true;
    }

    static final class Spent extends Error {
        private static final long serialVersionUID = 1L;

        Spent() {
            super("budget spent", null, false, false);
        }
    }
}
