package acme.ledger;

/** Amounts in cents; an amount below zero is a refund. */
public final class Money {
    private Money() {}

    /** Shares an amount between parties. What does not divide goes to the first one. */
    public static int[] split(int cents, int parties) {
        if (parties < 1) {
            throw new IllegalArgumentException("at least one party");
        }
        int each = cents / parties;
        int[] shares = new int[parties];
        for (int i = 0; i < parties; i++) {
            shares[i] = each;
        }
        shares[0] += cents - each * parties;
        return shares;
    }
}
