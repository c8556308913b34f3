package acme;

public final class Money {
    private Money() {
    }

    public static int[] split(int cents, int parties) {
        int[] shares = new int[parties];
        for (int i = 0; i < parties; i++) {
            shares[i] = cents / parties;
        }
        shares[0] = shares[0] + cents % parties;
        return shares;
    }
}
