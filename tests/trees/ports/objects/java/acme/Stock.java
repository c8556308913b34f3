package acme;

public class Stock {
    private final int held;
    private int ordered;

    public Stock(int held) {
        this.held = held;
    }

    public void setOrdered(int ordered) {
        this.ordered = ordered;
    }

    public int atLeast(int asked) {
        int most = ordered > held ? ordered : held;
        return asked > most ? asked : most;
    }
}
