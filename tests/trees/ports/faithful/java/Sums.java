package acme;

final class Sums {
    static int within(int[] values, int low, int high) {
        int total = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] >= low && values[i] <= high) {
                total = total + values[i];
            }
        }
        return total;
    }

    static int steps(int from, int limit) {
        int count = 0;
        while (from != 1 && count < limit) {
            if (from % 2 == 0) {
                from = from / 2;
            } else {
                from = from * 3 + 1;
            }
            count++;
        }
        return count;
    }

    static boolean rising(int[] values) {
        for (int i = 1; i < values.length; i++) {
            if (values[i - 1] >= values[i]) {
                return false;
            }
        }
        return true;
    }

    static int mix(int a, int b) {
        int c = a ^ (b << 3);
        c = c & 0x7fff | b >> 2;
        return ~c - a;
    }

    static double middle(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.length == 0 ? -1.0 : sum * 0.5;
    }

    static int find(String text, char wanted) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    static long digits(long number) {
        long sum = 0;
        long rest = number;
        do {
            sum += rest % 10;
            rest /= 10;
        } while (rest != 0);
        return -sum;
    }

    static int pairs(int[] values, int target) {
        int found = 0;
        for (int i = 0; i < values.length; i++) {
            for (int j = i + 1; j < values.length; j++) {
                found += values[i] == target || !(values[j] != target) ? 1 : 0;
            }
        }
        return found;
    }

    static int[] scaled(int[] values, int by) {
        int[] result = new int[values.length];
        int at = 0;
        while (at < values.length) {
            result[at] = values[at] * by;
            at++;
        }
        return result;
    }

    static int bits(int number) {
        int count = 0;
        while (number != 0) {
            count += number & 1;
            number >>>= 1;
        }
        return count;
    }
}
