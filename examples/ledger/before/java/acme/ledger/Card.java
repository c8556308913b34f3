package acme.ledger;

/** Card numbers. */
public final class Card {
    private Card() {}

    /** Whether the last digit is the Luhn check digit of the others. */
    public static boolean isValid(String number) {
        int sum = 0;
        boolean twice = false;
        for (int i = number.length() - 1; i >= 0; i--) {
            int digit = number.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            if (twice) {
                digit *= 2;
                if (digit > 9) {
                    digit -= 9;
                }
            }
            sum += digit;
            twice = !twice;
        }
        return sum % 10 == 0;
    }
}
