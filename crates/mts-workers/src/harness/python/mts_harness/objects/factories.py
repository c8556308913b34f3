"""Builds objects by recipes.

A recipe calls constructors, static methods and builder methods of the port, and then methods that change the object.
Each called member is the counterpart of a Java member."""

import builtins
import dis
import functools
import importlib
import inspect
import sys
import types

from .members import attribute, used
from ..project.modules import importable, mangled, projects, resolve
from ..protocol import CallKind
from ..values import decode
from ..values.annotations import declared
from ..values.basics import Unfit
from ..values.decode import to_python, with_forms
from ..values.jdk import LISTS

__builtins__ = dict(vars(builtins))


class Factories:
    """The factories of the current unit by name, and the objects that they build."""

    def __init__(self):
        self.known = {}
        self.ports = {}
        # For each class, the attributes of its instances. `state_injection` fills this cache.
        self.attributes = {}
        # For each abstract class, its stub subclass.
        self.below = {}
        # For each factory, the types that the port declares for the arguments. The classes are those of one copy.
        self.wanted = {}
        # The tuples that the current call passes instead of objects.
        self.tuples = []
        # The function that injects Java's object state. `state_injection` sets it.
        self.inject = None

    def begin(self, given, ports):
        """Starts a unit. `given` has its factories; `ports` has the port's class for each Java class."""
        self.known = {
            factory["name"]: {**factory, "params": with_forms(factory["params"], factory["array_forms"])}
            for factory in given
        }
        self.ports = ports
        self.attributes = {}
        self.below = {}
        self.wanted = {}
        self.tuples = []

    def in_parts(self, *parts):
        """Returns the arguments as a tuple, and records the tuple. The port takes this tuple instead of an object."""
        self.tuples.append(parts)
        return parts

    def is_misled(self, error):
        """Returns whether an error shows that the port does not accept a recorded tuple.

        The port then needs an object or a dict. The check calls no code of the port, because the
        port may define the class of the error."""
        if not self.tuples or type(error) not in (AttributeError, TypeError):
            return False
        if sys.version_info >= (3, 10) and type(error) is AttributeError:
            return any(error.obj is one for one in self.tuples)
        text = error.args[0] if len(error.args) == 1 else None
        return type(text) is str and text.startswith(("'tuple' object has no attribute", "tuple indices must be integers"))

    def class_port(self, name, module):
        """Returns the port's class for a Java class, or None. The name may lack the package.

        The class is in a module that the module under test imports, directly or not."""
        named = [name] if name in self.ports else [known for known in self.ports if known.rpartition(".")[2] == name]
        if len(named) != 1:
            return None
        port = self.ports[named[0]]
        found = sys.modules.get(importable(port["module"]))
        return resolve(found, port["qualname"])[1] if found in reachable(module) else None

    def find(self, name):
        factory = self.known.get(name)
        if factory is None:
            raise Unfit(f"there is no factory {name}")
        return factory

    def make(self, recipe):
        """Returns the object of a recipe, with injected Java state if the recipe has any."""
        shown = recipe.get("injected_state")
        if shown is None:
            return self.construct(recipe)
        try:
            before = self.construct(recipe)
        except Unfit:
            before = None
        # No other object refers to a new object. But a class with its own `__new__` may return a shared object.
        is_new = self.find(recipe["$new"])["kind"] == CallKind.CONSTRUCTOR and type(before).__new__ is object.__new__
        return self.inject(shown, before, is_new)

    def construct(self, recipe):
        """Calls the factory of a recipe and then the methods that change the object. Returns the object."""
        name = recipe["$new"]
        factory = self.find(name)
        on = to_python(recipe["on"], None, None) if "on" in recipe else None
        made = self.call(factory, on, recipe.get("args", []))
        if made is None:
            raise Unfit(f"{name} returned None")
        for method, args in recipe.get("modifiers", []):
            self.call(self.find(method), made, args)
        return made

    def call(self, factory, on, given):
        """Calls one factory with the encoded arguments `given`.

        `on` is the object of the call, or None. Raises `Unfit` if the call raises."""
        name = factory["name"]
        if factory["kind"] == CallKind.JAVA_ONLY:
            raise Unfit(f"the port has no counterpart of {name}")
        try:
            module = module_of(factory["module"])
            called = self.callee(factory, module, on, bool(given))
            kinds = zip(factory["params"], self.declared(factory, called))
            args = [to_python(value, kind, module, wanted) for value, (kind, wanted) in zip(given, kinds)]
            takes_object = factory["kind"] in (CallKind.OBJECT_FIRST, CallKind.INNER_CONSTRUCTOR)
            args = arranged(args, factory["arguments"], called, on if takes_object else GAP)
            if takes_object:
                # The port takes the object, or the outer object of an inner class, before Java's arguments.
                args = [on, *args[1:]]
            called, args = with_keywords(called, args)
            return called(*spread_last(called, args, factory["params"]))
        except Unfit:
            raise
        except Exception as error:
            raise Unfit(f"{name} raised {type(error).__name__}") from error

    def declared(self, factory, called):
        """Returns for each argument of a factory the type that its callable declares, or None."""
        found = self.wanted.get(factory["name"])
        if found is None:
            is_bound = factory["kind"] != CallKind.OBJECT_FIRST
            found = self.wanted[factory["name"]] = declared(called, factory["arguments"], is_bound)
        return found

    def subclass(self, above, stub_methods):
        """Returns the stub subclass of the class `above`. The first call creates it."""
        made = self.below.get(above)
        if made is None:
            made = self.below[above] = below(above, stub_methods)
        return made

    def callee(self, factory, module, on, sets):
        """Returns the callable of a factory. `sets` says whether the factory sets a property or an attribute."""
        qualname, kind = factory["qualname"], factory["kind"]
        if kind == CallKind.TUPLE:
            return self.in_parts
        holder, _, name = qualname.rpartition(".")
        if kind in (CallKind.FUNCTION, CallKind.OBJECT_FIRST):
            return resolve(module, qualname)[1]
        _, owner = resolve(module, holder)
        if kind in (CallKind.CONSTRUCTOR, CallKind.INNER_CONSTRUCTOR):
            return owner
        if kind == CallKind.BARE:
            raise Unfit(f"no call of {owner.__name__} takes the arguments of Java's constructor")
        if kind == CallKind.ARGUMENTS:
            return functools.partial(Keywords, owner)
        if kind == CallKind.ARGUMENT:
            return argument_setter(owner, name, on)
        if kind == CallKind.WITH_ARGUMENTS:
            return functools.partial(owner, **on)
        if kind == CallKind.STUB_SUBCLASS:
            return self.subclass(owner, factory["stub_methods"])
        if not isinstance(on, owner):
            raise Unfit(f"{qualname} is not a method of {type(on).__name__}")
        use = attribute if kind == CallKind.ATTRIBUTE else functools.partial(used, owner)
        return use(mangled(owner, name), on, sets)


