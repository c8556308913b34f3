"""The budget of a call: ticks, and seconds of the processor."""

import builtins
import itertools
import signal
from time import process_time

from .names import TICK

__builtins__ = dict(vars(__import__("builtins")))

UNBOUNDED = 50_000_000


class BudgetSpent(BaseException):
    """Every further tick raises it again, so that no handler can hold it."""


class Spent:
    """The iterator behind the budget: raises whenever it is asked."""

    def __iter__(self):
        return self

    def __next__(self):
        raise BudgetSpent


def set_budget(ticks):
    """Installs a counter of this many ticks. The tick is an iterator's own `__next__`: it costs no
    Python frame and is out of reach of the recursion limit."""
    left = itertools.repeat(None, ticks)
    setattr(builtins, TICK, itertools.chain(left, Spent()).__next__)
    return left


class State:
    spent = False
    overdue = False


class Timer:
    """Ends a call that takes longer than its patience, in seconds of the processor. It beats all the time, which
    costs a call nothing, and measures from the first beat on that a call meets."""

    BEAT = 0.05

    def __init__(self):
        self.patience = UNBOUNDED
        self.runs, self.call, self.met, self.since = False, 0, 0, 0.0

    def start(self):
        signal.setitimer(signal.ITIMER_PROF, self.BEAT, self.BEAT)

    def begin(self):
        self.call += 1
        self.runs = True

    def beat(self, number, frame):
        if not self.runs:
            return
        now = process_time()
        if self.met != self.call:
            self.met, self.since = self.call, now
        elif now - self.since >= self.patience - self.BEAT:
            state.overdue = True
            # Also where a handler holds this one: the next tick raises again.
            setattr(builtins, TICK, Spent().__next__)
            raise BudgetSpent


state, timer = State(), Timer()


def exhausted():
    """Whether the installed counter has run out, though the function may have swallowed it."""
    try:
        getattr(builtins, TICK)()
    except BudgetSpent:
        return True
    except TypeError:
        return False
    return False
