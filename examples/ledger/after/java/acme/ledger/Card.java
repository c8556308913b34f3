package acme.ledger;

/** Card numbers. */
public final class Card {
    private Card() {}

    /** Whether the last digit is the Luhn check digit of the others, of which there is one at least. */
    public static boolean isValid(String number) {
        if (number.length() < 2) {
            return false;
        }
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