class Keywords(dict):
    """The keyword arguments of the class `owner`, in place of a Java builder."""

    def __init__(self, owner):
        super().__init__()
        self.owner = owner


def with_keywords(called, args):
    """Returns a callable and its arguments. A class that takes its builder alone gets the keyword arguments."""
    if len(args) == 1 and type(args[0]) is Keywords and called is args[0].owner:
        return functools.partial(called, **args[0]), []
    return called, args


def argument_setter(owner, name, arguments):
    """Returns a function that stores a keyword argument of a constructor.

    `owner` is the class of the constructor, `name` is the name of the argument, and `arguments`
    is the dict that gets it."""

    def set_argument(value):
        arguments[name] = value

    parameter = inspect.signature(owner).parameters.get(name)
    if parameter is not None:
        set_argument.__annotations__["value"] = parameter.annotation
    return set_argument


def below(above, stub_methods):
    """Creates the stub subclass of the class `above`.

    Each method without a body in Java gets a stub. The stub prints its call and returns a
    constant."""
    if not isinstance(above, type):
        raise Unfit("Java's abstract class or interface is not a class in the port")
    names = {}
    for one in stub_methods:
        name = mangled(above, one["python"])
        names[name] = fills(replaced(above, name), one["java"], one["gives"], one["shows"])
    for name in getattr(above, "__abstractmethods__", ()):
        if name not in names:
            replaced(above, name)
            names[name] = missing_method(name)
    names |= {"__module__": above.__module__, "__qualname__": above.__qualname__, "__doc__": above.__doc__}
    try:
        return type(above)(above.__name__, (above,), names)
    except Exception as error:
        raise Unfit(f"cargo mts cannot make a stub subclass of {above.__name__}: {error}") from None


