package mts_harness;

/** One outcome: what bears on the next call, and the text that is sent. */
final class Outcome {
    final String state;
    final Reason reason;
    final String json;

    Outcome(String state, Reason reason, String json) {
        this.state = state;
        this.reason = reason;
        this.json = json;
    }

    /** Whether the call took the time or the memory of its budget. */
    boolean isSlow() {
        return state.equals("timeout") && reason.isSpentBudget();
    }
}
