"""What is noted of things of several kinds: a function for each."""


class Notes:
    def __init__(self, pen):
        self.pen = pen

    def note_int(self, count):
        return f"{self.pen} many {count}" if count > 9 else f"{self.pen} few {count}"

    def note_str(self, text):
        return self.pen + ": " + text if text else self.pen

    def mark_int(self, place):
        return self.pen if place < 0 else self.pen + "@" + str(place)

    def mark_str(self, title):
        return self.pen + "#" + str(len(title))
