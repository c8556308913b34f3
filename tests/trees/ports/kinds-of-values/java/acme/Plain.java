package acme;

/** Codes things as they are. */
public class Plain extends Codec {
    @Override
    protected String coded(int number) {
        return "i" + number;
    }

    @Override
    protected String coded(String text) {
        return text.length() + ":" + text;
    }
}
