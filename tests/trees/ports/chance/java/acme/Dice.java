package acme;

import java.util.Collections;
import java.util.List;
import java.util.Random;

public class Dice {
    private static final Random SHARED = new Random();

    private final Random random = new Random();
    private final int sides;

    public Dice(int sides) {
        this.sides = sides;
    }

    public int roll(int times) {
        int sum = 0;
        for (int i = 0; i < times && i < 20; i++) {
            sum += random.nextInt(sides) + 1;
        }
        return sum;
    }

    public static int between(int low, int high) {
        if (high <= low) {
            return low;
        }
        return low + new Random().nextInt(high - low);
    }

    public static double near(double mean, double spread) {
        return mean + spread * SHARED.nextGaussian();
    }

    public static double share(double whole) {
        return whole * Math.random();
    }

    public static List<String> shuffled(List<String> words) {
        Collections.shuffle(words);
        return words;
    }

    public static String drawn(List<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        return words.get(SHARED.nextInt(words.size())) + SHARED.nextInt(1000);
    }

    public static int fair(int sides) {
        if (sides < 2) {
            return 1;
        }
        return new Random().nextInt(sides) + 1;
    }

    public static String picked(List<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        return words.get(SHARED.nextInt(words.size()));
    }

    public static int same(int bound) {
        if (bound < 1) {
            return 0;
        }
        return new Random(42).nextInt(bound);
    }
}
