"""The long-lived Python side: reads a unit, executes each variant's module text in a namespace of
its own, runs the orders and answers one frame an outcome. Arguments: the descriptors to read
requests from and to write answers to."""

import builtins
import collections
import enum
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import itertools
import json
import marshal
import operator
import os
import signal
import sys
import types

MAX_DEPTH = 400
MAX_NODES = 1_000_000
MAX_ITERATOR = 10_000
UNBOUNDED = 50_000_000
RECURSION = 1000
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class BudgetSpent(BaseException):
    """Every further tick raises it again, so that no handler can hold it."""


class Unfit(Exception):
    """A value that cannot be made, or a function that cannot be reached."""


class TooLarge(Exception):
    """The value is too large to be compared."""


class Spent:
    """The iterator behind the budget: raises whenever it is asked."""

    def __iter__(self):
        return self

    def __next__(self):
        raise BudgetSpent


def set_budget(ticks):
    """Installs a counter of this many ticks. The tick is an iterator's own `__next__`: it costs no
    Python frame and is out of reach of the recursion limit."""
    left = itertools.repeat(None, ticks)
    builtins.__mts_t = itertools.chain(left, Spent()).__next__
    return left


# ---- standard output


class Printed(io.TextIOBase):
    """Standard output of one call, kept up to a cap; what is beyond it is counted."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, cap):
        self.cap = cap
        self.length = 0
        self.kept = []
        self.buffer = Bytes(self)

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.take(text.encode("utf-8", "replace"))
        return len(text)

    def take(self, data):
        if self.length < self.cap:
            self.kept.append(data[: self.cap - self.length])
        self.length += len(data)

    def end(self):
        text = b"".join(self.kept).decode("utf-8", "replace")
        return text if self.length <= self.cap else f"{text}\n[{self.length} bytes in all]"


class Bytes(io.RawIOBase):
    """`sys.stdout.buffer`."""

    def __init__(self, printed):
        self.printed = printed

    def writable(self):
        return True

    def write(self, data):
        self.printed.take(bytes(data))
        return len(data)


# ---- values: neutral form to Python, by the Java side's static type

FLOATS = ("float", "double")
LISTS = {"List", "ArrayList", "LinkedList", "Collection", "Iterable", "Vector", "Stack", "Queue", "Deque", "ArrayDeque", "Iterator"}
SETS = {"Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "NavigableSet"}


def to_python(value, kind, module):
    """`kind` is a JavaType in its JSON form, or None where nothing is known."""
    if isinstance(kind, dict):
        if "primitive" in kind or "boxed" in kind:
            return scalar(value, kind.get("primitive") or kind["boxed"])
        if "array" in kind:
            return sequence(value, kind["array"], module)
        named = kind["class"]
        name, args = named["name"].rpartition(".")[2], named["args"]
        if name in LISTS and isinstance(value, list):
            return sequence(value, args[0] if args else None, module)
        if name in SETS and isinstance(value, dict) and "$set" in value:
            return as_set(value["$set"], args[0] if args else None, module)
        if name == "Optional":
            return to_python(value, args[0] if args else None, module)
        if isinstance(value, dict) and "$map" in value and len(args) == 2:
            return as_dict(value["$map"], args[0], args[1], module)
        if isinstance(value, list) and isinstance(getattr(module, name, None), type):
            return getattr(module, name)(*[to_python(item, None, module) for item in value])
        if isinstance(value, str) and isinstance(getattr(module, name, None), type):
            return constant(f"{name}.{value}", module)
    return dynamic(value, module)


def scalar(value, name):
    if value is None:
        return None
    if isinstance(value, dict):
        value = dynamic(value, None)
    if name in FLOATS:
        return float(value)
    if name == "char":
        return chr(value) if isinstance(value, int) else value
    return value


def sequence(value, element, module):
    if isinstance(value, dict) and "$bytes" in value:
        return [byte - 256 if byte > 127 else byte for byte in bytes.fromhex(value["$bytes"])]
    if isinstance(value, str) and element == {"primitive": "char"}:
        return list(value)
    if not isinstance(value, list):
        return dynamic(value, module)
    if element == {"primitive": "int"}:
        return value[:]
    return [to_python(item, element, module) for item in value]


def hashable(value):
    """Lists and sets as elements of sets and keys of maps become tuples and frozen sets."""
    if isinstance(value, list):
        return tuple(hashable(item) for item in value)
    return frozenset(value) if isinstance(value, set) else value


def as_set(items, element, module):
    return {hashable(to_python(item, element, module)) for item in items}


def as_dict(pairs, key, held, module):
    return {hashable(to_python(k, key, module)): to_python(v, held, module) for k, v in pairs}


def dynamic(value, module):
    if isinstance(value, list):
        return [dynamic(item, module) for item in value]
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
        return as_set(value["$set"], None, module)
    if "$map" in value:
        return as_dict(value["$map"], None, None, module)
    if "$enum" in value:
        return constant(value["$enum"], module)
    if "$object" in value:
        return instance(value["$object"], value.get("fields", {}), module)
    raise Unfit(f"a value of this kind cannot be made: {sorted(value)}")


def named_class(name, module):
    name = name.replace("$", ".").rpartition(".")[2]
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise Unfit(f"the module has no class {name}")
    return found


def constant(name, module):
    owner, _, member = name.rpartition(".")
    try:
        return getattr(named_class(owner, module), member)
    except AttributeError:
        raise Unfit(f"no constant {name}") from None


def snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


def instance(name, fields, module):
    cls = named_class(name, module)
    made = cls.__new__(cls)
    try:
        known = set(vars(cls()))
    except Exception:
        known = set()
    for key, held in fields.items():
        options = [key, snake(key), "_" + snake(key), "_" + key, f"_{cls.__name__}__{snake(key)}"]
        attribute = next((option for option in options if option in known), snake(key) if not known else key)
        object.__setattr__(made, attribute, dynamic(held, module))
    return made


# ---- values: Python to the neutral form

IMMUTABLE = (type(None), bool, int, float, str, bytes, complex, enum.Enum, frozenset, range)


class Encoder:
    """Encodes the values of one outcome; containers are numbered across the whole outcome."""

    def __init__(self):
        self.seen = {}
        self.alive = []
        self.containers = 0
        self.nodes = 0

    def first(self, value, shareable):
        """Registers a container: its number when it was met before, else None."""
        if shareable:
            before = self.seen.setdefault(id(value), self.containers)
            if before != self.containers:
                return {"$ref": before}
            self.alive.append(value)
        self.containers += 1
        return None

    def value(self, value, depth=0):
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooLarge
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return integer(value)
        if kind is str:
            return self.text(value)
        if kind is float:
            return {"$float": repr(value)}
        if depth > MAX_DEPTH and not isinstance(value, IMMUTABLE):
            return f"<deeper than {MAX_DEPTH}>"
        return self.compound(value, depth + 1)

    def text(self, value):
        self.nodes += len(value) // 64
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                units = memoryview(value.encode("utf-16-le", "surrogatepass")).cast("H")
                return {"$utf16": list(units)}
        return str(value)

    def compound(self, value, depth):
        if isinstance(value, enum.Enum):
            return {"$enum": f"{type(value).__name__}.{value.name}"}
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, bool) or isinstance(value, int):
            return integer(int(value))
        if isinstance(value, float):
            return {"$float": float.__repr__(value)}
        if isinstance(value, (bytes, bytearray, memoryview)):
            return {"$bytes": bytes(value).hex()}
        if isinstance(value, BaseException):
            return exception(value)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return self.first(value, False) or self.items(value, depth)
        if isinstance(value, (list, collections.deque, collections.UserList)):
            return self.first(value, len(value) > 0) or self.items(value, depth)
        if isinstance(value, (dict, collections.UserDict, types.MappingProxyType)):
            return self.first(value, len(value) > 0) or {
                "$map": [[self.value(k, depth), self.value(v, depth)] for k, v in value.items()]
            }
        if isinstance(value, (set, frozenset)):
            return self.first(value, isinstance(value, set) and len(value) > 0) or {"$set": self.items(value, depth)}
        if isinstance(value, (range, type({}.keys()), type({}.values()), type({}.items()))):
            return self.first(value, False) or self.items(value, depth)
        if hasattr(type(value), "__next__"):
            return self.first(value, True) or self.items(itertools.islice(value, MAX_ITERATOR), depth)
        if hasattr(value, "tolist") and not isinstance(value, type):
            return self.value(value.tolist(), depth)
        return self.first(value, True) or self.object(value, depth)

    def items(self, items, depth):
        return [self.value(item, depth) for item in items]

    def object(self, value, depth):
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType)):
            return {"$object": type(value).__name__, "fields": {"name": value.__name__}}
        fields = {}
        if isinstance(value, tuple):
            fields = dict(zip(value._fields, value))
        for cls in reversed(type(value).__mro__):
            slots = cls.__dict__.get("__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                name = f"_{cls.__name__.lstrip('_')}{slot}" if slot.startswith("__") and not slot.endswith("__") else slot
                if slot not in ("__dict__", "__weakref__") and hasattr(value, name):
                    fields[name] = getattr(value, name)
        fields.update(getattr(value, "__dict__", {}))
        if not fields and type(value).__repr__ is not object.__repr__:
            fields = {"text": repr(value)}
        return {"$object": type(value).__name__, "fields": {str(k): self.value(v, depth) for k, v in fields.items()}}


def integer(value):
    if -0x8000_0000_0000_0000 <= value <= 0x7FFF_FFFF_FFFF_FFFF:
        return value
    return {"$int": hex(value)}


def exception(error):
    """Own name and base classes up to Exception, then the message."""
    names = [cls.__name__ for cls in type(error).__mro__ if cls not in (BaseException, object)]
    try:
        message = str(error)
    except Exception:
        message = ""
    return {"$exception": "<".join(names), "message": message.encode("utf-8", "replace").decode()[:4096]}


# ---- modules


class Projects(importlib.abc.MetaPathFinder):
    """Serves the module under test from the variant's code, and the project's other modules from
    code compiled once: they are executed anew for every variant, as their state may have changed."""

    def __init__(self):
        self.name = ""
        self.code = None
        self.file = ""
        self.is_package = False
        self.roots = ()
        self.compiled = {}

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            spec = importlib.machinery.ModuleSpec(name, Given(self), origin=self.file, is_package=self.is_package)
            spec.has_location = bool(self.file)
            if self.is_package:
                spec.submodule_search_locations = [os.path.dirname(self.file)]
            return spec
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader) and self.owns(spec.origin):
            spec.loader = Kept(name, spec.origin, self.compiled)
        return spec

    def owns(self, origin):
        return bool(origin) and origin.startswith(self.roots) and "site-packages" not in origin

    def forget(self, before):
        """Removes the project's modules, so that the next variant starts anew."""
        for name in [name for name in sys.modules if name not in before]:
            spec = getattr(sys.modules[name], "__spec__", None)
            origin = getattr(spec, "origin", None)
            places = list(getattr(spec, "submodule_search_locations", None) or [])
            if name == self.name or self.owns(origin) or (places and origin is None and self.owns(places[0])):
                del sys.modules[name]


