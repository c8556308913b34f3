package acme;

import java.util.ArrayList;
import java.util.List;

public class Paths {
    private final List<Integer> costs = new ArrayList<>();
    private int unit;

    public Paths(int first) {
        costs.add(first);
    }

    public void add(int cost) {
        costs.add(cost);
    }

    public List<Integer> dear(int least) {
        List<Integer> found = new ArrayList<>();
        collect(0, least, found);
        return found;
    }

    private void collect(int from, int least, List<Integer> found) {
        if (from >= 0 && from < costs.size()) {
            if (costs.get(from) >= least) {
                found.add(costs.get(from));
            }
            collect(from + 1, least, found);
        }
    }

    static int ways(int[] coins, int total) {
        return count(coins, 0, total);
    }

    private static int count(int[] coins, int from, int left) {
        if (left == 0) {
            return 1;
        }
        if (left < 0 || left > 12 || from < 0 || from >= coins.length || coins[from] <= 0) {
            return 0;
        }
        return count(coins, from, left - coins[from]) + count(coins, from + 1, left);
    }

    static String parity(int number) {
        return isEven(Math.abs(number % 20)) ? "even" : "odd";
    }

    private static boolean isEven(int number) {
        return number <= 0 || number > 50 || isOdd(number - 1);
    }

    private static boolean isOdd(int number) {
        return number > 0 && number <= 50 && isEven(number - 1);
    }

    static List<Integer> allCapped(List<Integer> values, int most) {
        List<Integer> done = new ArrayList<>();
        for (int value : values) {
            done.add(capped(value, most));
        }
        return done;
    }

    private static int capped(int value, int most) {
        return value > most ? most : value;
    }

    int scaleAll(int factor, int value) {
        unit = factor * 2;
        return scaled(value);
    }

    private int scaled(int value) {
        return value * unit;
    }

    static int stepsTo(int goal) {
        return steps(Math.abs(goal % 15));
    }

    private static int steps(int goal) {
        return goal < 2 || goal > 15 ? 1 : steps(goal - 1) + steps(goal - 2);
    }
}
