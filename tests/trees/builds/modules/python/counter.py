STEP = 3


def advance(n):
    if n > 100:
        return n - STEP
    return n + 1
