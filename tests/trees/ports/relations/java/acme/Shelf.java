package acme;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Books in their order. */
public class Shelf implements Iterable<String>, Comparable<Shelf>, AutoCloseable {
    private final List<String> titles = new ArrayList<>();
    private final int capacity;
    private String label = "";
    private int row;
    private boolean open = true;

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

    public int getRow() {
        return row;
    }

    public Shelf setRow(int row) {
        this.row = row;
        return this;
    }

    public int getTotalLength() {
        int total = 0;
        for (String title : titles) {
            total += title.length();
        }
        return total;
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

    public boolean isEmpty() {
        return titles.isEmpty();
    }

    public boolean contains(String title) {
        return titles.contains(title);
    }

    public String get(int place) {
        return titles.get(place);
    }

    public String set(int place, String title) {
        return titles.set(place, title);
    }

    @Override
    public void close() {
        open = false;
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

    public int countFitting(TitleRule rule) {
        int count = 0;
        for (String title : titles) {
            if (rule.fits(title)) {
                count++;
            }
        }
        return count;
    }

    public String labelOr(Supplier<String> other) {
        return label.isEmpty() ? other.get() : label;
    }

    public void addRows(int more) {
        row += more;
    }

    public void relabel(int from) {
        label = label.substring(Math.min(from, label.length())) + "/" + row;
    }

    public String placeOf(String title, int width) {
        return title + "@" + width * (titles.indexOf(title) + 1);
    }

    public static String shorten(String title, int most) {
        return title.length() <= most ? title : title.substring(0, most) + "..";
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
