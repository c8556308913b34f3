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

    abstract void note(String text);

    public int clamp(int number) {
        note("clamped");
        return Math.max(number, least);
    }
}
