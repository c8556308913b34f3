package acme;

public class Halves {
    static int half(int n) {
        return n / 2;
    }
}
