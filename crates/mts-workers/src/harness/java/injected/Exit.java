package mts_harness;

/**
 * Replaces `System.exit` in a program: it keeps the status, ends the output, and the program takes no further step.
 * The worker goes on.
 */
public final class Exit {
    private static final Gone GONE = new Gone();
    private static final String OWNER = "java/lang/System";
    private static final String OWN = "mts_harness/Exit";

    private static StdoutCapture printed;
    private static boolean asked;
    private static int status;
    private static long left;

    private Exit() {}

    /** A program begins. */
    static synchronized void begin(StdoutCapture output) {
        printed = output;
        asked = false;
        status = 0;
    }

    static synchronized boolean asked() {
        return asked;
    }

    /** As the system tells it: the lowest eight bits. */
    static synchronized int status() {
        return status;
    }

    /** What was left of the budget. */
    static synchronized long left() {
        return left;
    }

    /** Stands for {@link System#exit}; of several calls the first counts. */
    public static void exit(int code) {
        synchronized (Exit.class) {
            if (!asked) {
                asked = true;
                status = code & 0xff;
                left = Ticks.left();
                printed.freeze();
                // Whatever catches this, or runs beside it, ends at its next step.
                Ticks.allow(Long.MIN_VALUE / 2);
            }
        }
        throw GONE;
    }

    /** A class file with the calls of `System.exit` redirected to this class; the same where there are none. */
    static byte[] redirected(byte[] file) {
        ClassFileRewriter rewriter = new ClassFileRewriter(file, OWN);
        rewriter.redirect(OWNER, "exit", "(I)V");
        return rewriter.bytes();
    }

    static final class Gone extends Error {
        private static final long serialVersionUID = 1L;

        Gone() {
            super("exit", null, false, false);
        }
    }
}
