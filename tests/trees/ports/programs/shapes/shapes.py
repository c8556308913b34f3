"""Reads shapes, prints their areas, and ends with status 3 when there is an unknown one."""

import sys

count = 0


class Shape:
    def __init__(self):
        self.scale = 1

    def name(self):
        return "shape"

    def area(self):
        return 0


class Box(Shape):
    def __init__(self, width, height):
        super().__init__()
        self.width = width
        self.height = height

    def name(self):
        return "box"

    def area(self):
        return self.width * self.height * self.scale


class Square(Box):
    def __init__(self, side):
        super().__init__(side, side)
        self.side = side

    def name(self):
        return "square of " + super().name() + " " + str(self.side)


def read(kind, words):
    global count
    count += 1
    if kind == "square":
        return Square(int(next(words)))
    if kind == "box":
        return Box(int(next(words)), int(next(words)))
    return None


def main():
    words = iter(sys.stdin.read().split())
    shapes = []
    n = int(next(words))
    for i in range(n):
        kind = next(words)
        shape = read(kind, words)
        if shape is None:
            print("unknown " + kind)
            sys.exit(3)
        shapes.append(shape)
    sum = 0
    for shape in shapes:
        print(shape.name() + " " + str(shape.area()))
        sum += shape.area()
    print("sum " + str(sum) + " of " + str(count))


if __name__ == "__main__":
    main()
