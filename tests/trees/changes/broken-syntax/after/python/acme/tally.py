"""Sums."""


def total(numbers):
    """The sum of all positive numbers up to a hundred."""
    result = 0
    for number in numbers:
        if number > 0 and number <= 100:
            result += number
    return result
