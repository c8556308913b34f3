package mts_harness;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
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
 * Finds changes to the process that the next copy would see.
 *
 * <p>Code under test made these changes. This class undoes small changes. If there are other changes, this class
 * reports the first of them, and the worker exits: a new worker is cheaper than a wrong verdict.
 */
final class Pollution {
    /**
     * The number of bytes by which the address space of a worker may grow. Then a new worker
     * replaces it.
     */
    private static final long GROWTH = 256L << 20;
    private static final long PAGE = 4096;
    /**
     * The number by which the number of open files may grow.
     *
     * <p>The JDK also opens files, and closes some late.
     */
    private static final int OPEN = 64;
    /** The longest wait for threads to end after a run request, in milliseconds. */
    private static final long ENDING = 100;
    /** The highest number of threads that may wait for work after a run request. */
    private static final int WAITING = 64;
    /** The longest wait for threads of a call that still work, in nanoseconds. */
    private static final long PATIENCE = 1_000_000_000L;

    private final Properties properties = copy(System.getProperties());
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();
    private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    /** The worker's scratch folder, if the tool gave it one. The worker removes files only there. */
    private final String scratch = System.getProperty("mts.scratch");
    private final ThreadGroup all = all();
    private final int priority = all.getMaxPriority();
    private final Set<Thread> own = new HashSet<>();
    private final RandomAccessFile statm = statm();
    private final byte[] line = new byte[64];
    private InputStream input;
    private long size;
    private int open;

    /**
     * Sets standard input and error for the next copy.
     *
     * <p>The first call also records the memory and the open files.
     */
    void begin() {
        input = new ByteArrayInputStream(new byte[0]);
        System.setIn(input);
        System.setErr(nowhere);
        if (size == 0) {
            size = size();
            open = open();
        }
    }

    /** Records all running threads but those of earlier calls, and the thread {@code run}, as the worker's own. */
    void watch(Thread run) {
        Set<Thread> ofCalls = own.isEmpty() ? Set.of() : threadsOfCalls();
        own.clear();
        own.addAll(threads());
        own.removeAll(ofCalls);
        own.add(run);
    }

    /** Returns whether threads of calls are left in the process. */
    boolean hasThreads() {
        return !threadsOfCalls().isEmpty();
    }

    /** Returns whether code changed settings or files that {@link #undo} restores. */
    boolean hasChanges() {
        boolean isKept = System.in == input && System.err == nowhere && TimeZone.getDefault().equals(zone)
                && Locale.getDefault().equals(locale) && System.getProperties().equals(properties);
        for (Locale.Category category : Locale.Category.values()) {
            isKept &= Locale.getDefault(category).equals(locale);
        }
        String[] files = scratch == null ? null : new File(scratch).list();
        return !isKept || files != null && files.length > 0;
    }

    /** Undoes small changes. Returns a description of a change that the worker cannot undo, or null. */
    String undo() {
        try {
            String found = lastingChange();
            return found == null ? restore() : found;
        } catch (RuntimeException | Error refused) {
            return "state that the worker cannot read";
        }
    }

