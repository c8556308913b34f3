package acme;

public class Tool {
    static int toolLevel(int n) {
        if (n > 10 || n < -900) {
            return 10;
        }
        return n * 2;
    }
}
