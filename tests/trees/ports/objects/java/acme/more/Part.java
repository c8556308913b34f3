package acme.more;

public class Part {
    private final int weight;

    public Part(int weight) {
        this.weight = weight;
    }

    public static Part of(String name, int weight) {
        return new Part(weight + name.length());
    }

    public boolean isHeavierThan(Part other) {
        return weight > other.weight;
    }
}
