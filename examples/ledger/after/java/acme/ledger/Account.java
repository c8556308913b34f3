package acme.ledger;

/** Account numbers: digits and capital letters, in groups as on paper. */
public final class Account {
    private Account() {}

    /** The two check digits of an account number, modulo 97 as in ISO 7064. */
    public static int checkDigits(String account) {
        int rest = 0;
        for (int i = 0; i < account.length(); i++) {
            char c = account.charAt(i);
            if (c == ' ') {
                continue;
            }
            if (c >= '0' && c <= '9') {
                rest = (rest * 10 + (c - '0')) % 97;
            } else if (c >= 'A' && c <= 'Z') {
                rest = (rest * 100 + (c - 'A') + 10) % 97;
            } else {
                throw new IllegalArgumentException("not a digit or capital letter");
            }
        }
        return 98 - rest * 100 % 97;
    }
}
