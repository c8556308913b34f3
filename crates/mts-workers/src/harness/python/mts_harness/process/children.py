"""Forks one child process for each pair.

No code of the project runs in the parent process. The parent forwards the requests of a pair to the child, and kills
the child before the next pair. The child itself writes the answers."""

import os
import select
import signal

__builtins__ = dict(vars(__import__("builtins")))

# The exit status of a child that ends by itself without an error.
LEFT = 86
# The byte behind the tag of a request, if a new child must answer the request.
FRESH = ord("f")
# The length of the tag at the start of each request, in bytes.
TAG = 16
leave, os_read, os_write = os._exit, os.read, os.write


def receive(source):
    """Reads the next request and returns it as one `bytes`: its tag, one byte, and the JSON text.

    The byte is `FRESH` if a new child must answer the request. Returns a false value at the end of the stream."""
    length = read(source, 4)
    return length and read(source, int.from_bytes(length, "big"))


def read(source, count):
    """Reads exactly `count` bytes from the descriptor `source`. Returns None if the stream ends before."""
    parts = []
    while count > 0:
        part = os_read(source, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


class Children:
    """The parent's side: it holds at most one child at a time, and forwards requests to it."""

    def __init__(self, source, confinement, answer):
        self.source, self.confinement, self.answer = source, confinement, answer
        # The process id of the child, or 0, and the descriptor at which the parent writes requests for the child.
        self.child, self.requests = 0, -1
        self.events = select.poll()
        self.events.register(source, select.POLLIN)

    def serve(self):
        """Forwards requests until their stream ends. Never returns."""
        while True:
            frame = self.next()
            if frame is None:
                self.end()
                # Unlike `sys.exit`, this runs no exit handlers and no destructors. The parent needs none.
                leave(0)
            if frame[TAG] == FRESH:
                self.end()
            if not self.child:
                self.fork(frame)
                continue
            data = len(frame).to_bytes(4, "big") + frame
            try:
                while data:
                    data = data[os_write(self.requests, data) :]
            except OSError:
                self.reap()
                leave(1)

    def next(self):
        """Waits for the next request and returns it. If the child ends first, `end_as` decides what happens."""
        while True:
            ready = [file for file, _ in self.events.poll()]
            if self.child and self.requests in ready:
                # The pipe has no reader any more, so the child has ended.
                self.end_as(self.reap())
            if self.source in ready:
                return receive(self.source)

    def fork(self, frame):
        """Forks a child that confines itself, answers `frame`, and then answers the requests from its pipe."""
        requests, self.requests = os.pipe()
        parent = os.getpid()
        self.child = os.fork()
        if self.child == 0:
            try:
                os.close(self.source)
                os.close(self.requests)
                self.confinement.enter(parent)
                while frame is not None:
                    self.answer(frame)
                    frame = receive(requests)
                leave(LEFT)
            finally:
                leave(1)
        os.close(requests)
        self.events.register(self.requests, 0)

    def end(self):
        """Kills the child, if there is one."""
        if self.child:
            self.reap()

    def reap(self):
        """Kills the child if it still runs, and returns its wait status."""
        child, self.child = self.child, 0
        self.events.unregister(self.requests)
        os.close(self.requests)
        os.kill(child, signal.SIGKILL)
        return os.waitpid(child, 0)[1]

    @staticmethod
    def end_as(status):
        """Ends this process with the wait status of the child, so that the tool sees how the child ended.

        Returns if the child exited with `LEFT`."""
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            leave(1)
        if os.WEXITSTATUS(status) != LEFT:
            leave(os.WEXITSTATUS(status))
