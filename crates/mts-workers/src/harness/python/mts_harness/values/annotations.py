"""Types that the port's annotations declare.

The harness uses them to choose between several values for an argument. The harness never runs code of
the project to read the types, because Python itself does not run an annotation in the form of text."""

import abc
import ast
import builtins
import collections
import collections.abc
import enum
import inspect
import types
import typing

from .basics import Unfit

__builtins__ = dict(vars(__import__("builtins")))

# The classes of union types in all versions of Python.
UNIONS = ("_UnionGenericAlias", "UnionType", "Union")
# The classes whose values are neither containers nor objects of the project.
SCALAR_CLASSES = (bool, int, float, complex, str, bytes)
# The deepest type that the harness reads.
DEEPEST = 20


class Declared:
    """A declared type that restricts a value or its items."""

    # The declared type of the keys of a dict, or None.
    key = None

    def item(self, at):
        """Returns the declared type of the item `at` of a container, or None."""
        return None

    def fit(self, value):
        """Returns the decoded value as the port declares it. Raises `Unfit` if the port cannot take the value."""
        return value


class Instance(Declared):
    """The declared type of an object: a class."""

    def __init__(self, cls):
        self.cls = cls


class Member(Declared):
    """The declared type of a constant: an enum."""

    def __init__(self, cls):
        self.cls = cls

    def fit(self, value):
        """Returns the member for a Java text or number. A text is the name of a member."""
        if value is None or isinstance(value, self.cls):
            return value
        if isinstance(value, str) and value in self.cls.__members__:
            return self.cls.__members__[value]
        # The members of some enums are texts or numbers themselves.
        if isinstance(value, (str, int)) and issubclass(self.cls, type(value)):
            for member in self.cls.__members__.values():
                if member == value:
                    return member
        raise Unfit(f"the port declares {self.cls.__name__}, which has no member {value!r:.100}")


class Items(Declared):
    """The declared type of a container with one declared type for all items.

    For a dict, this is the type of the values."""

    def __init__(self, held, key=None):
        self.held = held
        self.key = key

    def item(self, at):
        return self.held


class Deque(Items):
    """A declared `deque`."""

    def fit(self, value):
        """Returns a Java list or array as a `deque`."""
        return collections.deque(value) if isinstance(value, list) else value


class Tuple(Declared):
    """A declared tuple. `parts` has the declared type of each item, or is None if the port declares no length."""

    def __init__(self, parts, held):
        self.parts = parts
        self.held = held

    def item(self, at):
        if self.parts is None:
            return self.held
        return self.parts[at] if at < len(self.parts) else self.parts[0] if len(self.parts) == 1 else None

    def fit(self, value):
        """Returns a Java list or array as a tuple. Raises `Unfit` for another length or another value."""
        if value is None:
            return None
        if not isinstance(value, (list, tuple)):
            raise Unfit(f"the port declares a tuple, and cargo mts has an object of {type(value).__name__}")
        # Many ports write `Tuple[int]` for a tuple of any length.
        if self.parts is not None and len(self.parts) != 1 and len(value) != len(self.parts):
            raise Unfit(f"the port declares a tuple of {len(self.parts)} items, and Java passes {len(value)}")
        return value if isinstance(value, tuple) else tuple(value)


class TupleOrPlain(Declared):
    """A declared choice between a tuple and values such as numbers and strings. A Java list or array is the tuple."""

    def __init__(self, held):
        self.held = held

    def item(self, at):
        return self.held.item(at)

    def fit(self, value):
        return self.held.fit(value) if isinstance(value, (list, tuple)) else value


def declared(function, places, is_member=True):
    """Returns for each position in `places` the declared type of the port's parameter, or None.

    `is_member` says that a first parameter with the name `self` or `cls` has no position."""
    own = function.__init__ if isinstance(function, type) else function
    try:
        parameters = list(inspect.signature(own).parameters.values())
        around = getattr(inspect.unwrap(own), "__globals__", {})
        if is_member and parameters and parameters[0].name in ("self", "cls"):
            del parameters[0]
        return [of_parameter(parameters[place], around) if place < len(parameters) else None for place in places]
    except Exception:
        return [None] * len(places)


def of_parameter(parameter, around):
    """Returns the declared type of a parameter. Java passes the arguments of `*args` in one array."""
    found = parsed(parameter.annotation, around)
    return Items(found) if found and parameter.kind is parameter.VAR_POSITIONAL else found


