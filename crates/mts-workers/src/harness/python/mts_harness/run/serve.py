"""The main function of the worker.

The worker reads units and answers each unit until the tool closes the connection."""

import functools
import gc
import json
import os
import signal
import sys
import types
# Loaded before the fork, because most ports import this module.
import math as _math

from .budget import timer
from .pollution import Pollution
from .responses import Responses
from .unit import run_unit
# This import registers the module with `factories`.
from ..objects import state_injection as _
from ..process.children import TAG, Children
from ..process.confinement import Confinement
from ..project.modules import projects
from ..values import seeding

__builtins__ = dict(vars(__import__("builtins")))

# The package of all modules of the harness.
PACKAGE = __name__.partition(".")[0]
# The tag of the answers that precede the first request.
NO_TAG = b"0" * TAG
os_write = os.write
timer_beat = timer.beat


class Answerer:
    """Answers the requests in a forked child process."""

    def __init__(self, sink, own, leave):
        self.is_begun = False
        self.answers = Responses(Pollution(own, timer_beat), functools.partial(os_write, sink), leave)

    def answer(self, frame):
        """Runs the unit of one request. Before the first one, sends the id of this process to the tool."""
        unit = json.loads(frame[TAG + 1 :].decode())
        answers = self.answers
        answers.begin(frame[:TAG], unit["singly"])
        if not self.is_begun:
            self.is_begun = True
            answers.pollution.enter()
            answers.put({"process": os.getpid()})
            answers.send()
        run_unit(unit, answers)

    def refuse(self, frame, error):
        """Answers a request that does not run, because the process cannot confine itself."""
        self.answers.begin(frame[:TAG], True)
        self.answers.put({"unconfined": str(error)})
        self.answers.send()


def serve(source, sink, own, confinement):
    """Greets the tool with Python's version, and then serves requests with forked processes. Never returns."""
    children = Children(source, confinement)
    answerer = Answerer(sink, own, children.leave)
    answers = answerer.answers
    answers.begin(NO_TAG, True)
    answers.put({"hello": sys.version.split()[0]})
    answers.send()
    gc.freeze()
    children.serve(answerer.answer, answerer.refuse)


def leaving(status=0):
    """Replaces `os._exit` and `os.abort`, so that code under test cannot end the worker."""
    raise SystemExit(status)


def seed(given):
    """Seeds random numbers with the seed of the run, as the configuration says."""
    from ..values import seeded_random

    seeded_random.generator.start(given)
    seeding.generator = seeded_random.generator


def hide():
    """Removes the harness from `sys.modules` and returns its modules.

    Then a module of the project may have the same name as a module of the harness. The harness imports nothing later,
    so it needs no entries."""
    own = [name for name in sys.modules if name.partition(".")[0] == PACKAGE]
    sys.modules["__main__"] = types.ModuleType("__main__")
    return [sys.modules.pop(name) for name in own]


def main(source, sink, layers):
    """Prepares the process and serves requests. `start.py` explains the arguments."""
    if (given := os.environ.pop("MTS_RANDOM", "")):
        seed(given)
    del sys.path[0], sys.argv[1:]
    # The interpreter has already read this variable. Code under test sees the same environment as in Java.
    os.environ.pop("PYTHONHASHSEED", None)
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, projects)
    os._exit = os.abort = leaving
    signal.signal(signal.SIGPROF, timer_beat)
    confinement = Confinement(json.loads(layers))
    serve(int(source), int(sink), hide(), confinement)
