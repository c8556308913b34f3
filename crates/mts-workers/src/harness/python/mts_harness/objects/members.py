"""Members of objects that Python code uses without a method call.

Python code reads and sets attributes and properties. Python's syntax calls special methods and
uses their results."""

import builtins
import functools
import inspect
import operator

from ..values.basics import Unfit
from .special_methods import IN_PLACE, PASSED, STATEMENTS

__builtins__ = dict(vars(builtins))

# The special methods with an operator. If such a method returns `NotImplemented`, the operator calls the method of the
# other operand.
OPERATORS = {
    name: getattr(operator, name)
    for name in (
        *(f"__{name}__" for name in "lt le gt ge eq ne add sub mul matmul truediv floordiv mod pow".split()),
        *("__lshift__", "__rshift__", "__and__", "__or__", "__xor__"),
        *IN_PLACE,
    )
}


def bound(owner, name, receiver):
    """Returns the method of the class `owner`, bound to the receiver.

    If the receiver's class overrides the method, the function ignores the override."""
    if type(receiver) is owner:
        return getattr(receiver, name)
    held = inspect.getattr_static(owner, name)
    return held.__get__(receiver, type(receiver)) if hasattr(held, "__get__") else getattr(receiver, name)


def used(owner, name, receiver, sets):
    """Returns the callable for a member of an object.

    The callable is the method, or a function that reads a property. If `sets` is true, the function for a
    property sets it."""
    held = inspect.getattr_static(owner, name)
    if isinstance(held, functools.cached_property):
        return attribute(name, receiver, True) if sets else functools.partial(held.__get__, receiver, type(receiver))
    if not isinstance(held, property):
        return bound(owner, name, receiver)
    function = held.fset if sets else held.fget
    if function is None:
        raise Unfit(f"the property {name} has no {'setter' if sets else 'getter'}")
    return functools.partial(function, receiver)


def attribute(name, receiver, sets):
    """Returns a function that reads the attribute, or sets it if `sets` is true."""
    return functools.partial(setattr if sets else getattr, receiver, name)


class Answering:
    """An object whose special methods all return one given result."""

    __slots__ = ("answer",)

    def __init__(self, answer):
        self.answer = answer

    def get_answer(self):
        return self.answer

    __bool__ = __len__ = __str__ = __repr__ = __hash__ = __iter__ = __int__ = __float__ = get_answer


# The function of Python that calls each special method and converts its result.
ASKED = {
    "__bool__": bool,
    "__len__": len,
    "__str__": str,
    "__repr__": repr,
    "__hash__": hash,
    "__iter__": iter,
    "__int__": int,
    "__float__": float,
}


def special(qualname):
    """Returns the last part of the name, if it is the name of a special method.

    Python's syntax calls such methods. For any other name, returns an empty text."""
    name = qualname.rpartition(".")[2]
    is_read = name in ASKED or name in OPERATORS or name in STATEMENTS or name in PASSED or name == "__contains__"
    return name if is_read else ""


def answered(name, result, receiver, args):
    """Returns the value of Python's syntax for a special method's result, and the receiver.

    The receiver is the object after the call."""
    if result is NotImplemented and name in OPERATORS and len(args) == 1:
        result = OPERATORS[name](receiver, *args)
    if name in STATEMENTS:
        return None, receiver
    if name in IN_PLACE:
        # After `x += y`, the name `x` refers to the result.
        return result, result
    if name in ASKED:
        return ASKED[name](Answering(result)), receiver
    return bool(result) if name == "__contains__" else result, receiver
