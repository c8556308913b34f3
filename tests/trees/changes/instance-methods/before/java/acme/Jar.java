package acme;

/** A jar that holds a limited number of coins. */
public class Jar {
    private final int room;
    private int coins;

    /** An empty jar. */
    public Jar(int room) {
        this.room = room;
        this.coins = 0;
    }

    /** Puts coins in; gives back how many did not fit. */
    public int put(int number) {
        if (number < 0) {
            return 0;
        }
        int free = room - coins;
        int taken = number < free ? number : free;
        coins += taken;
        return number - taken;
    }

    /** How many coins are in it after putting some in twice. */
    public int twice(int number) {
        put(number);
        put(number);
        return coins;
    }
}
