import java.util.*;

/** Ways out: of labelled statements, of handlers with an end, of resources, of deep calls. */
class Leaving {
    static class Held implements AutoCloseable {
        final StringBuilder log;
        final String name;
        final boolean fails;
        Held(StringBuilder log, String name, boolean fails) {
            this.log = log;
            this.name = name;
            this.fails = fails;
            log.append('+').append(name);
        }
        void use(int n) {
            log.append(n);
            if (n == 3) throw new IllegalStateException("used");
        }
        @Override public void close() {
            log.append('-').append(name);
            if (fails) throw new IllegalArgumentException("closed");
        }
    }

    static String blocks(int n) {
        StringBuilder log = new StringBuilder();
        first: {
            log.append('a');
            if (n == 0) break first;
            second: {
                for (int i = 0; i < 3; i++) {
                    if (i == n) break second;
                    if (i + 2 == n) break first;
                    log.append(i);
                }
                log.append('b');
            }
            log.append('c');
        }
        one: if (n > 3) {
            if (n > 8) break one;
            log.append('d');
        } else log.append('e');
        outer: for (int i = 0; i < 4; i++) {
            inner: {
                switch (i) {
                    case 1: break inner;
                    case 2: continue outer;
                    case 3: if (n == 4) break outer;
                    default: break;
                }
                log.append('f').append(i);
            }
            log.append('g');
        }
        return log.toString();
    }

    static String ends(int n) {
        StringBuilder log = new StringBuilder();
        int i = 0;
        for (int k = n; i < 6; i++, k--) {
            try {
                if (k % 2 == 0) continue;
                if (k == 3) break;
                log.append(100 / (k - 1));
            } catch (ArithmeticException e) {
                log.append('!');
                if (n > 2) continue;
                log.append('?');
            } finally {
                log.append(i).append(k).append(' ');
            }
            log.append('.');
        }
        do {
            try {
                i--;
                if (i > 3) continue;
                break;
            } finally {
                log.append(i);
            }
        } while (i > n);
        return log.append(i).toString();
    }

    static String resources(int n) {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 3; i++, log.append('|')) {
            try (Held a = new Held(log, "a", n == 1); Held b = i == 1 ? null : new Held(log, "b", n > 4)) {
                if (i == 2) continue;
                a.use(n);
                if (n == 9) return log + "early";
            } catch (IllegalStateException | IllegalArgumentException e) {
                log.append(e.getMessage());
            } finally {
                log.append('.');
            }
        }
        Held kept = new Held(log, "k", false);
        try (kept) {
            log.append("in");
        }
        return log.toString();
    }

    static int depth(int n) {
        return n == 0 ? 0 : depth(n - 1) + 1;
    }

    static String deep(int n) {
        return "" + depth(n * 200);
    }
}
