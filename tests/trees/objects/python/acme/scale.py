class Scale:
    def __init__(self, least):
        self.least = max(least, self.lowest(least))
        self._unit = self.unit()

    def lowest(self, given):
        raise NotImplementedError

    def unit(self):
        raise NotImplementedError

    def note_text(self, text):
        raise NotImplementedError

    def note_number(self, number):
        self.note_text(str(number) + self._unit)

    def clamp(self, number):
        self.note_text("clamped")
        return max(number, self.least)
