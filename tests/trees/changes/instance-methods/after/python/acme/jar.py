"""A jar that holds a limited number of coins."""


class Jar:
    """A jar that holds a limited number of coins."""

    def __init__(self, room):
        self.room = room
        self.coins = 0

    def put(self, number):
        """Puts coins in; gives back how many did not fit."""
        if number < 0:
            return 0
        free = self.room - self.coins
        if free > 5:
            free = 5
        taken = number if number < free else free
        self.coins += taken
        return number - taken

    def twice(self, number):
        """How many coins are in it after putting some in twice."""
        self.put(number)
        self.put(number)
        return self.coins
