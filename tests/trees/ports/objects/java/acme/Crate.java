package acme;

import java.util.ArrayList;
import java.util.List;

/** Things in the order in which they came in. */
public class Crate {
    private final List<String> things = new ArrayList<>();
    private final int weight;

    public Crate(int weight) {
        this.weight = weight;
    }

    public void addThing(String thing) {
        things.add(thing);
    }

    public String last() {
        return things.isEmpty() ? "" : things.get(things.size() - 1);
    }

    public int laden(int each) {
        return weight + each * things.size();
    }

    public int room(int most) {
        return most - things.size();
    }
}
