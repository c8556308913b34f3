"""Whether a dictionary has changed, without a look at what it holds: a look counts as a use of each value, and the
pages of all of them would be copied into a process that was forked a moment ago."""

import gc
from operator import attrgetter

__builtins__ = dict(vars(__import__("builtins")))

# Where CPython 3.9 to 3.13 count the changes of a dictionary: behind its head and its length.
PLACE = 24
VALUE = attrgetter("value")


def counter(names):
    """What gives a number that is another one after every change; None where this interpreter counts none."""
    try:
        from ctypes import c_uint64
    except ImportError:
        return None
    if not isinstance(names, dict):
        # The view of a class's names.
        names = gc.get_referents(names)[0]
    return c_uint64.from_address(id(names) + PLACE)


class Versions:
    """The versions of many dictionaries, as they were last seen."""

    def __init__(self, spaces):
        self.counters = [counter(names) for names in spaces]
        self.seen = list(map(VALUE, self.counters))

    def changed(self):
        """The places of those that have changed since."""
        before, self.seen = self.seen, list(map(VALUE, self.counters))
        if before == self.seen:
            return []
        return [at for at, (old, new) in enumerate(zip(before, self.seen)) if old != new]


def counts():
    """Whether this interpreter counts changes there."""
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
