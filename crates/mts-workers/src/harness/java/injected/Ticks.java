package mts_harness;

/** Instrumented code calls {@link #t()} at loop heads and entries; the worker sets the fields before each call. */
public final class Ticks {
    private static final BudgetSpent SPENT = new BudgetSpent();

    /** Which copy of the function under test the dispatcher enters. */
    private static int variant;
    /** What is left of the budget; below zero once it is spent. */
    private static long left;

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

    /** The copy that the dispatcher enters. */
    public static int variant() {
        return variant;
    }

    static void enter(int copy) {
        variant = copy;
    }

    static void allow(long budget) {
        left = budget;
    }

    static long left() {
        return left;
    }
}
