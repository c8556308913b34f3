package acme;

public abstract class Rebate {
    abstract int cut(int sum);

    public int apply(int sum) {
        return Math.max(sum - cut(sum), 0);
    }
}
