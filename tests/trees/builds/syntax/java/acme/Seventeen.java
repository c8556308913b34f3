package acme;

public class Seventeen {
    sealed interface Shape permits Square, Disc {
    }

    record Square(int side) implements Shape {
        Square {
            if (side < 0) {
                side = 0;
            }
        }

        static Square unit() {
            return new Square(1);
        }
    }

    static final class Disc implements Shape {
        final int radius;

        Disc(int radius) {
            this.radius = radius;
        }
    }

    static non-sealed class Odd implements Rest {
    }

    sealed interface Rest permits Odd {
    }

    static int seventeenDays(int month) {
        return switch (month) {
            case 2 -> 28;
            case 4, 6, 9, 11 -> 30;
            default -> {
                int days = 31;
                yield days;
            }
        };
    }

    static String seventeenText(Object thing) {
        String block = """
            a "quoted" \
            line
              and another\tone
            """;
        if (thing instanceof String text && !text.isEmpty()) {
            return block + text;
        }
        return block;
    }

    static int seventeenSize(int side) {
        Shape shape = side > 3 ? new Square(side) : new Disc(side);
        return shape instanceof Square square ? square.side() : ((Disc) shape).radius - 1;
    }
}
