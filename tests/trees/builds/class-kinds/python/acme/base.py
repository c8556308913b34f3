class Base:
    def __init__(self):
        self.offset = 5

    def shifted(self, n):
        if n > 900 or n < -900:
            return self.offset
        return n + self.offset

    def weight(self):
        return 1
