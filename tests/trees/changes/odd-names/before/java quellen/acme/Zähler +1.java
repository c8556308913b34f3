package acme;

/** Liest Zähler ab. */
final class Zaehler {
    private Zaehler() {}

    /** Verbrauch zwischen zwei Ständen; der Zähler läuft bei 1000 über. */
    static long verbrauch(int vorher, int jetzt) {
        long größe = (long) jetzt - vorher;
        if (größe < 0) {
            größe += 1000;
        }
        return größe;
    }
}
