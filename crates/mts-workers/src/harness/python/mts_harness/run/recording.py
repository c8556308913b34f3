"""Records the values of variables that instrumented code passes here.

The worker clears the records before each call, and reads them after it."""

import builtins
import hashlib
import json

from .names import PROBE, RECORDER
from ..values.basics import TooLarge
from ..values.encode import Encoder

__builtins__ = dict(vars(__import__("builtins")))

# MANY: the highest number of states of one place in a call. LONGEST: the highest number of
# characters of one state. ALL: the highest number of characters of all states of a call. TRIES: the
# number of states of a place that may be too long. After these states, the recorder reads no more
# values there, because large values rarely become small again.
MANY = 32
LONGEST = 8192
ALL = 1 << 19
TRIES = 2
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class Sharing(Encoder):
    """An encoder that also encodes whether two empty containers are the same object.

    An element that the code adds later appears at both places only if they are the same object."""

    shares_empty = True
    # Each node takes at least one character, so a value with more than `LONGEST` nodes is too long.
    most = LONGEST


class States:
    """The recorded states of one call, in the order of execution."""

    def __init__(self):
        self.begin()

    def begin(self):
        """Starts the records of a new call."""
        self.kept, self.passes, self.tries, self.size = [], {}, {}, 0
        setattr(builtins, RECORDER, self.at)

    def at(self, place, values):
        """Records the state at the number `place`. Instrumented code calls this function.

        `values` is a function that returns the values, because a variable without a value raises when it is read."""
        count = self.passes.get(place, 0)
        if count >= MANY or self.size > ALL:
            return
        self.passes[place] = count + 1
        tries = self.tries.get(place, 0)
        text = self.read(values) if tries < TRIES else "null"
        if text is None or len(text) > LONGEST:
            self.tries[place] = tries + 1
            text = "null"
        self.kept.append(f"[{place},{text}]\n")
        self.size += len(text)

    def read(self, values):
        """Returns the values as JSON. Returns None if they are too large, and `null` if a variable has no value."""
        whole = Sharing()
        try:
            return dumps([whole.value(value) for value in values()])
        except TooLarge:
            return None
        except Exception:
            return "null"

    def text(self):
        """Returns all recorded states, one per line."""
        return "".join(self.kept)


class Seen:
    """A digest of the values that probes read in one call. Equal digests mean that two runs had the same values."""

    MOST = 2_000

    def __init__(self):
        self.count = 0
        self.digest = None

    def see(self, value, *reads):
        """Adds the results of the functions `reads` to the digest.

        Returns `value`, so that instrumented code can wrap an expression in a probe."""
        self.count += 1
        if self.digest is None:
            self.digest = hashlib.blake2b(digest_size=16)
        if self.count <= self.MOST:
            for shown in reads:
                self.digest.update(self.text(shown).encode("utf-8", "surrogatepass"))
        return value

    @staticmethod
    def text(shown):
        """Returns the text of a value that a probe reads. `shown` is the function that reads the value."""
        try:
            value = shown()
        except NameError:
            return "unbound\n"
        if hasattr(type(value), "__next__"):
            # Reading an iterator would consume its elements.
            return f"{type(value).__name__}\n"
        try:
            return dumps(Encoder().value(value)) + "\n"
        except (TooLarge, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
            return f"{type(value).__name__}\n"

    def digest_of_all(self):
        """Returns a text with the number of read values and one digest of all of them.

        Probes read the values. Returns an empty text if no probe read a value."""
        return f"seen {self.count} {self.digest.hexdigest()}" if self.count else ""


states = States()
setattr(builtins, PROBE, Seen().see)
