package acme;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is done with many coins. */
public class Purse {
    public static int counted(Coin[] coins) {
        int worn = 0;
        for (Coin coin : coins) {
            worn += coin.isWorn() ? 1 : 2;
        }
        return worn;
    }

    public static boolean holds(Set<Coin> coins, Coin wanted) {
        return coins.contains(wanted);
    }

    public static Set<Coin> worn(Set<Coin> coins) {
        Set<Coin> found = new HashSet<>();
        for (Coin coin : coins) {
            if (coin.isWorn()) {
                found.add(coin);
            }
        }
        return found;
    }

    public static int named(Map<String, Coin> coins, String name) {
        Coin coin = coins.get(name);
        return coin == null ? -1 : coin.getValue() % 100;
    }

    public static Map<Integer, Coin> byValue(List<Coin> coins) {
        Map<Integer, Coin> found = new HashMap<>();
        for (Coin coin : coins) {
            found.put(coin.getValue(), coin);
        }
        return found;
    }

    public static Coin[] swapped(Coin[] coins) {
        Coin[] other = new Coin[coins.length];
        for (int i = 0; i < coins.length; i++) {
            other[coins.length - 1 - i] = coins[i];
        }
        return other;
    }

    public static int richest(Coin[] coins) {
        int best = -1;
        for (int i = 0; i < coins.length; i++) {
            if (best < 0 || coins[i].getValue() > coins[best].getValue()) {
                best = i;
            }
        }
        return best;
    }
}
