from beside import LIMIT


def tool_level(n):
    if n > LIMIT or n < -900:
        return 10
    return n * 2
