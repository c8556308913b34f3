package acme;

class Fixed extends Rebate {
    private final int amount;

    Fixed(int amount) {
        this.amount = amount;
    }

    @Override
    int cut(int sum) {
        return amount;
    }
}
