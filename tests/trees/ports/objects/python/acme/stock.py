class Stock:
    _all = []

    def __init__(self, held):
        self.held = held
        self.ordered = 0
        Stock._all.append(held)
        if len(Stock._all) > 40:
            raise RuntimeError("no room for more")

    def set_ordered(self, ordered):
        self.ordered = ordered

    def at_least(self, asked):
        most = self.ordered if self.ordered > self.held else self.held
        return asked if asked > most else most