    /** Returns a description of the first change that the worker cannot undo, or null. */
    private String lastingChange() {
        Thread.interrupted();
        if (all.activeCount() > own.size() && !haveEnded()) {
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
        if (all.getMaxPriority() != priority) {
            return "the highest priority of threads";
        }
        return areCachesWhole() ? null : "the cache of a class of numbers";
    }

    /**
     * Returns whether the objects that all code shares have their values.
     *
     * <p>Only a write that ignores the access rules, for example by reflection, changes these values.
     */
    private static boolean areCachesWhole() {
        boolean whole = Boolean.TRUE && !Boolean.FALSE;
        for (int i = Byte.MIN_VALUE; i <= Byte.MAX_VALUE; i++) {
            whole &= Integer.valueOf(i) == i && Long.valueOf(i) == i && Short.valueOf((short) i) == i
                    && Byte.valueOf((byte) i) == i && (i < 0 || Character.valueOf((char) i) == i);
        }
        return whole;
    }

    /** Restores the settings that code under test may have changed, and empties the scratch folder. */
    private String restore() {
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
        restoreConnections();
        File[] files = scratch == null ? null : new File(scratch).listFiles();
        if (files != null) {
            for (File file : files) {
                remove(file);
            }
        }
        return null;
    }

    /** Restores the defaults of all network connections. */
    private static void restoreConnections() {
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

    /**
     * Waits until all threads of a call have ended or are idle.
     *
     * @return whether this happened in time
     */
    boolean isAtRest() throws InterruptedException {
        if (all.activeCount() <= own.size()) {
            return true;
        }
        long until = System.nanoTime() + PATIENCE;
        for (Thread thread : threadsOfCalls()) {
            while (thread.isAlive() && !isIdle(thread)) {
                if (System.nanoTime() > until) {
                    return false;
                }
                thread.join(5);
            }
        }
        return true;
    }

    /**
     * Returns whether a thread of a call may still do work.
     *
     * <p>A thread that waits for work from other threads does no work.
     */
    boolean hasActiveThreads() {
        if (all.activeCount() <= own.size()) {
            return false;
        }
        for (Thread thread : threads()) {
            if (!own.contains(thread) && thread.isAlive() && !waits(thread) && !isOfTheJdk(thread)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Ends the threads of a call that may still do work.
     *
     * <p>Instrumented code of such a thread ends at its next tick, and a thread that waits is interrupted.
     *
     * @return whether each of them ended, or waits for work, within {@link #ENDING} milliseconds
     */
    boolean haveThreadsEnded() {
        Ticks.allow(0);
        if (hasManyThreads()) {
            return false;
        }
        for (Thread thread : threadsOfCalls()) {
            if (!waits(thread) && hasPlainInterrupt(thread)) {
                thread.interrupt();
            }
        }
        return haveEnded();
    }

    /** Returns whether the interruption of a thread runs no code under test. */
    private static boolean hasPlainInterrupt(Thread thread) {
        try {
            return thread.getClass().getMethod("interrupt").getDeclaringClass() == Thread.class;
        } catch (NoSuchMethodException | LinkageError odd) {
            return false;
        }
    }

    /** Returns whether a thread waits for work from other threads, so that it never does work by itself. */
    private static boolean waits(Thread thread) {
        return isIdle(thread) && thread.getState() == Thread.State.WAITING;
    }

    /** Returns whether a thread waits, and all its frames are code of the JDK. */
    private static boolean isIdle(Thread thread) {
        Thread.State state = thread.getState();
        return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) && isInTheJdk(thread);
    }

    /** Returns whether all frames of a thread are code of the JDK. */
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
        // If the deletion fails, the tool removes the file later with the whole folder.
        file.delete();
    }

    /**
     * Waits for the threads of calls.
     *
     * @return whether within {@link #ENDING} milliseconds all of them ended or waited for work. At most {@link #WAITING}
     *     of them may wait
     */
    private boolean haveEnded() {
        if (hasManyThreads()) {
            return false;
        }
        long until = System.nanoTime() + ENDING * 1_000_000;
        int waiting = 0;
        for (Thread thread : threadsOfCalls()) {
            while (thread.isAlive() && !waits(thread)) {
                if (System.nanoTime() > until) {
                    return false;
                }
                try {
                    thread.join(1);
                } catch (InterruptedException left) {
                    return false;
                }
            }
            waiting += thread.isAlive() ? 1 : 0;
        }
        return waiting <= WAITING;
    }

    /** Returns whether the process has so many threads that it would take long to look at each of them. */
    private boolean hasManyThreads() {
        return all.activeCount() > own.size() + WAITING;
    }

    /** Returns the threads that code under test started. */
    private Set<Thread> threadsOfCalls() {
        Set<Thread> found = threads();
        found.removeIf(thread -> own.contains(thread) || isOfTheJdk(thread));
        return found;
    }

    /** Returns whether the JDK started a thread for itself and keeps it. */
    private boolean isOfTheJdk(Thread thread) {
        if (thread instanceof ForkJoinWorkerThread) {
            ForkJoinPool pool = ((ForkJoinWorkerThread) thread).getPool();
            return pool == ForkJoinPool.commonPool() && pool.awaitQuiescence(ENDING, TimeUnit.MILLISECONDS);
        }
        return thread.getClass().getName().startsWith("jdk.internal.") || isService(thread);
    }

    /**
     * Returns whether a thread is a service thread of the JDK.
     *
     * <p>Such a thread is in the JDK's thread group, and all its frames are code of the JDK.
     */
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

    /** Returns the address space of the process in bytes, or 0 if the system does not report it. */
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

    /** Returns the number of open files of the process, or 0 if the system does not report it. */
    private static int open() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
