package acme;

import java.util.Random;

public class Lots {
    private final Random random = new Random();

    public long next(int bound, long step) {
        if (bound < 1) {
            return random.nextLong();
        }
        return random.nextInt(bound) * step;
    }

    public static int drawn(int low, int size) {
        if (size < 1) {
            return low;
        }
        return low + new Random().nextInt(size);
    }
}
