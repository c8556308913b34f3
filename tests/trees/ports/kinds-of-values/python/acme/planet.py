from enum import Enum


class Planet(Enum):
    EARTH = ("blue", 2)
    MARS = ("red", 3)
    VENUS = ("white", 5)

    def __init__(self, colour, weight):
        self.colour = colour
        self.weight = weight

    def painted(self, thing):
        return self.colour + " " + thing

    def moons(self, seen):
        if self is Planet.EARTH:
            return 1
        return self.weight if seen > self.weight else seen

    def is_heavier_than(self, other):
        return self.weight > other.weight

    @staticmethod
    def heavier(left, right):
        return left if left.is_heavier_than(right) else right
