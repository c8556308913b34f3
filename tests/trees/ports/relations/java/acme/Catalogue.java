package acme;

import java.util.HashMap;
import java.util.Map;

/** Where each book stands. */
public class Catalogue {
    private final Map<String, Integer> places = new HashMap<>();

    public void registerBook(String title, int place) {
        places.put(title, place);
    }

    public int lookUp(String title) throws BookNotFoundException {
        Integer place = places.get(title);
        if (place == null) {
            throw new BookNotFoundException(title);
        }
        return place;
    }

    public boolean forgetBook(String title) {
        return places.remove(title) != null;
    }
}
