package acme;

import java.util.List;

public class TwentyTwo {
    record Point(int x, int y) {
    }

    static int twentyTwoCount(List<Integer> values) {
        int count = 0;
        for (int _ : values) {
            count++;
        }
        try {
            count += Integer.parseInt("x");
        } catch (NumberFormatException _) {
            count++;
        }
        return count;
    }

    static int twentyTwoLeft(Object thing) {
        return switch (thing) {
            case Point(int x, _) -> x;
            case String _, Integer _ -> 1;
            default -> {
                java.util.function.IntUnaryOperator one = _ -> 1;
                yield one.applyAsInt(0);
            }
        };
    }
}
