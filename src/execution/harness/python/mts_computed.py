"""Fields that the port computes where Java stores them: properties of its objects that are read once all that they
store is shown. Reading them is code of the port, and no part of the call: it is bounded, what it changes is put back,
and what raises, or does not give the same again, is not shown."""

import builtins
import collections
import functools
import inspect
import json
import operator
import sys
import types

import mts_values
from mts_handed import plain
from mts_modules import projects
from mts_values import Encoder

__builtins__ = dict(vars(builtins))

# Behind the name of a field that is computed.
MARK = "()"
# Objects of one outcome whose properties are read; objects that properties give may have properties.
MOST, ROUNDS = 1_000, 3
# What an instance may have in the place of its class's property that was read once.
PROPERTIES = (property, functools.cached_property)
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class Reader(Encoder):
    """Shows objects with what was `read` of them, and keeps those that are still to be read."""

    def __init__(self, read, taken):
        super().__init__()
        self.read, self.taken = read, taken
        self.wanting, self.met = [], []

    def first(self, value, shareable):
        self.met.append(value)
        return super().first(value, shareable)

    def drawn(self, value):
        """An iterator gives its items once, and is shown more than once."""
        if id(value) not in self.taken:
            self.taken[id(value)] = value, list(super().drawn(value))
        return self.taken[id(value)][1]

    def object(self, value, depth):
        shown = super().object(value, depth)
        properties = computed.of(type(value))
        if properties:
            own = {plain(name, type(value)) for name in shown["fields"]}
            wanted = [(name, held) for name, (known, held) in properties.items() if known not in own]
            found = self.read.get(id(value))
            if found is None and wanted:
                self.wanting.append((value, wanted))
            for name, held in found[1] if found else ():
                shown["fields"][name + MARK] = self.value(held, depth)
        return shown


class Computed:
    """What is to be read, by the classes of the port."""

    def __init__(self):
        self.wanted = {}
        self.known = {}
        # Those that did not come to an end.
        self.endless = set()

    def begin(self, wanted):
        """`wanted` has module and qualified name of each class, and the plain names of the fields."""
        self.wanted = {(module, qualname): frozenset(names) for module, qualname, names in wanted}
        self.known = {}

    def of(self, cls):
        """The properties of a class that stand for fields, by their own names: the plain name, and the property."""
        found = self.known.get(cls)
        if found is None:
            found = self.known[cls] = self.found(cls)
        return found

    def found(self, cls):
        names = set()
        for owner in cls.__mro__:
            names |= self.wanted.get((owner.__module__, owner.__qualname__), frozenset())
        found, met = {}, set()
        for owner in cls.__mro__ if names else ():
            if not self.is_own(owner):
                continue
            for name, held in vars(owner).items():
                known = plain(name, owner)
                is_read = isinstance(held, PROPERTIES) and (owner.__module__, owner.__qualname__, name) not in self.endless
                if is_read and known in names - met and inspect.getattr_static(cls, name, None) is held:
                    met.add(known)
                    found[name] = known, held
        return found

    @staticmethod
    def is_own(owner):
        """Whether the project wrote a class."""
        return owner.__module__ in sys.modules and projects.made(owner.__module__)

    def shown(self, show, guarded):
        """What `show` makes with an encoder, with the fields that are computed."""
        if not self.wanted:
            return show(Encoder())
        read, taken = {}, {}
        encoder = Reader(read, taken)
        found = show(encoder)
        for _ in range(ROUNDS):
            if not encoder.wanting or not self.take(encoder, read, guarded):
                break
            encoder = Reader(read, taken)
            try:
                found = show(encoder)
            except Exception:
                # What is stored is shown all the same.
                break
        return found

    def take(self, encoder, read, guarded):
        """Reads what an encoder met, twice; whether something was found."""
        wanting = encoder.wanting[:MOST]
        kept = [(value, contents(value)) for value in encoder.met]
        rounds = []
        for _ in range(2):
            values = self.values(wanting, guarded)
            # What code of the port does in between, such as a `__hash__`, is bounded too.
            put_back = guarded(lambda: [restore(value, before) for value, before in kept]) == ""
            if values is None or not put_back:
                return False
            rounds.append(values)
        for (value, _), first, second in zip(wanting, *rounds):
            read[id(value)] = value, [(name, first[name]) for name in first if name in second and is_same(first[name], second[name], encoder.taken)]
        return any(read[id(value)][1] for value, _ in wanting)

    def values(self, wanting, guarded):
        """What the properties give; nothing where they do not end."""
        found, at = [{} for _ in wanting], []

        def reads():
            for (value, names), own in zip(wanting, found):
                for name, held in names:
                    at[:] = [(value, name)]
                    try:
                        # The function itself: what is read keeps nothing.
                        given = held.func(value) if isinstance(held, functools.cached_property) else held.__get__(value, type(value))
                    except Exception:
                        continue
                    if is_value(given):
                        own[name] = given

        ended = guarded(reads)
        if ended == "overdue":
            self.endless |= {(owner.__module__, owner.__qualname__, name) for value, name in at for owner in type(value).__mro__}
            self.known = {}
        return found if ended == "" else None


def is_value(given):
    """Whether there is something to show: nothing that would have to be run, and no generator of random numbers."""
    if hasattr(type(given), "__next__") or inspect.iscoroutine(given) or callable(given):
        return False
    return mts_values.seeded is None or not mts_values.seeded.holds(given)


def is_same(one, other, taken):
    """Whether both are shown alike; `taken` keeps what iterators in them give."""
    try:
        return one is other or dumps(Reader({}, taken).value(one)) == dumps(Reader({}, taken).value(other))
    except Exception:
        return False


MISSING = object()


def slots(cls):
    return [held for owner in cls.__mro__ for held in vars(owner).values() if type(held) is types.MemberDescriptorType]


def contents(value):
    """What a container, or an object, holds now."""
    if isinstance(value, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
        return None
    if type(value) in (list, collections.deque, set):
        return list(value)
    if type(value) in (dict, collections.OrderedDict, collections.defaultdict):
        return [*value, *value.values()]
    own = getattr(value, "__dict__", None)
    held = [(slot, of_slot(slot, value)) for slot in slots(type(value))]
    return (dict(own) if type(own) is dict else None), held


def of_slot(slot, value):
    try:
        return slot.__get__(value, type(value))
    except AttributeError:
        return MISSING


def restore(value, before):
    """Puts back what it held, where that is another."""
    if isinstance(before, list):
        now = contents(value)
        if len(now) == len(before) and all(map(operator.is_, now, before)):
            return
        value.clear()
        if isinstance(value, dict):
            half = len(before) // 2
            value.update(zip(before[:half], before[half:]))
        elif isinstance(value, set):
            value.update(before)
        else:
            value.extend(before)
    elif before is not None:
        own, held = before
        now = getattr(value, "__dict__", None)
        if own is not None and (len(now) != len(own) or any(now.get(name, MISSING) is not old for name, old in own.items())):
            now.clear()
            now.update(own)
        for slot, old in held:
            if of_slot(slot, value) is not old:
                slot.__delete__(value) if old is MISSING else slot.__set__(value, old)


computed = Computed()
