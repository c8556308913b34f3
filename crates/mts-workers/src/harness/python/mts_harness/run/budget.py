"""The budget of a call: a number of ticks, and a limit of processor time."""

import builtins
import itertools
import signal
from time import process_time

from .names import TICK

__builtins__ = dict(vars(__import__("builtins")))

# The ticks of code that has no budget of its own.
UNBOUNDED = 50_000_000


class BudgetSpent(BaseException):
    """A call has used up its budget. Each later tick raises this again, so no handler can stop it."""


class ExhaustedTicks:
    """The iterator after the last tick: each call of `__next__` raises `BudgetSpent`."""

    def __iter__(self):
        return self

    def __next__(self):
        raise BudgetSpent


def set_budget(ticks):
    """Installs a counter of `ticks` ticks. Returns an iterator whose length hint is the number of ticks left.

    A tick is the `__next__` method of an iterator in C: it makes no Python frame and does not count as recursion."""
    left = itertools.repeat(None, ticks)
    setattr(builtins, TICK, itertools.chain(left, ExhaustedTicks()).__next__)
    return left


class State:
    """Whether the current call has used up its ticks (`spent`) or its processor time (`overdue`)."""

    spent = False
    overdue = False


class Timer:
    """Ends a call that uses too much processor time.

    The limit is higher than the ticks of the call need, and within the two limits of `patience`.
    The signal arrives every `BEAT` seconds, also between calls, so that a call need not start a
    timer. The time of a call counts from the first signal during the call."""

    BEAT = 0.05
    # The seconds that a tick may take. Usually, a tick takes a fifth of this time.
    TICK_TIME = 2e-6

    def __init__(self):
        # The shortest and the longest limit, in seconds.
        self.patience, self.limit = (UNBOUNDED, UNBOUNDED), UNBOUNDED
        self.runs, self.call, self.met, self.since = False, 0, 0, 0.0

    def start(self):
        """Starts the signals."""
        signal.setitimer(signal.ITIMER_PROF, self.BEAT, self.BEAT)

    def begin(self, ticks):
        """Starts the time limit of a new call that may use this number of ticks."""
        shortest, longest = self.patience
        self.limit = min(max(shortest, ticks * self.TICK_TIME), longest)
        self.call += 1
        self.runs = True

    def beat(self, number, frame):
        """Handles one signal. Raises `BudgetSpent` if the call has used up its time."""
        if not self.runs:
            return
        now = process_time()
        if self.met != self.call:
            self.met, self.since = self.call, now
        elif now - self.since >= self.limit - self.BEAT:
            state.overdue = True
            # If the code under test handles this exception, the next tick raises it again.
            setattr(builtins, TICK, ExhaustedTicks().__next__)
            raise BudgetSpent


state, timer = State(), Timer()


def exhausted():
    """Returns whether the installed counter has no ticks left.

    The result is true even if the code under test handled the exception."""
    try:
        getattr(builtins, TICK)()
    except BudgetSpent:
        return True
    except TypeError:
        return False
    return False
