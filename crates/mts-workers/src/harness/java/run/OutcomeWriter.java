package mts_harness;

import mts_harness.Outcome.State;

/** Writes the outcomes of one unit as JSON, or their digests. */
final class OutcomeWriter {
    /**
     * The number of characters of the longest outcome.
     *
     * <p>A character takes up to three bytes. The tool refuses a frame of twice that length.
     */
    private static final int LONGEST = 10 << 20;

    private final StdoutCapture printed;
    /** The number of probes if the tool wants digests instead of outcomes, else -1. */
    private final int probes;
    /** The ticks of the construction of the receiver and the arguments of the current call. */
    private long setupTicks;

    OutcomeWriter(StdoutCapture printed, int probes) {
        this.printed = printed;
        this.probes = probes;
    }

    /** Returns whether the tool wants digests instead of outcomes. */
    boolean writesDigests() {
        return probes >= 0;
    }

    /** Sets the ticks that were necessary to construct the objects of a call. */
    void constructed(long ticks) {
        setupTicks = ticks;
    }

    /** Starts the counts of the probes for a new call. */
    void begin() {
        Probes.begin(Math.max(probes, 0));
    }

    /**
     * Returns the reason if a limit ended the call, else null.
     *
     * <p>The limits are a full stack, full memory and a spent budget. Such an error may also be the
     * cause of a failed static initializer.
     */
    static Reason fatal(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t instanceof ExceptionInInitializerError ? t.getCause() : null) {
            if (t instanceof StackOverflowError) {
                return Reason.STACK;
            }
            if (t instanceof OutOfMemoryError) {
                return Reason.MEMORY;
            }
            if (t instanceof BudgetSpent) {
                return Reason.TICKS;
            }
        }
        return null;
    }

    /** Returns the outcome of a call that ended with an exception, without other values. */
    Outcome ended(Throwable thrown, long used, Reason reason) {
        Reason fatal = fatal(thrown);
        if (fatal != null) {
            printed.renew();
            return outcome(State.TIMEOUT, null, used, "", fatal);
        }
        return outcome(State.EXCEPTION, thrown, used, "", reason);
    }

    /**
     * Returns the outcome of a call.
     *
     * <p>The call returned {@code result} or threw {@code thrown}. The outcome has the state of the
     * receiver and of the arguments after the call.
     */
    Outcome finished(Object result, Throwable thrown, Object receiver, boolean constructed, Object[] args,
            long used, String text) {
        StringBuilder out = new StringBuilder(128);
        Encode encode = new Encode(out);
        State state = thrown == null ? State.OK : State.EXCEPTION;
        out.append("[\"").append(state.word).append("\",");
        if (thrown != null) {
            encode.exception(thrown);
        } else {
            encode.value(constructed ? null : result, 0);
        }
        out.append(",[");
        for (int i = 0; i < args.length; i++) {
            out.append(i > 0 ? "," : "");
            encode.value(Encode.isImmutable(args[i]) ? null : args[i], 0);
        }
        out.append("],");
        encode.value(receiver, 0);
        return tail(state, out, used, text, thrown == null ? Reason.NONE : Reason.ofThrown(thrown));
    }

    /** Returns an outcome without values except an exception, if there is one. */
    Outcome outcome(State state, Throwable thrown, long used, String text, Reason reason) {
        StringBuilder out = new StringBuilder(128).append("[\"").append(state.word).append("\",");
        if (thrown == null) {
            out.append("null");
        } else {
            new Encode(out).exception(thrown);
        }
        return tail(state, out.append(",[],null"), used, text, reason);
    }

    /** Completes an outcome. {@code out} has its state and values. */
    Outcome tail(State state, StringBuilder out, long used, String text, Reason reason) {
        if (out.length() > LONGEST) {
            return outcome(State.INCOMPLETE, null, used, "", Reason.SIZE);
        }
        if (probes >= 0) {
            return new Outcome(state, reason, digest(state, out, used, text, reason));
        }
        out.append(',');
        Json.quote(out, text);
        return new Outcome(state, reason, end(out, used, reason));
    }

    /**
     * Appends the ticks, the reason, and the ticks of the construction.
     *
     * <p>After the reason, an outcome of Python has the digest of its probes. This class writes an empty text there.
     */
    private String end(StringBuilder out, long used, Reason reason) {
        out.append(',').append(used).append(',');
        reason.write(out);
        return out.append(",\"\",").append(setupTicks).append(']').toString();
    }

    /**
     * Returns the digest of an outcome.
     *
     * <p>A hash (FNV-1a, 64 bits) of all parts takes the place of the value, and the counts of the
     * probes take the place of the output.
     */
    private String digest(State state, StringBuilder out, long used, String text, Reason reason) {
        long hash = 0xcbf29ce484222325L;
        for (CharSequence part : new CharSequence[] {out, "\n", text}) {
            for (int i = 0; i < part.length(); i++) {
                hash = (hash ^ part.charAt(i)) * 0x100000001b3L;
            }
        }
        StringBuilder brief = new StringBuilder("[\"").append(state.word).append("\",\"").append(Long.toHexString(hash));
        return end(brief.append("\",[],null,\"").append(Probes.text()).append('"'), used, reason);
    }
}
