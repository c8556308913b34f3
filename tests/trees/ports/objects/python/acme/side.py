import enum


class Side(enum.Enum):
    LEFT = 0
    RIGHT = 1

    def step(self, at):
        return at - 1 if self is Side.LEFT else at + 1
