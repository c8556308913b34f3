package mts_harness;

/**
 * One outcome: the JSON text for the tool, and the facts that the worker needs.
 *
 * <p>These facts decide whether the worker makes further calls.
 */
final class Outcome {
    final String state;
    final Reason reason;
    final String json;

    Outcome(String state, Reason reason, String json) {
        this.state = state;
        this.reason = reason;
        this.json = json;
    }

    /** Returns whether the call used up its ticks, its time or its memory. */
    boolean isSlow() {
        return state.equals("timeout") && reason.isSpentBudget();
    }
}
