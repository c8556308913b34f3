"""Values between the neutral form and Python: arguments are made by the Java side's static types,
results are encoded by what they are."""

import collections
import datetime
import enum
import importlib
import io
import itertools
import math
import os
import pathlib
import re
import sys
import threading
import time
import types

import mts_jdk
import mts_processes
from mts_jdk import BUILDERS, CLASSES, CLOSED, EXCEPTIONS, ITERATORS, LISTS, SETS, SORTED_MAPS

__builtins__ = dict(vars(__import__("builtins")))

MAX_DEPTH = 400
MAX_NODES = 1_000_000
MAX_ITERATOR = 10_000
MAX_BITS = 8_000_000
SMALL = 1 << 63
# What seeds random numbers, where a configuration says so; set by the worker.
seeded = None


# Where an object lies, as default representations tell it: another place in every run.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,16}\b")


class Unfit(Exception):
    """A value that cannot be made, or a function that cannot be reached."""


# The worker's own folder has another name in every process; what code under test makes of it is told by this one.
SCRATCH, MASK = os.environ.get("TMPDIR", ""), "/tmp/scratch"


def placeless(text):
    """The text without addresses of objects, and without the name of the worker's folder."""
    if SCRATCH and SCRATCH in text:
        text = text.replace(SCRATCH, MASK)
    return ADDRESS.sub("", text) if " at 0x" in text else text


class TooLarge(Exception):
    """The value is too large to be compared."""


# ---- values: neutral form to Python, by the Java side's static type

FLOATS = ("float", "double")


# Makes an object by a recipe; set by `mts_factories`.
make = None


class BytesRead(io.BytesIO):
    """What Java reads as an `InputStream`. How far a buffer has read ahead is no part of its value."""

    def peek(self, size=0):
        """As buffers over files and pipes have it, which are what a port is mostly given."""
        return self.getvalue()[self.tell() :]


class TextRead(io.StringIO):
    """What Java reads as a `Reader`."""


class Kept:
    """A place to write to whose content is still known when it is closed."""

    def close(self):
        if not self.closed:
            self.content = self.getvalue()
        super().close()

    def written(self):
        return self.content if self.closed else self.getvalue()


class BytesWritten(Kept, io.BytesIO):
    """What Java writes to as an `OutputStream`."""


class TextWritten(Kept, io.StringIO):
    """What Java writes to as a `Writer`."""


class TextBuilt(Kept, io.StringIO):
    """What Java changes as a `StringBuilder`, where the port's annotation says that it is one of these."""

    def __init__(self, text=""):
        super().__init__()
        self.write(text)


class Lambda:
    """A function that stands for any interface of one method: called itself, or by a method of whatever name."""

    def __init__(self, how):
        self._how = how

    def __call__(self, *args, **named):
        how = self._how
        if how == "thread":
            return thread(args[0] if args else named.get("target"), "thread", False)
        if how in ("true", "false"):
            return how == "true"
        if how in GIVEN:
            return GIVEN[how]
        if how == "list":
            return []
        if how == "first":
            return args[0] if args else None
        if how == "second":
            return args[1] if len(args) > 1 else None
        if how == "natural":
            return natural(args[0], args[1])
        if how == "called":
            print("called")
        return None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        own = name.replace("_", "").lower()
        if own in DEFAULTS or own.startswith("thencomparing"):
            raise Unfit(f"Java's own {name} of a function, which makes another of it, is not made here")
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self()


LAMBDA = "Lambda."
# What the same functions give in Java.
GIVEN = {"zero": 0, "double": 1.5, "float": 1.5, "letter": "a", "text": "given"}
GIVEN |= dict.fromkeys(("int", "long", "short", "byte"), 7)
WAYS = frozenset(("true", "false", "null", "first", "second", "natural", "called", "thread", "list", *GIVEN))
# Methods of Java's interfaces of functions that have a body there.
DEFAULTS = frozenset(("negate", "reversed", "andthen", "compose", "and", "or"))


def thread(runs, name, daemon):
    """A thread that runs a function, or what has a method `run`."""
    made = threading.Thread(target=runs if callable(runs) else getattr(runs, "run", runs), name=name, daemon=daemon)
    THREADS.append(made)
    return made


