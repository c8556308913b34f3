"""Members of objects that Python uses in another way than by calling a method: attributes and properties, which are
read and set, and special methods, whose answers its own syntax reads."""

import builtins
import functools
import inspect
import operator

from ..values.basics import Unfit

__builtins__ = dict(vars(builtins))

# Arguments that Python gives where Java has none: no exception leaves the block, and nothing was copied yet, anew for
# every call.
GIVEN = {"__exit__": lambda: (None, None, None), "__deepcopy__": lambda: ({},)}
# Python calls these for a statement, which has no value, whatever the method returns.
STATEMENTS = frozenset(("__setitem__", "__delitem__", "__setattr__", "__exit__", "__del__"))
IN_PLACE = frozenset(
    f"__i{name}__"
    for name in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split()
)
# Those with an operator of their own, which asks the other side where they do not know.
OPERATORS = {
    name: getattr(operator, name)
    for name in (
        *(f"__{name}__" for name in "lt le gt ge eq ne add sub mul matmul truediv floordiv mod pow".split()),
        *("__lshift__", "__rshift__", "__and__", "__or__", "__xor__"),
        *IN_PLACE,
    )
}


def bound(owner, name, receiver):
    """The owner's own function, whatever the receiver's class has in its place."""
    if type(receiver) is owner:
        return getattr(receiver, name)
    held = inspect.getattr_static(owner, name)
    return held.__get__(receiver, type(receiver)) if hasattr(held, "__get__") else getattr(receiver, name)


def used(owner, name, receiver, sets):
    """What to call for a member of an object: a method, or what reads or `sets` a property."""
    held = inspect.getattr_static(owner, name)
    if isinstance(held, functools.cached_property):
        return attribute(name, receiver, True) if sets else functools.partial(held.__get__, receiver, type(receiver))
    if not isinstance(held, property):
        return bound(owner, name, receiver)
    function = held.fset if sets else held.fget
    if function is None:
        raise Unfit(f"the property {name} cannot be {'set' if sets else 'read'}")
    return functools.partial(function, receiver)


def attribute(name, receiver, sets):
    """What to call to read an attribute, or to set it."""
    return functools.partial(setattr if sets else getattr, receiver, name)


class Answering:
    """An object whose special methods give what another one's gave."""

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
    """The name where it is one that Python itself calls, else nothing."""
    name = qualname.rpartition(".")[2]
    is_read = name in ASKED or name in OPERATORS or name in STATEMENTS or name in GIVEN or name == "__contains__"
    return name if is_read else ""


def answered(name, result, receiver, args):
    """What Python's own syntax makes of the answer of a special method, and the object that it leaves."""
    if result is NotImplemented and name in OPERATORS and len(args) == 1:
        result = OPERATORS[name](receiver, *args)
    if name in STATEMENTS:
        return None, receiver
    if name in IN_PLACE:
        # The name that the object had is the result's.
        return result, result
    if name in ASKED:
        return ASKED[name](Answering(result)), receiver
    return bool(result) if name == "__contains__" else result, receiver
