package acme;

public class Tally {
    private int total;
    private int marks;

    public Tally(int total) {
        this.total = total;
    }

    public void addMark(int worth) {
        total += worth;
        marks++;
    }

    public void addDouble(int worth) {
        total += 2 * worth;
        marks++;
    }
}
