class Part:
    def __init__(self, weight):
        self.weight = weight

    @staticmethod
    def of(name, weight):
        return Part(weight + len(name))

    def is_heavier_than(self, other):
        return self.weight > other.weight
