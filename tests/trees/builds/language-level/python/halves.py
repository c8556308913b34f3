def half(n):
    return int(n / 2)
