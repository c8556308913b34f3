"""Objects made by recipes: the port's constructors, factories, builders and methods that change, each
the counterpart of a Java one."""

import builtins
import importlib
import inspect
import sys

import mts_values
from mts_modules import mangled, projects, resolve
from mts_values import Unfit, to_python

__builtins__ = dict(vars(builtins))

# Gives an object what Java made; set by `mts_handed`.
handed = None


class Makers:
    """Those of a unit, by name."""

    def __init__(self):
        self.known = {}
        self.ports = {}
        # Of each class, for what is given to its objects.
        self.attributes = {}
        self.gives_tuples = False

    def begin(self, given, ports):
        self.known = {maker["name"]: maker for maker in given}
        self.ports = ports
        self.attributes = {}
        self.gives_tuples = any(maker["form"] == "tuple" for maker in given)

    def is_misled(self, error):
        """Whether an error says that the port wants an object, or a dict, where it was given a tuple."""
        if not self.gives_tuples:
            return False
        if isinstance(error, AttributeError):
            return type(error.obj) is tuple
        return isinstance(error, TypeError) and str(error).startswith("tuple indices must be integers")

    def find(self, name):
        maker = self.known.get(name)
        if maker is None:
            raise Unfit(f"no maker {name}")
        return maker

    def make(self, recipe):
        shown = recipe.get("handed")
        if shown is None:
            return self.made(recipe)
        try:
            before = self.made(recipe)
        except Unfit:
            before = None
        return handed(shown, before)

    def made(self, recipe):
        name = recipe["$new"]
        maker = self.find(name)
        on = to_python(recipe["on"], None, None) if "on" in recipe else None
        made = self.call(maker, on, recipe.get("args", []))
        if made is None:
            raise Unfit(f"{name} gave None")
        for method, args in recipe.get("then", []):
            self.call(self.find(method), made, args)
        return made

    def call(self, maker, on, given):
        name = maker["name"]
        try:
            module = module_of(maker["module"])
            args = arranged([to_python(v, k, module) for v, k in zip(given, maker["params"])], maker["arguments"])
            return self.callee(maker, module, on)(*args)
        except Unfit:
            raise
        except Exception as error:
            raise Unfit(f"{name} raised {type(error).__name__}") from None

    def callee(self, maker, module, on):
        qualname = maker["qualname"]
        if maker["form"] == "tuple":
            return lambda *args: args
        if maker["form"] == "constructor":
            _, made = resolve(module, qualname.rpartition(".")[0])
            return made
        owner, function = resolve(module, qualname)
        if maker["form"] == "function":
            return function
        if not isinstance(on, owner):
            raise Unfit(f"{qualname} is not a method of {type(on).__name__}")
        return bound(owner, mangled(owner, qualname.rpartition(".")[2]), on)


def arranged(args, places):
    """Java order to Python order; places without an argument have to have defaults, and come last."""
    if places == list(range(len(args))):
        return args
    ordered = [None] * (max(places, default=-1) + 1)
    for place, arg in zip(places, args):
        ordered[place] = arg
    return ordered


def bound(owner, name, receiver):
    """The owner's own function, whatever the receiver's class has in its place."""
    if type(receiver) is owner:
        return getattr(receiver, name)
    held = inspect.getattr_static(owner, name)
    return held.__get__(receiver, type(receiver)) if hasattr(held, "__get__") else getattr(receiver, name)


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


makers = Makers()
mts_values.make = makers.make
