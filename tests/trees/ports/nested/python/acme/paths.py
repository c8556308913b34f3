from functools import cache


class Paths:
    def __init__(self, first):
        self.costs = [first]
        self.unit = 0

    def add(self, cost):
        self.costs.append(cost)

    def dear(self, least):
        found = []

        def collect(start):
            if 0 <= start < len(self.costs):
                if self.costs[start] >= least:
                    found.append(self.costs[start])
                collect(start + 1)

        collect(0)
        return found

    @staticmethod
    def ways(coins, total):
        def count(start, left):
            if left == 0:
                return 1
            if left < 0 or left > 12 or start < 0 or start >= len(coins) or coins[start] <= 0:
                return 0
            return count(start, left - coins[start]) + count(start + 1, left)

        return count(0, total)

    def scale_all(self, factor, value):
        unit = factor * 2

        def scaled(value):
            return value * unit

        return scaled(value)


def parity(number):
    def is_even(number):
        return number <= 0 or number > 50 or is_odd(number - 1)

    def is_odd(number):
        return number > 0 and number <= 50 and is_even(number - 1)

    return "even" if is_even(abs(number) % 20) else "odd"


def all_capped(values, most):
    def capped(value):
        return most - 1 if value > most else value

    return [capped(value) for value in values]


def steps_to(goal):
    @cache
    def steps(goal):
        return 1 if goal < 2 or goal > 15 else steps(goal - 1) + steps(goal - 2)

    return steps(abs(goal) % 15)
