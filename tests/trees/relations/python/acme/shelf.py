"""Books in their order."""

from functools import total_ordering


class BookNotFoundError(Exception):
    def __init__(self, title):
        super().__init__("no book " + title)


@total_ordering
class Shelf:
    def __init__(self, capacity):
        self.capacity = capacity
        self._titles = []
        self._label = ""

    @property
    def label(self):
        return self._label

    @label.setter
    def label(self, label):
        self._label = label.strip()

    def add_title(self, title, first=False):
        if self._free_places() == 0:
            raise RuntimeError("the shelf is full")
        self._titles.insert(0 if first else len(self._titles), title)

    def _free_places(self):
        return self.capacity - len(self._titles)

    def __len__(self):
        return len(self._titles)

    def __eq__(self, other):
        return isinstance(other, Shelf) and other._titles == self._titles

    def __hash__(self):
        return hash(tuple(self._titles))

    def __str__(self):
        return self._label + ": " + ", ".join(self._titles)

    def __lt__(self, other):
        return self._label < other._label

    def __iter__(self):
        return iter(self._titles)

    def long_titles(self, least):
        found = []

        def collect(start):
            if start < len(self._titles):
                if len(self._titles[start]) >= least:
                    found.append(self._titles[start])
                collect(start + 1)

        collect(0)
        return found

    def minimal_length(self, width, gap):
        needed = 0
        for title in self._titles:
            needed += width + len(title) // 10
        return needed + gap * (len(self._titles) - 1) if self._titles else needed


def check_digit(isbn):
    total = 0
    for i in range(12):
        total += int(isbn[i]) * (1 if i % 2 == 0 else 3)
    return (10 - total % 10) % 10


def describe(shelf, prefix):
    return f"{prefix} {shelf.label} holds {len(shelf)} of {shelf.capacity} books"