class Given(importlib.abc.Loader):
    def __init__(self, projects):
        self.projects = projects

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.projects.code, module.__dict__)


class Kept(importlib.machinery.SourceFileLoader):
    def __init__(self, name, path, compiled):
        super().__init__(name, path)
        self.compiled = compiled

    def get_code(self, fullname):
        code = self.compiled.get(self.path)
        if code is None:
            code = self.compiled[self.path] = self.source_to_code(self.get_data(self.path), self.path)
        return code


projects = Projects()


def load(name):
    """The module of the code at hand."""
    if "." in name:
        return importlib.import_module(name)
    module = types.ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=projects.file)
    module.__file__ = projects.file
    sys.modules[name] = module
    exec(projects.code, module.__dict__)
    return sys.modules.get(name, module)


def resolve(module, qualname):
    """The function by its qualified name, and the class it is looked up in."""
    owner, found = None, module
    for part in qualname.split("."):
        if isinstance(found, types.FunctionType):
            found = inner(found, part, qualname)
            continue
        owner = found
        try:
            found = getattr(found, part)
        except AttributeError:
            raise Unfit(f"the module has no {qualname}") from None
    return owner, found


def inner(function, name, qualname):
    """A function nested in another, where it uses nothing of it."""
    for held in function.__code__.co_consts:
        if isinstance(held, types.CodeType) and held.co_name == name:
            if held.co_freevars:
                raise Unfit(f"{qualname} uses variables of the function around it: it cannot be called alone")
            return types.FunctionType(held, function.__globals__)
    raise Unfit(f"the module has no {qualname}")


