package acme;

public final class Rate {
    private Rate() {
    }

    public static int fee(int cents, int percent) {
        if (percent < 0) {
            return 0;
        }
        return cents % 100 + percent;
    }
}
