package acme;

/** Only here. */
public class Clerk {
    private boolean present = true;

    public void close() {
        present = false;
    }
}
