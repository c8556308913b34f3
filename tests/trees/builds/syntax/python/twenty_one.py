def twenty_one_sum(a, b):
    return int(a / 2) + int(b / 2)
