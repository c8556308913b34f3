class Skewed:
    def __init__(self, kept):
        self.kept = kept + 1
        self.more = 0

    @staticmethod
    def of(kept, more):
        made = Skewed(kept)
        made.set_more(more)
        return made

    def set_more(self, given):
        self.more = given

    def twice(self):
        return 2 * self.kept + self.more
