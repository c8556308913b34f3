def gray(n):
    return n ^ (n >> 1)
