package mts_harness;

import java.util.Set;

/**
 * The reason for the state of an outcome: a tag, and a detail for some tags.
 */
final class Reason {
    /** The tags of reasons. The tool has the same words. */
    private enum Tag {
        TICKS("ticks"),
        STACK("stack"),
        MEMORY("memory"),
        EXIT("exit"),
        SIZE("size"),
        WATCHDOG("watchdog"),
        NOT_CALLABLE("not_callable"),
        MISSING_REQUIREMENT("missing_requirement"),
        NOT_DETERMINISTIC("not_deterministic"),
        RESULT_UNREADABLE("result_unreadable"),
        PROGRAM_UNRUNNABLE("program_unrunnable"),
        DIAGNOSTIC("diagnostic"),
        RECEIVER_CONSTRUCTOR("receiver_constructor"),
        EXPLICIT_THROW("explicit_throw"),
        STDERR("stderr");

        final String word;

        Tag(String word) {
            this.word = word;
        }
    }

    /** The tags of requirements, inside of a reason. The tool has the same words. */
    private enum Requirement {
        NATIVE_LIBRARY("native_library"),
        NEWER_JDK("newer_jdk");

        final String word;

        Requirement(String word) {
            this.word = word;
        }
    }

    /** The causes of nondeterminism, inside of a reason. The tool has the same words. */
    private enum Nondeterminism {
        THREAD_GOES_ON("thread_goes_on");

        final String word;

        Nondeterminism(String word) {
            this.word = word;
        }
    }

    static final Reason NONE = new Reason(null, null);
    static final Reason TICKS = new Reason(Tag.TICKS, null);
    static final Reason STACK = new Reason(Tag.STACK, null);
    static final Reason MEMORY = new Reason(Tag.MEMORY, null);
    static final Reason EXIT = new Reason(Tag.EXIT, null);
    static final Reason SIZE = new Reason(Tag.SIZE, null);
    static final Reason WATCHDOG = new Reason(Tag.WATCHDOG, null);
    static final Reason STDERR = new Reason(Tag.STDERR, null);
    static final Reason RECEIVER_CONSTRUCTOR = new Reason(Tag.RECEIVER_CONSTRUCTOR, null);
    static final Reason EXPLICIT_THROW = new Reason(Tag.EXPLICIT_THROW, null);
    static final Reason THREAD_GOES_ON = new Reason(Tag.NOT_DETERMINISTIC, Nondeterminism.THREAD_GOES_ON.word);

    /** The longest message of a reason in characters. */
    private static final int LONGEST = 1 << 16;
    /** The exceptions that the JVM itself throws while it runs code of the project. */
    private static final Set<Class<?>> OF_JVM = Set.of(ArithmeticException.class, ArrayIndexOutOfBoundsException.class,
            ArrayStoreException.class, ClassCastException.class, NegativeArraySizeException.class, NullPointerException.class);
    /** The longest chain of causes. The causes of an exception of the project may form a circle. */
    private static final int CHAIN = 8;

    /** Null for no reason. */
    private final Tag tag;
    private final String detail;
    /** The requirement that the environment lacks, for a reason with such a tag. */
    private final Requirement requirement;

    private Reason(Tag tag, String detail) {
        this(tag, null, detail);
    }

    private Reason(Tag tag, Requirement requirement, String detail) {
        this.tag = tag;
        this.requirement = requirement;
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
                return new Reason(Tag.MISSING_REQUIREMENT, Requirement.NATIVE_LIBRARY, String.valueOf(t.getMessage()));
            }
            if (t instanceof UnsupportedClassVersionError) {
                return newerJdk();
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

    /** Returns {@link #EXPLICIT_THROW} if a statement outside of the JDK threw the exception, else {@link #NONE}. */
    static Reason ofThrown(Throwable thrown) {
        if (OF_JVM.contains(thrown.getClass()) || thrown instanceof Error && !(thrown instanceof AssertionError)) {
            return NONE;
        }
        try {
            StackTraceElement[] trace = thrown.getStackTrace();
            // All classes of the JDK and of the harness are in named modules.
            return trace.length > 0 && trace[0].getModuleName() == null ? EXPLICIT_THROW : NONE;
        } catch (Throwable own) {
            // The project's own `getStackTrace` threw.
            return NONE;
        }
    }

    /** Returns the reason that the code needs a newer JDK than this one. */
    static Reason newerJdk() {
        return new Reason(Tag.MISSING_REQUIREMENT, Requirement.NEWER_JDK, "openjdk " + System.getProperty("java.version"));
    }

    /** Returns the reason that the harness cannot call the function with these arguments. */
    static Reason notCallable(String why) {
        return new Reason(Tag.NOT_CALLABLE, String.valueOf(why));
    }

    /** Returns a reason with the message of the compiler or of the class loader. */
    static Reason diagnostic(String text) {
        return new Reason(Tag.DIAGNOSTIC, String.valueOf(text));
    }

    static Reason resultUnreadable(Throwable thrown) {
        return new Reason(Tag.RESULT_UNREADABLE, String.valueOf(thrown));
    }

    static Reason programUnrunnable(Throwable thrown) {
        return new Reason(Tag.PROGRAM_UNRUNNABLE, String.valueOf(thrown));
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
            Json.quote(out, tag.word);
        } else if (requirement == null) {
            writeDetail(out, tag.word);
        } else {
            out.append('{');
            Json.quote(out, tag.word);
            out.append(':');
            writeDetail(out, requirement.word);
            out.append('}');
        }
    }

    private void writeDetail(StringBuilder out, String word) {
        out.append('{');
        Json.quote(out, word);
        out.append(':');
        Json.quote(out, detail);
        out.append('}');
    }
}
