package mts_harness;

/** Writes the outcomes of one unit as JSON, or their digests. */
final class OutcomeWriter {
    private final StdoutCapture printed;
    /** Number of probes where digests are asked for in place of outcomes, else -1. */
    private final int probes;

    OutcomeWriter(StdoutCapture printed, int probes) {
        this.printed = printed;
        this.probes = probes;
    }

    /** Whether digests are asked for in place of outcomes. */
    boolean writesDigests() {
        return probes >= 0;
    }

    /** Begins to count the probes of a call. */
    void begin() {
        Probes.begin(Math.max(probes, 0));
    }

    /** A full stack or memory when that is what ended it, also behind a failed static initialiser. */
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

    Outcome ended(Throwable thrown, long used, Reason reason) {
        Reason fatal = fatal(thrown);
        if (fatal != null) {
            printed.renew();
            return outcome("timeout", null, used, "", fatal);
        }
        return outcome("exception", thrown, used, "", reason);
    }

    Outcome finished(Object result, Throwable thrown, Object receiver, boolean constructed, Object[] args,
            long used, String text) {
        StringBuilder out = new StringBuilder(128);
        Encode encode = new Encode(out);
        String state = thrown == null ? "ok" : "exception";
        out.append("[\"").append(state).append("\",");
        if (thrown != null) {
            encode.exception(thrown);
        } else {
            encode.value(constructed ? null : result, 0);
        }
        out.append(",[");
        for (int i = 0; i < args.length; i++) {
            out.append(i > 0 ? "," : "");
            encode.value(Encode.immutable(args[i]) ? null : args[i], 0);
        }
        out.append("],");
        encode.value(receiver, 0);
        return tail(state, out, used, text, Reason.NONE);
    }

    Outcome outcome(String state, Throwable thrown, long used, String text, Reason reason) {
        StringBuilder out = new StringBuilder(128).append("[\"").append(state).append("\",");
        if (thrown == null) {
            out.append("null");
        } else {
            new Encode(out).exception(thrown);
        }
        return tail(state, out.append(",[],null"), used, text, reason);
    }

    Outcome tail(String state, StringBuilder out, long used, String text, Reason reason) {
        if (probes >= 0) {
            return new Outcome(state, reason, digest(state, out, used, text, reason));
        }
        out.append(',');
        Json.quote(out, text);
        return new Outcome(state, reason, end(out, used, reason));
    }

    /** The ticks, the reason, and what probes showed, which Java's side tells otherwise. */
    private static String end(StringBuilder out, long used, Reason reason) {
        out.append(',').append(used).append(',');
        reason.write(out);
        return out.append(",\"\"]").toString();
    }

    /** The outcome with a hash (FNV-1a, 64 bits) of all it holds in the place of the value, and the probes' counts in that of the output. */
    private static String digest(String state, StringBuilder out, long used, String text, Reason reason) {
        long hash = 0xcbf29ce484222325L;
        for (CharSequence part : new CharSequence[] {out, "\n", text}) {
            for (int i = 0; i < part.length(); i++) {
                hash = (hash ^ part.charAt(i)) * 0x100000001b3L;
            }
        }
        StringBuilder brief = new StringBuilder("[\"").append(state).append("\",\"").append(Long.toHexString(hash));
        return end(brief.append("\",[],null,\"").append(Probes.text()).append('"'), used, reason);
    }
}
