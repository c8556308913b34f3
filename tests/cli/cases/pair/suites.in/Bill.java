public class Bill {
    static int tip(int cents) {
        return cents / 10;
    }
}
