package acme;

/** A coin, the same as another of its value. */
public class Coin {
    private final int value;
    private boolean worn;

    public Coin(int value) {
        this.value = value;
    }

    public int getValue() {
        return value;
    }

    public void setWorn(boolean worn) {
        this.worn = worn;
    }

    public boolean isWorn() {
        return worn;
    }

    public boolean isWorthMore(Coin other) {
        return !worn && value > other.value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Coin && ((Coin) other).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }
}
