package acme;

import module java.base;

/// A comment in Markdown: `code`.
public class TwentyFive {
    static class Above {
        final int size;

        Above(int size) {
            this.size = size;
        }
    }

    static class Below extends Above {
        final int half;

        Below(int size) {
            if (size < 0) {
                throw new IllegalArgumentException("too small");
            }
            half = size / 2;
            super(size);
        }
    }

    static int twentyFiveHalf(int size) {
        return new Below(size < 0 ? 0 : size).half;
    }
}
