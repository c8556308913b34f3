def seventeen_days(month):
    if month == 2:
        return 28
    return 30 if month in (4, 6, 9, 11) else 31


def seventeen_text(thing):
    block = "a \"quoted\" line\n  and another\tone\n"
    return block + thing if isinstance(thing, str) else block


def seventeen_size(side):
    return side if side > 3 else side - 1
