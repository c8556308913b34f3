package acme;

/** Sums. */
public final class Tally {
    private Tally() {}

    /** The sum of all positive numbers. */
    public static long total(int[] numbers) {
        long sum = 0;
        for (int number : numbers) {
            if (number > 0) {
                sum += number;
            }
        }
        return sum;
    }
}
