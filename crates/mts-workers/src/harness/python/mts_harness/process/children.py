"""A process of its own for each pair: this one forks it before any code of the project ran here, hands it the
requests of its pair, and ends it before the next pair. The answers are the child's own."""

import os
import select
import signal

__builtins__ = dict(vars(__import__("builtins")))

# The exit status of a child that has no more to do.
LEFT = 86
# The first byte of a request that a new child must answer.
FRESH = ord("f")
# The length of the tag before that byte.
TAG = 16
leave, os_read, os_write = os._exit, os.read, os.write


def receive(source):
    """The next request: its tag, the byte, and its text. None at the end."""
    length = read(source, 4)
    return length and read(source, int.from_bytes(length, "big"))


def read(source, count):
    parts = []
    while count > 0:
        part = os_read(source, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


class Children:
    """The child at hand, and what it is told by."""

    def __init__(self, source, confinement, answer):
        self.source, self.confinement, self.answer = source, confinement, answer
        # The number of the child, and the end of its pipe of requests that is written to.
        self.child, self.requests = 0, -1
        self.events = select.poll()
        self.events.register(source, select.POLLIN)

    def serve(self):
        while True:
            frame = self.next()
            if frame is None:
                self.end()
                # Not sys.exit: nothing here is worth an orderly end.
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
        """Waits for a request, and ends as the child does that ends before it has answered."""
        while True:
            ready = [file for file, _ in self.events.poll()]
            if self.child and self.requests in ready:
                # Nobody reads the pipe any more.
                self.end_as(self.reap())
            if self.source in ready:
                return receive(self.source)

    def fork(self, frame):
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
        """Ends the child, where there is one: what it holds is its pair's."""
        if self.child:
            self.reap()

    def reap(self):
        """How the child ended; it does so now where it has not yet."""
        child, self.child = self.child, 0
        self.events.unregister(self.requests)
        os.close(self.requests)
        os.kill(child, signal.SIGKILL)
        return os.waitpid(child, 0)[1]

    @staticmethod
    def end_as(status):
        """Ends as a child did, so that the tool sees how; not where the child had no more to do."""
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            leave(1)
        if os.WEXITSTATUS(status) != LEFT:
            leave(os.WEXITSTATUS(status))
