package acme;

public class Gauge {
    static int gaugeLevel(int n) {
        if (n > 10 || n < -900) {
            return 10;
        }
        return n * 2;
    }
}
