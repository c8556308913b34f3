package mts_harness;

/**
 * Replaces {@code System.exit} in the code under test.
 *
 * <p>The class records the exit status, discards later output, and ends the code at its next tick.
 * The worker itself continues. In two cases a function under test ends the worker too: an exit from a
 * static initializer, because later calls could not use the class, and an exit from another thread,
 * because an earlier call may have started the thread. A program has new classes in each run.
 */
public final class Exit {
    private static final Gone GONE = new Gone();
    private static final String OWNER = "java/lang/System";
    private static final String OWN = "mts_harness/Exit";

    private static StdoutCapture printed;
    private static boolean wasCalled;
    private static int status;
    private static boolean isOfProgram;
    private static Thread caller;
    private static long left;

    private Exit() {}

    /** Starts a call, or a run of a program, with this standard output. */
    static synchronized void begin(StdoutCapture output, boolean ofProgram) {
        printed = output;
        isOfProgram = ofProgram;
        caller = Thread.currentThread();
        wasCalled = false;
        status = 0;
    }

    /** Returns whether the code under test has called {@code System.exit}. */
    static synchronized boolean wasCalled() {
        return wasCalled;
    }

    /** Returns the lowest eight bits of the exit status, as the system would show it. */
    static synchronized int status() {
        return status;
    }

    /** Returns the ticks that were left at the call of {@code System.exit}. */
    static synchronized long left() {
        return left;
    }

    /** Replaces {@link System#exit}. Only the first call sets the status. */
    public static void exit(int code) {
        if (!isOfProgram && (Thread.currentThread() != caller || isInInitializer())) {
            System.exit(code);
        }
        synchronized (Exit.class) {
            if (!wasCalled) {
                wasCalled = true;
                status = code & 0xff;
                left = Ticks.left();
                printed.freeze();
                // Code that catches the exception, and code in other threads, ends at its next tick.
                Ticks.allow(Long.MIN_VALUE / 2);
            }
        }
        throw GONE;
    }

    /** Returns a class file in which this class replaces the calls of {@code System.exit}. */
    static byte[] redirected(byte[] file) {
        ClassFileRewriter rewriter = new ClassFileRewriter(file, OWN);
        rewriter.redirect(OWNER, "exit", "(I)V");
        return rewriter.bytes();
    }

    private static boolean isInInitializer() {
        return StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
    }

    /** Ends the thread that called {@code System.exit}. */
    static final class Gone extends Error {
        private static final long serialVersionUID = 1L;

        Gone() {
            super("exit", null, false, false);
        }
    }
}
