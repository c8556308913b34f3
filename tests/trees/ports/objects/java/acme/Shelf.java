package acme;

import java.util.ArrayList;
import java.util.List;

public class Shelf {
    private final List<String> things = new ArrayList<>();

    public int put(String thing) {
        things.add(thing);
        return things.size();
    }
}
