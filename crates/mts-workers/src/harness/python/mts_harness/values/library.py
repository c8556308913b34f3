"""What stands for values of the JDK: streams, functions, and classes whose fields are closed."""

import datetime
import importlib
import io
import math
import pathlib
import re

from . import jdk, processes
from .basics import Unfit
from .jdk import CLASSES
from .threads import thread

__builtins__ = dict(vars(__import__("builtins")))


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
            raise Unfit(f"the tool has no Python form of the method {name} of a Java function")
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self()


LAMBDA = "Lambda."
# The results of these functions, the same as in Java.
GIVEN = {"zero": 0, "double": 1.5, "float": 1.5, "letter": "a", "text": "given"}
GIVEN |= dict.fromkeys(("int", "long", "short", "byte"), 7)
WAYS = frozenset(("true", "false", "null", "first", "second", "natural", "called", "thread", "list", *GIVEN))
# Methods of Java's interfaces of functions that have a body there.
DEFAULTS = frozenset(("negate", "reversed", "andthen", "compose", "and", "or"))


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
    shown = value.get("fields", {}) if isinstance(value, dict) else {}
    if name in PRINTED and isinstance(text := shown.get("text", value), str):
        return of_text(name, text, kind, module)
    if name in TEXTS and isinstance(value, str):
        make, known = TEXTS[name]
        return make(value) if takes(kind, module, known) else value
    if not isinstance(value, dict):
        return UNKNOWN
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
        return processes.create_process(shown, BytesRead, BytesWritten)
    if name == "Class" and value.get("$object") == "java.lang.Class" and "text" in shown:
        own = shown["text"].rpartition(".")[2].rpartition("$")[2].rpartition(" ")[2]
        found = class_in_python(shown["text"]) or getattr(module, own, None)
        if not isinstance(found, type):
            raise Unfit(f"the module has no class {own}")
        return found
    return UNKNOWN


def of_text(name, text, kind, module):
    """A value that both sides print: of the class of Python, or the text where the annotation says so. A module that
    imports only another class of the same library takes no value of this one."""
    make, known = TEXTS[name]
    home, own = known[:2]
    annotation = kind.get("annotation", "")
    words = WORDS.findall(annotation)
    if annotation and own.__name__ not in words:
        if "str" in words:
            return text
        raise Unfit(f"what the port takes for a {name} is not known")
    if not annotation and not takes(kind, module, known):
        others = (other for _, (other_home, other, *_) in TEXTS.values() if other_home is home and other is not own)
        if takes(kind, module, others):
            raise Unfit(f"what the port takes for a {name} is not known")
    try:
        return make(text)
    except (ValueError, re.error):
        raise Unfit(f"a {name} beyond what Python's class holds") from None


def printed(value):
    """The text of a value that both sides print, as Java prints it: without zeros at the end of a fraction."""
    return value.pattern if isinstance(value, re.Pattern) else FRACTION.sub(r"\1", value.isoformat())


WORDS = re.compile(r"\w+")
FRACTION = re.compile(r"(\.\d+?)0+(?=[+-]|$)")
UNKNOWN = object()
TIMES = (datetime, datetime.datetime, datetime.timedelta)


def text_class(module, name, make, also, _):
    """What makes a value of a text, and what says that a port takes one: the module, the class and their like."""
    home = importlib.import_module(module)
    own = getattr(home, name)
    others = (one.rpartition(".") for one in also)
    known = (home, own, *(getattr(importlib.import_module(home), name) for home, _, name in others))
    return getattr(own, make, None) or getattr(home, make) if make else own, known


TEXTS = {java: text_class(*row) for java, row in jdk.TEXTS.items()}
# Of these both sides print the values.
PRINTED = {java: known[1] for java, (_, known) in TEXTS.items() if jdk.TEXTS[java][-1]}
# Values of these are written as one text.
WRITTEN = (pathlib.PurePath, *(known[1] for java, (_, known) in TEXTS.items() if java not in PRINTED))
PRINTED_CLASSES = tuple(set(PRINTED.values()))
STREAMS = {java: globals()[own] for java, own in jdk.STREAMS.items()}
