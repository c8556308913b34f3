class Coin:
    __slots__ = ("_value", "_worn")

    def __init__(self, value):
        self._value = value
        self._worn = False

    @property
    def value(self):
        return self._value

    @property
    def worn(self):
        return self._worn

    @worn.setter
    def worn(self, worn):
        self._worn = worn

    def is_worth_more(self, other):
        return not self._worn and self._value > other._value

    def __eq__(self, other):
        return isinstance(other, Coin) and other._value == self._value

    def __hash__(self):
        return self._value
