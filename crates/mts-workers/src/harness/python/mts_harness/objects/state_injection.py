"""Injects Java's object state into the port.

The result is an object of the port's class. Its attributes have the values of Java's fields with the same names. The
engine later compares the object with Java's object."""

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
from .partial_objects import partial_objects
from .port_substitutes import TUPLE, UNPORTED
from ..project.modules import resolve
from ..values.basics import Unfit
from ..values.decode import constant, dynamic, hashable
from ..values.library import class_in_python

__builtins__ = dict(vars(builtins))

# Marks a Java value for which this module has no value in the port.
UNKNOWN = object()
SEQUENCES = (list, tuple, collections.deque)
NUMBERS = (bool, int, float)
BUILT_IN = (*SEQUENCES, dict, set, frozenset, bytes, bytearray)


class Injection:
    """Injects state into one object and into all objects that it refers to."""

    def __init__(self, ports, own):
        self.ports = ports
        # A new object, or None. No other object refers to it, so the injection sets its attributes without a copy.
        self.own = own
        # The containers in the order of first occurrence. A reference is an index of this list.
        self.met = []
        self.module = None

    def value(self, shown, before):
        """Returns the port's value for the encoded Java value `shown`. `before` is the value that the port has now."""
        if isinstance(shown, list):
            place = self.meet()
            olds = list(before) if isinstance(before, SEQUENCES) else []
            items = [known(self.value(item, olds[at] if at < len(olds) else None)) for at, item in enumerate(shown)]
            self.met[place] = made = like(items, before)
            return made
        if not isinstance(shown, dict):
            return scalar(shown, before)
        if "$ref" in shown:
            return self.met[shown["$ref"]]
        if "$set" in shown:
            place = self.meet()
            items = [hashable(known(self.value(item, None))) for item in shown["$set"]]
            self.met[place] = made = like(items, set() if before is None or is_plain(before) else before)
            return made
        if "$map" in shown:
            self.meet()
            olds = {} if before is None or is_plain(before) else before
            if not isinstance(olds, dict):
                raise create_unfit_error(before)
            made = self.met[-1] = emptied(olds)
            for key, held in shown["$map"]:
                key = hashable(known(self.value(key, None)))
                made[key] = known(self.value(held, olds.get(key)))
            return made
        if "$object" in shown:
            return self.object(shown["$object"], shown["fields"], before)
        if "$enum" in shown:
            return constant(shown["$enum"].removeprefix(UNPORTED), self.module)
        if "$exception" in shown:
            return before if before is not None else UNKNOWN
        return scalar(dynamic(shown, self.module), before)

    def meet(self):
        """Gives the next container its number and returns the number."""
        self.met.append(UNKNOWN)
        return len(self.met) - 1

    def object(self, name, fields, before):
        """Returns the port's object for a Java object of the class `name` with these fields."""
        place = self.meet()
        if name == "java.lang.Class":
            return self.named(fields.get("text", ""))
        if name.startswith(TUPLE):
            made = self.met[place] = factories.in_parts(*(self.value(held, None) for held in fields.values()))
            return made
        port = self.ports.get(name)
        if port is None:
            # The tool knows no class of the port for this Java class, so the present object stays. The loop only numbers
            # the containers.
            for held in fields.values():
                self.field(held, None)
            return UNKNOWN if before is None or is_plain(before) or isinstance(before, BUILT_IN) else before
        module, cls = ported(port)
        if not isinstance(cls, type):
            raise Unfit(f"{port['qualname']} is not a class")
        if issubclass(cls, enum.Enum):
            raise Unfit(f"only the enum itself makes constants of {cls.__name__}")
        # Copy every object except a new one: the port may share it between calls, for example as a constant.
        is_below = type(before) is factories.below.get(cls)
        is_bare = is_default = False
        if type(before) is cls or is_below:
            made = before if before is self.own else copy_object(before)
        else:
            made, is_bare = fresh(cls)
            is_default = not is_bare
        self.met[place] = made
        around, self.module = self.module, module
        names, is_open = attributes(cls)
        missing = set(names.values()) if is_bare else set()
        is_hidden = is_default and any(plain(field) not in names for field in fields if takes(cls, field))
        defaults = own_values(made, names.values()) if is_hidden else {}
        for field, held in fields.items():
            attribute = names.get(plain(field))
            new = self.field(held, getattr(made, attribute, None) if attribute else None)
            if attribute and new is UNKNOWN:
                delete(made, attribute)
                missing.add(attribute)
            elif attribute:
                put(made, attribute, new)
                defaults.pop(attribute, None)
        self.module = around
        # The constructor keeps the value of a field under another name, so an unchanged default is not Java's value.
        unchanged = [name for name, value in defaults.items() if own_values(made, [name]).get(name) is value]
        missing.update(name for name in unchanged if delete_own(made, name))
        # An attribute without a value stays unset: only the port's constructor could set it.
        missing = sorted(attribute for attribute in missing if not is_readable(made, attribute))
        if is_open and (is_bare or missing):
            raise Unfit(f"the port uses `__dict__`, `vars` or `setattr` on objects of {cls.__name__}")
        for attribute in missing:
            partial_objects.add_missing(cls, attribute)
        return made

    def field(self, shown, before):
        """Returns the port's value for a field, or `UNKNOWN`.

        The result is `UNKNOWN` if the port has a value of another kind."""
        first, module = len(self.met), self.module
        try:
            return self.value(shown, before)
        except Unfit:
            # The numbers of later containers count those of this field.
            self.met[first:] = [UNKNOWN] * containers(shown)
            self.module = module
            return UNKNOWN

    def named(self, text):
        """Returns the port's class for a Java class. `text` is the Java class as Java prints it."""
        name = text.rpartition(" ")[2]
        port = self.ports.get(name)
        if port is not None:
            return ported(port)[1]
        return class_in_python(text) or UNKNOWN


