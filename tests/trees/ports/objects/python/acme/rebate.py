from abc import ABC, abstractmethod


class Rebate(ABC):
    @abstractmethod
    def cut(self, sum):
        ...

    def apply(self, sum):
        return max(sum - self.cut(sum), 0)


class Fixed(Rebate):
    def __init__(self, amount):
        self.amount = amount

    def cut(self, sum):
        return self.amount