# Those that were given in the call at hand, and how long those of them that were started are waited for, in seconds.
THREADS, LONGEST = [], 1.0


def ended():
    """Waits for the threads that were given and started, so that what they leave behind is always seen; whether all
    ended."""
    until = time.monotonic() + LONGEST
    # More may be given meanwhile.
    for one in THREADS:
        if one.is_alive():
            one.join(max(0.001, until - time.monotonic()))
    left = any(one.is_alive() for one in THREADS)
    THREADS.clear()
    return not left


def at_rest(is_own):
    """Waits for the threads that a call started as long as they are at work in a file that `is_own`; whether none is
    any more."""
    until = time.monotonic() + LONGEST
    while any(is_own(frame.f_code.co_filename) for _, stack in others() for frame in stack):
        if time.monotonic() > until:
            return False
        time.sleep(0.002)
    return True


def go_on():
    """Whether a thread is left that may do something by itself; one that waits for work to be given does not."""
    return any(not waits(stack) for _, stack in others())


def waits(stack):
    """Whether a thread of a pool is at no work: it stands in the pool's own code, or in that of what it waits at."""
    return WAITS in stack[0].f_code.co_filename


# The file of the threads that wait in pools.
WAITS = os.path.join("concurrent", "futures", "thread.py")


def others():
    """All threads but the one at hand, with the frames of each."""
    own = threading.get_ident()
    for ident, frame in sys._current_frames().items():
        if ident != own:
            stack = []
            while frame is not None:
                stack.append(frame)
                frame = frame.f_back
            yield ident, stack


def natural(one, other):
    """The sign of Java's `compareTo`: texts by their UTF-16 units, of numbers NaN last and -0.0 before 0.0."""
    if isinstance(one, str) and isinstance(other, str):
        one, other = (text.encode("utf-16-be", "surrogatepass") for text in (one, other))
    elif isinstance(one, float) and isinstance(other, float):
        one, other = ((x != x, x if x == x else 0.0, x == 0 and math.copysign(1.0, x)) for x in (one, other))
    return (one > other) - (one < other)


def class_in_python(text):
    """What stands for a class of the JDK or a primitive, as Java prints it; none for a class of the project."""
    kind, _, name = text.rpartition(" ")
    return CLASSES.get(name.rpartition(".")[2]) if name.startswith("java.") or not kind else None


def takes(kind, module, known):
    """Whether the port has one of these types, or modules of theirs, for a parameter: by its annotation, or by what
    its module imports, which no class of its own that has the name is."""
    annotation = kind.get("annotation", "")
    if annotation:
        return any(held.__name__ in annotation for held in known)
    return any(getattr(module, held.__name__, None) is held for held in known)


def of_library(name, value, kind, module):
    """What a port takes for a value of the JDK whose fields are closed; `UNKNOWN` where it is none of these, but
    of a class of the project that has the name."""
    if name in TEXTS and isinstance(value, str):
        make, known = TEXTS[name]
        return make(value) if takes(kind, module, known) else value
    if not isinstance(value, dict):
        return UNKNOWN
    shown = value.get("fields", {})
    if name == "Duration" and value.get("$object") == "java.time.Duration" and "millis" in shown:
        if not takes(kind, module, TIMES):
            raise Unfit("what the port takes for a Duration is not known")
        try:
            return datetime.timedelta(milliseconds=shown["millis"])
        except OverflowError:
            raise Unfit("a Duration beyond what a timedelta holds") from None
    if name == "Thread" and value.get("$object") == "java.lang.Thread" and "name" in shown:
        return thread(Lambda("null"), shown["name"], True)
    if name == "Process" and value.get("$object") == "java.lang.Process" and "exit" in shown:
        return mts_processes.given(shown, BytesRead, BytesWritten)
    if name == "Class" and value.get("$object") == "java.lang.Class" and "text" in shown:
        own = shown["text"].rpartition(".")[2].rpartition("$")[2].rpartition(" ")[2]
        found = class_in_python(shown["text"]) or getattr(module, own, None)
        if not isinstance(found, type):
            raise Unfit(f"the module has no class {own}")
        return found
    return UNKNOWN


