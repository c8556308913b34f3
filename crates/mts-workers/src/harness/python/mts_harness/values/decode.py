"""Decodes arguments from the neutral form.

The static Java types decide which Python values the result has."""

import enum
import inspect
import types

from .annotations import Instance, Member
from .basics import MAX_DEPTH, Unfit
from .jdk import BEHAVIOURS, BUILDERS, CLOSED, EXCEPTIONS, FUNCTION_CLASS, ITERATORS, LISTS, OPTIONALS, SETS, SORTED_MAPS
from .library import STREAMS, UNKNOWN, Lambda, TextBuilt, of_library
from ..protocol import ArrayForm

__builtins__ = dict(vars(__import__("builtins")))

FLOATS = ("float", "double")
# Members of a class that are not constants.
CODE = (types.FunctionType, staticmethod, classmethod, property)
# The forms of an array for ports that take no list. The elements of `bytes` are not negative.
ARRAY_FORMS = {
    ArrayForm.BYTES: lambda made: bytes(byte & 255 for byte in made),
    ArrayForm.BYTEARRAY: lambda made: bytearray(byte & 255 for byte in made),
    ArrayForm.STR: "".join,
}
# The function that builds an object by its recipe. `factories` sets it.
make = None
# The function that returns the port's class for a Java class. `factories` sets it.
class_port = None


def with_forms(kinds, forms):
    """Returns Java types with the forms of their arrays. `forms` has the forms by the index of the type, as a text."""
    return [{**kind, "form": forms[str(at)]} if str(at) in forms else kind for at, kind in enumerate(kinds)]


def shares(values):
    """Returns whether encoded values contain a reference to another part of the values."""
    if isinstance(values, list):
        return any(shares(value) for value in values)
    return isinstance(values, dict) and ("$ref" in values or any(shares(value) for value in values.values()))


def all_to_python(values, kinds, module, wanted):
    """Returns all arguments of a call. A container that occurs twice in Java is one object in Python too.

    `wanted` has the declared type of each parameter of the port, or None."""
    if not shares(values):
        return [to_python(value, kind, module, own) for value, kind, own in zip(values, kinds, wanted)]
    numbered = []
    for value in values:
        number(value, numbered)
    whole = [copied(value, numbered, 0) for value in values]
    made = [to_python(value, kind, module, own) for value, kind, own in zip(whole, kinds, wanted)]
    met = []
    return [linked(value, own, met) for value, own in zip(values, made)]


