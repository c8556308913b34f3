package acme;

public enum Side {
    LEFT, RIGHT;

    public int step(int at) {
        return this == LEFT ? at - 1 : at + 1;
    }
}
