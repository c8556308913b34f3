"""A whole program: the module's code run as a script, with a standard input of its own and `__main__` for its
name. What its runs come to is told by the worker."""

import builtins
import io
import os
import sys
import threading
import types

__builtins__ = dict(vars(builtins))

# Kept from before any code under test ran.
STDIN, SCRATCH = os.dup(0), os.environ.get("TMPDIR", ".")
# Parts of a text that reads standard input by its descriptor, not by `sys.stdin`.
BY_DESCRIPTOR = ("open(0", "fileno", "os.read", "fdopen", "/dev/stdin")


class Program:
    """One run."""

    def __init__(self, projects, given):
        self.code = projects.code
        self.text = projects.text
        self.file = projects.file
        self.given = given.encode("utf-8", "surrogatepass")
        self.elsewhere = None
        self.by_descriptor = any(word in self.text for word in BY_DESCRIPTOR)

    def enter(self, printed, complaints):
        """Puts the streams, the arguments and the module in place."""
        self.main, self.argv = sys.modules["__main__"], sys.argv
        self.module = types.ModuleType("__main__")
        self.module.__file__ = self.file
        self.module.__builtins__ = builtins
        sys.modules["__main__"] = self.module
        sys.argv = [self.file]
        self.hook, threading.excepthook = threading.excepthook, self.died
        sys.stdout = sys.__stdout__ = printed
        sys.stderr = sys.__stderr__ = complaints
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BytesIO(self.given), encoding="utf-8")
        if self.by_descriptor:
            with open(os.path.join(SCRATCH, "stdin"), "w+b", buffering=0) as file:
                file.write(self.given)
                file.seek(0)
                os.dup2(file.fileno(), 0)

    def run(self):
        """Until all of its threads have ended."""
        try:
            exec(self.code, self.module.__dict__)
        finally:
            self.wait()

    def died(self, ended):
        """Of several threads that died, what the first died of."""
        if self.elsewhere is None and ended.exc_type.__name__ != "BudgetSpent":
            self.elsewhere = ended.exc_value

    def wait(self):
        for thread in threading.enumerate():
            if not thread.daemon and thread is not threading.main_thread():
                thread.join()

    def leave(self):
        """Puts everything back as it was."""
        sys.modules["__main__"], sys.argv = self.main, self.argv
        # First of all what may close the descriptor as it goes.
        self.module.__dict__.clear()
        if self.by_descriptor:
            os.dup2(STDIN, 0)
        threading.excepthook = self.hook
        threading.stack_size(0)


def status(ended):
    """The exit status that an end by `SystemExit`, or none, leads to, and whether it is told in words."""
    code = getattr(ended, "code", None)
    if code is None:
        return 0, False
    if isinstance(code, int):
        return code & 0xFF, False
    return 1, True
