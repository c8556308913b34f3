class Scale:
    def __init__(self, least):
        self.least = max(least, self.lowest(least))
        self._unit = self.unit()

    def lowest(self, given):
        raise NotImplementedError

    def unit(self):
        raise NotImplementedError

    def note(self, text):
        raise NotImplementedError

    def clamp(self, number):
        self.note("clamped")
        return max(number, self.least)
