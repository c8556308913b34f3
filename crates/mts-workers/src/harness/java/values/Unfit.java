package mts_harness;

/** The harness cannot create a value or call a function. The message has the reason. */
final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
        super(message);
    }
}
