from acme.generator import Generator


class Lots:
    def __init__(self):
        self.random = Generator()

    def next(self, bound, step):
        if bound < 1:
            return self.random.next_long()
        return self.random.next_int(bound) * step

    @staticmethod
    def drawn(low, size):
        if size < 1:
            return low
        return low + Generator().next_int(size)
