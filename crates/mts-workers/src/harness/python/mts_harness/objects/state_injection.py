"""Injects Java's object state into the port: objects of the port's class, with Java's field values in the attributes
of the same names. Comparing them with Java's objects is left to the engine."""

import array
import builtins
import collections
import copy
import dis
import enum
import inspect
import io
import pathlib
import types

from .factories import factories, module_of
from ..project.modules import resolve
from ..values.basics import Unfit
from ..values.decode import constant, dynamic, hashable
from ..values.library import class_in_python

__builtins__ = dict(vars(builtins))

# Nothing that Java shows can stand for it.
UNKNOWN = object()
# Before the name of a class whose objects are tuples in the port.
TUPLE = "tuple "
SEQUENCES = (list, tuple, collections.deque)
PLAIN = (bool, int, float)


class Injection:
    """Fills one object and all that it holds."""

    def __init__(self, ports, own):
        self.ports = ports
        # The object that nothing else refers to: its own fields are set.
        self.own = own
        self.met = []
        self.module = None

    def value(self, shown, before):
        """What stands for a value of Java's; `before` is what the port has in its place."""
        if isinstance(shown, list):
            place = self.meet()
            olds = list(before) if isinstance(before, SEQUENCES) else []
            items = [self.value(item, olds[at] if at < len(olds) else None) for at, item in enumerate(shown)]
            self.met[place] = made = like(items, before)
            return made
        if not isinstance(shown, dict):
            return scalar(shown, before)
        if "$ref" in shown:
            return self.met[shown["$ref"]]
        if "$set" in shown:
            place = self.meet()
            items = [hashable(self.value(item, None)) for item in shown["$set"]]
            self.met[place] = made = like(items, set() if before is None or is_plain(before) else before)
            return made
        if "$map" in shown:
            self.meet()
            olds = {} if before is None or is_plain(before) else before
            if not isinstance(olds, dict):
                raise unlike(before)
            made = self.met[-1] = emptied(olds)
            for key, held in shown["$map"]:
                key = hashable(self.value(key, None))
                made[key] = self.value(held, olds.get(key))
            return made
        if "$object" in shown:
            return self.object(shown["$object"], shown["fields"], before)
        if "$enum" in shown:
            return constant(shown["$enum"], self.module)
        if "$exception" in shown:
            return before if before is not None else UNKNOWN
        return scalar(dynamic(shown, self.module), before)

    def meet(self):
        self.met.append(UNKNOWN)
        return len(self.met) - 1

    def object(self, name, fields, before):
        place = self.meet()
        if name == "java.lang.Class":
            return self.named(fields.get("text", ""))
        if name.startswith(TUPLE):
            made = self.met[place] = factories.in_parts(*(self.value(held, None) for held in fields.values()))
            return made
        port = self.ports.get(name)
        if port is None:
            # Nobody but the port itself knows what it has for this.
            for held in fields.values():
                self.value(held, None)
            return before if before is not None else UNKNOWN
        module = module_of(port["module"])
        _, cls = resolve(module, port["qualname"])
        if not isinstance(cls, type):
            raise Unfit(f"{port['qualname']} is no class")
        if issubclass(cls, enum.Enum):
            raise Unfit(f"only the enum itself makes constants of {cls.__name__}")
        # Else never the object itself: the port may share it between calls, as a constant or a default of its class.
        is_below = type(before) is factories.below.get(cls)
        if type(before) is not cls and not is_below:
            made = fresh(cls)
        else:
            made = before if before is self.own else another(before)
        self.met[place] = made
        around, self.module = self.module, module
        names = attributes(cls)
        for field, held in fields.items():
            attribute = names.get(plain(field))
            old = getattr(made, attribute, None) if attribute else None
            new = self.value(held, old)
            if attribute and new is not UNKNOWN:
                try:
                    object.__setattr__(made, attribute, new)
                except (AttributeError, TypeError):
                    raise Unfit(f"{cls.__name__}.{attribute} cannot be set") from None
        self.module = around
        for attribute in names.values():
            # Only the port's own constructor could set it.
            try:
                object.__getattribute__(made, attribute)
            except AttributeError:
                raise Unfit(f"Java's object has no value for {cls.__name__}.{attribute}") from None
        return made

    def named(self, text):
        name = text.rpartition(" ")[2]
        port = self.ports.get(name)
        if port is not None:
            return resolve(module_of(port["module"]), port["qualname"])[1]
        return class_in_python(text) or UNKNOWN


def like(items, before):
    """The items in a container of the kind that the port has, and with its ways, such as how long a `deque` is."""
    if before is None or type(before) is list or isinstance(before, PLAIN):
        return items
    if isinstance(before, (tuple, frozenset)) and not hasattr(before, "_fields"):
        return type(before)(items)
    if isinstance(before, (bytes, bytearray)) and all(isinstance(item, int) for item in items):
        return type(before)(item & 255 for item in items)
    if isinstance(before, str) and all(isinstance(item, str) for item in items):
        return "".join(items)
    if isinstance(before, array.array):
        return array.array(before.typecode, items)
    if isinstance(before, (list, collections.deque)):
        made = emptied(before)
        made.extend(items)
        return made
    if isinstance(before, set):
        made = emptied(before)
        made.update(hashable(item) for item in items)
        return made
    raise unlike(before)


