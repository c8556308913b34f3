"""Runs coroutines of the port to their end."""

import sys

from ..values.basics import WaitsForEventLoop

__builtins__ = dict(vars(__import__("builtins")))


def run(coroutine):
    """Runs a coroutine and returns its result.

    If the port uses `asyncio`, the coroutine runs in an event loop whose time passes at once. Raises
    `WaitsForEventLoop` if the coroutine waits for an event that never occurs there, such as input."""
    asyncio = sys.modules.get("asyncio")
    try:
        return step(coroutine) if asyncio is None else run_in_loop(asyncio, coroutine)
    finally:
        coroutine.close()


def step(coroutine):
    """Runs a coroutine without an event loop."""
    try:
        while True:
            if coroutine.send(None) is not None:
                raise WaitsForEventLoop
    except StopIteration as end:
        return end.value


def run_in_loop(asyncio, coroutine):
    """Runs a coroutine in an event loop without sockets."""

    class VirtualTimeLoop(asyncio.BaseEventLoop):
        """An event loop that knows only time. A wait ends at once and moves the time forward."""

        def __init__(self):
            super().__init__()
            self._selector, self.now = self, 0.0

        def time(self):
            return self.now

        def select(self, timeout):
            if timeout is None:
                raise WaitsForEventLoop
            self.now += timeout
            return ()

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    loop = VirtualTimeLoop()
    loop.set_exception_handler(lambda loop, context: None)
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()
