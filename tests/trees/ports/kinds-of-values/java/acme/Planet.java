package acme;

/** Constants with fields, and with a body. */
public enum Planet {
    EARTH("blue", 2) {
        @Override
        public int moons(int seen) {
            return 1;
        }
    },
    MARS("red", 3),
    VENUS("white", 5);

    private final String colour;
    private final int weight;

    Planet(String colour, int weight) {
        this.colour = colour;
        this.weight = weight;
    }

    public String painted(String thing) {
        return colour + " " + thing;
    }

    public int moons(int seen) {
        return seen > weight ? weight : seen;
    }

    public boolean isHeavierThan(Planet other) {
        return weight > other.weight;
    }

    public static Planet heavier(Planet left, Planet right) {
        return left.isHeavierThan(right) ? left : right;
    }
}
