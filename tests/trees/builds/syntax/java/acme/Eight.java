package acme;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

public class Eight {
    interface Named {
        String name();

        default String shout() {
            return name() + "!";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    static int eightSum(int[] values) {
        return Arrays.stream(values).map(value -> value / 2).sum();
    }

    static int eightFold(int a, int b) {
        IntBinaryOperator both = Math::max;
        Function<Integer, Integer> more = n -> {
            int half = n / 2;
            return half;
        };
        return both.applyAsInt(a, b) / 4 + more.apply(b);
    }

    static <T extends Comparable<? super T>> @SuppressWarnings("unused") String eightTyped(String text) {
        try (java.io.StringReader reader = new java.io.StringReader(text)) {
            return text + (reader.hashCode() == 0 ? "" : ".");
        }
    }
}
