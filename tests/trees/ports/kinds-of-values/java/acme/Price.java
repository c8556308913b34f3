package acme;

/** An amount of money. */
public record Price(String currency, int cents) {
    public Price {
        if (cents < -1000000) {
            throw new IllegalArgumentException("too small");
        }
    }

    public Price plus(int more) {
        return new Price(currency, cents / 2 + more / 2);
    }

    public boolean isDearerThan(Price other) {
        return currency.equals(other.currency) && cents > other.cents();
    }

    public static Price dearer(Price left, Price right) {
        return left.cents >= right.cents ? left : right;
    }
}
