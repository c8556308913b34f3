"""What code under test leaves behind in the process, where the next variant would meet it. Small things are
put back; of the rest the first is told, and the worker leaves: a new one is cheaper than a wrong verdict.

No bar to code that is written against this worker: in one interpreter nothing is out of reach."""

import _thread
import gc
import importlib
import os
import shutil
import signal
import sys
import types
from operator import eq, is_, methodcaller

from .names import TICK
from ..process import versions

__builtins__ = dict(vars(__import__("builtins")))

# Address space in bytes that a worker may gain before it is not worth its while.
GROWTH = 256 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")
WATCHED = (types.FunctionType, types.BuiltinFunctionType, type, types.ModuleType)


VALUES = methodcaller("values")
COUNTS = versions.counts()


class Kept:
    """The functions, classes and modules that a namespace has names for."""

    def __init__(self, names):
        self.names = names
        kept = [(name, value) for name, value in names.items() if isinstance(value, WATCHED)]
        self.keys = [name for name, _ in kept]
        self.values = [value for _, value in kept]
        self.all = list(names.values())

    def holds(self):
        self.all = list(self.names.values())
        return all(map(is_, map(self.names.get, self.keys), self.values))


class Pollution:
    """How things stood before any code under test ran."""

    def __init__(self, own, handler):
        # The worker's own scratch folder, where it was told of one: nothing else is ever emptied.
        self.scratch = os.environ.get("TMPDIR")
        self.environ, self.raw = dict(os.environ), dict(os.environ._data)
        self.handler = handler
        # A caller of the tool may block signals: the worker inherits that.
        self.blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        self.modules = {}
        self.kept = []
        self.seen = 0
        self.builtins = vars(sys.modules["builtins"])
        self.number = len(self.builtins) + (TICK not in self.builtins)
        for module in own:
            self.kept.append((module.__name__, Kept(vars(module))))
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == module.__name__:
                    self.kept.append((value.__name__, Kept(vars(value))))
        self.watch()
        self.is_begun, self.before = False, set(sys.modules)
        self.digits = getattr(sys, "get_int_max_str_digits", int)()

    def enter(self):
        """This process is the one that code under test runs in."""
        self.lowest = lowest()
        self.size = size()

    def names(self):
        """The names of the modules that are there as a unit begins."""
        if self.is_begun:
            # Code under test has run.
            importlib.invalidate_caches()
            self.before = set(sys.modules)
        self.is_begun = True
        return self.before

    def begin(self):
        """A unit begins, on the search path that is set."""
        self.imports = [(held, list(held)) for held in (sys.path, sys.meta_path, sys.path_hooks)]

    def watch(self):
        """Watches the modules that are there from now on, but for private ones: others hold what they have."""
        if len(sys.modules) == self.seen:
            return
        self.seen = len(sys.modules)
        for name, module in list(sys.modules.items()):
            if name not in self.modules and isinstance(module, types.ModuleType):
                self.modules[name] = module
                if not name.startswith("_") and "._" not in name:
                    self.kept.append((name, Kept(vars(module))))
        self.spaces = [kept.names for _, kept in self.kept]
        self.lists = [kept.all for _, kept in self.kept]
        self.versions = versions.Versions(self.spaces) if COUNTS else None

    def found(self):
        """What cannot be put back, or nothing."""
        try:
            return self.changed()
        except BaseException as error:
            return f"what cannot be looked into: {error!r}"

    def changed(self):
        if _thread._count():
            return "threads"
        if (name := self.changed_space()):
            return f"a change of {name}"
        if len(self.builtins) != self.number:
            return "a change of builtins"
        if not all(map(is_, map(sys.modules.get, self.modules), self.modules.values())):
            return "a change of sys.modules"
        for held, before in self.imports:
            if len(held) != len(before) or not all(map(is_, held, before)):
                return "a change of how modules are found"
        if signal.getsignal(signal.SIGPROF) is not self.handler:
            return "a change of signals"
        if signal.pthread_sigmask(signal.SIG_BLOCK, ()) != self.blocked:
            return "a change of signals"
        if sys.gettrace() or sys.getprofile() or not gc.isenabled():
            return "a change of the interpreter"
        if lowest() != self.lowest:
            return "open files"
        if size() > self.size + GROWTH:
            return "memory"
        return ""

    def changed_space(self):
        """The name of a namespace that has other functions, classes or modules, or nothing."""
        if self.versions is not None:
            return next((self.kept[at][0] for at in self.versions.changed() if not self.kept[at][1].holds()), "")
        # Mostly nothing has changed but the worker's own builtins, which lists tell quickly: the same object is
        # equal to itself.
        for at, same in enumerate(map(eq, map(list, map(VALUES, self.spaces)), self.lists)):
            if same:
                continue
            name, kept = self.kept[at]
            if not kept.holds():
                return name
            self.lists[at] = kept.all
        return ""

    def littered(self):
        """Whether there are files."""
        try:
            return bool(self.scratch) and bool(os.listdir(self.scratch))
        except OSError:
            return True

    def moved(self):
        """Whether there is something to put back."""
        try:
            timers = signal.getitimer(signal.ITIMER_REAL)[0] or signal.getitimer(signal.ITIMER_VIRTUAL)[0]
            digits = self.digits and sys.get_int_max_str_digits() != self.digits
            if timers or digits or os.environ._data != self.raw:
                return True
            return bool(self.scratch) and (bool(os.listdir(self.scratch)) or not os.path.samefile(".", self.scratch))
        except BaseException:
            return True

    def put_back(self):
        """Puts back what can be; what cannot after all, or nothing."""
        try:
            self.restore()
        except BaseException as error:
            return f"what cannot be looked into: {error!r}"
        return ""

    def restore(self):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if self.digits and sys.get_int_max_str_digits() != self.digits:
            sys.set_int_max_str_digits(self.digits)
        if os.environ._data != self.raw:
            os.environ.clear()
            os.environ.update(self.environ)
        if self.scratch:
            os.chdir(self.scratch)
            for name in os.listdir(self.scratch):
                place = os.path.join(self.scratch, name)
                if os.path.isdir(place) and not os.path.islink(place):
                    shutil.rmtree(place, ignore_errors=True)
                else:
                    os.unlink(place)


def lowest():
    """The lowest descriptor that is free: higher by what was left open."""
    try:
        found = os.dup(0)
    except OSError:
        return -1
    os.close(found)
    return found


def size():
    """Address space of the process, where the system tells."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read(64).split()[0]) * PAGE
    except OSError:
        return 0
