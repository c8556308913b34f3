package acme;

import java.util.ArrayList;
import java.util.List;

public class Basket {
    private final List<Item> items = new ArrayList<>();
    private final Rebate rebate;

    Basket(Rebate rebate) {
        this.rebate = rebate;
    }

    public void addItem(Item item) {
        items.add(item);
    }

    public int count() {
        return items.size();
    }

    public Item dearest() {
        Item found = null;
        for (Item item : items) {
            if (found == null || item.isDearerThan(found)) {
                found = item;
            }
        }
        return found;
    }

    public int due() {
        int sum = 0;
        for (Item item : items) {
            sum += item.price();
        }
        return rebate == null ? sum : rebate.apply(sum);
    }

    public static class Builder {
        private final List<Item> wanted = new ArrayList<>();
        private Rebate rebate;

        public Builder item(Item item) {
            wanted.add(item);
            return this;
        }

        public Builder rebate(Rebate rebate) {
            this.rebate = rebate;
            return this;
        }

        public Basket build() {
            Basket made = new Basket(rebate);
            for (Item item : wanted) {
                made.addItem(item);
            }
            return made;
        }
    }
}
