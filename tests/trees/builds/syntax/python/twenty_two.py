def twenty_two_count(values):
    return len(values) + 1
