"""Detects changes to the process that could affect the next copy.

The code under test makes these changes. The worker undoes small changes. For any other change,
the worker reports the first one to the tool and ends: a new worker costs less than a wrong
verdict. This check does not stop code that attacks the worker, because code in the same
interpreter can change everything."""

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

# The number of bytes by which the address space of a worker may grow. Then a new worker replaces
# it.
GROWTH = 256 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")
# The types of the values that the check watches in each namespace.
WATCHED = (types.FunctionType, types.BuiltinFunctionType, type, types.ModuleType)


VALUES = methodcaller("values")
COUNTS = versions.counts()


class NamespaceSnapshot:
    """The functions, classes and modules that a namespace had when this `NamespaceSnapshot` was created."""

    def __init__(self, names):
        self.names = names
        kept = [(name, value) for name, value in names.items() if isinstance(value, WATCHED)]
        self.keys = [name for name, _ in kept]
        self.values = [value for _, value in kept]
        self.all = list(names.values())

    def holds(self):
        """Returns whether the namespace still has all recorded values.

        Also stores the present values of the namespace in `all`."""
        self.all = list(self.names.values())
        return all(map(is_, map(self.names.get, self.keys), self.values))


class Pollution:
    """The state of the process before code under test ran, and the check against it."""

    def __init__(self, own, handler):
        # The worker's scratch folder, if the tool gave it one. The worker removes files only there.
        self.scratch = os.environ.get("TMPDIR")
        self.environ, self.raw = dict(os.environ), dict(os.environ._data)
        self.handler = handler
        # The worker inherits blocked signals from the program that started the tool.
        self.blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        self.modules = {}
        self.kept = []
        self.seen = 0
        self.builtins = vars(sys.modules["builtins"])
        self.number = len(self.builtins) + (TICK not in self.builtins)
        for module in own:
            self.kept.append((module.__name__, NamespaceSnapshot(vars(module))))
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == module.__name__:
                    self.kept.append((value.__name__, NamespaceSnapshot(vars(value))))
        self.watch()
        self.is_begun, self.before = False, set(sys.modules)
        self.digits = getattr(sys, "get_int_max_str_digits", int)()

    def enter(self):
        """Records the open files and the memory of the forked process.

        Code under test will run in this process."""
        self.lowest = lowest()
        self.size = size()

    def names(self):
        """Returns the names of the modules that are loaded before a unit."""
        if self.is_begun:
            # An earlier unit may have added files and modules.
            importlib.invalidate_caches()
            self.before = set(sys.modules)
        self.is_begun = True
        return self.before

    def begin(self):
        """Records the import settings at the start of a unit."""
        self.imports = [(held, list(held)) for held in (sys.path, sys.meta_path, sys.path_hooks)]

    def watch(self):
        """Adds newly loaded modules to the check.

        The check does not look into private modules, because public modules usually have the same values."""
        if len(sys.modules) == self.seen:
            return
        self.seen = len(sys.modules)
        for name, module in list(sys.modules.items()):
            if name not in self.modules and isinstance(module, types.ModuleType):
                self.modules[name] = module
                if not name.startswith("_") and "._" not in name:
                    self.kept.append((name, NamespaceSnapshot(vars(module))))
        self.spaces = [kept.names for _, kept in self.kept]
        self.lists = [kept.all for _, kept in self.kept]
        self.versions = versions.Versions(self.spaces) if COUNTS else None

    def found(self):
        """Returns a description of a change that the worker cannot undo, or None."""
        try:
            return self.changed()
        except BaseException as error:
            return f"state that the worker cannot read: {error!r}"

    def changed(self):
        """Compares the process with its recorded state. Returns the first difference, or None."""
        if _thread._count():
            return "threads"
        if (name := self.changed_space()) is not None:
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
        return None

    def changed_space(self):
        """Returns the name of a namespace that changed, or None.

        A change affects functions, classes or modules."""
        if self.versions is not None:
            return next((self.kept[at][0] for at in self.versions.changed() if not self.kept[at][1].holds()), None)
        # Usually no namespace except the builtins has changed. Comparing lists finds this fast, because Python takes
        # an object as equal to itself without a call of `__eq__`.
        for at, same in enumerate(map(eq, map(list, map(VALUES, self.spaces)), self.lists)):
            if same:
                continue
            name, kept = self.kept[at]
            if not kept.holds():
                return name
            self.lists[at] = kept.all
        return None

    def littered(self):
        """Returns whether the scratch folder has files."""
        try:
            return bool(self.scratch) and bool(os.listdir(self.scratch))
        except OSError:
            return True

    def moved(self):
        """Returns whether there are changes that `put_back` undoes."""
        try:
            timers = signal.getitimer(signal.ITIMER_REAL)[0] or signal.getitimer(signal.ITIMER_VIRTUAL)[0]
            digits = self.digits and sys.get_int_max_str_digits() != self.digits
            if timers or digits or os.environ._data != self.raw:
                return True
            return bool(self.scratch) and (bool(os.listdir(self.scratch)) or not os.path.samefile(".", self.scratch))
        except BaseException:
            return True

    def put_back(self):
        """Undoes small changes. Returns a description of the failure if this fails, else None."""
        try:
            self.restore()
        except BaseException as error:
            return f"state that the worker cannot read: {error!r}"
        return None

    def restore(self):
        """Restores timers, the limit of digits, the environment and the working folder. Empties the scratch folder."""
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
    """Returns the lowest free descriptor, or -1 if none is free. The result grows when code leaves files open."""
    try:
        found = os.dup(0)
    except OSError:
        return -1
    os.close(found)
    return found


def size():
    """Returns the address space of the process in bytes, or 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read(64).split()[0]) * PAGE
    except OSError:
        return 0
