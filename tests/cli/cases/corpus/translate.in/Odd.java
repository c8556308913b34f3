class Odd {
    static int even(int n) {
        return n / 2;
    }

    static boolean same(String a, String b) {
        return a == b;
    }
}
