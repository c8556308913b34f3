package acme;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

public class Colours {
    private static final Set<String> KNOWN = Set.of("red", "green", "blue", "white", "black");
    private static final Map<String, Integer> SHARES = Map.of("red", 3, "green", 5, "blue", 7);

    public static String joined(String between) {
        return String.join(between, KNOWN);
    }

    public static boolean isKnown(String name) {
        return KNOWN.contains(name);
    }

    public static Set<String> all(String more) {
        Set<String> all = new HashSet<>(KNOWN);
        all.add(more);
        return all;
    }

    public static int sum(int times) {
        int sum = 0;
        for (int share : SHARES.values()) {
            sum += share * (times % 100);
        }
        return sum;
    }

    public static String letters(String text) {
        StringBuilder once = new StringBuilder();
        for (char c : (text + "blue").toCharArray()) {
            if (once.indexOf(String.valueOf(c)) < 0) {
                once.append(c);
            }
        }
        return once.toString();
    }

    public static String shown(String before) {
        return before + new Colours();
    }

    public static void printed(String before) {
        System.out.println(before + new Colours());
    }

    public static String named(String before) {
        return before + "a colour";
    }

    public static int refused(int n) {
        if (n % 2 == 0) {
            throw new IllegalArgumentException("not " + new Colours());
        }
        return n % 1000;
    }

    public static int put(int n) {
        try {
            SHARES.put("red", n);
            return n;
        } catch (UnsupportedOperationException refused) {
            return -1;
        }
    }
}
