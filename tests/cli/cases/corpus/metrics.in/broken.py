def steps(n)
    count = 0
    return count
