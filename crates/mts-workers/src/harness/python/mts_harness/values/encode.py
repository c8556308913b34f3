"""Encodes results in the neutral form. The types of the Python values decide their encoding."""

import collections
import datetime
import enum
import io
import itertools
import re
import threading
import types

from . import processes, seeding
from .basics import ADDRESS, MAX_BITS, MAX_DEPTH, MAX_ITERATOR, MAX_NODES, SMALL, TooLarge, placeless
from .library import PRINTED_CLASSES, WRITTEN, BytesRead, RetainingStream, Lambda, TextRead, printed
from .missing_attributes import MissingSlot

__builtins__ = dict(vars(__import__("builtins")))

# The attributes that Python sets on each thread. Python puts a number into the name of a thread without its own name.
OF_THREADS = frozenset(vars(threading.Thread()))
COUNTED = re.compile(r"^Thread-\d+( \(.*\))?$")
IMMUTABLE = (type(None), bool, int, float, str, bytes, complex, enum.Enum, frozenset, range)


class Encoder:
    """Encodes the values of one outcome. Each container gets a number that is unique in the outcome."""

    # Whether a second occurrence of an empty container is encoded as a reference.
    shares_empty = False
    most = MAX_NODES

    def __init__(self):
        self.seen = {}
        self.alive = []
        self.containers = 0
        self.nodes = 0

    def first(self, value, shareable):
        """Gives a container its number and returns None. Returns a reference if the container already has a number."""
        if shareable:
            before = self.seen.setdefault(id(value), self.containers)
            if before != self.containers:
                return {"$ref": before}
            self.alive.append(value)
        self.containers += 1
        return None

    def value(self, value, depth=0):
        """Encodes a value. Raises `TooLarge` if the outcome has too many nodes or levels."""
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return integer(value)
        if kind is str:
            return self.text(value)
        if kind is float:
            return {"$float": repr(value)}
        if depth > MAX_DEPTH and not isinstance(value, IMMUTABLE):
            raise TooLarge
        return self.compound(value, depth + 1)

    def count(self, more):
        """Counts `more` nodes. Raises `TooLarge` if the outcome has too many nodes."""
        self.nodes += more
        if self.nodes > self.most:
            raise TooLarge

    def text(self, value):
        """Encodes a string: as JSON text, or as UTF-16 units for a lone surrogate.

        64 characters count as a node, and so does each UTF-16 unit."""
        self.count(len(value) // 64)
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                units = memoryview(value.encode("utf-16-le", "surrogatepass")).cast("H")
                self.count(len(units))
                return {"$utf16": list(units)}
        return placeless(str(value))

    def compound(self, value, depth):
        """Encodes a value other than a plain number, a text or None."""
        if written := next((base for base in type(value).__mro__ if base in WRITTEN), None):
            # A subclass may have a method `__str__` that returns another text.
            return self.text(written.__str__(value))
        if isinstance(value, PRINTED_CLASSES):
            # These values have no identity, so a second occurrence is not a reference.
            self.first(value, False)
            return {"$object": type(value).__name__, "fields": {"text": printed(value)}}
        if isinstance(value, datetime.timedelta):
            whole = value // datetime.timedelta(microseconds=1)
            nanos = whole % 1000 * 1000
            return self.first(value, True) or {"$object": "timedelta", "fields": {"millis": whole // 1000, "nanos": nanos}}
        if processes.is_given(value):
            fields = {"in": self.compound(value.stdin, depth), "state": value.state()}
            return self.first(value, True) or {"$object": "Process", "fields": fields}
        if isinstance(value, Lambda):
            return self.first(value, True) or {"$object": "function", "fields": {}}
        if isinstance(value, enum.Enum):
            return {"$enum": f"{type(value).__name__}.{value.name}"}
        if isinstance(value, str):
            return self.text(str.__str__(value))
        if isinstance(value, int):
            # A subclass may have a method `__int__` that returns another number.
            return integer(int.__index__(value))
        if isinstance(value, float):
            return {"$float": float.__repr__(value)}
        if isinstance(value, (bytes, bytearray)):
            held = bytes if isinstance(value, bytes) else bytearray
            return {"$bytes": held.__getitem__(value, slice(None)).hex()}
        if isinstance(value, memoryview):
            return {"$bytes": bytes(value).hex()}
        if isinstance(value, BaseException):
            return exception(value)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return self.first(value, False) or self.items(contents(value), depth)
        if isinstance(value, (list, collections.deque, collections.UserList)):
            held = contents(value)
            return self.first(value, len(held) > 0 or self.shares_empty) or self.items(held, depth)
        if isinstance(value, (dict, collections.UserDict, types.MappingProxyType)):
            held = dict.items(value) if issubclass(type(value), dict) else value.items()
            return self.first(value, len(held) > 0 or self.shares_empty) or {
                "$map": [[self.value(k, depth), self.value(v, depth)] for k, v in held]
            }
        if isinstance(value, (set, frozenset)):
            held = contents(value)
            return self.first(value, isinstance(value, set) and (len(held) > 0 or self.shares_empty)) or {"$set": self.items(held, depth)}
        if isinstance(value, (range, type({}.keys()), type({}.values()), type({}.items()))):
            return self.first(value, False) or self.items(value, depth)
        if isinstance(value, RetainingStream):
            return self.compound(value.written(), depth)
        if isinstance(value, io.IOBase) and (isinstance(value, (BytesRead, TextRead)) or value.closed or not value.readable()):
            return self.first(value, True) or {"$object": type(value).__name__, "fields": {}}
        if isinstance(value, (io.BytesIO, io.StringIO)):
            return self.compound(value.getvalue(), depth)
        if hasattr(type(value), "__next__"):
            return self.first(value, True) or self.items(itertools.islice(value, MAX_ITERATOR), depth)
        if is_array(value):
            return self.value(value.tolist(), depth)
        return self.first(value, True) or self.object(value, depth)

    def items(self, items, depth):
        """Encodes the items of a container as a list."""
        if isinstance(items, list) and len(items) > self.most:
            raise TooLarge
        out = []
        for item in items:
            if type(item) is int and -SMALL <= item < SMALL:
                # A fast path, because small integers are the most frequent items. Each integer is still a node.
                self.nodes += 1
                out.append(item)
            else:
                out.append(self.value(item, depth))
        if self.nodes > self.most:
            raise TooLarge
        return out

    def object(self, value, depth):
        """Encodes an object by its class and its attributes."""
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType)):
            is_function = not isinstance(value, (type, types.ModuleType))
            called = "function" if is_function else type(value).__name__
            return {"$object": called, "fields": {"name": value.__name__}}
        fields = {}
        if isinstance(value, tuple):
            fields = dict(zip(value._fields, value))
        for cls in reversed(type(value).__mro__):
            slots = cls.__dict__.get("__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                name = f"_{cls.__name__.lstrip('_')}{slot}" if slot.startswith("__") and not slot.endswith("__") else slot
                if slot not in ("__dict__", "__weakref__"):
                    fields.update(in_slot(value, cls, name))
        fields.update(getattr(value, "__dict__", {}))
        fields = {name: attribute(value, name, held) for name, held in fields.items()}
        for name, held in defaults(type(value)):
            fields.setdefault(name, held)
        if isinstance(value, threading.Thread):
            fields = {name: held for name, held in fields.items() if name not in OF_THREADS}
            if type(value) is threading.Thread:
                fields = {"name": COUNTED.sub("Thread", value.name), "daemon": value.daemon}
        if seeding.generator is not None:
            # Leave out generators that the run seeds: a port may keep them in another place than Java.
            fields = {name: held for name, held in fields.items() if not name.startswith("_mts_") and not seeding.generator.holds(held)}
        constant = constant_of(value)
        if constant:
            fields["__constant__"] = constant
        if not fields and type(value).__repr__ is not object.__repr__ and not ADDRESS.search(shown := repr(value)):
            fields = {"text": shown}
        return {"$object": type(value).__name__, "fields": {str(k): self.value(v, depth) for k, v in fields.items()}}


def contents(value):
    """Returns the items of a container. Methods of a subclass do not change them."""
    for base in (list, tuple, collections.deque, set, frozenset):
        if issubclass(type(value), base):
            return value if type(value) is base else list(base.__iter__(value))
    return list(value)


def is_array(value):
    """Returns whether a value is an array or a number of a library such as numpy, and not an object of the port."""
    method = getattr(type(value), "tolist", None)
    return method is not None and not isinstance(method, types.FunctionType)


def attribute(value, name, held):
    """Returns the value that code reads from an attribute. `held` is the value in the object.

    The class can have a descriptor or a method that returns another value."""
    kind = type(value)
    own = next((vars(cls)[name] for cls in kind.__mro__ if name in vars(cls)), None)
    is_before = hasattr(type(own), "__set__") and not isinstance(own, types.MemberDescriptorType)
    if kind.__getattribute__ is object.__getattribute__ and not is_before:
        return held
    try:
        return getattr(value, name)
    except Exception:
        return held


def constant_of(value):
    """Returns the name of the constant that has this object, or an empty text.

    The constant belongs to the object's class."""
    for name, held in vars(type(value)).items():
        if held is value and name.isupper():
            return name
    return ""


def in_slot(value, cls, name):
    """Returns the value in a slot of the class `cls` by the name of the slot, or an empty dict.

    If a `MissingSlot` replaces the slot, reads the slot itself. A read of the `MissingSlot` would count as a read by
    the port."""
    held = vars(cls).get(name)
    if type(held) is MissingSlot:
        held = held.slot
    try:
        is_slot = type(held) is types.MemberDescriptorType
        return {name: held.__get__(value, cls) if is_slot else getattr(value, name)}
    except AttributeError:
        return {}


def defaults(cls):
    """Yields the names and values of class attributes that are defaults of attributes.

    Constants, which have names in capitals, are not such defaults."""
    for owner in cls.__mro__:
        if owner.__module__ in ("builtins", "abc", "typing", "enum"):
            continue
        for name, held in vars(owner).items():
            own = name.removeprefix(f"_{owner.__name__.lstrip('_')}__")
            hidden = name.startswith("__") or name.startswith("_abc_") or own.isupper()
            if not hidden and not callable(held) and not hasattr(type(held), "__get__"):
                yield name, held


def integer(value):
    """Encodes an integer: a JSON number up to 64 bits, else hexadecimal."""
    if -SMALL <= value < SMALL:
        return value
    if value.bit_length() > MAX_BITS:
        raise TooLarge
    return {"$int": hex(value)}


def exception(error):
    """Encodes an exception: its class with the base classes below `BaseException`, and its message.

    The text of an exception with several arguments shows them as a tuple. Its attribute `message` is then the message."""
    above = [cls for cls in type(error).__mro__[1:] if cls not in (BaseException, object)]
    names = [cls.__name__ for cls in (type(error), *above)]
    try:
        is_tuple = type(error).__str__ is BaseException.__str__ and len(error.args) > 1
        own = vars(error).get("message") if is_tuple else None
        message = own if type(own) is str else str(error)
    except Exception:
        message = ""
    message = placeless(message).encode("utf-8", "replace").decode()[:4096]
    return {"$exception": "<".join(names), "message": message}
