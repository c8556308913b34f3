def fee(cents, percent):
    if percent < 0:
        return 0
    return cents % 100 + percent
