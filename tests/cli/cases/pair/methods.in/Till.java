public class Till {
    private int taken;

    int take(int cents) {
        for (int i = 0; i < 2; i++) {
            taken += cents / 2;
        }
        return taken;
    }
}
