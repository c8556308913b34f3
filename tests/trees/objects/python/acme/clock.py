import time


def since(start):
    return time.monotonic_ns() - start
