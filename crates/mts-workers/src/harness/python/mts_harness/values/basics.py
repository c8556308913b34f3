"""Limits of values, errors about values, and texts without addresses and folders of this process."""

import dis
import os
import re

__builtins__ = dict(vars(__import__("builtins")))

# The limits of a value: its nesting, its nodes, the items of one iterator, and the bits of one integer. Integers
# between -SMALL and SMALL are JSON numbers.
MAX_DEPTH = 400
MAX_NODES = 100_000
MAX_ITERATOR = 10_000
MAX_BITS = 8_000_000
SMALL = 1 << 63

# The address of an object in its default `repr`. The address differs between runs.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,16}\b")


class Unfit(Exception):
    """The harness cannot make a value, or cannot call a function."""


class WaitsForEventLoop(Unfit):
    """The function waits for an event loop, which the harness does not have."""


# The scratch folder has a different name in each process. Outcomes have the name `MASK` instead.
SCRATCH, MASK = os.environ.get("TMPDIR", ""), "/tmp/scratch"


def placeless(text):
    """Returns the text without addresses of objects, and with `MASK` instead of the scratch folder."""
    if SCRATCH and SCRATCH in text:
        text = text.replace(SCRATCH, MASK)
    return ADDRESS.sub("", text) if " at 0x" in text else text


def frames(error):
    """Returns the frames of an exception's traceback, the innermost frame last.

    An element is the code of a frame and the name of its last instruction."""
    found, at = [], error.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        found.append((code, dis.opname[code.co_code[at.tb_lasti]]))
        at = at.tb_next
    return found


class TooLarge(Exception):
    """The value is too large for the comparison."""