# ---- running


class Caller:
    """One unit: its entry, types and inputs, and how a call is made in a variant's module."""

    def __init__(self, unit):
        self.entry = unit["entry"]
        self.params = unit["params"]
        self.receiver = unit["receiver"]
        self.inputs = unit["inputs"]
        self.cap = unit["stdout"]
        self.patience = unit["patience_ms"] / 1000
        self.kept = {}

    def arguments(self, index, module):
        """Fresh arguments in Java order: copied by `marshal` where no class of the module is involved."""
        kept = self.kept.get(index)
        if kept is None:
            made = [to_python(v, k, module) for v, k in zip(self.inputs[index]["args"], self.params)]
            try:
                self.kept[index] = marshal.dumps(made)
            except ValueError:
                self.kept[index] = b""
            return made
        if kept:
            return marshal.loads(kept)
        return [to_python(v, k, module) for v, k in zip(self.inputs[index]["args"], self.params)]

    def positional(self, args):
        """Java order to Python order."""
        places = self.entry["arguments"]
        if places == list(range(len(args))):
            return args
        ordered = [None] * (max(places, default=-1) + 1)
        for place, arg in zip(places, args):
            ordered[place] = arg
        return ordered

    def target(self, index, owner, function, module):
        """What to call, and the receiver that it leaves changed."""
        if not self.entry["on_instance"]:
            return (owner if self.entry["is_constructor"] else function), None
        if not isinstance(owner, type):
            raise Unfit(f"{self.entry['qualname']} is not in a class")
        given = self.inputs[index]["receiver"] or []
        kinds = self.receiver if len(self.receiver) == len(given) else [None] * len(given)
        receiver = owner(*[to_python(v, k, module) for v, k in zip(given, kinds)])
        return getattr(receiver, self.entry["qualname"].rpartition(".")[2]), receiver

    def call(self, index, budget, module, owner, function):
        printed = Printed(self.cap)
        left, used, note = set_budget(UNBOUNDED), 0, ""
        sys.stdout = printed
        sys.stderr = io.StringIO()
        sys.stdin = io.StringIO()
        result = receiver = thrown = None
        args = []
        signal.setitimer(signal.ITIMER_PROF, self.patience, 0.05)
        try:
            try:
                args = self.arguments(index, module)
                call = self.positional(args)
                note = "the receiver's constructor"
                target, receiver = self.target(index, owner, function, module)
                note = ""
                left = set_budget(budget)
                base = depth()
                sys.setrecursionlimit(base + RECURSION)
                try:
                    result = target(*call)
                    if hasattr(type(result), "__next__"):
                        result = list(itertools.islice(result, MAX_ITERATOR))
                finally:
                    # The timer first: nothing of the harness may be interrupted by it.
                    signal.setitimer(signal.ITIMER_PROF, 0)
                    sys.setrecursionlimit(20 * RECURSION)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        except BudgetSpent:
            thrown = None
            state.spent = True
        except BaseException as error:
            thrown = error
        rest = operator.length_hint(left)
        used = budget - rest if note == "" else 0
        text = printed.end()
        spent, overdue = state.spent or exhausted(), state.overdue
        state.spent = state.overdue = False
        if spent or overdue:
            return ["timeout", None, [], None, text, used, "watchdog" if overdue else "ticks"]
        set_budget(UNBOUNDED)
        if thrown is not None and (short := abnormal(thrown, note)) is not None:
            return [short[0], None, [], None, text if short[0] == "timeout" else "", used, short[1]]
        return self.finished(result, receiver, thrown, args, text, used, note)

    def finished(self, result, receiver, thrown, args, text, used, note):
        encoder = Encoder()
        try:
            if self.entry["is_constructor"]:
                result, receiver = None, result
            value = encoder.value(result) if thrown is None else exception(thrown)
            after = [None if isinstance(arg, IMMUTABLE) else encoder.value(arg) for arg in args]
            receiver = encoder.value(receiver)
        except TooLarge:
            return ["timeout", None, [], None, "", used, "size"]
        except (MemoryError, RecursionError):
            return ["timeout", None, [], None, "", used, "memory"]
        except BaseException as error:
            return ["incomplete", None, [], None, "", used, f"the result cannot be read: {error!r}"]
        return ["ok" if thrown is None else "exception", value, after, receiver, text, used, note]