def emptied(before):
    """A container of the port's kind and with its ways, such as what a `defaultdict` gives, with nothing in it."""
    if type(before) in (dict, list, set):
        return type(before)()
    made = copied(before)
    made.clear()
    return made


def scalar(shown, before):
    """A number or text in the port's own type, where that is plain to see."""
    if shown is None or before is None or is_plain(before) or type(before) is type(shown):
        return shown
    if isinstance(before, pathlib.PurePath) and isinstance(shown, str):
        return type(before)(shown)
    if isinstance(before, (bytes, bytearray)) and isinstance(shown, bytes):
        return type(before)(shown)
    if type(before) is list and isinstance(shown, bytes):
        return [byte - 256 if byte > 127 else byte for byte in shown]
    if type(before) is io.StringIO and isinstance(shown, str):
        made = io.StringIO()
        made.write(shown)
        return made
    raise unlike(before)


def is_plain(value):
    return isinstance(value, (*PLAIN, str)) and not isinstance(value, enum.Enum)


def unlike(before):
    return Unfit(f"Java's object has a value of another kind than the port's {type(before).__name__}")


def copied(before):
    """Another instance with the same in it."""
    try:
        made = copy.copy(before)
    except Exception as error:
        raise Unfit(f"no other {type(before).__name__} can be made: {type(error).__name__}") from None
    if made is before:
        raise Unfit(f"no other {type(before).__name__} can be made")
    return made


def another(before):
    """A copy of an object, which must not lead back to the object."""
    made = copied(before)
    held = list(getattr(made, "__dict__", {}).values())
    for value in list(held):
        held += value.values() if type(value) is dict else value if type(value) in (list, tuple, set) else ()
    if any(value is before or type(value) is types.MethodType and value.__self__ is before for value in held):
        raise Unfit(f"a {type(before).__name__} that leads to itself has no copy")
    return made


def fresh(cls):
    """An instance, with what its constructor sets where that asks for nothing."""
    try:
        inspect.signature(cls).bind()
        return cls()
    except Exception:
        try:
            return cls.__new__(cls)
        except Exception as error:
            raise Unfit(f"no {cls.__name__} can be made: {type(error).__name__}") from None


def plain(name, cls=None):
    """A name as both languages have it: no case, no underscores, no mangling, no `m_`."""
    if cls is not None:
        name = name.removeprefix(f"_{cls.__name__.lstrip('_')}__")
    name = name.lstrip("_")
    return (name.removeprefix("m_") or name).replace("_", "").lower()


def attributes(cls):
    """The attributes of a class's instances by their plain names: set by its methods, declared, or read from it."""
    known = factories.attributes
    found = known.get(cls)
    if found is not None:
        return found
    found = known[cls] = {}
    for owner in reversed(cls.__mro__):
        if owner.__module__ in ("builtins", "abc", "typing", "enum"):
            continue
        slots = owner.__dict__.get("__slots__", ())
        names = [
            f"_{owner.__name__.lstrip('_')}{slot}" if slot.startswith("__") else slot
            for slot in ((slots,) if isinstance(slots, str) else slots)
        ]
        names += owner.__dict__.get("__annotations__", {})
        for name, held in vars(owner).items():
            function = getattr(held, "fset", None) or getattr(held, "__func__", held)
            if isinstance(function, types.FunctionType):
                names += stored(function.__code__)
            elif not name.startswith("__") and not hasattr(type(held), "__get__") and not callable(held):
                names.append(name)
        for name in names:
            held = inspect.getattr_static(cls, name, None)
            if not isinstance(held, property) and not isinstance(held, types.FunctionType):
                found[plain(name, owner)] = name
    return found


STORE, EXTENDED = dis.opmap["STORE_ATTR"], dis.opmap["EXTENDED_ARG"]


def stored(code):
    """The attributes that a function sets, of `self` mostly. Read from the bytes: `dis` is slow, and classes are
    made anew for every variant."""
    raw, found, more = code.co_code, [], 0
    for at in range(0, len(raw), 2):
        arg = raw[at + 1] | more
        more = arg << 8 if raw[at] == EXTENDED else 0
        if raw[at] == STORE:
            found.append(code.co_names[arg])
    return found


def inject(shown, before, is_new):
    """The port's object with what Java shows; `before` is what its own makers make, where they make it, and `is_new`
    whether nobody else has that."""
    made = Injection(factories.ports, before if is_new else None).value(shown, before)
    if made is UNKNOWN or made is None:
        raise Unfit("nothing in the port stands for it")
    return made


factories.inject = inject
