package mts_harness;

/** Ends a call whose budget is spent. */
final class BudgetSpent extends Error {
    private static final long serialVersionUID = 1L;

    BudgetSpent() {
        super("budget spent", null, false, false);
    }
}
