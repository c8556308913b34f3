package acme.shop;

class Rates {
    static int percent() {
        return 19;
    }
}