def containers(shown):
    """Returns the number of containers in a value of Java."""
    if isinstance(shown, list):
        return 1 + sum(map(containers, shown))
    if not isinstance(shown, dict):
        return 0
    if "$set" in shown:
        return containers(shown["$set"])
    if "$map" in shown:
        return 1 + sum(containers(key) + containers(held) for key, held in shown["$map"])
    if "$object" in shown:
        return 1 + sum(map(containers, shown["fields"].values()))
    return 0


def ported(port):
    """Returns the module and the class of a port."""
    try:
        module = module_of(port["module"])
        return module, resolve(module, port["qualname"])[1]
    except Unfit:
        raise
    except Exception as error:
        raise Unfit(f"Python cannot import {port['module']}: {type(error).__name__}") from None


def put(made, attribute, new):
    """Sets an attribute of an object."""
    try:
        object.__setattr__(made, attribute, new)
    except (AttributeError, TypeError):
        raise Unfit(f"cargo mts cannot set {type(made).__name__}.{attribute}") from None


def delete(made, attribute):
    """Deletes an attribute of an object. Raises `Unfit` if the object then has another value, such as its class's."""
    delete_own(made, attribute)
    if is_readable(made, attribute):
        raise Unfit(f"{type(made).__name__}.{attribute} has a value that Java's object does not have")


def takes(cls, field):
    """Returns whether the constructor of a class has a parameter with the name of a Java field."""
    return any(plain(name) == plain(field) for name in inspect.signature(cls).parameters)


def own_values(made, names):
    """Returns the values of the attributes that an object itself has."""
    held = getattr(made, "__dict__", {})
    slots = [name for name in names if isinstance(inspect.getattr_static(made, name, None), types.MemberDescriptorType)]
    return {
        **{name: held[name] for name in names if name in held},
        **{name: getattr(made, name) for name in slots if is_readable(made, name)},
    }


def delete_own(made, attribute):
    """Deletes an attribute of an object, and returns whether the object had a value of its own."""
    try:
        object.__delattr__(made, attribute)
    except (AttributeError, TypeError):
        return False
    return True


def is_readable(made, attribute):
    try:
        object.__getattribute__(made, attribute)
    except AttributeError:
        return False
    return True


def known(value):
    """Returns `value`, which is an element of a container. Raises `Unfit` if it is `UNKNOWN`."""
    if value is UNKNOWN:
        raise Unfit("the port has no value for an element of Java's container")
    return value


def like(items, before):
    """Returns the items in a container of the same type and settings as `before`.

    A setting is for example the maximum length of a `deque`."""
    if before is None or type(before) is list or isinstance(before, NUMBERS):
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
    raise create_unfit_error(before)


def emptied(before):
    """Returns an empty container of the same type and settings as `before`.

    A setting is for example the default factory of a `defaultdict`."""
    if type(before) in (dict, list, set):
        return type(before)()
    made = copied(before)
    made.clear()
    return made


def scalar(shown, before):
    """Returns a number, a text or bytes, converted to the type of `before`. Raises `Unfit` if it cannot convert."""
    if type(before) is int and type(shown) is str and len(shown) == 1:
        # The port keeps the code point of a `char`.
        return ord(shown)
    if shown is None and isinstance(before, (dict, list, set, frozenset, tuple)) and not before:
        # Java's null is often an empty container of the port.
        return before
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
    raise create_unfit_error(before)