def spread_last(called, args, kinds):
    """Returns the arguments of a call. Java may pass a sequence as the last argument where the port has `*args`.

    In this case, the items of the sequence replace the last argument."""
    if not args or not kinds or not isinstance(args[-1], list):
        return args
    return [*args[:-1], *args[-1]] if rest_position(called, kinds[-1]) == len(args) - 1 else args


def rest_position(called, kind):
    """Returns the position of `*args` in a callable that takes a Java value item by item.

    Returns None for any other callable. A constructor, and a function for a list of Java, may
    also look at `args` to find out which arguments it got."""
    is_class = isinstance(called, type)
    code = getattr(inspect.unwrap(called.__init__ if is_class else called), "__code__", None)
    if code is None or not code.co_flags & inspect.CO_VARARGS or not is_sequence(kind):
        return None
    if (is_class or "array" not in kind) and dispatches(code):
        return None
    return code.co_argcount - (is_class or code.co_varnames[:1] in (("self",), ("cls",)))


def dispatches(code):
    """Returns whether code counts its variable arguments, or takes one of them by its index."""
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
    found = [(one.opname, one.argval, one.argrepr) for one in dis.get_instructions(code)]
    for at, (name, value, _) in enumerate(found):
        is_rest = value == rest or isinstance(value, tuple) and rest in value
        if not name.startswith("LOAD_FAST") or not is_rest:
            continue
        before, after = found[max(0, at - 3):at], found[at + 1:at + 3]
        if any(value == "len" for _, value, _ in before):
            return True
        if any(name == "BINARY_SUBSCR" or name == "BINARY_OP" and shown == "[]" for name, _, shown in after):
            return True
    return False


def is_sequence(kind):
    """Returns whether a Java type is an array or a list. A port may take `*args` for it."""
    if not isinstance(kind, dict):
        return False
    return "array" in kind or kind.get("class", {}).get("name", "").rpartition(".")[2] in LISTS


# Marks a parameter of the port for which Java has no argument.
GAP = object()
# The constants that stubs return, by their kind.
GIVEN = {"null": None, "no": False, "whole": 1, "real": 1.0, "letter": "a"}


def replaced(above, name):
    """Returns the method of the class `above` that a stub replaces, or None.

    Raises `Unfit` if the member is not a plain method, for example a property: callers use it in another way than in
    Java."""
    held = inspect.getattr_static(above, name, None)
    if held is not None and (not inspect.isfunction(held) or inspect.iscoroutinefunction(held)):
        raise Unfit(f"{above.__name__}.{name} is not a plain method in the port, so cargo mts cannot make a stub of it")
    return held


def fills(held, name, gives, shows):
    """Returns the stub of a method.

    `held` is the port's method, or None. `name` is Java's name. `gives` is the kind of the constant. `shows` says
    whether the stub prints its arguments."""
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


def missing_method(name):
    """Returns a method that raises `Unfit`.

    The returned method replaces a method that is abstract in the port, but not in Java."""

    def lacks(*_, **__):
        raise Unfit(f"the stub subclass has no method {name}")

    return lacks


def written(arg):
    """Returns the text of an argument as Java prints it."""
    if arg is None:
        return "null"
    return str(arg).lower() if isinstance(arg, bool) else str(arg)


def arranged(args, places, called, first=GAP):
    """Returns the arguments in the order of the port's parameters.

    `args` are in Java's order, and `places` has the position of each in the port. A parameter of `called` without an
    argument gets its default. `first` takes position 0, if Java's arguments begin later."""
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
            raise Unfit("cargo mts does not know the defaults of the parameters") from None
        if any(arg is inspect.Parameter.empty for arg in ordered):
            raise Unfit("Java has no argument for a parameter of the port without a default")
    return ordered


def reachable(module):
    """Returns the modules of the project from which a module has values, directly or not, and the module itself."""
    found = [module]
    for one in found:
        for held in list(vars(one).values()):
            other = held if isinstance(held, types.ModuleType) else sys.modules.get(module_name(held))
            if other is not None and other not in found and projects.runs(getattr(other, "__file__", None) or ""):
                found.append(other)
    return found


def module_name(held):
    """Returns the name of the module that defines a class or a function, or None."""
    name = getattr(held, "__module__", None) if isinstance(held, (type, types.FunctionType)) else None
    return name if type(name) is str else None


def module_of(name):
    """Returns a module of the port, and imports it if it is not yet loaded.

    If the import fails, a second try skips the statements at the top of modules that raise."""
    name = importable(name)
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
decode.class_port = factories.class_port
