package acme;

import java.util.function.BinaryOperator;

public class Eleven {
    private interface Half {
        private int half(int n) {
            return n / 2;
        }

        default int quarter(int n) {
            return half(half(n));
        }
    }

    static int elevenQuarter(int n) {
        var half = new Half() {
        };
        BinaryOperator<Integer> sum = (var a, var b) -> a / 2 + b / 2;
        return sum.apply(half.quarter(n), n);
    }
}
