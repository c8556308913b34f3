"""Python values in place of values of the JDK.

The values are streams, functions, and objects whose fields the tool cannot read."""

import datetime
import importlib
import io
import math
import pathlib
import re

from . import jdk, processes
from .basics import Unfit
from .jdk import CLASSES, DEFAULT_METHODS, PARTS, RESULTS
from .threads import thread

__builtins__ = dict(vars(__import__("builtins")))


class BytesRead(io.BytesIO):
    """The port's value for an `InputStream`.

    Its encoding does not show how much the code has read."""

    def peek(self, size=0):
        """Returns the bytes that are not yet read, like `io.BufferedReader`, which ports usually get."""
        return self.getvalue()[self.tell() :]


class TextRead(io.StringIO):
    """The port's value for a `Reader`."""


class RetainingStream:
    """A base class of output streams.

    The stream keeps the content when the code under test closes the stream."""

    def close(self):
        if not self.closed:
            self.content = self.getvalue()
        super().close()

    def written(self):
        """Returns the content of the stream, even if it is closed."""
        return self.content if self.closed else self.getvalue()


class BytesWritten(RetainingStream, io.BytesIO):
    """The port's value for an `OutputStream`."""


class TextWritten(RetainingStream, io.StringIO):
    """The port's value for a `Writer`."""


class TextBuilt(RetainingStream, io.StringIO):
    """The port's value for a `StringBuilder`, if the port's annotation says `StringIO`."""

    def __init__(self, text=""):
        super().__init__()
        self.write(text)


class Lambda:
    """The port's value for an object of any functional interface.

    The port can call the object itself, or a method of any name. `how` names the behaviour."""

    def __init__(self, how):
        self._how = how

    def __call__(self, *args, **named):
        how = self._how
        if how == "thread":
            return thread(args[0] if args else named.get("target"), "thread", False)
        if how in RESULTS:
            return RESULTS[how]()
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
        if own in DEFAULT_METHODS:
            raise Unfit(f"cargo mts has no Python form of the method {name} of a Java function")
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self()


def natural(one, other):
    """Compares two values in Java's natural order and returns -1, 0 or 1.

    As in Java, strings compare by their UTF-16 units, NaN is the greatest number, and -0.0 is less than 0.0."""
    if isinstance(one, str) and isinstance(other, str):
        one, other = (text.encode("utf-16-be", "surrogatepass") for text in (one, other))
    elif isinstance(one, float) and isinstance(other, float):
        one, other = ((x != x, x if x == x else 0.0, x == 0 and math.copysign(1.0, x)) for x in (one, other))
    return (one > other) - (one < other)


def class_in_python(text):
    """Returns the Python class for a JDK class or a primitive type, or None.

    `text` is the Java class as Java prints it."""
    kind, _, name = text.rpartition(" ")
    return CLASSES.get(name.rpartition(".")[2]) if name.startswith("java.") or not kind else None


def takes(kind, module, known):
    """Returns whether the port uses one of the classes or modules `known` for a parameter.

    The annotation decides, if there is one. Else the module must have one of them under its own name. A class of the
    project with the same name does not count."""
    annotation = kind.get("annotation", "")
    if annotation:
        return any(held.__name__ in annotation for held in known)
    return any(getattr(module, held.__name__, None) is held for held in known)


def of_library(name, value, kind, module):
    """Returns the port's value for a JDK object whose fields the tool cannot read.

    Returns `UNKNOWN` if the value belongs to a class of the project that has the same name."""
    shown = value.get("fields", {}) if isinstance(value, dict) else {}
    if name in PRINTED and isinstance(text := shown.get("text", value), str):
        return of_text(name, text, kind, module)
    if name in TEXTS and isinstance(value, str):
        make, known = TEXTS[name]
        return make(value) if takes(kind, module, known) else value
    full, parts = PARTS.get(name, (None, set()))
    if not isinstance(value, dict) or value.get("$object") != full or not shown.keys() >= parts:
        return UNKNOWN
    return CONSTRUCTORS[name](shown, kind, module)


def new_duration(shown, kind, module):
    """Returns the port's value for a `Duration`."""
    if not takes(kind, module, TIMES):
        raise Unfit("cargo mts does not know what the port takes for a Java Duration")
    try:
        return datetime.timedelta(milliseconds=shown["millis"])
    except OverflowError:
        raise Unfit("a timedelta cannot hold this Duration") from None


def new_thread(shown, kind, module):
    """Returns a thread that was not started."""
    return thread(Lambda("null"), shown["name"], True)


def new_process(shown, kind, module):
    """Returns a simulated process."""
    return processes.create_process(shown, BytesRead, BytesWritten)


def new_class(shown, kind, module):
    """Returns the Python class for a Java class."""
    own = shown["text"].rpartition(".")[2].rpartition("$")[2].rpartition(" ")[2]
    found = class_in_python(shown["text"]) or getattr(module, own, None)
    if not isinstance(found, type):
        raise Unfit(f"the module has no class {own}")
    return found


def of_text(name, text, kind, module):
    """Returns the port's value for a JDK value that both sides print.

    The value is an object of Python's class, or the text. The text is for a port whose annotation says
    `str`. Raises `Unfit` if the module imports only another class of the same library, because
    then the port's type is not known."""
    make, known = TEXTS[name]
    home, own = known[:2]
    annotation = kind.get("annotation", "")
    words = WORDS.findall(annotation)
    if annotation and own.__name__ not in words:
        if "str" in words:
            return text
        raise Unfit(f"cargo mts does not know what the port takes for a Java {name}")
    if not annotation and not takes(kind, module, known):
        others = (other for _, (other_home, other, *_) in TEXTS.values() if other_home is home and other is not own)
        if takes(kind, module, others):
            raise Unfit(f"cargo mts does not know what the port takes for a Java {name}")
    try:
        return make(text)
    except (ValueError, re.error):
        raise Unfit(f"Python's class cannot hold this {name}") from None


def printed(value):
    """Returns the text of a value that both sides print. The fraction of a second has no zeros at its end."""
    return value.pattern if isinstance(value, re.Pattern) else FRACTION.sub(r"\1", value.isoformat())


WORDS = re.compile(r"\w+")
FRACTION = re.compile(r"(\.\d+?)0+(?=[+-]|$)")
UNKNOWN = object()
TIMES = (datetime, datetime.datetime, datetime.timedelta)


def text_class(module, name, make, also, _):
    """Returns the function that makes a value from its text, and names of its class.

    A port may import the class by these names: the module, the class, and classes with the same
    meaning."""
    home = importlib.import_module(module)
    own = getattr(home, name)
    others = (one.rpartition(".") for one in also)
    known = (home, own, *(getattr(importlib.import_module(home), name) for home, _, name in others))
    return getattr(own, make, None) or getattr(home, make) if make else own, known


# The result of `text_class` for each Java class whose values are built from one text.
TEXTS = {java: text_class(*row) for java, row in jdk.TEXTS.items()}
# Python's classes of the values that both sides print.
PRINTED = {java: known[1] for java, (_, known) in TEXTS.items() if jdk.TEXTS[java][-1]}
# The encoding of a value of these classes is its text.
WRITTEN = (pathlib.PurePath, *(known[1] for java, (_, known) in TEXTS.items() if java not in PRINTED))
PRINTED_CLASSES = tuple(set(PRINTED.values()))
STREAMS = {java: globals()[own] for java, own in jdk.STREAMS.items()}
# The function that constructs the port's value for each Java class whose values are built from named parts.
CONSTRUCTORS = {java: globals()["new_" + java.lower()] for java in PARTS}
