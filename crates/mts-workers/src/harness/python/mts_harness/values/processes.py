"""Processes that were never started, for ports that take a `subprocess.Popen`: they have printed, take what is
written to them, and end as they are told. Java's side is given the same."""

__builtins__ = dict(vars(__import__("builtins")))

# The number of such a process, above all numbers of the system.
PID = 1 << 30
# The class of those that are given; made when one is wanted, as `subprocess` takes its time to be imported.
known = None


def is_given(value):
    return known is not None and type(value) is known


def create_process(shown, read, written):
    """A process by what it printed and how it ends; `read` and `written` make its streams."""
    global known
    if known is None:
        known = define_class()
    process = known.__new__(known)
    content = [bytes.fromhex(shown[name]["$bytes"]) for name in ("out", "err")]
    process.stdin, process.stdout, process.stderr = written(), read(content[0]), read(content[1])
    process.pid, process.args, process.returncode = PID, ["given"], None
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
            if self.ends is None:
                return ""
            return f"exit {self.ends}" if self.ends >= 0 else f"signal {-self.ends}"

        def __del__(self):
            """There is nothing that could be left behind."""

    return Process
