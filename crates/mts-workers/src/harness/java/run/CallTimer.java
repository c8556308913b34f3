package mts_harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Ends a call that uses too much time. A call begins and ends in the thread of the run requests.
 */
final class CallTimer {
    /** The nanoseconds that a tick may take. Usually, a tick takes a tenth of this time. */
    private static final long TICK_NANOS = 200;

    /** The time after its limit in which a call must tick, in nanoseconds of processor time. */
    private static final long GRACE = 500_000_000L;

    /** The start time of the current call in nanoseconds; 0 between calls. */
    private volatile long began;
    /** The ticks that the current call may use. */
    private volatile long budget;
    private volatile boolean overdue;

    void clear() {
        overdue = false;
    }

    void begin(long ticks) {
        budget = ticks;
        began = System.nanoTime();
    }

    void end() {
        began = 0;
    }

    /** Returns whether {@link #guard} ended the current call because it used too much time. */
    boolean isOverdue() {
        return overdue;
    }

    /**
     * Waits for the thread of the run requests, and limits the time of each call.
     *
     * <p>If a call takes too much time, its budget becomes 0. The next tick then ends the call, so
     * the tool need not kill the worker. The limit holds for wall-clock time and for processor
     * time, so that other processes on the machine do not cause a timeout. The limit is higher than
     * the time that the ticks of the call need, and between the two limits of {@code patience}, in
     * milliseconds.
     *
     * @return whether a call continued without a tick, so that the tool must kill the worker
     */
    boolean guard(Thread run, List<Object> patience) {
        long shortest = (Long) patience.get(0) * 1_000_000L;
        long longest = (Long) patience.get(1) * 1_000_000L;
        long seen = 0;
        long before = 0;
        while (run.isAlive()) {
            try {
                run.join(50);
            } catch (InterruptedException notOurs) {
                continue;
            }
            long since = began;
            if (since != seen) {
                seen = since;
                before = since == 0 ? 0 : spent();
                continue;
            }
            long limit = Math.min(Math.max(shortest, budget * TICK_NANOS), longest);
            if (since == 0 || System.nanoTime() - since <= limit) {
                continue;
            }
            long used = spent() - before;
            if (used <= limit || began != since) {
                continue;
            }
            overdue = true;
            Ticks.allow(Long.MIN_VALUE / 2);
            if (used > limit + GRACE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the processor time of the process in nanoseconds.
     *
     * <p>If the system does not report the processor time, the method returns the wall-clock time.
     */
    private static long spent() {
        try {
            String stat = new String(Files.readAllBytes(Path.of("/proc/self/stat")), StandardCharsets.UTF_8);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return 10_000_000L * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
        } catch (IOException | RuntimeException absent) {
            return System.nanoTime();
        }
    }
}
