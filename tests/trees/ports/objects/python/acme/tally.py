class Tally:
    def __init__(self, total):
        self._sum = total
        self.__seen = 0

    @property
    def total(self):
        return self._sum

    @property
    def marks(self):
        return self.__seen

    def add_mark(self, worth):
        self._sum += worth
        self.__seen += 1

    def add_double(self, worth):
        self._sum += worth
        self.__seen += 1
