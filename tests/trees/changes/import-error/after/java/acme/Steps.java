package acme;

/** Counting steps. */
public final class Steps {
    private Steps() {}

    /** How often the count goes up from one day to the next. */
    public static int rises(int[] days) {
        int rises = 0;
        for (int i = 1; i < days.length; i++) {
            if (days[i] >= days[i - 1]) {
                rises++;
            }
        }
        return rises;
    }
}
