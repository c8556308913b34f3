"""Forks one child process for each pair.

No code of the project runs in the parent process. The parent forwards the requests of a pair to the child, and kills
the child before the next pair. The child itself writes the answers."""

import os
import select
import shutil
import signal

__builtins__ = dict(vars(__import__("builtins")))

# The length in bytes of the secret word. A child writes the word when it ends without an error.
WORD = 16
# The byte after the tag of a request, if a new child must answer the request.
FRESH = ord("f")
# The length of the tag at the start of each request, in bytes.
TAG = 16
leave, os_read, os_write = os._exit, os.read, os.write
# The scratch folder of the worker, if the tool gave it one.
SCRATCH = os.environ.get("TMPDIR")


def receive(source):
    """Reads the next request and returns it as one `bytes`.

    The request has the tag, one byte, and the JSON text. The byte is `FRESH` if a new child must answer
    the request. Returns a false value at the end of the stream."""
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


def empty_scratch():
    """Empties the scratch folder. Returns whether the folder is empty."""
    if not SCRATCH:
        return True
    try:
        for entry in list(os.scandir(SCRATCH)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)
        return not os.listdir(SCRATCH)
    except OSError:
        return False


class Children:
    """The parent's side: it has at most one child, and forwards requests to it."""

    def __init__(self, source, confinement):
        self.source, self.confinement = source, confinement
        # The process id of the child, or 0, and the descriptor at which the parent writes requests for the child.
        self.child, self.requests = 0, -1
        # The pipe on which the child writes its last word, and the secret word of this child.
        self.last, self.word = -1, b""
        self.events = select.poll()
        self.events.register(source, select.POLLIN)

    def serve(self, answer, refuse):
        """Forwards requests until their stream ends. Never returns.

        A child calls `answer` for each request, or `refuse` if it cannot confine itself."""
        while True:
            frame = self.next()
            if frame is None:
                self.end()
                # Unlike `sys.exit`, this runs no exit handlers and no destructors. The parent needs none.
                leave(0)
            if frame[TAG] == FRESH:
                self.end()
                # A thread of the child may have written files until the child ended.
                if not empty_scratch():
                    leave(1)
            if not self.child:
                self.fork(frame, answer, refuse)
                continue
            data = len(frame).to_bytes(4, "big") + frame
            try:
                while data:
                    data = data[os_write(self.requests, data) :]
            except OSError:
                self.reap()
                leave(1)

    def next(self):
        """Waits for the next request and returns it.

        If the child ends without writing its secret word, this process ends too."""
        while True:
            ready = [file for file, _ in self.events.poll()]
            if self.child and self.requests in ready:
                # The pipe has no reader any more, so the child has ended.
                status = self.reap()
                if not self.has_left():
                    self.end_as(status)
            if self.source in ready:
                return receive(self.source)

    def fork(self, frame, answer, refuse):
        """Forks a child that answers requests.

        The child confines itself, answers `frame`, and then answers the requests from its pipe."""
        requests, self.requests = os.pipe()
        heard, self.last = os.pipe()
        os.set_blocking(heard, False)
        self.word = os.urandom(WORD)
        parent = os.getpid()
        self.child = os.fork()
        if self.child == 0:
            try:
                os.close(self.source)
                os.close(self.requests)
                os.close(heard)
                try:
                    self.confinement.enter(parent)
                except BaseException as error:
                    refuse(frame, error)
                    leave(1)
                while frame is not None:
                    answer(frame)
                    frame = receive(requests)
                self.leave()
            finally:
                leave(1)
        os.close(requests)
        os.close(self.last)
        self.last = heard
        self.events.register(self.requests, 0)

    def leave(self):
        """Ends this child without an error. Code under test can fake an exit status, but does not know the word."""
        os_write(self.last, self.word)
        leave(0)

    def has_left(self):
        """Returns whether the child that ended wrote its last word."""
        try:
            return os_read(self.last, WORD + 1) == self.word
        except BlockingIOError:
            return False
        finally:
            os.close(self.last)

    def end(self):
        """Kills the child, if there is one."""
        if self.child:
            self.reap()
            os.close(self.last)

    def reap(self):
        """Kills the child if it still runs, and returns its wait status."""
        child, self.child = self.child, 0
        self.events.unregister(self.requests)
        os.close(self.requests)
        os.kill(child, signal.SIGKILL)
        return os.waitpid(child, 0)[1]

    @staticmethod
    def end_as(status):
        """Ends this process with the wait status of the child.

        The tool then sees how the child ended."""
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            leave(1)
        leave(os.WEXITSTATUS(status))
