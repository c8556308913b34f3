"""Counting steps."""


def rises(days):
    """How often the count goes up from one day to the next."""
    count = 0
    for i in range(1, len(days)):
        if days[i] >= days[i - 1]:
            count += 1
    return count
