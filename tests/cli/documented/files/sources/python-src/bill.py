def tip(cents):
    return int(cents / 10)
