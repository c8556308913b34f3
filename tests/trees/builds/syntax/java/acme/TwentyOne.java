package acme;

public class TwentyOne {
    record Point(int x, int y) {
    }

    record Line<T>(T from, T to) {
    }

    static String twentyOneKind(Object thing) {
        return switch (thing) {
            case null -> "nothing";
            case Integer n when n > 10 -> "many";
            case Integer n -> "few";
            case String text -> text;
            case Point(int x, var y) when x == y -> "diagonal";
            case Line<?>(Point(var x, var y), Point to) -> "line";
            default -> "other";
        };
    }

    static int twentyOneSum(int a, int b) {
        Object point = new Point(a / 2, b / 2);
        if (point instanceof Point(int x, int y)) {
            return x + y;
        }
        return 0;
    }
}
