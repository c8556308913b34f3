from math import fmod


class Thing:
    def __init__(self, number):
        self.number = number


def shuffled(count):
    return listed({Thing(i + int(fmod(count, 7))) for i in range(12)})


def lined(count):
    return listed([Thing(i + int(fmod(count, 7))) for i in range(12)])


def listed(things):
    out = ""
    for thing in things:
        out += str(thing.number) + " "
    return out
