"""Objects that are given to the port as Java made them: the port's class, and Java's fields in the attributes of
the same names. Whether they are alike then is not judged here."""

import array
import builtins
import collections
import dis
import inspect
import types

import mts_makers
from mts_modules import resolve
from mts_values import CLASSES, Unfit, constant, dynamic, hashable

__builtins__ = dict(vars(builtins))

# Nothing that Java shows can stand for it.
UNKNOWN = object()


class Handed:
    """Fills one object and all that it holds."""

    def __init__(self, ports):
        self.ports = ports
        self.met = []
        self.module = None

    def value(self, shown, before):
        """What stands for a value of Java's; `before` is what the port has in its place."""
        if isinstance(shown, list):
            place = self.meet()
            olds = list(before) if isinstance(before, (list, tuple, collections.deque)) else []
            items = [self.value(item, olds[at] if at < len(olds) else None) for at, item in enumerate(shown)]
            self.met[place] = made = like(items, before)
            return made
        if not isinstance(shown, dict):
            return shown
        if "$ref" in shown:
            return self.met[shown["$ref"]]
        if "$set" in shown:
            place = self.meet()
            items = [hashable(self.value(item, None)) for item in shown["$set"]]
            self.met[place] = made = like(items, before) if isinstance(before, (list, tuple)) else set(items)
            return made
        if "$map" in shown:
            self.meet()
            made = self.met[-1] = {}
            olds = before if isinstance(before, dict) else {}
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
        return dynamic(shown, self.module)

    def meet(self):
        self.met.append(UNKNOWN)
        return len(self.met) - 1

    def object(self, name, fields, before):
        place = self.meet()
        if name == "java.lang.Class":
            return self.named(fields.get("text", ""))
        port = self.ports.get(name)
        if port is None:
            # Nobody but the port itself knows what it has for this.
            for held in fields.values():
                self.value(held, None)
            return before if before is not None else UNKNOWN
        module = mts_makers.module_of(port["module"])
        if not port["qualname"]:
            made = self.met[place] = tuple(self.value(held, None) for held in fields.values())
            return made
        _, cls = resolve(module, port["qualname"])
        if not isinstance(cls, type):
            raise Unfit(f"{port['qualname']} is no class")
        made = self.met[place] = before if type(before) is cls else fresh(cls)
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
        return made

    def named(self, text):
        name = text.rpartition(" ")[2]
        port = self.ports.get(name)
        if port is not None:
            return resolve(mts_makers.module_of(port["module"]), port["qualname"])[1]
        return CLASSES.get(name.rpartition(".")[2], UNKNOWN)


def like(items, before):
    """The items in a container of the kind that the port has."""
    if isinstance(before, (tuple, set, frozenset, collections.deque)) and not hasattr(before, "_fields"):
        return type(before)(items)
    if isinstance(before, (bytes, bytearray)) and all(isinstance(item, int) for item in items):
        return type(before)(item & 255 for item in items)
    if isinstance(before, array.array):
        return array.array(before.typecode, items)
    return items


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
    known = mts_makers.makers.attributes
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


def handed(shown, before):
    """The port's object with what Java shows; `before` is what its own makers make, where they make it."""
    made = Handed(mts_makers.makers.ports).value(shown, before)
    if made is UNKNOWN or made is None:
        raise Unfit("nothing in the port stands for it")
    return made


mts_makers.handed = handed
