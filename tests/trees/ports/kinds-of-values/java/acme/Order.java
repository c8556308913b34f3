package acme;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The order of what is in sets. */
public class Order {
    private static class Thing {
        private final int number;

        Thing(int number) {
            this.number = number;
        }
    }

    public static String shuffled(int count) {
        Set<Thing> things = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            things.add(new Thing(i + count % 7));
        }
        return listed(things);
    }

    public static String lined(int count) {
        Set<Thing> things = new LinkedHashSet<>();
        for (int i = 0; i < 12; i++) {
            things.add(new Thing(i + count % 7));
        }
        return listed(things);
    }

    private static String listed(Set<Thing> things) {
        String out = "";
        for (Thing thing : things) {
            out += thing.number + " ";
        }
        return out;
    }
}
