class Till:
    def __init__(self):
        self._taken = 0

    def take(self, cents):
        for i in range(2):
            self._taken += int(cents / 2)
        return self._taken