class State:
    spent = False
    overdue = False


state = State()


def exhausted():
    """Whether the installed counter has run out, though the function may have swallowed it."""
    try:
        builtins.__mts_t()
    except BudgetSpent:
        return True
    except TypeError:
        return False
    return False


def abnormal(error, note):
    """State and note of what is not an ordinary exception."""
    if isinstance(error, Unfit):
        return "incomplete", str(error)
    if isinstance(error, RecursionError):
        return "timeout", "stack"
    if isinstance(error, MemoryError):
        return "timeout", "memory"
    if isinstance(error, SystemExit):
        return "incomplete", "exit"
    if isinstance(error, BudgetSpent):
        return "timeout", "ticks"
    return None


def depth():
    frame, count = sys._getframe(), 0
    while frame is not None:
        frame, count = frame.f_back, count + 1
    return count


def on_timer(number, frame):
    state.overdue = True
    raise BudgetSpent


def compiled(text, path):
    """The code of a variant, or why there is none."""
    try:
        return compile(text, path, "exec", dont_inherit=True), ""
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return None, f"{type(error).__name__}: {error}"


def imported(unit, caller):
    """The module and function of the code at hand, or the outcome that says why not."""
    set_budget(UNBOUNDED)
    sys.stdout, sys.stderr, sys.stdin = Printed(0), io.StringIO(), io.StringIO()
    signal.setitimer(signal.ITIMER_PROF, caller.patience, 0.05)
    try:
        try:
            sys.setrecursionlimit(depth() + RECURSION)
            module = load(unit["entry"]["module"])
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            sys.setrecursionlimit(20 * RECURSION)
        return (module, *resolve(module, unit["entry"]["qualname"])), None
    except BaseException as error:
        state.spent = state.overdue = False
        found = abnormal(error, "")
        if found is None:
            found = ("not_compiled", f"{type(error).__name__}: {error}")
        return None, [found[0], None, [], None, "", 0, found[1]]


