import pathlib
import threading
from datetime import timedelta


def folder(file: pathlib.Path):
    path = str(file)
    at = path.rfind("/")
    return "" if at < 0 else path[:at]


def inside(n, file: str):
    return pathlib.Path(f"d{n}/" + file)


def seconds(time: timedelta):
    return int(time.total_seconds())


def twice(time: timedelta):
    return time + time


def is_text(type, n):
    return type is str and n > 0


def setting(settings, key, otherwise):
    return settings.get(key, otherwise)


def named(charset, n):
    return charset + str(n)


def greater(order, a, b):
    return b if order(a, b) < 0 else a


def counted(all, fits):
    return sum(1 for one in all if fits.test(one))


def folded(all, step):
    found = 0
    for one in all:
        found = step(found, one)
    return found


def times(n, task):
    for _ in range(n % 4 if n >= 0 else 0):
        task()
    return n


def worker(task, daemon):
    return threading.Thread(target=task, daemon=daemon)


def prefixed(thread: threading.Thread, prefix, n):
    thread.name = prefix + thread.name
    return thread.name + str(n)


def asked(factory, task, name):
    made = factory(task)
    made.name = name + made.name
    return made


def fed(process, first, ends):
    process.stdin.write(bytes([first & 127]))
    total = sum(process.stdout.read())
    if ends:
        process.terminate()
        return total
    return total + process.wait()


def started(factory, out, n):
    factory(lambda: out.write(bytes([n & 127]))).start()
    return n + 1
