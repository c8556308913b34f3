def lines(words, width):
    if width < 1:
        return 0
    count = 0
    at = 0
    while at < words and count < 99:
        count += 1
        at += 1
    return count
