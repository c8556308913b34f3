package mts_harness;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Replaces {@link Random} in the project's classes.
 *
 * <p>The harness uses this class if the configuration names the port's generator. A generator
 * without a seed of its own starts each call with the seed of the run. The harness redirects
 * {@code new Random()} and {@code Math.random()} of the project's classes to this class. Libraries
 * and the JDK stay unchanged.
 */
public class SeededRandom extends Random {
    private static final long serialVersionUID = 1L;
    private static final String OWN = "mts_harness/SeededRandom";
    private static final String RANDOM = "java/util/Random";
    /**
     * The seed, a blank, and a word. With the word {@code shared}, all generators draw from one stream, as the
     * functions of Python's {@code random} do. Else each generator has its own stream.
     */
    private static final String GIVEN = System.getProperty("mts.random");

    /** Whether the run seeds generators. */
    static final boolean IS_SEEDED = GIVEN != null;
    private static final long SEED = IS_SEEDED ? Long.parseLong(GIVEN.split(" ")[0]) : 0;
    private static final boolean IS_SHARED = IS_SEEDED && GIVEN.endsWith(" shared");
    /** The stream that all generators without a seed share. */
    private static final SeededRandom STREAM = new SeededRandom(SEED);
    /** The generator that replaces the generators of the JDK's static methods. */
    private static final SeededRandom STATIC = new SeededRandom();
    /** The number of the current call. */
    private static long call;

    /**
     * Whether the code gave a seed. The field has no initializer, because the constructor of {@link Random} sets it.
     */
    private boolean hasOwnSeed;
    /** The number of the last call in which this generator started with the run's seed. */
    private long begun;

    public SeededRandom() {
        super(SEED);
        hasOwnSeed = false;
    }

    public SeededRandom(long seed) {
        super(seed);
    }

    /** Starts a call. */
    static void begin() {
        call++;
        if (IS_SHARED) {
            STREAM.setSeed(SEED);
        }
    }

    /** Returns whether an object is a generator that starts with the seed of the run. */
    static boolean isSeeded(Object held) {
        return held != null && held.getClass() == SeededRandom.class && !((SeededRandom) held).hasOwnSeed;
    }

    /**
     * Returns a class file that uses this class for random numbers.
     *
     * <p>This class replaces {@link Random} and the static methods that draw numbers.
     */
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

    /** Replaces {@link Math#random}. */
    public static double random() {
        return STATIC.nextDouble();
    }

    /** Replaces {@link Collections#shuffle(List)}. */
    public static void shuffle(List<?> list) {
        Collections.shuffle(list, STATIC);
    }

    @Override
    public synchronized void setSeed(long seed) {
        hasOwnSeed = true;
        super.setSeed(seed);
    }

    @Override
    protected int next(int bits) {
        if (hasOwnSeed) {
            return super.next(bits);
        }
        return IS_SHARED ? STREAM.next(bits) : begun().drawn(bits);
    }

    @Override
    public synchronized double nextGaussian() {
        if (hasOwnSeed) {
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

    /**
     * Sets the seed of the run at the generator's first use in the call. Returns this generator.
     */
    private SeededRandom begun() {
        if (begun != call) {
            begun = call;
            super.setSeed(SEED);
        }
        return this;
    }

    // ---- Numbers between two bounds. The JDK draws them in another way since version 17. Ports usually draw
    // `origin + nextInt(n)`, so the methods below do the same.

    public int nextInt(int origin, int bound) {
        return hasOwnSeed || origin >= bound || bound - origin <= 0
                ? (int) JdkRandom.drawn(JdkRandom.INT, this, origin, bound)
                : origin + nextInt(bound - origin);
    }

    public long nextLong(long bound) {
        return hasOwnSeed || bound <= 0 || bound > Integer.MAX_VALUE
                ? (long) JdkRandom.drawn(JdkRandom.LONG_BELOW, this, bound)
                : nextInt((int) bound);
    }

    public long nextLong(long origin, long bound) {
        long size = bound - origin;
        return hasOwnSeed || origin >= bound || size <= 0 || size > Integer.MAX_VALUE
                ? (long) JdkRandom.drawn(JdkRandom.LONG, this, origin, bound)
                : origin + nextInt((int) size);
    }

    @Override
    public IntStream ints(long size, int origin, int bound) {
        IntStream usual = super.ints(size, origin, bound);
        return hasOwnSeed ? usual : IntStream.generate(() -> nextInt(origin, bound)).limit(size);
    }

    @Override
    public IntStream ints(int origin, int bound) {
        IntStream usual = super.ints(origin, bound);
        return hasOwnSeed ? usual : IntStream.generate(() -> nextInt(origin, bound));
    }

    @Override
    public LongStream longs(long size, long origin, long bound) {
        LongStream usual = super.longs(size, origin, bound);
        return hasOwnSeed ? usual : LongStream.generate(() -> nextLong(origin, bound)).limit(size);
    }

    @Override
    public LongStream longs(long origin, long bound) {
        LongStream usual = super.longs(origin, bound);
        return hasOwnSeed ? usual : LongStream.generate(() -> nextLong(origin, bound));
    }

    /** Calls the methods of {@link Random} itself. Random has these methods since JDK 17, so reflection finds them. */
    private static final class JdkRandom extends Random {
        private static final long serialVersionUID = 1L;
        static final Method INT = found("nextInt", int.class, int.class);
        static final Method LONG_BELOW = found("nextLong", long.class);
        static final Method LONG = found("nextLong", long.class, long.class);
        private final SeededRandom of;

        private JdkRandom(SeededRandom of) {
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
                return usual.invoke(new JdkRandom(of), given);
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
