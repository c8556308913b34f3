package acme.shop;

public class Invoice {
    static int tax(int cents) {
        if (cents > 900 || cents < -900) {
            return 0;
        }
        return cents * Rates.percent() + 1;
    }
}
