package acme;

/** A book that the catalogue does not know. */
public class BookNotFoundException extends Exception {
    public BookNotFoundException(String title) {
        super("no book " + title);
    }
}
