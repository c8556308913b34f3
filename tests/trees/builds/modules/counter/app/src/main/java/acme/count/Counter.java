package acme.count;

public class Counter {
    static int advance(int n) {
        if (n > 100) {
            return n - Step.size();
        }
        return n + 1;
    }
}
