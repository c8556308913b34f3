def capped(n):
    if n > 1000:
        return 2000
    return (n * 2 + 2**31) % 2**32 - 2**31
