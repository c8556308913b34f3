package mts_harness;

/** Ends a call that has used up its budget. */
final class BudgetSpent extends Error {
    private static final long serialVersionUID = 1L;

    BudgetSpent() {
        super("budget spent", null, false, false);
    }
}
