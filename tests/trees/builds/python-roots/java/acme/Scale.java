package acme;

public class Scale {
    static int scaleLevel(int n) {
        if (n > 10 || n < -900) {
            return 10;
        }
        return n * 2;
    }
}
