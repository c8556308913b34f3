package acme;

public class Item {
    private final String name;
    private int price;

    private Item(String name, int price) {
        this.name = name;
        this.price = price;
    }

    public static Item of(String name, int price) {
        return new Item(name, Math.max(price, 0));
    }

    public void setPrice(int newPrice) {
        this.price = newPrice;
    }

    public String label() {
        return name + ":" + price;
    }

    public boolean isDearerThan(Item other) {
        return price > other.price;
    }

    int price() {
        return price;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Item && ((Item) other).name.equals(name) && ((Item) other).price == price;
    }
}
