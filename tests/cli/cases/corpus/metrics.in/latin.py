def steps(n):
    return "ÿ"