def parsed(annotation, around, depth=0):
    """Returns the declared type of an annotation, or None if it does not restrict a value.

    `around` has the names of the module, for annotations in the form of text. A type may contain itself, so the depth
    has a limit."""
    if annotation is inspect.Parameter.empty or depth > DEEPEST:
        return None
    if type(annotation) is typing.ForwardRef:
        annotation = annotation.__forward_arg__
    if type(annotation) is str:
        try:
            return parsed(named(ast.parse(annotation.strip(), mode="eval").body, around), around, depth + 1)
        except (SyntaxError, ValueError, TypeError, LookupError, RecursionError, MemoryError):
            return None
    if is_class(annotation):
        if annotation is tuple:
            return Tuple(None, None)
        if annotation is collections.deque:
            return Deque(None)
        return Member(annotation) if issubclass(type(annotation), enum.EnumMeta) else Instance(annotation)
    if not is_of_typing(annotation):
        return None
    if type(annotation).__name__ == "_AnnotatedAlias":
        return parsed(annotation.__origin__, around, depth + 1)
    args, origin = getattr(annotation, "__args__", None) or (), getattr(annotation, "__origin__", None)
    if type(annotation).__name__ in UNIONS:
        # The harness ignores `None`, because a missing value stays `None`. If several types remain,
        # the annotation does not decide between them.
        others = [arg for arg in args if arg is not type(None)]
        if len(others) == 1:
            return parsed(others[0], around, depth + 1)
        found = [parsed(arg, around, depth + 1) for arg in others if not any(arg is cls for cls in SCALAR_CLASSES)]
        return TupleOrPlain(found[0]) if len(found) == 1 and isinstance(found[0], Tuple) else None
    inner = [parsed(arg, around, depth + 1) for arg in args if arg is not ...]
    if annotation is tuple or origin is tuple:
        is_open = not args or ... in args
        return Tuple(None if is_open else inner, inner[0] if is_open and inner else None)
    if origin is collections.deque:
        return Deque(inner[0] if inner else None)
    if isinstance(origin, type):
        return Items(inner[-1], inner[0] if len(inner) == 2 else None) if any(inner) and len(inner) <= 2 else None
    return None


def text(annotation):
    """Returns an annotation as text, or an empty text if only code of the project can describe it."""
    if is_class(annotation):
        return type.__repr__(annotation)
    if type(annotation) is not str and not is_of_typing(annotation):
        return ""
    try:
        return str(annotation)
    except Exception:
        # An argument of the type may be an object of the project.
        return ""


def is_class(annotation):
    """Returns whether an annotation is a class. `isinstance` could ask code of the project."""
    return issubclass(type(annotation), type)


def is_of_typing(annotation):
    """Returns whether an annotation is a type of Python's library in another form than a class."""
    cls = type(annotation)
    if type(cls) is not type:
        # A metaclass of the project could answer with its own code.
        return False
    module = types if cls.__name__ in ("GenericAlias", "UnionType") else typing
    return getattr(module, cls.__name__, None) is cls


def named(node, around):
    """Returns the type that the syntax tree of an annotation names. Raises an error for other code."""
    if isinstance(node, ast.Constant) and (node.value is None or node.value is ... or type(node.value) is str):
        return node.value
    if isinstance(node, ast.Name):
        return around[node.id] if node.id in around else vars(builtins)[node.id]
    if isinstance(node, ast.Attribute):
        return member(named(node.value, around), node.attr)
    if isinstance(node, (ast.Tuple, ast.List)):
        items = [named(item, around) for item in node.elts]
        return tuple(items) if isinstance(node, ast.Tuple) else items
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return typing.Union[plain(named(node.left, around)), plain(named(node.right, around))]
    if isinstance(node, ast.Subscript):
        generic, index = plain(named(node.value, around)), node.slice
        if generic is getattr(typing, "Annotated", ...) and isinstance(index, ast.Tuple):
            return named(index.elts[0], around)
        if is_generic(generic):
            return generic[plain(named(index, around))]
    raise ValueError("the annotation is no type")


def plain(found):
    """Returns a part of a type. Raises an error if its metaclass is the project's, which can have operators."""
    if isinstance(found, (tuple, list)):
        return type(found)(map(plain, found))
    if found is None or found is ... or type(found) in (type, str, enum.EnumMeta, abc.ABCMeta) or is_of_typing(found):
        return found
    raise ValueError("the annotation is no type")


def member(owner, name):
    """Returns an attribute of a module or of a class without the project's code for lookups."""
    found = vars(owner)[name] if type(owner) is types.ModuleType else inspect.getattr_static(owner, name, None)
    if found is None or not (is_class(found) or is_of_typing(found) or type(found) is types.ModuleType):
        raise LookupError(name)
    return found


def is_generic(found):
    """Returns whether Python itself, not the project, creates a type from this type and type arguments."""
    if not is_class(found):
        return is_of_typing(found)
    holder = next((cls for cls in found.__mro__ if "__class_getitem__" in vars(cls)), None)
    if holder in (None, typing.Generic, collections.abc.Callable):
        return holder is not None
    # A class in C, or a class that leaves the types to Python.
    is_static, method = not holder.__flags__ & 1 << 9, vars(holder)["__class_getitem__"]
    return is_static or type(method) is classmethod and method.__func__ is getattr(types, "GenericAlias", None)
