package acme;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Books in their order. */
public class Shelf implements Iterable<String>, Comparable<Shelf> {
    private final List<String> titles = new ArrayList<>();
    private final int capacity;
    private String label = "";

    public Shelf(int capacity) {
        this.capacity = capacity;
    }

    public int getCapacity() {
        return capacity;
    }

    public String getLabel() {
        return label;
    }

    public void setLabel(String label) {
        this.label = label.trim();
    }

    public void addTitle(String title) {
        addTitle(title, false);
    }

    public void addTitle(String title, boolean first) {
        if (freePlaces() == 0) {
            throw new IllegalStateException("the shelf is full");
        }
        titles.add(first ? 0 : titles.size(), title);
    }

    private int freePlaces() {
        return capacity - titles.size();
    }

    public int size() {
        return titles.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shelf && ((Shelf) other).titles.equals(titles);
    }

    @Override
    public int hashCode() {
        return titles.hashCode();
    }

    @Override
    public String toString() {
        return label + ": " + String.join(", ", titles);
    }

    @Override
    public int compareTo(Shelf other) {
        return label.compareTo(other.label);
    }

    @Override
    public Iterator<String> iterator() {
        return titles.iterator();
    }

    public List<String> longTitles(int least) {
        List<String> found = new ArrayList<>();
        collect(0, least, found);
        return found;
    }

    private void collect(int from, int least, List<String> found) {
        if (from < titles.size()) {
            if (titles.get(from).length() >= least) {
                found.add(titles.get(from));
            }
            collect(from + 1, least, found);
        }
    }

    public static int checkDigit(String isbn) {
        int sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += (isbn.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
        }
        return (10 - sum % 10) % 10;
    }

    public String describe(String prefix) {
        return prefix + " " + label + " holds " + titles.size() + " of " + capacity + " books";
    }

    public int spaceNeeded(int width, int gap) {
        int needed = 0;
        for (String title : titles) {
            needed += width + title.length() / 10;
        }
        return titles.isEmpty() ? needed : needed + gap * (titles.size() - 1);
    }

    public void printForDebugging() {
        System.out.println(titles);
    }
}
