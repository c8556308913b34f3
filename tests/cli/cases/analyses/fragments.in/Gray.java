class Gray {
    static int gray(int n) {
        return n ^ (n >>> 1);
    }
}
