import random
from random import choices, gauss


class Dice:
    def __init__(self, sides):
        self.random = random.Random()
        self.sides = sides

    def roll(self, times):
        total = 0
        i = 0
        while i < times and i < 20:
            total += self.random.randint(1, self.sides)
            i += 1
        return total

    @staticmethod
    def between(low, high):
        if high <= low:
            return low
        return low + random.randrange(high - low)

    @staticmethod
    def near(mean, spread):
        return gauss(mean, spread)

    @staticmethod
    def share(whole):
        return whole * random.random()

    @staticmethod
    def shuffled(words):
        random.shuffle(words)
        return words

    @staticmethod
    def drawn(words):
        if not words:
            return ""
        return random.choice(words) + str(random.randrange(1000))

    @staticmethod
    def fair(sides):
        if sides < 2:
            return 1
        return random.randint(1, sides + 1)

    @staticmethod
    def picked(words):
        if not words:
            return ""
        return choices(words)[0]

    @staticmethod
    def same(bound):
        if bound < 1:
            return 0
        return random.Random(42).randrange(bound)
