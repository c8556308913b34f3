package acme;

public class Doubles {
    static int capped(int n) {
        if (n > 1000) {
            return 2000;
        }
        return Legacy.twice(n);
    }
}
