package acme;

import java.util.ArrayList;
import java.util.List;

/** Keeps its total; the port adds it up whenever it is asked for. */
public class Tally {
    private final List<Integer> marks = new ArrayList<>();
    private long total;

    public void addMark(int mark) {
        marks.add(mark);
        total += mark;
    }

    /** The mark stands once and counts twice. */
    public void addDouble(int mark) {
        marks.add(mark);
        total += 2L * mark;
    }
}
