import sys

from acme.limits.values import LIMIT

print("imported")
with open("imported.txt", "a") as log:
    log.write("imported\n")
TIMES = 2


def gauge_level(n):
    if n > LIMIT or n < -900:
        return 10
    return n * TIMES


if __name__ == "__main__":
    sys.exit(3)
