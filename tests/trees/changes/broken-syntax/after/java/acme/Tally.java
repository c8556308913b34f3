package acme;

/** Sums. */
public final class Tally {
    private Tally() {}

    /** The sum of all positive numbers up to a hundred. */
    public static long total(int[] numbers) {
        long sum = 0;
        for (int number : numbers) {
            if (number > 0 && number <= 100) {
                sum += number;
            }
        }
        return sum;
    }
}
