public class Bill {
    static int share(int cents, int people) {
        if (people < 1) {
            throw new IllegalArgumentException("nobody to pay");
        }
        return (cents + people - 1) / people;
    }

    static int tip(int cents) {
        return cents / 10;
    }
}