def is_plain(value):
    """Returns whether the value is a boolean, a number or a text.

    A constant of an enum is not plain."""
    return isinstance(value, (*NUMBERS, str)) and not isinstance(value, enum.Enum)


def create_unfit_error(before):
    """Returns the error for a Java value that does not fit the type of `before`."""
    return Unfit(f"a value of Java's object does not fit the port's type {type(before).__name__}")


def copied(before):
    """Returns a shallow copy of a value. Raises `Unfit` if the value has no copy."""
    try:
        made = copy.copy(before)
    except Exception as error:
        raise Unfit(f"cargo mts cannot copy an object of {type(before).__name__}: {type(error).__name__}") from None
    if made is before:
        raise Unfit(f"cargo mts cannot copy an object of {type(before).__name__}")
    return made


def copy_object(before):
    """Returns a shallow copy of an object. Raises `Unfit` if the copy would refer to the object itself."""
    made = copied(before)
    held = list(getattr(made, "__dict__", {}).values())
    for value in list(held):
        held += value.values() if type(value) is dict else value if type(value) in (list, tuple, set) else ()
    if any(value is before or type(value) is types.MethodType and value.__self__ is before for value in held):
        raise Unfit(f"cargo mts cannot copy an object of {type(before).__name__} that refers to itself")
    return made


def fresh(cls):
    """Returns an instance, and whether no constructor created it.

    A constructor creates it if the constructor needs no argument. A constructor with `*args`
    also needs none, but the object would then lack the arguments of Java's constructor. So such
    a constructor is not called."""
    try:
        signature = inspect.signature(cls)
        signature.bind()
        if any(one.kind is one.VAR_POSITIONAL for one in signature.parameters.values()):
            raise TypeError
        return cls(), False
    except Exception:
        try:
            made = cls.__new__(cls)
        except Exception as error:
            raise Unfit(f"cargo mts cannot make an object of {cls.__name__}: {type(error).__name__}") from None
        partial_objects.add(cls)
        return made, True


def plain(name, cls=None):
    """Returns a normalized name, to compare Java names with Python names.

    Removes underscores, the prefix `m_` and the mangling of the class `cls`, and converts to lower case."""
    if cls is not None:
        name = name.removeprefix(f"_{cls.__name__.lstrip('_')}__")
    name = name.lstrip("_")
    return (name.removeprefix("m_") or name).replace("_", "").lower()


def attributes(cls):
    """Returns the attributes of a class's instances, and whether there may be others.

    The attributes are by their normalized names: the attributes that methods of the class set, the slots,
    the annotations, and the class attributes. There may be others if a method uses a name of
    `BY_OTHER_NAMES`."""
    known = factories.attributes.get(cls)
    if known is not None:
        return known
    found, is_open = {}, False
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
                code = inspect.unwrap(function).__code__
                names += stored(code)
                # The constructor of a frozen dataclass sets the annotated fields.
                is_generated = name == "__init__" and "__dataclass_params__" in vars(owner)
                is_open = is_open or not is_generated and not BY_OTHER_NAMES.isdisjoint(code.co_names)
            elif not name.startswith("__") and not hasattr(type(held), "__get__") and not callable(held):
                names.append(name)
        for name in names:
            held = inspect.getattr_static(cls, name, None)
            if not isinstance(held, property) and not isinstance(held, types.FunctionType):
                found[plain(name, owner)] = name
    factories.attributes[cls] = found, is_open
    return found, is_open


# A method that uses one of these names reads or sets attributes whose names the bytecode does not show.
BY_OTHER_NAMES = frozenset(("__dict__", "vars", "setattr", "__setattr__"))
STORE, EXTENDED = dis.opmap["STORE_ATTR"], dis.opmap["EXTENDED_ARG"]


def stored(code):
    """Returns the names of the attributes that a function sets on any object.

    Usually this object is `self`. Reads the bytecode without `dis`: each copy defines its
    classes again, and `dis` is too slow for this."""
    raw, found, more = code.co_code, [], 0
    for at in range(0, len(raw), 2):
        arg = raw[at + 1] | more
        more = arg << 8 if raw[at] == EXTENDED else 0
        if raw[at] == STORE:
            found.append(code.co_names[arg])
    return found


def inject(shown, before, is_new):
    """Returns the port's object with the Java state `shown`.

    `before` is the object that the port's own factory made, or None. `is_new` says whether no other object refers to
    `before`."""
    made = Injection(factories.ports, before if is_new else None).value(shown, before)
    if made is UNKNOWN or made is None:
        raise Unfit("the port has no object for Java's object")
    return made


factories.inject = inject
