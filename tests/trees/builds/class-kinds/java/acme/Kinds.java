package acme;

import java.util.function.IntUnaryOperator;

public class Kinds extends Base {
    private static final int LIMIT = 20;
    private static int step = 3;
    private int level;

    private static int clipped(int n) {
        return n > LIMIT || n < 0 ? LIMIT : n;
    }

    public static int usesHelper(int n) {
        if (n < 0) {
            return 0;
        }
        return clipped(n) + step;
    }

    public int usesInherited(int n) {
        if (n > 10) {
            return shifted(10) * weight();
        }
        return super.shifted(n) + offset;
    }

    @Override
    protected int shifted(int n) {
        return super.shifted(n) + weight();
    }

    @Override
    protected int weight() {
        return 2;
    }

    public int getLevel() {
        return level + LIMIT - 1;
    }

    public void raise(int by) {
        if (by > 0 && by < 900) {
            level = level + by;
        }
    }

    public static int throughClass(int n) {
        if (n > 0 && n < 900) {
            return step + n;
        }
        return step - 1;
    }

    public static int withLambda(int n) {
        IntUnaryOperator add = x -> x + clipped(n);
        return add.applyAsInt(LIMIT) - 1;
    }

    public static int depth(int n) {
        if (n <= 0 || n > 50) {
            return 0;
        }
        return 1 + depth(n - 1);
    }

    public static class Part {
        private final int size;

        public Part(int size) {
            this.size = size > 9 || size < 0 ? 9 : size;
        }

        public int area() {
            return size * size + LIMIT;
        }
    }
}
