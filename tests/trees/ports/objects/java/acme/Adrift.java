package acme;

/** Its port has a line that means nothing where it stands. */
public class Adrift {
    public static int clamped(int n, int most) {
        return n > most ? most : n;
    }

    public static int higher(int a, int b) {
        return a > b ? a : b;
    }

    public static boolean isEven(int n) {
        return n % 2 == 0;
    }
}
