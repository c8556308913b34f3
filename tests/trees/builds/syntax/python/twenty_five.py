def twenty_five_half(size):
    return max(size, 0) // 2
