package acme;

public abstract class Scale {
    private final int least;
    private final String unit;

    protected Scale(int least) {
        this.least = Math.max(least, lowest(least));
        this.unit = unit();
    }

    abstract int lowest(int given);

    abstract String unit();

    /** Of two of one name, the one for texts has no body. */
    abstract void note(String text);

    void note(int number) {
        note(number + unit);
    }

    public int clamp(int number) {
        note("clamped");
        return Math.max(number, least);
    }
}
