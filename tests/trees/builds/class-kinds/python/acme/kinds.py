import functools

from .base import Base

LIMIT = 20


def traced(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


class Kinds(Base):
    _step = 3

    def __init__(self):
        super().__init__()
        self._level = 0

    @staticmethod
    def _clipped(n):
        return LIMIT if n > LIMIT or n < 0 else n

    @staticmethod
    def uses_helper(n):
        if n < 0:
            return 0
        return Kinds._clipped(n) + Kinds._step

    def uses_inherited(self, n):
        if n > 10:
            return self.shifted(10) * self.weight()
        return super().shifted(n) + self.offset

    def shifted(self, n):
        return super().shifted(n) + self.weight()

    def weight(self):
        return 2

    @property
    def level(self):
        return self._level + LIMIT - 1

    def raise_(self, by):
        if by > 0 and by < 900:
            self._level = self._level + by

    @classmethod
    def through_class(cls, n):
        if n > 0 and n < 900:
            return cls._step + n
        return cls._step - 1

    @staticmethod
    @traced
    def with_lambda(n):
        def add(x):
            return x + Kinds._clipped(n)

        return add(LIMIT) - 1

    @staticmethod
    def depth(n):
        if n <= 0 or n > 50:
            return 0
        return 1 + Kinds.depth(n - 1)

    class Part:
        def __init__(self, size):
            self.size = 9 if size > 9 or size < 0 else size

        def area(self):
            return self.size * self.size + LIMIT
