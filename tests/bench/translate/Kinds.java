import java.math.BigInteger;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

enum Operation {
    PLUS("+") {
        private int used = 0;
        int apply(int a, int b) { used++; return a + b + twice(used); }
        private int twice(int x) { return 2 * x; }
    },
    MINUS("-") { int apply(int a, int b) { return a - b; } @Override public String toString() { return "less"; } },
    FIRST("1") { int apply(int a, int b) { return a; } @Override boolean swaps() { return !super.swaps(); } };

    private final String sign;
    Operation(String sign) { this.sign = sign; }
    abstract int apply(int a, int b);
    boolean swaps() { return this == PLUS; }
    String shown(int a, int b) { return a + sign + b + "=" + apply(a, b) + swaps() + this; }
}

interface Shape extends Comparable<Shape> {
    double area();
    default String describe() { return name() + " of area " + area(); }
    String name();
    default int compareTo(Shape other) { return Double.compare(area(), other.area()); }
}

abstract class Base implements Shape {
    private static int count = 0;
    protected final String label;
    protected int id = 7;
    Base(String label) { this.label = label; count++; }
    Base() { this("none"); }
    public String name() { return label + "#" + id; }
    static int made() { return count; }
    @Override public String toString() { return "<" + describe() + ">"; }
}

class Circle extends Base {
    private final double r;
    Circle(double r) { super("circle"); this.r = r; id += 1; }
    Circle() { this(1.0); }
    public double area() { return Math.PI * r * r; }
    @Override public boolean equals(Object o) {
        if (this == o) return true;
        if (!(o instanceof Circle)) return false;
        Circle c = (Circle) o;
        return Double.compare(c.r, r) == 0;
    }
    @Override public int hashCode() { return Double.hashCode(r); }
}

class Square extends Base {
    private final int a;
    { id = 100; }
    Square(int a) { this.a = a; }
    public double area() { return a * a; }
    @Override public String name() { return "square:" + super.name(); }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new IllegalArgumentException("negative " + x);
    }
    static Point origin() { return new Point(0, 0); }
    Point plus(Point o) { return new Point(x + o.x, y + o.y()); }
    double dist() { return Math.sqrt(x * x + y * y); }
}

enum Op implements IntBinaryOperator {
    ADD("+", 1), MUL("*", 2);
    private final String sign;
    private final int rank;
    Op(String sign, int rank) { this.sign = sign; this.rank = rank; }
    String sign() { return sign; }
    public int applyAsInt(int a, int b) {
        switch (this) {
            case ADD: return a + b;
            default: return a * b;
        }
    }
}

enum Color { RED, GREEN, BLUE; Color next() { return values()[(ordinal() + 1) % values().length]; } }

class Box<T extends Comparable<T>> {
    private T value;
    private List<T> old = new ArrayList<>();
    Box(T value) { this.value = value; }
    T get() { return value; }
    void set(T next) { old.add(value); value = next; }
    boolean bigger(Box<T> other) { return value.compareTo(other.value) > 0; }
    List<T> history() { return old; }
    static <U extends Comparable<U>> U max(List<U> all) {
        U best = all.get(0);
        for (U u : all) if (u.compareTo(best) > 0) best = u;
        return best;
    }
}

class Linked<E> implements Iterable<E> {
    private class Node { E item; Node next; Node(E item) { this.item = item; size++; } }
    private static class Stats { int adds; }
    private Node head, tail;
    private int size;
    private final Stats stats = new Stats();
    void add(E e) {
        Node n = new Node(e);
        if (head == null) head = tail = n; else { tail.next = n; tail = n; }
        stats.adds++;
    }
    int size() { return size; }
    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private Node at = head;
            @Override public boolean hasNext() { return at != null; }
            @Override public E next() {
                if (at == null) throw new NoSuchElementException();
                E e = at.item; at = at.next; return e;
            }
        };
    }
}

class BankException extends RuntimeException {
    private final int code;
    BankException(String message, int code) { super(message); this.code = code; }
    int code() { return code; }
}

/** Classes of every kind, and what goes from hand to hand between them. */
public class Kinds {
    static final int[] TABLE = new int[8];
    static { for (int i = 0; i < TABLE.length; i++) TABLE[i] = i * i; }
    static int depth;

