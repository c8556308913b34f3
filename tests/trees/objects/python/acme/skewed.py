class Skewed:
    def __init__(self, kept):
        self.kept = kept + 1
        self.more = 0

    def set_more(self, given):
        self.more = given

    def twice(self):
        return 2 * self.kept + self.more
