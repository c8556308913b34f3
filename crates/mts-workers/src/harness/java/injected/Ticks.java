package mts_harness;

/** Counts ticks. Instrumented code calls {@link #t()} at each loop iteration and function start. */
public final class Ticks {
    private static final BudgetSpent SPENT = new BudgetSpent();

    /** The number of the copy of the function under test that the dispatcher calls. */
    private static int copy;
    /** The ticks that are left; below zero after the budget is used up. */
    private static long left;
    /** Whether the dispatcher read the number of the copy since it was last set. */
    private static boolean wasDispatched;
    /** The name of the code that does not compile and that the call reached last; null for none. */
    private static String missing;

    private Ticks() {}

    /** Counts one tick. After the budget is used up, each tick throws, so that no {@code catch} can stop it. */
    public static void t() {
        if (--left < 0) {
            throw SPENT;
        }
    }

    /** Counts one tick. Always returns true, so that instrumented code can call it inside of an expression. */
    public static boolean counted() {
        t();
        return true;
    }

    /** Returns the number of the copy that the dispatcher calls. */
    public static int copy() {
        wasDispatched = true;
        return copy;
    }

    /** Records that the call reached code that does not compile. Returns the error that the code throws instead. */
    public static LinkageError missing(String name) {
        missing = name;
        return new LinkageError("the code of " + name + " does not compile");
    }

    /** Returns the code that the call reached and that does not compile; null for none. */
    static String missing() {
        return missing;
    }

    static void forgetMissing() {
        missing = null;
    }

    static void enter(int copy) {
        Ticks.copy = copy;
        wasDispatched = false;
    }

    /** Returns whether the dispatcher called a copy since {@link #enter}. */
    static boolean wasDispatched() {
        return wasDispatched;
    }

    static void allow(long budget) {
        left = budget;
    }

    static long left() {
        return left;
    }
}
