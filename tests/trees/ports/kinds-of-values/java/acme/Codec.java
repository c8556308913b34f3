package acme;

/** Overloads without a body, told apart by type. */
public abstract class Codec {
    protected abstract String coded(int number);

    protected abstract String coded(String text);

    public String both(int number, String text) {
        return coded(number) + "/" + coded(text);
    }

    public String shortest(int number, String text) {
        String first = coded(number);
        String second = coded(text);
        return second.length() < first.length() ? second : first;
    }
}
