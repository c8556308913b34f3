package mts_harness;

/**
 * The reason for the state of an outcome: a tag, and a detail for some tags.
 *
 * <p>The tool knows the tags.
 */
final class Reason {
    static final Reason NONE = new Reason(null, null);
    static final Reason TICKS = new Reason("ticks", null);
    static final Reason STACK = new Reason("stack", null);
    static final Reason MEMORY = new Reason("memory", null);
    static final Reason SIZE = new Reason("size", null);
    static final Reason WATCHDOG = new Reason("watchdog", null);
    static final Reason STDERR = new Reason("stderr", null);
    static final Reason RECEIVER_CONSTRUCTOR = new Reason("receiver_constructor", null);
    static final Reason THREAD_GOES_ON = new Reason("not_deterministic", "thread_goes_on");

    /** The longest message of a reason in characters. */
    private static final int LONGEST = 1 << 16;
    /** The longest chain of causes. The causes of an exception of the project may form a circle. */
    private static final int CHAIN = 8;

    private final String tag;
    private final String detail;
    /** The tag inside the reason's tag, if there is one. */
    private final String inner;

    private Reason(String tag, String detail) {
        this(tag, null, detail);
    }

    private Reason(String tag, String inner, String detail) {
        this.tag = tag;
        this.inner = inner;
        this.detail = detail == null || detail.length() <= LONGEST ? detail : detail.substring(0, LONGEST);
    }

    /**
     * Returns the requirement that the environment lacks for the code that threw the exception.
     *
     * @return null if the code itself may be wrong
     */
    static Reason missingRequirement(Throwable thrown) {
        Throwable t = thrown;
        for (int step = 0; step < CHAIN && t != null; step++) {
            if (t instanceof UnsatisfiedLinkError) {
                return new Reason("missing_requirement", "native_library", String.valueOf(t.getMessage()));
            }
            if (t instanceof UnsupportedClassVersionError) {
                return new Reason("missing_requirement", "newer_jdk", "openjdk " + System.getProperty("java.version"));
            }
            try {
                t = t.getCause();
            } catch (Throwable own) {
                // The project's own `getCause` threw.
                return null;
            }
        }
        return null;
    }

    /** Returns the reason that the harness cannot call the function with these arguments. */
    static Reason notCallable(String why) {
        return new Reason("not_callable", String.valueOf(why));
    }

    /** Returns a reason with the message of the compiler or of the class loader. */
    static Reason diagnostic(String text) {
        return new Reason("diagnostic", String.valueOf(text));
    }

    static Reason resultUnreadable(Throwable thrown) {
        return new Reason("result_unreadable", String.valueOf(thrown));
    }

    static Reason programUnrunnable(Throwable thrown) {
        return new Reason("program_unrunnable", String.valueOf(thrown));
    }

    /**
     * Returns whether the call used up its ticks, its time or its memory. A full stack occurs soon and does not count.
     */
    boolean isSpentBudget() {
        return this == TICKS || this == WATCHDOG || this == MEMORY;
    }

    /** Writes the reason as JSON. */
    void write(StringBuilder out) {
        if (tag == null) {
            out.append("null");
        } else if (detail == null) {
            Json.quote(out, tag);
        } else {
            out.append('{');
            Json.quote(out, tag);
            out.append(':');
            if (inner == null) {
                Json.quote(out, detail);
            } else {
                new Reason(inner, detail).write(out);
            }
            out.append('}');
        }
    }
}
