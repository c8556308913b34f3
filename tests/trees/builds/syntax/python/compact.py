LIMIT = 7


def compact_capped(n):
    return LIMIT if n > LIMIT else n
