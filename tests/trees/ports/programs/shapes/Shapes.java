import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** Reads shapes, prints their areas, and ends with status 3 when there is an unknown one. */
public class Shapes {
    private static int count = 0;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Shape> shapes = new ArrayList<>();
        int n = in.nextInt();
        for (int i = 0; i < n; i++) {
            String kind = in.next();
            Shape shape = read(kind, in);
            if (shape == null) {
                System.out.println("unknown " + kind);
                System.exit(3);
            }
            shapes.add(shape);
        }
        int sum = 0;
        for (Shape shape : shapes) {
            System.out.println(shape.name() + " " + shape.area());
            sum += shape.area();
        }
        System.out.println("sum " + sum + " of " + count);
    }

    static Shape read(String kind, Scanner in) {
        count++;
        if (kind.equals("square")) {
            return new Square(in.nextInt());
        }
        if (kind.equals("box")) {
            return new Box(in.nextInt(), in.nextInt());
        }
        return null;
    }
}

class Shape {
    protected int scale = 1;

    String name() {
        return "shape";
    }

    int area() {
        return 0;
    }
}

class Box extends Shape {
    private int width;
    private int height;

    Box(int width, int height) {
        this.width = width;
        this.height = height;
    }

    @Override
    String name() {
        return "box";
    }

    @Override
    int area() {
        return width * height * scale;
    }
}

class Square extends Box {
    private int side;

    Square(int side) {
        super(side, side);
        this.side = side;
    }

    @Override
    String name() {
        return "square of " + super.name() + " " + side;
    }
}
