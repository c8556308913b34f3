class Crate:
    _things: list = []
    _weight: int = 0

    def __init__(self, weight):
        raise NotImplementedError("crates come from their shop")

    def add_thing(self, thing):
        self._things.append(thing)

    def last(self):
        return self._things[-1] if self._things else ""

    def laden(self, each):
        return self._weight + each * len(self._things)

    def room(self, most):
        return most - len(self._things) - 1
