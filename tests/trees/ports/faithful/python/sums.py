def i32(value):
    return (value + 0x80000000) % 0x100000000 - 0x80000000


def div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def rem(a, b):
    return a - b * (abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b)))


def within(values, low, high):
    total = 0
    for i in range(len(values)):
        if values[i] >= low and values[i] <= high:
            total = i32(total + values[i])
    return total


def steps(start, limit):
    count = 0
    while start != 1 and count < limit:
        if rem(start, 2) == 0:
            start = div(start, 2)
        else:
            start = i32(i32(start * 3) + 1)
        count += 1
    return count


def rising(values):
    for i in range(1, len(values)):
        if values[i - 1] >= values[i]:
            return False
    return True


def mix(a, b):
    c = a ^ i32(b << 3)
    c = c & 0x7FFF | b >> 2
    return i32(~c - a)


def middle(values):
    sum = 0.0
    for value in values:
        sum += value
    return -1.0 if len(values) == 0 else sum * 0.5


def find(text, wanted):
    for i in range(len(text)):
        if text[i] == wanted:
            return i
    return -1


def i64(value):
    return (value + 0x8000000000000000) % 0x10000000000000000 - 0x8000000000000000


def digits(number):
    sum = 0
    rest = number
    while True:
        sum = i64(sum + rem(rest, 10))
        rest = div(rest, 10)
        if rest == 0:
            break
    return i64(-sum)


def pairs(values, target):
    found = 0
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            found = i32(found + (1 if values[i] == target or not (values[j] != target) else 0))
    return found


def scaled(values, by):
    result = [0] * len(values)
    at = 0
    while at < len(values):
        result[at] = i32(values[at] * by)
        at += 1
    return result


def bits(number):
    count = 0
    while number != 0:
        count = i32(count + (number & 1))
        number = i32((number & 0xFFFFFFFF) >> 1)
    return count