UNKNOWN = object()
TIMES = (datetime, datetime.datetime, datetime.timedelta)


def text_class(module, name, make, also):
    """What makes a value of a text, and what says that a port takes one: the module, the class and their like."""
    home = importlib.import_module(module)
    own = getattr(home, name)
    others = (one.rpartition(".") for one in also)
    known = (home, own, *(getattr(importlib.import_module(home), name) for home, _, name in others))
    return getattr(own, make) if make else own, known


TEXTS = {java: text_class(*row) for java, row in mts_jdk.TEXTS.items()}
# Values of these are written as one text.
WRITTEN = (pathlib.PurePath, *(known[1] for _, known in TEXTS.values()))
STREAMS = {java: globals()[own] for java, own in mts_jdk.STREAMS.items()}


def shares(values):
    """Whether a part of them is a reference to another."""
    if isinstance(values, list):
        return any(shares(value) for value in values)
    return isinstance(values, dict) and ("$ref" in values or any(shares(value) for value in values.values()))


def all_to_python(values, kinds, module):
    """All arguments of a call: what is one object in Java is one object here."""
    if not shares(values):
        return [to_python(value, kind, module) for value, kind in zip(values, kinds)]
    numbered = []
    for value in values:
        number(value, numbered)
    made = [to_python(copied(value, numbered, 0), kind, module) for value, kind in zip(values, kinds)]
    met = []
    return [linked(value, own, met) for value, own in zip(values, made)]


def number(value, met):
    """The containers in the order of first sight, as references count them."""
    if isinstance(value, list):
        met.append(value)
        for item in value:
            number(item, met)
    elif isinstance(value, dict):
        if "$set" in value or "$map" in value or "$object" in value:
            met.append(value)
        for item in value.get("$set", ()):
            number(item, met)
        for key, held in value.get("$map", ()):
            number(key, met)
            number(held, met)
        for held in value.get("fields", {}).values():
            number(held, met)


