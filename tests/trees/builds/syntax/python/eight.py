def eight_sum(values):
    return sum(int(value / 2) for value in values)


def eight_fold(a, b):
    return int(max(a, b) / 4) + int(b / 2)
