package acme;

public class Base {
    protected int offset = 5;

    protected int shifted(int n) {
        if (n > 900 || n < -900) {
            return offset;
        }
        return n + offset;
    }

    protected int weight() {
        return 1;
    }
}