def copied(value, numbered, depth):
    """The value with what they refer to in the place of references."""
    if depth > MAX_DEPTH:
        raise Unfit("a value that holds itself")
    if isinstance(value, list):
        return [copied(item, numbered, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return copied(numbered[value["$ref"]], numbered, depth + 1)
    return {key: copied(held, numbered, depth + 1) for key, held in value.items()}


def linked(shown, made, met):
    """What was made of a value, with one object wherever there is one; `met` has those that can stand elsewhere."""
    if isinstance(shown, list):
        met.append(made)
        owns = made if isinstance(made, list) and len(made) == len(shown) else [None] * len(shown)
        for place, item in enumerate(shown):
            owns[place] = linked(item, owns[place], met)
    elif isinstance(shown, dict) and "$ref" in shown:
        one = met[shown["$ref"]]
        return made if one is None or type(one) is not type(made) else one
    elif isinstance(shown, dict) and "$map" in shown:
        met.append(made)
        is_whole = isinstance(made, dict) and len(made) == len(shown["$map"])
        for (key, held), own in zip(shown["$map"], list(made) if is_whole else shown["$map"]):
            linked(key, None, met)
            new = linked(held, made[own] if is_whole else None, met)
            if is_whole:
                made[own] = new
    elif isinstance(shown, dict) and ("$set" in shown or "$object" in shown):
        met.append(made)
        for item in [*shown.get("$set", ()), *shown.get("fields", {}).values()]:
            linked(item, None, met)
    return made


def to_python(value, kind, module):
    """`kind` is a JavaType in its JSON form, or None where nothing is known."""
    if isinstance(value, dict) and "$new" in value:
        return make(value)
    if isinstance(kind, dict):
        if "primitive" in kind or "boxed" in kind:
            return scalar(value, kind.get("primitive") or kind["boxed"])
        if "array" in kind:
            return sequence(value, kind["array"], module)
        named = kind["class"]
        name, args = named["name"].rpartition(".")[2], named["args"]
        if name in BUILDERS and named.get("built") and isinstance(value, str):
            return TextBuilt(value)
        if name in CLOSED and isinstance(value, (str, dict)):
            found = of_library(name, value, named, module)
            if found is not UNKNOWN:
                return found
        if name in STREAMS and value is not None:
            return STREAMS[name](dynamic(value, module))
        if name in ITERATORS and isinstance(value, list):
            return iter(sequence(value, args[0] if args else None, module))
        if name in LISTS and isinstance(value, list):
            return sequence(value, args[0] if args else None, module)
        if name in SETS and isinstance(value, dict) and "$set" in value:
            return as_set(value["$set"], args[0] if args else None, module)
        if name == "Optional":
            return to_python(value, args[0] if args else None, module)
        if isinstance(value, dict) and "$map" in value and len(args) == 2:
            made = as_dict(value["$map"], args[0], args[1], module)
            return in_order(made) if name in SORTED_MAPS else made
        if isinstance(value, list) and isinstance(getattr(module, name, None), type):
            return getattr(module, name)(*[to_python(item, None, module) for item in value])
        if isinstance(value, str) and isinstance(getattr(module, name, None), type):
            return constant(f"{name}.{value}", module)
    return dynamic(value, module)


def scalar(value, name):
    if value is None:
        return None
    if isinstance(value, dict):
        value = dynamic(value, None)
    if name in FLOATS:
        return float(value)
    if name == "char":
        return chr(value) if isinstance(value, int) else value
    return value


def sequence(value, element, module):
    if isinstance(value, dict) and "$bytes" in value:
        return [byte - 256 if byte > 127 else byte for byte in bytes.fromhex(value["$bytes"])]
    if isinstance(value, str) and element == {"primitive": "char"}:
        return list(value)
    if not isinstance(value, list):
        return dynamic(value, module)
    if element == {"primitive": "int"}:
        return value[:]
    return [to_python(item, element, module) for item in value]


def hashable(value):
    """Lists and sets as elements of sets and keys of maps become tuples and frozen sets."""
    if isinstance(value, list):
        return tuple(hashable(item) for item in value)
    return frozenset(value) if isinstance(value, set) else value


def as_set(items, element, module):
    return {hashable(to_python(item, element, module)) for item in items}


def as_dict(pairs, key, held, module):
    return {hashable(to_python(k, key, module)): to_python(v, held, module) for k, v in pairs}


def in_order(made):
    """A dict in the order of its keys, as Java's sorted maps are; as it is where they have none."""
    try:
        return dict(sorted(made.items(), key=lambda entry: entry[0]))
    except TypeError:
        return made


def dynamic(value, module):
    if isinstance(value, list):
        return [dynamic(item, module) for item in value]
    if not isinstance(value, dict):
        return value
    if "$float" in value:
        return float(value["$float"])
    if "$int" in value:
        return int(value["$int"], 0)
    if "$utf16" in value:
        units = b"".join(unit.to_bytes(2, "little") for unit in value["$utf16"])
        return units.decode("utf-16-le", "surrogatepass")
    if "$bytes" in value:
        return bytes.fromhex(value["$bytes"])
    if "$set" in value:
        return as_set(value["$set"], None, module)
    if "$map" in value:
        return as_dict(value["$map"], None, None, module)
    if "$enum" in value:
        return constant(value["$enum"], module)
    if "$new" in value:
        return make(value)
    if "$exception" in value:
        return EXCEPTIONS[value["$exception"]](value["message"])
    if "$object" in value:
        return instance(value["$object"], value.get("fields", {}), module)
    raise Unfit(f"a value of this kind cannot be made: {sorted(value)}")


def named_class(name, module):
    name = name.replace("$", ".").rpartition(".")[2]
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise Unfit(f"the module has no class {name}")
    return found


def constant(name, module):
    """A constant of a class of the port by Java's name, whatever its case and underscores."""
    # An enum of the project may have that name: its constants are not called so.
    if name.startswith(LAMBDA) and name.removeprefix(LAMBDA) in WAYS:
        return Lambda(name.removeprefix(LAMBDA))
    owner, _, member = name.rpartition(".")
    cls = enum_class(owner, module)
    if hasattr(cls, member):
        return getattr(cls, member)
    names = getattr(cls, "__members__", None) or [known for known in vars(cls) if not known.startswith("_")]
    for known in names:
        if known.replace("_", "").lower() == member.replace("_", "").lower():
            return getattr(cls, known)
    raise Unfit(f"no constant {name}")


def enum_class(owner, module):
    """In the module itself or in one that it imports, also in a class of these."""
    name = owner.replace("$", ".").rpartition(".")[2]
    held = list(vars(module).values())
    modules = [place for place in held if isinstance(place, types.ModuleType)]
    classes = [place for place in held if isinstance(place, type)]
    for place in (module, *classes, *modules):
        found = getattr(place, name, None)
        if isinstance(found, type) and (place not in modules or isinstance(found, enum.EnumMeta)):
            return found
    for place in modules:
        for around in [held for held in list(vars(place).values()) if isinstance(held, type)]:
            found = vars(around).get(name)
            if isinstance(found, type):
                return found
    raise Unfit(f"the port has no enum {name}; what it takes in its place (a string, a number) is not known")


def snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


def instance(name, fields, module):
    cls = named_class(name, module)
    made = cls.__new__(cls)
    try:
        known = set(vars(cls()))
    except Exception:
        known = set()
    for key, held in fields.items():
        options = [key, snake(key), "_" + snake(key), "_" + key, f"_{cls.__name__.lstrip('_')}__{snake(key)}"]
        attribute = next((option for option in options if option in known), snake(key) if not known else key)
        object.__setattr__(made, attribute, dynamic(held, module))
    return made


# ---- values: Python to the neutral form

# What a thread keeps for itself; the names of those that nobody named are counted.
OF_THREADS = frozenset(vars(threading.Thread()))
COUNTED = re.compile(r"^Thread-\d+( \(.*\))?$")
IMMUTABLE = (type(None), bool, int, float, str, bytes, complex, enum.Enum, frozenset, range)


class Encoder:
    """Encodes the values of one outcome; containers are numbered across the whole outcome."""

    shares_empty = False
    most = MAX_NODES

    def __init__(self):
        self.seen = {}
        self.alive = []
        self.containers = 0
        self.nodes = 0

    def first(self, value, shareable):
        """Registers a container: its number when it was met before, else None."""
        if shareable:
            before = self.seen.setdefault(id(value), self.containers)
            if before != self.containers:
                return {"$ref": before}
            self.alive.append(value)
        self.containers += 1
        return None

    def value(self, value, depth=0):
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
            return f"<deeper than {MAX_DEPTH}>"
        return self.compound(value, depth + 1)

    def text(self, value):
        self.nodes += len(value) // 64
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                units = memoryview(value.encode("utf-16-le", "surrogatepass")).cast("H")
                return {"$utf16": list(units)}
        return placeless(str(value))

    def compound(self, value, depth):
        if isinstance(value, WRITTEN):
            return self.text(str(value))
        if isinstance(value, datetime.timedelta):
            whole = value // datetime.timedelta(microseconds=1)
            nanos = whole % 1000 * 1000
            return self.first(value, True) or {"$object": "timedelta", "fields": {"millis": whole // 1000, "nanos": nanos}}
        if mts_processes.is_given(value):
            fields = {"in": self.compound(value.stdin, depth), "state": value.state()}
            return self.first(value, True) or {"$object": "Process", "fields": fields}
        if isinstance(value, Lambda):
            return self.first(value, True) or {"$object": "function", "fields": {}}
        if isinstance(value, enum.Enum):
            return {"$enum": f"{type(value).__name__}.{value.name}"}
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, bool) or isinstance(value, int):
            return integer(int(value))
        if isinstance(value, float):
            return {"$float": float.__repr__(value)}
        if isinstance(value, (bytes, bytearray, memoryview)):
            return {"$bytes": bytes(value).hex()}
        if isinstance(value, BaseException):
            return exception(value)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return self.first(value, False) or self.items(value, depth)
        if isinstance(value, (list, collections.deque, collections.UserList)):
            return self.first(value, len(value) > 0 or self.shares_empty) or self.items(value, depth)
        if isinstance(value, (dict, collections.UserDict, types.MappingProxyType)):
            return self.first(value, len(value) > 0 or self.shares_empty) or {
                "$map": [[self.value(k, depth), self.value(v, depth)] for k, v in value.items()]
            }
        if isinstance(value, (set, frozenset)):
            return self.first(value, isinstance(value, set) and (len(value) > 0 or self.shares_empty)) or {"$set": self.items(value, depth)}
        if isinstance(value, (range, type({}.keys()), type({}.values()), type({}.items()))):
            return self.first(value, False) or self.items(value, depth)
        if isinstance(value, Kept):
            return self.compound(value.written(), depth)
        if isinstance(value, io.IOBase) and (isinstance(value, (BytesRead, TextRead)) or value.closed):
            return self.first(value, True) or {"$object": type(value).__name__, "fields": {}}
        if isinstance(value, (io.BytesIO, io.StringIO)):
            return self.compound(value.getvalue(), depth)
        if hasattr(type(value), "__next__"):
            return self.first(value, True) or self.items(itertools.islice(value, MAX_ITERATOR), depth)
        if hasattr(value, "tolist") and not isinstance(value, type):
            return self.value(value.tolist(), depth)
        return self.first(value, True) or self.object(value, depth)

    def items(self, items, depth):
        if isinstance(items, list) and len(items) > self.most:
            raise TooLarge
        out = []
        for item in items:
            if type(item) is int and -SMALL <= item < SMALL:
                # The commonest by far; it counts as a node all the same.
                self.nodes += 1
                out.append(item)
            else:
                out.append(self.value(item, depth))
        if self.nodes > self.most:
            raise TooLarge
        return out

    def object(self, value, depth):
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
                if slot not in ("__dict__", "__weakref__") and hasattr(value, name):
                    fields[name] = getattr(value, name)
        fields.update(getattr(value, "__dict__", {}))
        for name, held in defaults(type(value)):
            fields.setdefault(name, held)
        if isinstance(value, threading.Thread):
            fields = {name: held for name, held in fields.items() if name not in OF_THREADS}
            if type(value) is threading.Thread:
                fields = {"name": COUNTED.sub("Thread", value.name), "daemon": value.daemon}
        if seeded is not None:
            # Where a generator stands is the run's doing, and a port may keep it elsewhere than Java.
            fields = {name: held for name, held in fields.items() if not name.startswith("_mts_") and not seeded.holds(held)}
        constant = constant_of(value)
        if constant:
            fields["__constant__"] = constant
        if not fields and type(value).__repr__ is not object.__repr__ and not ADDRESS.search(shown := repr(value)):
            fields = {"text": shown}
        return {"$object": type(value).__name__, "fields": {str(k): self.value(v, depth) for k, v in fields.items()}}


def constant_of(value):
    """The name in capitals that an object's own class keeps it under, or nothing."""
    for name, held in vars(type(value)).items():
        if held is value and name.isupper():
            return name
    return ""


def defaults(cls):
    """What an instance reads from its class as long as it has no value of its own; constants, which are
    written in capitals, are the class's."""
    for owner in cls.__mro__:
        if owner.__module__ in ("builtins", "abc", "typing", "enum"):
            continue
        for name, held in vars(owner).items():
            own = name.removeprefix(f"_{owner.__name__.lstrip('_')}__")
            hidden = name.startswith("__") or name.startswith("_abc_") or own.isupper()
            if not hidden and not callable(held) and not hasattr(type(held), "__get__"):
                yield name, held


def integer(value):
    if -SMALL <= value < SMALL:
        return value
    if value.bit_length() > MAX_BITS:
        raise TooLarge
    return {"$int": hex(value)}


def exception(error):
    """Own name and base classes up to Exception, then the message."""
    names = [cls.__name__ for cls in type(error).__mro__ if cls not in (BaseException, object)]
    try:
        message = str(error)
    except Exception:
        message = ""
    message = placeless(message).encode("utf-8", "replace").decode()[:4096]
    return {"$exception": "<".join(names), "message": message}
