"""Sums."""


def total(numbers):
    """The sum of all positive numbers."""
    result = 0
    for number in numbers:
        if number > 0:
            result += number
    return result
