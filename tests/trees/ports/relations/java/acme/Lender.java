package acme;

/** Who lends books. */
public interface Lender {
    boolean lendBook(String title);
}
