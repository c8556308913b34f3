package mts_harness;

/**
 * One outcome: the JSON text for the tool, and the facts that the worker needs.
 *
 * <p>These facts decide whether the worker makes further calls.
 */
final class Outcome {
    /** The way in which a call ended. The tool knows the words. */
    enum State {
        OK("ok"),
        NOT_COMPILED("not_compiled"),
        EXCEPTION("exception"),
        TIMEOUT("timeout"),
        INCOMPLETE("incomplete");

        final String word;

        State(String word) {
            this.word = word;
        }
    }

    final State state;
    final Reason reason;
    final String json;

    Outcome(State state, Reason reason, String json) {
        this.state = state;
        this.reason = reason;
        this.json = json;
    }

    /** Returns whether the call used up its ticks, its time or its memory. */
    boolean isSlow() {
        return state == State.TIMEOUT && reason.isSpentBudget();
    }
}
