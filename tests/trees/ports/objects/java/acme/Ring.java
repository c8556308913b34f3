package acme;

/** Its inner classes see its fields. */
public class Ring {
    private final int size;
    private final String name;

    public Ring(String name, int size) {
        this.name = name;
        this.size = size;
    }

    public String getName() {
        return name;
    }

    /** The port is given the ring. */
    public class Cursor {
        private int at;

        public Cursor(int at) {
            this.at = at;
        }

        public int step(int n) {
            at = (at + n) % (size + 1);
            return at;
        }
    }

    /** The port knows nothing of the ring. */
    public class Mark {
        private final int weight;

        Mark(int weight) {
            this.weight = weight;
        }

        public boolean isHeavier(int than) {
            return weight > than;
        }
    }
}
