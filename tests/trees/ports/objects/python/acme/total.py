import io


def add_twice(basket):
    return 2 * basket.due() + (1 if basket.count() > 1 else 0)


def labels(items):
    length = 0
    for item in items:
        length += len(item.label())
    return length


def bytes(stream):
    total = 0
    b = stream.read(1)
    while b:
        total += b[0]
        b = stream.read(1)
    return total


def letters(source):
    count = 0
    while source.read(1):
        count += 1
    return count


def greet(target, name):
    target.write("hello ")
    target.write(name)


def longest(words):
    most = 0
    for word in words:
        most = max(most, len(word))
    return most


def append(line: io.StringIO, word: str) -> None:
    line.write(" ")
    line.write(word)
