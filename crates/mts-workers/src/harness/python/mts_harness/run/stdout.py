"""Captures the standard output of code under test."""

import io

from ..project.programs import StandardInput
from ..values.basics import placeless

__builtins__ = dict(vars(__import__("builtins")))


class StdoutCapture(io.TextIOBase):
    """A replacement for `sys.stdout` that captures the output of a call.

    The replacement keeps up to `cap` bytes, and counts the rest."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self):
        self.buffer = Bytes(self)
        self.begin(0)

    def begin(self, cap):
        """Starts the output of a new call."""
        self.cap = cap
        self.length = 0
        self.kept = []

    def writable(self):
        return True

    def fileno(self):
        return 1

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.take(text.encode("utf-8", "replace"))
        return len(text)

    def take(self, data):
        # The cap limits the kept bytes. `length` counts all bytes.
        if self.length < self.cap:
            self.kept.append(data[: self.cap - self.length])
        self.length += len(data)

    def end(self):
        """Returns the output as text. If bytes are missing, the text ends with the number of all bytes."""
        if not self.kept:
            return ""
        text = placeless(b"".join(self.kept).decode("utf-8", "replace"))
        return text if self.length <= self.cap else f"{text}\n[{self.length} bytes in all]"


class Bytes(io.RawIOBase):
    """The replacement for `sys.stdout.buffer`."""

    def __init__(self, printed):
        self.printed = printed

    def writable(self):
        return True

    def write(self, data):
        self.printed.take(bytes(data))
        return len(data)


discarded, no_input = StdoutCapture(), StandardInput(b"")
