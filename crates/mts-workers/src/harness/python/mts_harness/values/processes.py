"""Simulated processes, for ports that take a `subprocess.Popen`.

No process starts. The input defines the output and the exit status. The object keeps the data
that the port writes to it. The Java side gets the same simulation."""

from .jdk import PROCESS_ID

__builtins__ = dict(vars(__import__("builtins")))

# The class of simulated processes. The class is defined at the first use, because the import of `subprocess` is slow.
known = None


def is_given(value):
    """Returns whether a value is a simulated process."""
    return known is not None and type(value) is known


def create_process(shown, read, written):
    """Returns a simulated process with the output and the exit status in `shown`.

    `read` creates an input stream of bytes, and `written` an output stream."""
    global known
    if known is None:
        known = define_class()
    process = known.__new__(known)
    content = [bytes.fromhex(shown[name]["$bytes"]) for name in ("out", "err")]
    process.stdin, process.stdout, process.stderr = written(), read(content[0]), read(content[1])
    process.pid, process.args, process.returncode = PROCESS_ID, ["given"], None
    process.exit, process.ends = shown["exit"], shown["exit"] if shown.get("ended") else None
    return process


def define_class():
    import subprocess

    class Process(subprocess.Popen):
        def poll(self):
            self.returncode = self.ends
            return self.returncode

        def wait(self, timeout=None):
            if self.ends is None:
                self.ends = self.exit
            return self.poll()

        def communicate(self, input=None, timeout=None):
            if input:
                self.stdin.write(input)
            out, err = self.stdout.read(), self.stderr.read()
            self.wait()
            return out, err

        def send_signal(self, sig):
            if self.ends is None:
                self.ends = -int(sig)

        def terminate(self):
            self.send_signal(15)

        def kill(self):
            self.send_signal(9)

        def state(self):
            """Returns the end of the process as text, or an empty text if it still runs."""
            if self.ends is None:
                return ""
            return f"exit {self.ends}" if self.ends >= 0 else f"signal {-self.ends}"

        def __del__(self):
            """Does nothing, because this object has no process.

            The method of `Popen` would warn about a process that still runs."""

    return Process
