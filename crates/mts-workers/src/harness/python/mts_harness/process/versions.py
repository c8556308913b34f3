"""Detects whether a dictionary has changed, without access to its values.

Each access to a value changes the value's reference count. After a fork, the system would then
copy the memory pages of all values. So this module reads CPython's version number of the
dictionary."""

import gc
from operator import attrgetter

__builtins__ = dict(vars(__import__("builtins")))

# The offset of the version number in a dictionary of CPython 3.9 to 3.13: behind the object header and the length.
PLACE = 24
VALUE = attrgetter("value")


def counter(names):
    """Returns an object whose `value` differs after each change of the dictionary `names`.

    `names` may also be the `vars` of a class. Returns None if `ctypes` is absent. Where `counts` is false, the number
    has no meaning."""
    try:
        from ctypes import c_uint64
    except ImportError:
        return None
    if not isinstance(names, dict):
        # `vars` of a class is a read-only view. The view refers to the dictionary.
        names = gc.get_referents(names)[0]
    return c_uint64.from_address(id(names) + PLACE)


class Versions:
    """The version numbers of many dictionaries at the last check."""

    def __init__(self, spaces):
        self.counters = [counter(names) for names in spaces]
        self.seen = list(map(VALUE, self.counters))

    def changed(self):
        """Returns the indices of the dictionaries that have changed since the last check."""
        before, self.seen = self.seen, list(map(VALUE, self.counters))
        if before == self.seen:
            return []
        return [at for at, (old, new) in enumerate(zip(before, self.seen)) if old != new]


def counts():
    """Returns whether this interpreter has the version number at `PLACE`: tries changes of a dictionary."""
    names = {"a": 1}
    count = counter(names)
    if count is None:
        return False
    seen = []
    for value in (1, 2, 2.5):
        seen.append(count.value)
        names["a"] = value
        seen.append(count.value)
        names[value] = value
        seen.append(count.value)
        del names[value]
    alike = count.value == count.value and names["a"] == 2.5 and count.value not in seen
    return alike and all(one != other for one, other in zip(seen[1:], seen[2:]))