    static String shapes(int n) {
        List<Shape> all = new ArrayList<>();
        all.add(new Circle(n)); all.add(new Square(n)); all.add(new Circle());
        StringBuilder sb = new StringBuilder();
        for (Shape s : all) sb.append(s).append(';');
        Collections.sort(all);
        for (Shape s : all) sb.append(s.name()).append(',');
        sb.append(new Circle(2).equals(new Circle(2.0))).append(new Circle(2).hashCode());
        return sb.toString();
    }
    static String points(int x, int y) {
        try {
            Point p = new Point(x, y).plus(Point.origin()).plus(new Point(1, 2));
            return p + " " + p.dist() + " " + p.equals(new Point(x + 1, y + 2)) + " " + p.hashCode();
        } catch (IllegalArgumentException e) { return e.getMessage(); }
    }
    static String enums(int a) {
        StringBuilder sb = new StringBuilder();
        for (Op op : Op.values()) sb.append(op.sign()).append(op.applyAsInt(a, 3)).append(op).append(op.ordinal());
        Color c = Color.valueOf("BLUE");
        sb.append(c.next()).append(c.compareTo(Color.RED));
        int k = switch (c) { case RED -> 1; case GREEN -> { int q = a * 2; yield q; } case BLUE -> 3; };
        String s = switch (a % 3) { case 0 -> "zero"; case 1, -1 -> { if (a > 5) yield "big"; yield "one"; } default -> "two"; };
        return sb.append(k).append(s).toString();
    }
    static int boxes(int n) {
        Box<Integer> b = new Box<>(n);
        b.set(b.get() + 1); b.set(b.get() * 2);
        Box<String> t = new Box<>("x");
        int total = b.bigger(new Box<>(5)) ? 1 : 0;
        for (int h : b.history()) total += h;
        return total + Box.max(Arrays.asList(3, n, 2)) + t.get().length();
    }
    static String linked(int n) {
        Linked<String> l = new Linked<>();
        for (int i = 0; i < n; i++) l.add("s" + i);
        String out = "";
        for (String s : l) out += s;
        return out + l.size();
    }
    static String lambdas(int n) {
        List<Integer> xs = new ArrayList<>();
        for (int i = 0; i < n; i++) xs.add((i * 7) % 5);
        Comparator<Integer> cmp = (a, b) -> {
            int d = a % 3 - b % 3;
            if (d != 0) return d;
            return Integer.compare(b, a);
        };
        xs.sort(cmp);
        List<Supplier<Integer>> later = new ArrayList<>();
        for (int i = 0; i < 3; i++) { final int k = i * n; later.add(() -> k + xs.size()); }
        int sum = 0;
        for (Supplier<Integer> s : later) sum += s.get();
        int[] counter = {0};
        Runnable r = () -> counter[0]++;
        r.run(); r.run();
        Function<Integer, Function<Integer, Integer>> curry = a -> b -> a * 10 + b;
        BiFunction<Integer, Integer, Integer> f = Math::max;
        Map<String, Integer> m = new TreeMap<>();
        for (String w : "a b a c b a".split(" ")) m.merge(w, 1, Integer::sum);
        StringBuilder sb = new StringBuilder();
        m.forEach((k, v) -> { sb.append(k); sb.append(v); });
        Comparator<String> byLen = new Comparator<String>() {
            @Override public int compare(String a, String b) { return a.length() != b.length() ? a.length() - b.length() : a.compareTo(b); }
        };
        List<String> words = new ArrayList<>(Arrays.asList("pear", "fig", "apple", "kiwi"));
        words.sort(byLen);
        words.sort(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        return xs + " " + sum + counter[0] + curry.apply(2).apply(3) + f.apply(n, 4) + sb + words;
    }
    static String errors(int n) {
        try { check(n); return "fine"; }
        catch (BankException e) { return e.getMessage() + e.code(); }
        finally { depth++; }
    }
    static void check(int n) { if (n > 3) throw new BankException("too much: " + n, n * 2); }
    static String patterns(int n) {
        Object o = n % 2 == 0 ? new Point(n < 0 ? -n : n, 1) : new Circle(n);
        if (o instanceof Point p && p.x() > 2) return "point " + p.x();
        if (!(o instanceof Circle c)) return "small";
        return "circle " + c.area();
    }
    static int tables(int i) { return TABLE[i & 7] + sum(1, 2, 3) + sum(); }
    static int sum(int... xs) { int t = 0; for (int x : xs) t += x; return t; }
    static String block(int n) {
        String s = """
            Hello,
              "world" %d
            """;
        return String.format(s, n);
    }

    enum Level { LOW, MID, HIGH }
    interface Visitor<R> { R num(int v); R add(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static class Num implements Expr {
        final int v; Num(int v) { this.v = v; }
        public <R> R accept(Visitor<R> vis) { return vis.num(v); }
    }
    static class Add implements Expr {
        final Expr a, b; Add(Expr a, Expr b) { this.a = a; this.b = b; }
        public <R> R accept(Visitor<R> vis) { return vis.add(a, b); }
    }
    static class Eval implements Visitor<Integer> {
        public Integer num(int v) { return v; }
        public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); }
    }
    static class Show implements Visitor<String> {
        public String num(int v) { return "" + v; }
        public String add(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; }
    }
    static String visit(int n) {
        Expr e = new Add(new Num(n), new Add(new Num(Integer.MAX_VALUE), new Num(3)));
        return e.accept(new Show()) + "=" + e.accept(new Eval());
    }
    static String streams(int n) {
        List<String> words = Arrays.asList("delta", "alpha", "charlie", "bravo", "echo");
        String a = words.stream().filter(w -> w.length() > n % 5).map(String::toUpperCase).sorted().collect(Collectors.joining(",", "[", "]"));
        int b = IntStream.rangeClosed(1, n).map(x -> x * x).sum();
        Map<Integer, List<String>> g = words.stream().collect(Collectors.groupingBy(String::length));
        List<Integer> c = IntStream.range(0, n).boxed().filter(x -> x % 2 == 1).collect(Collectors.toList());
        int d = c.stream().mapToInt(Integer::intValue).sum();
        Optional<String> first = words.stream().filter(w -> w.startsWith("c")).findFirst();
        int e = words.stream().reduce(0, (acc, w) -> acc + w.length(), Integer::sum);
        return a + b + g + c + d + first.orElse("none") + e;
    }
    static String streams2(int n) {
        List<String> words = Arrays.asList("delta", "alpha", "charlie", "bravo", "echo");
        Map<Integer, List<String>> g = words.stream().collect(Collectors.groupingBy(String::length));
        int total = words.stream().mapToInt(w -> w.length()).sum();
        int best = words.stream().mapToInt(String::length).max().getAsInt();
        List<Integer> sq = Stream.iterate(1, x -> x * 2).limit(n).collect(Collectors.toList());
        boolean any = words.stream().anyMatch(w -> w.length() == n);
        String m = words.stream().max(Comparator.comparing(w -> w.length())).get();
        return "" + g + total + best + sq + any + m + words.stream().map(w -> w.charAt(0)).map(String::valueOf).collect(Collectors.joining());
    }
    static int labels(int n) {
        int found = 0;
        outer:
        for (int i = 2; i < n; i++) {
            for (int j = 2; j * j <= i; j++) {
                if (i % j == 0) continue outer;
                if (found > 12) break outer;
            }
            found++;
        }
        return found;
    }
    static String tries(int n) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < n; i++) {
            try {
                if (i == 3) throw new IllegalStateException("three");
                if (i == 5) return sb.append("!").toString();
                sb.append(10 / (i - 1));
            } catch (ArithmeticException | IllegalStateException e) {
                sb.append("e");
            } finally {
                sb.append(";");
            }
        }
        return sb.toString();
    }
    static String big(int n) {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= n; i++) f = f.multiply(BigInteger.valueOf(i));
        return f.toString() + f.mod(BigInteger.valueOf(97)) + f.bitLength() + f.compareTo(BigInteger.TWO.pow(n));
    }
    static int chars(String s) {
        int h = 0;
        for (char c : s.toCharArray()) {
            h = h * 31 + (c++ - 'a');
            h ^= c << 3;
            if (Character.isLetter(c)) h += Character.toUpperCase(c);
        }
        Map<Character, Integer> counts = new HashMap<>();
        for (char c : s.toCharArray()) counts.put(c, counts.getOrDefault(c, 0) + 1);
        for (Map.Entry<Character, Integer> e : counts.entrySet()) h += e.getKey() * e.getValue();
        return h;
    }
    static String generic(int n) {
        Pair<String, Integer> p = new Pair<>("k" + n, n);
        Pair<Integer, String> q = p.swap();
        return p + " " + q + " " + Pair.of(n, "z").first + q.first * 2;
    }
    static class Pair<A, B> {
        final A first; final B second;
        Pair(A first, B second) { this.first = first; this.second = second; }
        static <X, Y> Pair<X, Y> of(X x, Y y) { return new Pair<>(x, y); }
        Pair<B, A> swap() { return new Pair<>(second, first); }
        @Override public String toString() { return "(" + first + ", " + second + ")"; }
    }
    static class Counter {
        private int n;
        private final Map<String, Integer> seen = new LinkedHashMap<>();
        Counter inc() { n++; return this; }
        Counter inc(int by) { n += by; return this; }
        Counter inc(String key) { seen.merge(key, 1, Integer::sum); return this; }
        int get() { return n; }
        long get(long f) { return n * f; }
    }
    static String overloads(int n) {
        Counter c = new Counter().inc().inc(n).inc("a").inc("a").inc("b");
        return c.get() + ":" + c.get(1L << 33) + c.seen;
    }
    static String levels(int n) {
        Level l = Level.values()[n % 3];
        Map<Level, Integer> m = new EnumMap<>(Level.class);
        m.put(Level.HIGH, 1); m.put(Level.LOW, n);
        switch (l) {
            case LOW: return "low" + m;
            case MID: break;
            default: n++;
        }
        return l.name() + n + m.get(Level.LOW);
    }
    static String bodies(int n) {
        StringBuilder shown = new StringBuilder();
        for (Operation each : Operation.values()) {
            shown.append(each.shown(n, 4)).append(each.apply(1, n)).append(each.name()).append(each.ordinal());
            switch (each) {
                case MINUS: shown.append('m');
                default: shown.append(';');
            }
        }
        return shown + " " + Operation.valueOf("MINUS") + Operation.PLUS;
    }
    static int memo(int n) {
        Map<Integer, Long> cache = new HashMap<>();
        Function<Integer, Long>[] f = new Function[1];
        return (int) (fib(n, cache) % 1000);
    }
    static long fib(int n, Map<Integer, Long> cache) {
        if (n < 2) return n;
        if (cache.containsKey(n)) return cache.get(n);
        long v = fib(n - 1, cache) + fib(n - 2, cache);
        cache.put(n, v);
        return v;
    }
    static String local(int n) {
        class Acc { int total; void add(int x) { total += x * n; } }
        Acc acc = new Acc();
        for (int i = 0; i < 4; i++) acc.add(i);
        record Mini(int a, String b) {}
        Mini m = new Mini(n, "m");
        BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() {
            public Integer apply(Integer a, Integer b) { return b == 0 ? a : this.apply(b, a % b); }
        };
        return acc.total + m.b() + m + gcd.apply(48, n + 6);
    }
    static long bits(int n) {
        long r = Integer.toBinaryString(n).length() + Long.numberOfTrailingZeros(n | 64L) + Integer.rotateLeft(n, 5) + Integer.reverse(n) + Long.bitCount(-n);
        r ^= (n >>> 3) | ((long) n << 35) | (n >> 2);
        r += Integer.parseInt("-7f", 16) + Integer.highestOneBit(n + 9) + Math.floorMod(-n, 7) + Math.abs(Integer.MIN_VALUE + n);
        return r + Integer.toString(n, 7).hashCode() + Integer.compareUnsigned(1, 2);
    }
    static String queue(int n) {
        PriorityQueue<int[]> pq = new PriorityQueue<>((a, b) -> a[1] != b[1] ? a[1] - b[1] : b[0] - a[0]);
        for (int i = 0; i < n; i++) pq.offer(new int[]{i, (i * 5) % 4});
        StringBuilder sb = new StringBuilder();
        while (!pq.isEmpty()) { int[] t = pq.poll(); sb.append(t[0]).append('/').append(t[1]).append(' '); }
        Deque<Character> st = new ArrayDeque<>();
        if (st.offerFirst('x')) sb.append(st.peekLast()).append(st.offerLast('y')).append(st.pollLast());
        for (char c : "([)]".toCharArray()) if (c == '(' || c == '[') st.push(c); else sb.append(st.pop());
        return sb.toString();
    }
}
