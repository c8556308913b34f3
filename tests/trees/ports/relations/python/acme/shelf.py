"""Books in their order."""

from functools import cached_property, total_ordering

# What Java's `trim` takes away.
BLANKS = "".join(map(chr, range(33)))


class BookNotFoundError(Exception):
    def __init__(self, title):
        super().__init__("no book " + title)


@total_ordering
class Shelf:
    def __init__(self, capacity):
        self.capacity = capacity
        self._titles = []
        self._label = ""
        self.row = 0
        self._open = True

    @property
    def label(self):
        return self._label

    @label.setter
    def label(self, label):
        self._label = label.strip(BLANKS)

    @cached_property
    def total_length(self):
        total = 0
        for title in self._titles:
            total += len(title)
        return total

    def add_title(self, title, first=False):
        if self._free_places() == 0:
            raise RuntimeError("the shelf is full")
        self._titles.insert(0 if first else len(self._titles), title)

    def _free_places(self):
        return self.capacity - len(self._titles)

    def __len__(self):
        return len(self._titles)

    def __bool__(self):
        return len(self._titles) > 0

    def __contains__(self, title):
        return title in self._titles

    def __getitem__(self, place):
        if place < 0:
            raise IndexError(place)
        return self._titles[place]

    def __setitem__(self, place, title):
        if place < 0:
            raise IndexError(place)
        self._titles[place] = title

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self._open = False
        return False

    def __eq__(self, other):
        if not isinstance(other, Shelf):
            return NotImplemented
        return other._titles == self._titles

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

    def count_fitting(self, rule):
        count = 0
        for title in self._titles:
            if rule(title):
                count += 1
        return count

    def label_or(self, other):
        return self._label or other()

    def place_of(self, width, title):
        at = self._titles.index(title) if title in self._titles else -1
        return f"{title}@{width * (at + 1)}"

    def minimal_length(self, width, gap):
        needed = 0
        for title in self._titles:
            needed += width + len(title) // 10
        return needed + gap * (len(self._titles) - 1) if self._titles else needed


def check_digit(isbn):
    total = 0
    for i in range(12):
        total += (ord(isbn[i]) - ord("0")) * (1 if i % 2 == 0 else 3)
    return (10 - total % 10) % 10


def describe(shelf, prefix):
    return f"{prefix} {shelf.label} holds {len(shelf)} of {shelf.capacity} books"


def add_rows(shelf, more):
    shelf.row += more


def relabel(shelf, start):
    if start < 0:
        raise IndexError(start)
    shelf._label = shelf._label[start:] + "/" + str(shelf.row)


def shorten(title, most, mark=".."):
    if len(title) <= most:
        return title
    if most < 0:
        raise IndexError(most)
    return title[:most] + mark
