"""Threads that the harness passes to a call, and threads that the call starts."""

import os
import sys
import threading
import time

__builtins__ = dict(vars(__import__("builtins")))


def thread(runs, name, daemon):
    """Returns a new thread for `THREADS`. The thread runs a function, or the method `run` of an object."""
    made = threading.Thread(target=runs if callable(runs) else getattr(runs, "run", runs), name=name, daemon=daemon)
    THREADS.append(made)
    return made


# The threads that the harness created for the current call, and the longest wait for threads in
# seconds.
THREADS, LONGEST = [], 1.0


def ended():
    """Waits until the threads in `THREADS` end, and clears `THREADS`.

    The outcome then has their effects.

    Returns whether all of them ended in time."""
    until = time.monotonic() + LONGEST
    # A thread may add further threads during this loop.
    for one in THREADS:
        if one.is_alive():
            one.join(max(0.001, until - time.monotonic()))
    left = any(one.is_alive() for one in THREADS)
    THREADS.clear()
    return not left


def at_rest(is_own):
    """Waits until no other thread runs code of the files that `is_own` accepts.

    Returns whether this succeeds."""
    until = time.monotonic() + LONGEST
    while any(is_own(frame.f_code.co_filename) for _, stack in others() for frame in stack):
        if time.monotonic() > until:
            return False
        time.sleep(0.002)
    return True


def go_on():
    """Returns whether another thread exists, apart from idle threads of pools."""
    return any(not waits(stack) for _, stack in others())


def waits(stack):
    """Returns whether a thread is an idle thread of a pool.

    The innermost Python frame of such a thread is in the pool's own code."""
    return WAITS in stack[0].f_code.co_filename


# The end of the path of the file in which idle threads of pools wait.
WAITS = os.path.join("concurrent", "futures", "thread.py")


def others():
    """Yields the id and the frames of each thread except the current one. The innermost frame is first."""
    own = threading.get_ident()
    for ident, frame in sys._current_frames().items():
        if ident != own:
            stack = []
            while frame is not None:
                stack.append(frame)
                frame = frame.f_back
            yield ident, stack
