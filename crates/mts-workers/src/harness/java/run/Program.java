package mts_harness;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** A program under test. Each run of its {@code main} loads the classes again and has its own standard input. */
final class Program {
    private final String name;
    private final Supplier<ClassLoader> classes;
    private final ErrorOutput errorOutput = new ErrorOutput();
    private Throwable elsewhere;

    /**
     * Creates a program.
     *
     * <p>{@code name} is the class with {@code main}. {@code classes} creates a new class loader
     * for each run.
     */
    Program(String name, Supplier<ClassLoader> classes) {
        this.name = name;
        this.classes = classes;
    }

    /** Returns whether the last run wrote to standard error. */
    boolean hasErrorOutput() {
        return errorOutput.written;
    }

    /**
     * Runs the program until all its threads have ended.
     *
     * @return the exception that ended a thread first, or null
     */
    Throwable run(String input) throws Unfit {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        errorOutput.written = false;
        System.setErr(new PrintStream(errorOutput, true));
        elsewhere = null;
        Set<Thread> before = alive();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> elsewhere(thrown));
        Throwable thrown = null;
        try {
            ClassLoader loader = classes.get();
            Thread.currentThread().setContextClassLoader(loader);
            main(loader).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException wrapped) {
            thrown = wrapped.getCause();
        } catch (IllegalAccessException | IllegalArgumentException wrong) {
            throw new Unfit(wrong.getMessage());
        } catch (ExceptionInInitializerError wrapped) {
            thrown = wrapped.getCause() == null ? wrapped : wrapped.getCause();
        } finally {
            await(before);
            Thread.setDefaultUncaughtExceptionHandler(null);
            System.err.flush();
        }
        synchronized (this) {
            return thrown == null ? elsewhere : thrown;
        }
    }

    private Method main(ClassLoader loader) throws Unfit {
        try {
            // This call runs the static initializer of the class, as a JVM does before `main`.
            Method main = Class.forName(name, true, loader).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            return main;
        } catch (ClassNotFoundException | NoSuchMethodException missing) {
            throw new Unfit("there is no " + name + ".main(String[])");
        }
    }

    /** Records the exception of the first thread that ended with one. */
    private synchronized void elsewhere(Throwable thrown) {
        if (elsewhere == null && !(thrown instanceof Exit.Gone)) {
            elsewhere = thrown;
        }
    }

    /** Waits until all threads have ended, except daemons and the threads {@code before}. */
    private static void await(Set<Thread> before) {
        boolean found = true;
        while (found && !Exit.wasCalled()) {
            found = false;
            for (Thread thread : alive()) {
                if (!before.contains(thread) && !thread.isDaemon()) {
                    found = true;
                    try {
                        thread.join(20);
                    } catch (InterruptedException notOurs) {
                        continue;
                    }
                }
            }
        }
    }

    private static Set<Thread> alive() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] found = new Thread[group.activeCount() + 64];
        int count = group.enumerate(found);
        Set<Thread> threads = new HashSet<>();
        for (int i = 0; i < count; i++) {
            threads.add(found[i]);
        }
        return threads;
    }

    /** The replacement of standard error. The replacement only records whether the program wrote to it. */
    private static final class ErrorOutput extends OutputStream {
        private volatile boolean written;

        @Override
        public void write(int b) {
            written = true;
        }
    }
}
