import java.util.*;

/** Twenty methods that stand alone: what the tests of variants and of properties transform. */
public class Twenty {
    static int within(int values[], int low, int high) {
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
        while (from > 1 && count < limit) {
            if (from % 2 == 0) {
                from = from / 2;
            } else {
                from = from + 1;
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

    static boolean between(int value, int low, int high) {
        return low <= value && value <= high;
    }

    static double total(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    static double middle(double low, double high) {
        if (low > high) {
            return (high - low) / 2;
        }
        return (low + high) / 2;
    }

    static int find(String text, char wanted) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    static int pairs(int[] values, int target) {
        int found = 0;
        for (int i = 0; i < values.length; i++) {
            for (int j = i + 1; j < values.length; j++) {
                if (values[i] + values[j] == target) {
                    found++;
                }
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

    static void halve(int[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] % 2 == 0) {
                values[i] = values[i] / 2;
            }
        }
    }

    static int largest(int[] values) {
        int best = -1000;
        int i;
        for (i = 0; i < values.length; i++) {
            if (values[i] > best) {
                best = values[i];
            }
        }
        return best;
    }

    static String kept(String text, int most) {
        if (text.length() <= most || most < 0) {
            return text;
        }
        return text.substring(0, most);
    }

    static String letters(String text) {
        String result = "";
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'a' && c <= 'z') {
                result = c + result;
            }
        }
        return result;
    }

    static long sum(long number) {
        long total = 0;
        long rest = number < 0 ? -number : number;
        while (rest > 0) {
            total += rest % 10;
            rest /= 10;
        }
        return total;
    }

    static long choose(long a, long b, boolean first) {
        if (first) {
            return a;
        }
        return b;
    }

    static int grade(int points) {
        int mark = 3;
        if (points < 10) {
            mark = 1;
        } else if (points < 20) {
            mark = 2;
        }
        return mark;
    }

    static int table(int rows, int columns) {
        int last = 0;
        for (int i = 0; i < rows && i < 20; i++) {
            for (int j = 0; j < columns && j < 20; j++) {
                last = last + i * j;
            }
        }
        return last;
    }

    static int size(List<Integer> values) {
        int count = 0;
        for (int value : values) {
            if (value > 0) {
                count++;
            }
        }
        return count;
    }

    static int clamp(int value) {
        return value < 0 ? 0 : value > 100 ? 100 : value;
    }

    static boolean same(String one, String other) {
        return one.equals(other);
    }
}
