"""Runs a whole program as a script with the name `__main__`.

The script is the module under test. Each run has its own standard input. `Caller.call_program` creates
the outcome of a run."""

import builtins
import io
import os
import sys
import threading
import types

__builtins__ = dict(vars(builtins))

# The worker's standard input and its scratch folder. This line runs before any code under test.
STDIN, SCRATCH = os.dup(0), os.environ.get("TMPDIR", ".")
# Texts in a program that reads standard input by its descriptor and not by `sys.stdin`.
BY_DESCRIPTOR = ("open(0", "fileno", "os.read", "fdopen", "/dev/stdin")


class StandardInput(io.TextIOWrapper):
    """A replacement for `sys.stdin` with these bytes."""

    def __init__(self, given):
        super().__init__(io.BytesIO(given), encoding="utf-8")

    def fileno(self):
        return 0


class Program:
    """One run of a program."""

    def __init__(self, projects, given):
        """`given` is the text of standard input."""
        self.code = projects.code
        self.text = projects.text
        self.file = projects.file
        self.given = given.encode("utf-8", "surrogatepass")
        # The exception of the first thread that ended with an exception.
        self.elsewhere = None
        self.by_descriptor = any(word in self.text for word in BY_DESCRIPTOR)

    def enter(self, printed, error_output):
        """Sets the streams, `sys.argv` and the module `__main__`. `printed` and `error_output` capture the output."""
        self.main, self.argv = sys.modules["__main__"], sys.argv
        self.module = types.ModuleType("__main__")
        self.module.__file__ = self.file
        self.module.__builtins__ = builtins
        sys.modules["__main__"] = self.module
        sys.argv = [self.file]
        self.hook, threading.excepthook = threading.excepthook, self.died
        sys.stdout = sys.__stdout__ = printed
        sys.stderr = sys.__stderr__ = error_output
        sys.stdin = sys.__stdin__ = StandardInput(self.given)
        if self.by_descriptor:
            with open(os.path.join(SCRATCH, "stdin"), "w+b", buffering=0) as file:
                file.write(self.given)
                file.seek(0)
                os.dup2(file.fileno(), 0)

    def run(self):
        """Runs the program until all its threads have ended, except daemon threads."""
        try:
            exec(self.code, self.module.__dict__)
        finally:
            self.wait()

    def died(self, ended):
        """Records the exception of the first thread that ended with one.

        `threading` calls this as its `excepthook`."""
        if self.elsewhere is None and ended.exc_type.__name__ != "BudgetSpent":
            self.elsewhere = ended.exc_value

    def wait(self):
        """Waits for all threads except daemon threads."""
        for thread in threading.enumerate():
            if not thread.daemon and thread is not threading.main_thread():
                thread.join()

    def leave(self):
        """Restores the module, the arguments and the standard input of the worker."""
        sys.modules["__main__"], sys.argv = self.main, self.argv
        # Do this before the descriptor is restored: an object of the module may close it when Python frees the object.
        self.module.__dict__.clear()
        if self.by_descriptor:
            os.dup2(STDIN, 0)
        threading.excepthook = self.hook
        threading.stack_size(0)


def status(ended):
    """Returns the exit status of a program, and whether Python prints a message for it.

    `ended` is the `SystemExit` that ended the program, or None."""
    code = getattr(ended, "code", None)
    if code is None:
        return 0, False
    if isinstance(code, int):
        return code & 0xFF, False
    return 1, True
