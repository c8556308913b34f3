"""Objects made by recipes: the port's constructors, factories, builders and methods that change, each
the counterpart of a Java one."""

import builtins
import functools
import importlib
import inspect
import sys

from .members import attribute, used
from ..project.modules import mangled, projects, resolve
from ..values import decode
from ..values.basics import Unfit
from ..values.decode import to_python

__builtins__ = dict(vars(builtins))


class Factories:
    """Those of a unit, by name."""

    def __init__(self):
        self.known = {}
        self.ports = {}
        # Of each class, for what is given to its objects.
        self.attributes = {}
        # The class that is made up below an abstract one, by that.
        self.below = {}
        # Those given in the call at hand in the place of objects.
        self.tuples = []
        # Gives an object what Java made; set by `state_injection`.
        self.inject = None

    def begin(self, given, ports):
        self.known = {factory["name"]: factory for factory in given}
        self.ports = ports
        self.attributes = {}
        self.below = {}
        self.tuples = []

    def in_parts(self, *parts):
        """What is given in the place of an object."""
        self.tuples.append(parts)
        return parts

    def is_misled(self, error):
        """Whether an error says that the port wants an object, or a dict, where it was given a tuple. Nothing of the
        port's own is asked: the error may be of a class of it."""
        if not self.tuples or type(error) not in (AttributeError, TypeError):
            return False
        if sys.version_info >= (3, 10) and type(error) is AttributeError:
            return any(error.obj is one for one in self.tuples)
        text = error.args[0] if len(error.args) == 1 else None
        return type(text) is str and text.startswith(("'tuple' object has no attribute", "tuple indices must be integers"))

    def find(self, name):
        factory = self.known.get(name)
        if factory is None:
            raise Unfit(f"no factory {name}")
        return factory

    def make(self, recipe):
        shown = recipe.get("injected_state")
        if shown is None:
            return self.construct(recipe)
        try:
            before = self.construct(recipe)
        except Unfit:
            before = None
        # Nobody else has what a constructor has just made, unless its class gives out one for all.
        is_new = self.find(recipe["$new"])["kind"] == "constructor" and type(before).__new__ is object.__new__
        return self.inject(shown, before, is_new)

    def construct(self, recipe):
        name = recipe["$new"]
        factory = self.find(name)
        on = to_python(recipe["on"], None, None) if "on" in recipe else None
        made = self.call(factory, on, recipe.get("args", []))
        if made is None:
            raise Unfit(f"{name} gave None")
        for method, args in recipe.get("then", []):
            self.call(self.find(method), made, args)
        return made

    def call(self, factory, on, given):
        name = factory["name"]
        try:
            module = module_of(factory["module"])
            called = self.callee(factory, module, on, bool(given))
            args = [to_python(v, k, module) for v, k in zip(given, factory["params"])]
            args = arranged(args, factory["arguments"], called, on if factory["kind"] == "object_first" else GAP)
            if factory["kind"] == "object_first":
                # The object is the first argument, before those that Java has.
                args = [on, *args[1:]]
            # An object that another one is in is given that.
            first = (on,) if factory["kind"] == "inner_constructor" else ()
            return called(*first, *args)
        except Unfit:
            raise
        except Exception as error:
            raise Unfit(f"{name} raised {type(error).__name__}") from None

    def subclass(self, above, stub_methods):
        """The class that is made up below an abstract one."""
        made = self.below.get(above)
        if made is None:
            made = self.below[above] = below(above, stub_methods)
        return made

    def callee(self, factory, module, on, sets):
        """What to call; `sets` says whether a property or an attribute is given a value."""
        qualname, kind = factory["qualname"], factory["kind"]
        if kind == "tuple":
            return self.in_parts
        holder, _, name = qualname.rpartition(".")
        if kind in ("function", "object_first"):
            return resolve(module, qualname)[1]
        _, owner = resolve(module, holder)
        if kind in ("constructor", "inner_constructor"):
            return owner
        if kind == "bare":
            raise Unfit(f"no call of {owner.__name__} takes what Java's constructor takes")
        if kind == "stub_subclass":
            return self.subclass(owner, factory["stub_methods"])
        if not isinstance(on, owner):
            raise Unfit(f"{qualname} is not a method of {type(on).__name__}")
        use = attribute if kind == "attribute" else functools.partial(used, owner)
        return use(mangled(owner, name), on, sets)


def below(above, stub_methods):
    """A class that is made up below an abstract one: what Java has no body for prints how it is called, and gives a
    constant."""
    if not isinstance(above, type):
        raise Unfit("what is abstract in Java is no class in the port")
    names = {}
    for one in stub_methods:
        name = mangled(above, one["python"])
        names[name] = fills(replaced(above, name), one["java"], one["gives"], one["shows"])
    for name in getattr(above, "__abstractmethods__", ()):
        if name not in names:
            replaced(above, name)
            names[name] = lacking(name)
    names |= {"__module__": above.__module__, "__qualname__": above.__qualname__, "__doc__": above.__doc__}
    try:
        return type(above)(above.__name__, (above,), names)
    except Exception as error:
        raise Unfit(f"no class can be made up below {above.__name__}: {error}") from None


# Where Java has no argument.
GAP = object()
GIVEN = {"null": None, "no": False, "whole": 1, "real": 1.0, "letter": "a"}


def replaced(above, name):
    """What a method is made up for; what is none, such as a property, is used in another way than Java's."""
    held = inspect.getattr_static(above, name, None)
    if held is not None and (not inspect.isfunction(held) or inspect.iscoroutinefunction(held)):
        raise Unfit(f"what {name} of {above.__name__} is in the port cannot be made up")
    return held


def fills(held, name, gives, shows):
    result = name if gives == "name" else GIVEN[gives]
    signature = inspect.signature(held) if held is not None else None

    def stub(*args, **named):
        if signature is not None:
            given = signature.bind(*args, **named)
            given.apply_defaults()
            args = given.args
        print(f"{name}({', '.join(map(written, args[1:])) if shows else '..'})")
        return result

    return stub


def lacking(name):
    """What Java's side has a body for, or does not have at all: nothing can stand for it."""

    def lacks(*_, **__):
        raise Unfit(f"a class that is made up has no {name}")

    return lacks


def written(arg):
    """An argument as Java writes it."""
    if arg is None:
        return "null"
    return str(arg).lower() if isinstance(arg, bool) else str(arg)


def arranged(args, places, called, first=GAP):
    """Java order to Python order; places without an argument get the defaults of what is called. `first` is the object
    that a function takes before Java's arguments."""
    if places == list(range(len(args))):
        return args
    ordered = [first] + [GAP] * max(places)
    for place, arg in zip(places, args):
        ordered[place] = arg
    if any(arg is GAP for arg in ordered):
        try:
            params = list(inspect.signature(called).parameters.values())
            ordered = [params[at].default if arg is GAP else arg for at, arg in enumerate(ordered)]
        except (IndexError, TypeError, ValueError):
            raise Unfit("the defaults of the parameters are unknown") from None
        if any(arg is inspect.Parameter.empty for arg in ordered):
            raise Unfit("a parameter has no default, and Java has no argument for it")
    return ordered


def module_of(name):
    """The module under test is loaded before anything is made; others are imported when they are wanted."""
    if name in sys.modules:
        return sys.modules[name]
    try:
        return importlib.import_module(name)
    except Exception:
        if projects.spares:
            raise
        projects.spares = True
        return importlib.import_module(name)


factories = Factories()
decode.make = factories.make
