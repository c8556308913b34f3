"""Instrumented code says here what its variables hold where it passes; the worker clears before each
call and reads after it."""

import builtins
import json

from mts_values import Encoder

__builtins__ = dict(vars(builtins))

# States kept of one place and call; characters of one state, and of all.
MANY = 32
LONGEST = 8192
ALL = 1 << 19
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class Sharing(Encoder):
    """Tells of empty containers too whether they are one object: what is put in shows in both."""

    shares_empty = True
    # A node takes a character at least: what has more of them is too long.
    most = LONGEST


class States:
    def __init__(self):
        self.begin()

    def begin(self):
        self.kept, self.passes, self.size = [], {}, 0
        builtins._mts_r_ = self.at

    def at(self, place, values):
        """Keeps what `values` gives: a variable may have no value yet."""
        count = self.passes.get(place, 0)
        if count >= MANY or self.size > ALL:
            return
        self.passes[place] = count + 1
        try:
            whole = Sharing()
            text = dumps([whole.value(value) for value in values()])
        except Exception:
            text = "null"
        if len(text) > LONGEST:
            text = "null"
        self.kept.append(f"[{place},{text}]\n")
        self.size += len(text)

    def text(self):
        return "".join(self.kept)
