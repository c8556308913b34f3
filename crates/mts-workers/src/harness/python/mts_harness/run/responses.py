"""What a unit's orders are answered with. Orders that take no time are answered together, once it is seen that
none of them left anything behind; where one did, none of them is answered, and the tool asks for them again,
one by one."""

import json
import sys
import time

__builtins__ = dict(vars(__import__("builtins")))

# Seconds after which what is held is told.
HELD = 0.005
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
clock = time.perf_counter


class Responses:
    def __init__(self, traces, write, leave):
        self.traces, self.write, self.leave = traces, write, leave

    def begin(self, tag, singly):
        """A unit begins. `singly`: every outcome is told at once, and every order looked into."""
        self.tag, self.singly = tag, singly
        # Frames of finished orders, and the outcomes of the one at hand.
        self.frames, self.orders, self.outcomes = [], 0, []
        # So that the first order, mostly the original, is looked into by itself: what it leaves, others will.
        self.since = 0.0

    def take(self, order, outcome, last):
        self.outcomes.append(outcome)
        if last or self.singly or not self.frames and clock() - self.since > HELD:
            self.put({"order": order, "outcomes": self.outcomes, "last": last})
            self.outcomes = []
            if self.singly or not last:
                self.tell()

    def nothing(self, order):
        """An order without an outcome."""
        self.put({"order": order, "last": True})

    def put(self, frame):
        data = self.tag + dumps(frame).encode("utf-8", "replace")
        self.frames.append(len(data).to_bytes(4, "big") + data)

    def tell(self):
        data = b"".join(self.frames)
        self.frames = []
        while data:
            data = data[self.write(data) :]
        self.since = clock()

    def ended(self):
        """An order ended."""
        self.orders += 1
        is_due = self.singly or self.traces.seen != len(sys.modules) or clock() - self.since > HELD
        if is_due or self.traces.littered():
            self.settle()

    def settle(self):
        """Looks into what the orders left, and tells their answers."""
        if self.orders == 0:
            return
        left = self.traces.found()
        if self.orders > 1 and (left or self.traces.moved()):
            self.frames, self.orders = [], 0
            self.polluted(left or "things to put back")
        self.tell()
        self.singly |= self.orders == 1 and self.traces.moved()
        self.orders = 0
        left = left or self.traces.put_back()
        if left:
            self.polluted(left)
        self.traces.watch()

    def leave_at(self, order):
        """Threads go on that a call of the order at hand started: another worker makes its other calls."""
        if self.orders:
            # Whose they are is not known.
            self.frames, self.orders = [], 0
        elif self.outcomes:
            self.put({"order": order, "outcomes": self.outcomes, "last": False})
        self.outcomes = []
        self.polluted("threads")

    def polluted(self, left):
        self.put({"polluted": left})
        self.tell()
        self.leave()

    def done(self):
        self.settle()
        self.put({"done": True})
        self.tell()
