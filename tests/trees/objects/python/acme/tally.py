class Tally:
    def __init__(self):
        self._marks = []

    @property
    def total(self):
        return sum(self._marks)

    def add_mark(self, mark):
        self._marks.append(mark)

    def add_double(self, mark):
        self._marks.append(mark)
