"""Reads units and answers them, as long as the tool asks."""

import functools
import gc
import json
import os
import signal
import sys
import types
# Which ports use most: loaded once for all of them.
import math as _math

from .budget import timer
from .pollution import Pollution
from .responses import Responses
from .unit import run_unit
# Which says of itself that it is there.
from ..objects import state_injection as _
from ..process.children import LEFT, TAG, Children
from ..process.confinement import Confinement
from ..project.modules import projects
from ..values import seeding

__builtins__ = dict(vars(__import__("builtins")))

# Of all modules of the harness.
PACKAGE = __name__.partition(".")[0]
# The tag of answers before the first request.
NO_TAG = b"0" * TAG
leave, os_write = os._exit, os.write
timer_beat = timer.beat


class Answerer:
    """Answers requests in a process of its own."""

    def __init__(self, sink, own):
        self.is_begun = False
        left = functools.partial(leave, LEFT)
        self.answers = Responses(Pollution(own, timer_beat), functools.partial(os_write, sink), left)

    def answer(self, frame):
        unit = json.loads(frame[TAG + 1 :].decode())
        answers = self.answers
        answers.begin(frame[:TAG], unit["singly"])
        if not self.is_begun:
            self.is_begun = True
            answers.traces.enter()
            answers.put({"process": os.getpid()})
            answers.tell()
        run_unit(unit, answers)


def serve(source, sink, own, confinement):
    answerer = Answerer(sink, own)
    answers = answerer.answers
    children = Children(source, confinement, answerer.answer)
    answers.begin(NO_TAG, True)
    answers.put({"hello": sys.version.split()[0]})
    answers.tell()
    gc.freeze()
    children.serve()


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


def main(source, sink, layers):
    if (given := os.environ.pop("MTS_RANDOM", "")):
        seed(given)
    del sys.path[0], sys.argv[1:]
    # Read when the interpreter started; code under test sees what it sees in Java.
    os.environ.pop("PYTHONHASHSEED", None)
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, projects)
    os._exit = os.abort = leaving
    signal.signal(signal.SIGPROF, timer_beat)
    confinement = Confinement(json.loads(layers))
    serve(int(source), int(sink), hide(), confinement)
