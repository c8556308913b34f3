"""Limits of values, errors about them, and texts without places of this process."""

import os
import re

__builtins__ = dict(vars(__import__("builtins")))

MAX_DEPTH = 400
MAX_NODES = 100_000
MAX_ITERATOR = 10_000
MAX_BITS = 8_000_000
SMALL = 1 << 63

# Where an object lies, as default representations tell it: another place in every run.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,16}\b")


class Unfit(Exception):
    """A value that cannot be made, or a function that cannot be reached."""


# The worker's own folder has another name in every process; what code under test makes of it is told by this one.
SCRATCH, MASK = os.environ.get("TMPDIR", ""), "/tmp/scratch"


def placeless(text):
    """The text without addresses of objects, and without the name of the worker's folder."""
    if SCRATCH and SCRATCH in text:
        text = text.replace(SCRATCH, MASK)
    return ADDRESS.sub("", text) if " at 0x" in text else text


class TooLarge(Exception):
    """The value is too large to be compared."""
