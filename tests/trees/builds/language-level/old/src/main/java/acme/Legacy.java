package acme;

class Legacy {
    static int twice(int n) {
        int _ = n * 2;
        return _;
    }
}
