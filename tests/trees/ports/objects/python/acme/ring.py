class Ring:
    def __init__(self, name, size):
        self._name = name
        self._size = size

    def get_name(self):
        return self._name


class Cursor:
    def __init__(self, ring, at):
        self._ring = ring
        self._at = at

    def step(self, n):
        total = self._at + n
        size = self._ring._size + 1
        self._at = abs(total) % abs(size) * (1 if total >= 0 else -1) if size else 1 // size
        return self._at


class Mark:
    def __init__(self, weight):
        self._weight = weight

    def is_heavier(self, than):
        return self._weight > than
