package acme;

public class Meter {
    static int meterLevel(int n) {
        if (n > 10 || n < -900) {
            return 10;
        }
        return n * 2;
    }
}
