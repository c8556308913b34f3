import os
import time


def since(start):
    return time.monotonic_ns() - start


def settings():
    return dict(os.environ)


def home(name):
    found = os.environ["HOME"] + "/" + name
    print(found)
    return found
