PERCENT = 19


def tax(cents):
    if cents > 900 or cents < -900:
        return 0
    return cents * PERCENT + 1
