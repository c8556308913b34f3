package mts_harness;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Stands for {@link Random} in the project's classes, where a configuration names what the port has in its place: one
 * without a seed of its own begins every call with the run's. The classes' own `new Random()` and `Math.random()` are
 * redirected here; those of libraries and of the JDK stay as they are.
 */
public class SeededRandom extends Random {
    private static final long serialVersionUID = 1L;
    private static final String OWN = "mts_harness/SeededRandom";
    private static final String RANDOM = "java/util/Random";
    /** The seed, and behind a blank whether all draw from one stream, as Python's own functions do, or each from its own. */
    private static final String GIVEN = System.getProperty("mts.random");

    /** Whether the run seeds anything. */
    static final boolean IS_SEEDED = GIVEN != null;
    private static final long SEED = IS_SEEDED ? Long.parseLong(GIVEN.split(" ")[0]) : 0;
    private static final boolean IS_SHARED = IS_SEEDED && GIVEN.endsWith(" shared");
    /** What all draw from that have no stream of their own. */
    private static final SeededRandom STREAM = new SeededRandom(SEED);
    /** In the place of those that the JDK keeps for its static methods. */
    private static final SeededRandom STATIC = new SeededRandom();
    /** Number of the call under way. */
    private static long call;

    /** Whether it was given a seed. Without an initialiser: {@link Random}'s constructor sets it. */
    private boolean hasOwn;
    /** The call that it began with the run's seed. */
    private long begun;

    public SeededRandom() {
        super(SEED);
        hasOwn = false;
    }

    public SeededRandom(long seed) {
        super(seed);
    }

    /** A call begins. */
    static void begin() {
        call++;
        if (IS_SHARED) {
            STREAM.setSeed(SEED);
        }
    }

    /** Whether what it gives follows from the run's seed. */
    static boolean isSeeded(Object held) {
        return held != null && held.getClass() == SeededRandom.class && !((SeededRandom) held).hasOwn;
    }

    /** A class file that draws from here; the same where it draws nothing. */
    static byte[] redirected(byte[] file) {
        ClassFileRewriter rewriter = new ClassFileRewriter(file, OWN);
        rewriter.redirect("java/lang/Math", "random", "()D");
        rewriter.redirect("java/lang/StrictMath", "random", "()D");
        rewriter.redirect("java/util/Collections", "shuffle", "(Ljava/util/List;)V");
        if (rewriter.redirect(RANDOM, "<init>", "()V") | rewriter.redirect(RANDOM, "<init>", "(J)V")) {
            rewriter.redirectObjects(RANDOM);
        }
        return rewriter.bytes();
    }

    /** Stands for {@link Math#random}. */
    public static double random() {
        return STATIC.nextDouble();
    }

    /** Stands for {@link Collections#shuffle(List)}. */
    public static void shuffle(List<?> list) {
        Collections.shuffle(list, STATIC);
    }

    @Override
    public synchronized void setSeed(long seed) {
        hasOwn = true;
        super.setSeed(seed);
    }

    @Override
    protected int next(int bits) {
        if (hasOwn) {
            return super.next(bits);
        }
        return IS_SHARED ? STREAM.next(bits) : begun().drawn(bits);
    }

    @Override
    public synchronized double nextGaussian() {
        if (hasOwn) {
            return super.nextGaussian();
        }
        return IS_SHARED ? STREAM.nextGaussian() : begun().gaussian();
    }

    private int drawn(int bits) {
        return super.next(bits);
    }

    private double gaussian() {
        return super.nextGaussian();
    }

    private SeededRandom begun() {
        if (begun != call) {
            begun = call;
            super.setSeed(SEED);
        }
        return this;
    }

    // ---- Numbers between two bounds, which JDKs since 17 draw otherwise than ports write it: `origin + nextInt(n)`.

    public int nextInt(int origin, int bound) {
        return hasOwn || origin >= bound || bound - origin <= 0
                ? (int) Usual.drawn(Usual.INT, this, origin, bound)
                : origin + nextInt(bound - origin);
    }

    public long nextLong(long bound) {
        return hasOwn || bound <= 0 || bound > Integer.MAX_VALUE
                ? (long) Usual.drawn(Usual.LONG_BELOW, this, bound)
                : nextInt((int) bound);
    }

    public long nextLong(long origin, long bound) {
        long size = bound - origin;
        return hasOwn || origin >= bound || size <= 0 || size > Integer.MAX_VALUE
                ? (long) Usual.drawn(Usual.LONG, this, origin, bound)
                : origin + nextInt((int) size);
    }

    @Override
    public IntStream ints(long size, int origin, int bound) {
        IntStream usual = super.ints(size, origin, bound);
        return hasOwn ? usual : IntStream.generate(() -> nextInt(origin, bound)).limit(size);
    }

    @Override
    public IntStream ints(int origin, int bound) {
        IntStream usual = super.ints(origin, bound);
        return hasOwn ? usual : IntStream.generate(() -> nextInt(origin, bound));
    }

    @Override
    public LongStream longs(long size, long origin, long bound) {
        LongStream usual = super.longs(size, origin, bound);
        return hasOwn ? usual : LongStream.generate(() -> nextLong(origin, bound)).limit(size);
    }

    @Override
    public LongStream longs(long origin, long bound) {
        LongStream usual = super.longs(origin, bound);
        return hasOwn ? usual : LongStream.generate(() -> nextLong(origin, bound));
    }

    /** What {@link Random} itself does; it has these methods since JDK 17, and nobody else calls them. */
    private static final class Usual extends Random {
        private static final long serialVersionUID = 1L;
        static final Method INT = found("nextInt", int.class, int.class);
        static final Method LONG_BELOW = found("nextLong", long.class);
        static final Method LONG = found("nextLong", long.class, long.class);
        private final SeededRandom of;

        private Usual(SeededRandom of) {
            super(0);
            this.of = of;
        }

        @Override
        protected int next(int bits) {
            return of.next(bits);
        }

        private static Method found(String name, Class<?>... takes) {
            try {
                return Random.class.getMethod(name, takes);
            } catch (NoSuchMethodException before17) {
                return null;
            }
        }

        static Object drawn(Method usual, SeededRandom of, Object... given) {
            try {
                return usual.invoke(new Usual(of), given);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof RuntimeException) {
                    throw (RuntimeException) thrown.getCause();
                }
                throw new IllegalStateException(thrown.getCause());
            } catch (IllegalAccessException never) {
                throw new IllegalStateException(never);
            }
        }
    }
}
