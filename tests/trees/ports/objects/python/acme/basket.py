class Basket:
    def __init__(self, rebate):
        self.items = []
        self.rebate = rebate

    def add_item(self, item):
        self.items.append(item)

    def count(self):
        return len(self.items)

    def dearest(self):
        found = None
        for item in self.items:
            if found is None or item.is_dearer_than(found):
                found = item
        return found

    def due(self):
        total = 0
        for item in self.items:
            total += item.price()
        return total if self.rebate is None else self.rebate.apply(total)


class Builder:
    def __init__(self):
        self._wanted = []
        self._rebate = None

    def item(self, item):
        self._wanted.append(item)
        return self

    def rebate(self, rebate):
        self._rebate = rebate
        return self

    def build(self):
        made = Basket(self._rebate)
        for item in self._wanted:
            made.add_item(item)
        return made
