def steps(n):
    try:
        return n.bit_length()
    except AttributeError:
        return 0
