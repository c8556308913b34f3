package mts_harness;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.ResponseCache;
import java.net.URLConnection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * Finds changes to the process that code under test made and that the next variant would see. It undoes small changes.
 * For any other change it reports the first, and the worker exits: a new worker is cheaper than a wrong verdict.
 */
final class Pollution {
    /** Address space in bytes that a worker may gain before it is not worth its while. */
    private static final long GROWTH = 256L << 20;
    private static final long PAGE = 4096;
    /** Descriptors that may be left open: the JDK opens some of its own, and closes others late. */
    private static final int OPEN = 64;
    /** Longest wait for threads that are about to end, in milliseconds. */
    private static final long ENDING = 100;
    /** Longest wait for threads that a call started and that are at work, in nanoseconds. */
    private static final long PATIENCE = 1_000_000_000L;

    private final Properties properties = copy(System.getProperties());
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();
    private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    /** The worker's own scratch folder, where it was told of one: nothing else is ever emptied. */
    private final String scratch = System.getProperty("mts.scratch");
    private final ThreadGroup all = all();
    private final Set<Thread> own = new HashSet<>();
    private final RandomAccessFile statm = statm();
    private final byte[] line = new byte[64];
    private long size;
    private int open;

    /** Standard input and error as every variant finds them. */
    void begin() {
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setErr(nowhere);
        if (size == 0) {
            size = size();
            open = open();
        }
    }

    /** From here on the threads that are alive are the worker's own. */
    void watch(Thread... more) {
        own.clear();
        own.addAll(threads());
        own.addAll(Set.of(more));
    }

    /** What cannot be put back, or null; what can be has been. */
    String left() {
        try {
            String found = found();
            return found == null ? putBack() : found;
        } catch (RuntimeException | Error refused) {
            return "what cannot be looked into";
        }
    }

    private String found() {
        Thread.interrupted();
        if (all.activeCount() > own.size() && !ended()) {
            return "threads";
        }
        if (size() > size + GROWTH) {
            return "memory";
        }
        if (open() > open + OPEN) {
            return "open files";
        }
        if (Thread.getDefaultUncaughtExceptionHandler() != null) {
            return "a handler of exceptions";
        }
        if (!URLConnection.getDefaultUseCaches("mts")) {
            return "defaults of connections";
        }
        return null;
    }

    private String putBack() {
        begin();
        if (!System.getProperties().equals(properties)) {
            System.setProperties(copy(properties));
        }
        if (!Locale.getDefault().equals(locale)) {
            Locale.setDefault(locale);
        }
        for (Locale.Category category : Locale.Category.values()) {
            if (!Locale.getDefault(category).equals(locale)) {
                Locale.setDefault(category, locale);
            }
        }
        if (!TimeZone.getDefault().equals(zone)) {
            TimeZone.setDefault(zone);
        }
        putBackConnections();
        File[] files = scratch == null ? null : new File(scratch).listFiles();
        if (files != null) {
            for (File file : files) {
                remove(file);
            }
        }
        return null;
    }

    /** Puts back what holds for every connection that is made. */
    private static void putBackConnections() {
        if (CookieHandler.getDefault() != null) {
            CookieHandler.setDefault(null);
        }
        if (ResponseCache.getDefault() != null) {
            ResponseCache.setDefault(null);
        }
        if (Authenticator.getDefault() != null) {
            Authenticator.setDefault(null);
        }
        if (URLConnection.getDefaultAllowUserInteraction()) {
            URLConnection.setDefaultAllowUserInteraction(false);
        }
        if (!HttpURLConnection.getFollowRedirects()) {
            HttpURLConnection.setFollowRedirects(true);
        }
    }

    /** Waits for the threads that a call started as long as they are at work; whether none is any more. */
    boolean isAtRest() throws InterruptedException {
        if (all.activeCount() <= own.size()) {
            return true;
        }
        long until = System.nanoTime() + PATIENCE;
        for (Thread thread : threads()) {
            while (!own.contains(thread) && thread.isAlive() && !isOfTheJdk(thread) && !isIdle(thread)) {
                if (System.nanoTime() > until) {
                    return false;
                }
                thread.join(5);
            }
        }
        return true;
    }

    /** Whether a thread is left that may do something by itself; one that waits until somebody wants it does not. */
    boolean goOn() {
        if (all.activeCount() <= own.size()) {
            return false;
        }
        for (Thread thread : threads()) {
            boolean waits = isIdle(thread) && thread.getState() == Thread.State.WAITING;
            if (!own.contains(thread) && thread.isAlive() && !waits && !isOfTheJdk(thread)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a thread waits, and nothing but the JDK's code is under way in it. */
    private static boolean isIdle(Thread thread) {
        Thread.State state = thread.getState();
        return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) && isInTheJdk(thread);
    }

    private static boolean isInTheJdk(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        boolean own = frames.length > 0;
        for (StackTraceElement frame : frames) {
            String module = frame.getModuleName();
            own &= module != null && (module.startsWith("java.") || module.startsWith("jdk."));
        }
        return own;
    }

    private static void remove(File file) {
        File[] inside = java.nio.file.Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
        if (inside != null) {
            for (File each : inside) {
                remove(each);
            }
        }
        // A file that cannot be removed now goes with the folder itself.
        file.delete();
    }

    /** Whether the threads that are not the worker's own have ended, or do so in a moment. */
    private boolean ended() {
        long until = System.nanoTime() + ENDING * 1_000_000;
        for (Thread thread : threads()) {
            if (own.contains(thread) || isOfTheJdk(thread)) {
                continue;
            }
            try {
                thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException left) {
                return false;
            }
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    /** Threads that the JDK starts when they are first needed, and keeps. */
    private boolean isOfTheJdk(Thread thread) {
        if (thread instanceof ForkJoinWorkerThread) {
            ForkJoinPool pool = ((ForkJoinWorkerThread) thread).getPool();
            return pool == ForkJoinPool.commonPool() && pool.awaitQuiescence(ENDING, TimeUnit.MILLISECONDS);
        }
        return thread.getClass().getName().startsWith("jdk.internal.") || isService(thread);
    }

    /** Whether it is in the group of the JDK's own services, and nothing but the JDK's code is under way in it. */
    private boolean isService(Thread thread) {
        return thread.getThreadGroup() == all && isInTheJdk(thread);
    }

    private Set<Thread> threads() {
        Thread[] found = new Thread[all.activeCount() + 64];
        int count = all.enumerate(found);
        Set<Thread> threads = new HashSet<>();
        for (int i = 0; i < count; i++) {
            threads.add(found[i]);
        }
        return threads;
    }

    private static ThreadGroup all() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private static Properties copy(Properties from) {
        return (Properties) from.clone();
    }

    private static RandomAccessFile statm() {
        try {
            return new RandomAccessFile("/proc/self/statm", "r");
        } catch (IOException absent) {
            return null;
        }
    }

    /** Address space of the process, where the system tells. */
    private long size() {
        if (statm == null) {
            return 0;
        }
        try {
            statm.seek(0);
            int count = statm.read(line);
            long pages = 0;
            for (int i = 0; i < count && line[i] >= '0'; i++) {
                pages = 10 * pages + line[i] - '0';
            }
            return pages * PAGE;
        } catch (IOException closed) {
            return Long.MAX_VALUE;
        }
    }

    private static int open() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
