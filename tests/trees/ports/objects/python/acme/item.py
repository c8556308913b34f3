class Item:
    def __init__(self, name, price):
        self._name = name
        self._price = price

    @staticmethod
    def of(name, price):
        return Item(name, max(price, 0))

    def set_price(self, new_price):
        self._price = new_price

    def label(self):
        return f"{self._name}:{self._price}"

    def is_dearer_than(self, other):
        return self._price > other._price

    def price(self):
        return self._price

    def equals(self, other):
        return isinstance(other, Item) and other._name == self._name and other._price == self._price
