import time


class Generator:
    def __init__(self, seed=None):
        seed = time.time_ns() if seed is None else seed
        self.state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)

    def next(self, bits):
        self.state = (self.state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        drawn = self.state >> (48 - bits)
        return drawn - (1 << bits) if bits == 32 and drawn >> 31 else drawn

    def next_int(self, bound):
        if bound & -bound == bound:
            return (bound * self.next(31)) >> 31
        while True:
            bits = self.next(31)
            value = bits % bound
            if bits - value + (bound - 1) < 1 << 31:
                return value

    def next_long(self):
        drawn = ((self.next(32) << 32) + self.next(32)) & ((1 << 64) - 1)
        return drawn - (1 << 64) if drawn >> 63 else drawn
