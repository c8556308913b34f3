"""Reads units and answers them, as long as the tool asks."""

import functools
import gc
import json
import os
import signal
import sys
import types

from .budget import timer
from .pollution import Pollution
from .responses import Responses
from .unit import run_unit
# Which says of itself that it is there.
from ..objects import state_injection as _
from ..project.modules import projects
from ..values import seeding

__builtins__ = dict(vars(__import__("builtins")))

# Of all modules of the harness.
PACKAGE = __name__.partition(".")[0]
# The tag of answers before the first request.
NO_TAG = b"0" * 16
leave, os_read, os_write = os._exit, os.read, os.write
timer_beat = timer.beat


def serve(source, sink, own):
    def receive(count):
        parts = []
        while count > 0:
            part = os_read(source, min(count, 1 << 20))
            if not part:
                # Not sys.exit: threads left by the code under test must not hold the worker.
                leave(0)
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    answers = Responses(Pollution(own, timer_beat), functools.partial(os_write, sink), leave)
    answers.begin(NO_TAG, True)
    answers.put({"hello": sys.version.split()[0]})
    answers.tell()
    while True:
        frame = receive(int.from_bytes(receive(4), "big"))
        unit = json.loads(frame[len(NO_TAG) :])
        answers.begin(frame[: len(NO_TAG)], unit["singly"])
        run_unit(unit, answers)


def leaving(status=0):
    """Stands for `os._exit` and its like, so that the worker outlives it."""
    raise SystemExit(status)


def seed(given):
    """Has random numbers begin with the run's seed."""
    from ..values import seeded_random

    seeded_random.chance.start(given)
    seeding.chance = seeded_random.chance


def hide():
    """Takes the harness out of `sys.modules`: a module of the project that has the name of one of its own is imported as
    any other, and none stands in for the harness, which needs no more imports. Gives its modules."""
    own = [name for name in sys.modules if name.partition(".")[0] == PACKAGE]
    sys.modules["__main__"] = types.ModuleType("__main__")
    return [sys.modules.pop(name) for name in own]


def main(source, sink):
    if (given := os.environ.pop("MTS_RANDOM", "")):
        seed(given)
    del sys.path[0], sys.argv[1:]
    # Read when the interpreter started; code under test sees what it sees in Java.
    os.environ.pop("PYTHONHASHSEED", None)
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, projects)
    os._exit = os.abort = leaving
    signal.signal(signal.SIGPROF, timer_beat)
    own = hide()
    gc.freeze()
    serve(source, sink, own)
