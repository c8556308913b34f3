package acme;

import java.util.List;

/** Nothing in the project is below it. */
public abstract class Meter {
    /** Nobody implements it either. */
    public interface Watcher {
        void exceeded(int reading);

        boolean wants(String unit, int reading);

        default int patience() {
            return 3;
        }
    }

    private final String unit;
    private int total;

    protected Meter(String unit, int total) {
        this.unit = unit;
        this.total = total;
    }

    protected abstract int read(String unit, int times);

    protected abstract void warn(String text);

    public int sum(int times) {
        int patience = times % 5;
        for (int i = 0; i < patience; i++) {
            total += read(unit, i);
        }
        return total;
    }

    public boolean check(int limit) {
        if (total > limit) {
            warn(unit + ": " + total);
            return false;
        }
        return true;
    }

    public int told(Watcher watcher, int reading) {
        if (watcher.wants(unit, reading)) {
            return 0;
        }
        watcher.exceeded(reading);
        return watcher.patience() + reading % 3;
    }

    public static int summed(List<Integer> readings, Meter meter) {
        int sum = 0;
        for (int reading : readings) {
            sum += meter.check(reading) ? 1 : 2;
        }
        return sum;
    }
}
