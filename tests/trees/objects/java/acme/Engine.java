package acme;

public class Engine {
    public static boolean isEven(int n) {
        return n % 2 == 0;
    }

    public static int start(int n) {
        return n;
    }
}