def number(value, met):
    """Appends the containers of an encoded value to `met`. A reference is an index of this list."""
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
    """Returns the encoded value with a copy of the container in place of each reference."""
    if depth > MAX_DEPTH:
        raise Unfit("a value contains itself")
    if isinstance(value, list):
        return [copied(item, numbered, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return copied(numbered[value["$ref"]], numbered, depth + 1)
    return {key: copied(held, numbered, depth + 1) for key, held in value.items()}


def linked(shown, made, met):
    """Returns the decoded value `made` with shared containers.

    Each container is one object at its place and at all references to it. `shown` is the encoded
    value. `met` has the decoded containers by number, or None where a container cannot be
    shared."""
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


def to_python(value, kind, module, wanted=None):
    """Decodes one value. `kind` is its Java type as JSON, or None if the type is not known.

    `wanted` is the type that the port declares, or None if its annotation does not restrict the
    value."""
    made = of_type(value, kind, module, wanted)
    return made if wanted is None else wanted.fit(made)


def of_type(value, kind, module, wanted):
    """Decodes one value by its Java type.

    The function decodes the items by the types that the port declares."""
    if isinstance(value, dict) and "$new" in value:
        return make(value)
    if isinstance(kind, dict):
        if "primitive" in kind or "boxed" in kind:
            return scalar(value, kind.get("primitive") or kind["boxed"])
        if "array" in kind:
            made = sequence(value, kind["array"], module, wanted)
            form = ARRAY_FORMS.get(kind.get("form"))
            return form(made) if form and isinstance(made, list) else made
        named = kind["class"]
        name, args = named["name"].rpartition(".")[2], named["args"]
        if name in BUILDERS and named.get("built") and isinstance(value, str):
            return TextBuilt(value)
        is_of_jdk = "." not in named["name"] or named["name"].startswith("java.")
        if name in CLOSED and is_of_jdk and isinstance(value, (str, dict)):
            found = of_library(name, value, named, module)
            if found is not UNKNOWN:
                return found
        if name in STREAMS and value is not None:
            return STREAMS[name](dynamic(value, module))
        if name in ITERATORS and isinstance(value, list):
            return iter(sequence(value, args[0] if args else None, module, wanted))
        if name in LISTS and isinstance(value, list):
            return sequence(value, args[0] if args else None, module, wanted)
        if name in SETS and isinstance(value, dict) and "$set" in value:
            return as_set(value["$set"], args[0] if args else None, module, wanted)
        if name in OPTIONALS:
            return of_type(value, args[0] if args else None, module, wanted)
        if isinstance(value, dict) and "$map" in value and len(args) == 2:
            made = as_dict(value["$map"], args[0], args[1], module, wanted)
            return in_order(made) if name in SORTED_MAPS else made
        if isinstance(value, list) and isinstance(getattr(module, name, None), type):
            return getattr(module, name)(*[to_python(item, None, module) for item in value])
        if isinstance(value, str) and isinstance(getattr(module, name, None), type):
            return constant(f"{name}.{value}", module, wanted)
    return dynamic(value, module, wanted)


def scalar(value, name):
    """Decodes a value of the primitive type `name`, or of its boxed type."""
    if value is None:
        return None
    if isinstance(value, dict):
        value = dynamic(value, None)
    if name in FLOATS:
        return float(value)
    if name == "char":
        return chr(value) if isinstance(value, int) else value
    return value


def sequence(value, element, module, wanted):
    """Decodes a Java array or list as a list. `element` is the Java type of its elements, or None."""
    if isinstance(value, dict) and "$bytes" in value:
        return [byte - 256 if byte > 127 else byte for byte in bytes.fromhex(value["$bytes"])]
    if isinstance(value, str) and element == {"primitive": "char"}:
        return list(value)
    if not isinstance(value, list):
        return dynamic(value, module, wanted)
    if wanted is not None:
        return [to_python(item, element, module, wanted.item(at)) for at, item in enumerate(value)]
    if element == {"primitive": "int"}:
        return value[:]
    return [to_python(item, element, module) for item in value]


def hashable(value):
    """Returns a hashable value: a tuple for a list, a `frozenset` for a set.

    Elements of sets and keys of dicts must be hashable."""
    if isinstance(value, list):
        return tuple(hashable(item) for item in value)
    return frozenset(value) if isinstance(value, set) else value


def as_set(items, element, module, wanted):
    own = wanted and wanted.item(0)
    return {hashable(to_python(item, element, module, own)) for item in items}


def as_dict(pairs, key, held, module, wanted):
    own, other = wanted and wanted.key, wanted and wanted.item(0)
    return {hashable(to_python(k, key, module, own)): to_python(v, held, module, other) for k, v in pairs}


def in_order(made):
    """Returns a dict in the order of its keys, like a sorted map in Java.

    Returns the same dict if the keys cannot be compared."""
    try:
        return dict(sorted(made.items(), key=lambda entry: entry[0]))
    except TypeError:
        return made


def dynamic(value, module, wanted=None):
    """Decodes a value whose Java type is not known."""
    if isinstance(value, list):
        return [to_python(item, None, module, wanted and wanted.item(at)) for at, item in enumerate(value)]
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
        return as_set(value["$set"], None, module, wanted)
    if "$map" in value:
        return as_dict(value["$map"], None, None, module, wanted)
    if "$enum" in value:
        return constant(value["$enum"], module, wanted)
    if "$new" in value:
        return make(value)
    if "$exception" in value:
        return EXCEPTIONS[value["$exception"]](value["message"])
    if "$object" in value:
        return instance(value["$object"], value.get("fields", {}), module)
    raise Unfit(f"cargo mts cannot make a value of this kind: {sorted(value)}")


def named_class(name, module):
    """Returns the class of the module for the Java class `name`. Raises `Unfit` if there is none."""
    name = name.replace("$", ".").rpartition(".")[2]
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise Unfit(f"the module has no class {name}")
    return found


def constant(name, module, wanted=None):
    """Returns a constant of a class of the port by its Java name. Case and underscores do not matter.

    A class may hold plain values from which the port makes its objects. Such a value is no constant: the port gets an
    object if it declares one, or the value if it declares the type of the value."""
    owner, _, member = name.rpartition(".")
    # An enum of the project may have the same name, but not these constants.
    if owner == FUNCTION_CLASS and member in BEHAVIOURS:
        return Lambda(member)
    cls = wanted.cls if isinstance(wanted, Member) else enum_class(owner, module)
    found = held_constant(cls, member)
    if found is UNKNOWN:
        raise Unfit(f"the port has no constant {name}")
    takes = wanted.cls if isinstance(wanted, Instance) else None
    if isinstance(found, cls) or not makes_objects(cls) or takes is type(found):
        return found
    if takes is cls:
        try:
            return cls(found)
        except Exception as error:
            raise Unfit(f"{cls.__name__} makes no object of its constant {member}: {type(error).__name__}") from None
    held = type(found).__name__
    raise Unfit(f"{name} is of type {held} in the port, and cargo mts does not know what the port takes instead")


def held_constant(cls, member):
    """Returns the constant of a class for the Java name `member`, or `UNKNOWN`. A method is no constant."""
    members = getattr(cls, "__members__", None)
    names = members or [known for known in vars(cls) if not known.startswith("_")]
    plain = member.replace("_", "").lower()
    similar = [known for known in names if known.replace("_", "").lower() == plain]
    for known in (member, *similar):
        is_known = known in members if members else hasattr(cls, known)
        if is_known and not isinstance(inspect.getattr_static(cls, known), CODE):
            return getattr(cls, known)
    return UNKNOWN


def makes_objects(cls):
    """Returns whether a class has a constructor of its own. A class without one only holds constants."""
    return cls.__init__ is not object.__init__ or cls.__new__ is not object.__new__


def enum_class(owner, module):
    """Returns the class for a Java enum.

    Searches the module, its classes, and the modules that it imports. Then takes the enum's port in a module that these
    modules import."""
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
    found = class_port(owner, module)
    if isinstance(found, type):
        return found
    raise Unfit(f"the port has no enum {name}, and cargo mts does not know what the port takes instead")


def snake(name):
    """Converts a name in camel case to snake case."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


def instance(name, fields, module):
    """Creates an object of the port's class for a Java object.

    The function does not pass the values to the constructor. An attribute of a test instance, or else the
    field in snake case, takes each field's value."""
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