def run_unit(unit, send):
    caller = Caller(unit)
    projects.name = unit["entry"]["module"]
    projects.file = unit["entry"]["path"]
    projects.is_package = os.path.basename(projects.file) == "__init__.py"
    projects.roots = tuple(unit["path"])
    projects.compiled = {}
    prefix, suffix = unit["prefix"], unit["suffix"]
    texts = dict(unit["texts"])
    search, before = sys.path[:], set(sys.modules)
    sys.path[:0] = unit["path"]
    importlib.invalidate_caches()
    for number, (variant, keep_going, wanted) in enumerate(unit["orders"]):
        projects.code, why = compiled(prefix + texts[variant] + suffix, projects.file)
        if projects.code is None:
            send({"order": number, "outcome": ["not_compiled", None, [], None, "", 0, why], "last": True})
            continue
        reached, failed = imported(unit, caller)
        if failed is not None:
            send({"order": number, "outcome": failed, "last": True})
        else:
            for at, (index, budget) in enumerate(wanted):
                outcome = caller.call(index, budget, *reached)
                last = at + 1 == len(wanted) or (not keep_going and outcome[0] != "ok")
                send({"order": number, "outcome": outcome, "last": last})
                if last:
                    break
            if not wanted:
                send({"order": number, "last": True})
        reached = None
        projects.forget(before)
    sys.path[:] = search
    send({"done": True})


def serve(source, sink):
    def receive(count):
        parts = []
        while count > 0:
            part = os.read(source, min(count, 1 << 20))
            if not part:
                # Not sys.exit: threads left by the code under test must not hold the worker.
                leave(0)
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def send(frame):
        data = dumps(frame).encode("utf-8", "replace")
        data = len(data).to_bytes(4, "big") + data
        while data:
            data = data[os.write(sink, data) :]

    send({"hello": sys.version.split()[0]})
    while True:
        run_unit(json.loads(receive(int.from_bytes(receive(4), "big"))), send)


leave = os._exit


def leaving(status=0):
    """Stands for `os._exit` and its like, so that the worker outlives it."""
    raise SystemExit(status)


def main():
    del sys.path[0]
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, projects)
    os._exit = os.abort = leaving
    signal.signal(signal.SIGPROF, on_timer)
    gc.freeze()
    serve(int(sys.argv[1]), int(sys.argv[2]))


if __name__ == "__main__":
    main()
