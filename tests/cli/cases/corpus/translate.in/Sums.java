package acme;

/** Sums of arrays. */
final class Sums {
    private static final int LIMIT = 1_000;

    // All values between two bounds.
    static int within(int[] values, int low, int high) {
        int runningTotal = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] >= low && values[i] <= high) {
                runningTotal += values[i]; // may overflow
            }
        }
        return runningTotal;
    }

    static double mean(int[] values) {
        return values.length == 0 ? 0 : (double) within(values, -LIMIT, LIMIT) / values.length;
    }

    static String initials(String text) {
        StringBuilder out = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!word.isEmpty()) {
                out.append(Character.toUpperCase(word.charAt(0)));
            }
        }
        return out.toString();
    }
}
