"""Threads that are given to a call, and those that it starts."""

import os
import sys
import threading
import time

__builtins__ = dict(vars(__import__("builtins")))


def thread(runs, name, daemon):
    """A thread that runs a function, or what has a method `run`."""
    made = threading.Thread(target=runs if callable(runs) else getattr(runs, "run", runs), name=name, daemon=daemon)
    THREADS.append(made)
    return made


# Those that were given in the call at hand, and how long those of them that were started are waited for, in seconds.
THREADS, LONGEST = [], 1.0


def ended():
    """Waits for the threads that were given and started, so that what they leave behind is always seen; whether all
    ended."""
    until = time.monotonic() + LONGEST
    # More may be given meanwhile.
    for one in THREADS:
        if one.is_alive():
            one.join(max(0.001, until - time.monotonic()))
    left = any(one.is_alive() for one in THREADS)
    THREADS.clear()
    return not left


def at_rest(is_own):
    """Waits for the threads that a call started as long as they are at work in a file that `is_own`; whether none is
    any more."""
    until = time.monotonic() + LONGEST
    while any(is_own(frame.f_code.co_filename) for _, stack in others() for frame in stack):
        if time.monotonic() > until:
            return False
        time.sleep(0.002)
    return True


def go_on():
    """Whether a thread is left that may do something by itself; one that waits for work to be given does not."""
    return any(not waits(stack) for _, stack in others())


def waits(stack):
    """Whether a thread of a pool is at no work: it stands in the pool's own code, or in that of what it waits at."""
    return WAITS in stack[0].f_code.co_filename


# The file of the threads that wait in pools.
WAITS = os.path.join("concurrent", "futures", "thread.py")


def others():
    """All threads but the one at hand, with the frames of each."""
    own = threading.get_ident()
    for ident, frame in sys._current_frames().items():
        if ident != own:
            stack = []
            while frame is not None:
                stack.append(frame)
                frame = frame.f_back
            yield ident, stack
