"""Partial objects: objects with Java's state that no constructor of the port created.

Such an object may lack an attribute that a constructor of the port sets, and it may have a value
of another kind, such as a list in place of a `deque`. The caller calls this module after each
call to check whether the call was a fair test of the port.
"""

import builtins
import collections
import inspect
import sys
import types

from ..project.modules import projects
from ..values.basics import Unfit, frames
from ..values.missing_attributes import MissingAttribute, MissingSlot

__builtins__ = dict(vars(builtins))


class PartialObjects:
    """The partial objects of one call, and how the call used them."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.missing = []
        self.classes = []
        self.is_called = False
        self.read = None

    def add(self, cls):
        """Records that no constructor of the port created an object of the class `cls`."""
        self.classes.append(cls)

    def add_missing(self, cls, name):
        """Adds the missing attribute `name` to `cls`. The attribute records a read during the tested call.

        Raises `Unfit` if `cls` has such an attribute with a value, or accepts no new attribute."""
        held = inspect.getattr_static(cls, name, None)
        if isinstance(held, MissingAttribute):
            return
        unknown = Unfit(f"Java's object has no value for {cls.__name__}.{name}")
        is_slot = isinstance(held, types.MemberDescriptorType)
        if held is not None and not is_slot:
            raise unknown
        # The class may inherit the slot. Then its own value is None.
        own = vars(cls).get(name)
        missing = MissingSlot(cls, name, self, held) if is_slot else MissingAttribute(cls, name, self)
        try:
            type.__setattr__(cls, name, missing)
        except (AttributeError, TypeError):
            raise unknown from None
        self.missing.append((cls, name, own))

    def begin_call(self):
        """Records reads from now on, because the objects are complete."""
        self.is_called = True

    def note_read(self, attribute):
        if self.is_called and self.read is None:
            self.read = attribute

    def objection(self, error):
        """Returns an `Unfit` if the call is not a fair test, or None.

        The `Unfit` has the reason. `error` is the exception that the call raised, or None."""
        if self.read is not None:
            return Unfit(f"the port reads {self.read}, for which Java's object has no value")
        if self.classes and self.is_of_kind(error) and not (is_deliberate(error) or self.is_own(error)):
            kind = type(error).__name__
            return Unfit(
                f"the port raised {kind} with Java's values in an object of {self.classes[0].__name__}, "
                "and the port's own values may be of other kinds"
            )
        return None

    def is_of_kind(self, error):
        """Returns whether a value of an unexpected kind can cause such an error."""
        if isinstance(error, KeyError):
            # Only a dictionary with default values has a value for a missing key.
            modules = [sys.modules.get(cls.__module__) for cls in self.classes]
            return any(is_defaulting(held) for module in modules for held in vars(module or builtins).values())
        return isinstance(error, (AttributeError, TypeError))

    def is_own(self, error):
        """Returns whether a partial object lacks the attribute that an `AttributeError` names."""
        if type(error) is not AttributeError:
            return False
        if sys.version_info >= (3, 10):
            return type(error.obj) in self.classes
        text = error.args[0] if len(error.args) == 1 else None
        return type(text) is str and any(
            text.startswith(f"'{cls.__name__}' object has no attribute") for cls in self.classes
        )

    def end_call(self):
        """Leaves the classes as they were before the call."""
        for cls, name, own in self.missing:
            if not isinstance(vars(cls).get(name), MissingAttribute):
                continue
            if own is None:
                type.__delattr__(cls, name)
            else:
                type.__setattr__(cls, name, own)
        self.clear()


def is_defaulting(held):
    """Returns whether a value of a module shows that the module may use default dictionaries.

    The value is such a class, or the module `collections`."""
    return any(held is known for known in (collections, collections.defaultdict, collections.Counter))


def is_deliberate(error):
    """Returns whether a `raise` statement of the project raised the error.

    The other errors come from operations on values."""
    found = frames(error)
    return bool(found) and projects.runs(found[-1][0].co_filename) and found[-1][1] == "RAISE_VARARGS"


partial_objects = PartialObjects()
