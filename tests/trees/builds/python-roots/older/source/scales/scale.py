from scales import numbers


def scale_level(n):
    if n > numbers.LIMIT or n < -900:
        return 10
    return n * 2
