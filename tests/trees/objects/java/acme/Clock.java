package acme;

public class Clock {
    public static long since(long start) {
        return System.nanoTime() - start;
    }
}
