package acme;

public class Engine {
    private static int limit = 7;

    public static boolean isEven(int n) {
        return n % 2 == 0;
    }

    public static int start(int n) {
        return n;
    }

    public static int limited(int n) {
        return Math.min(n, limit);
    }
}
