"""Sends the answers to the run requests of a unit.

A request is one unit with its run requests. A run request asks the worker to run one copy on
some inputs. The worker sends the answers of several
fast run requests together, after a check that none of these run requests polluted the process.
If one of them did, the worker drops these answers and ends. The tool then sends the run requests
again, and a new worker checks the process after each of them."""

import json
import sys
import time

from ..protocol import Reason, State

__builtins__ = dict(vars(__import__("builtins")))

# The length in bytes of the longest frame with several outcomes. The tool limits the values of a frame.
LONG = 1 << 20
# The length in bytes of the longest outcome. The tool refuses a frame of twice this length.
LONGEST = 32 << 20
# The time in seconds after which the worker sends its waiting answers.
HELD = 0.005
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
clock = time.perf_counter


class Responses:
    """The answers of the current unit.

    The answers wait until a check of the process allows the worker to send them."""

    def __init__(self, pollution, write, leave):
        self.pollution, self.write, self.leave = pollution, write, leave

    def begin(self, tag, singly):
        """Starts a unit.

        If `singly` is true, sends each outcome at once, and checks the process after each run
        request."""
        self.tag, self.singly = tag, singly
        # The encoded answers of finished run requests, the number of finished run requests since
        # the last check, and the outcomes of the current run request.
        self.frames, self.run_requests, self.outcomes = [], 0, []
        # 0 causes a check directly after the first run request, which is usually the original: if
        # it pollutes the process, the copies probably do too.
        self.since = 0.0

    def take(self, run_request, outcome, last):
        """Adds an outcome of a run request.

        `last` says that the run request has no more outcomes."""
        self.outcomes.append(outcome)
        if last or self.singly or not self.frames and clock() - self.since > HELD:
            self.put({"run_request": run_request, "outcomes": self.outcomes, "last": last})
            self.outcomes = []
            if self.singly or not last:
                self.send()

    def finish(self, run_request):
        """Finishes a run request without a further outcome."""
        self.put({"run_request": run_request, "last": True})

    def put(self, frame):
        """Encodes an answer, and adds it to the waiting answers.

        Divides a long answer into answers with one outcome each. A longer outcome than `LONGEST`
        is too large."""
        data = self.tag + dumps(frame).encode("utf-8", "replace")
        if len(data) > LONG and "outcomes" in frame:
            outcomes = frame["outcomes"]
            if len(outcomes) > 1:
                for at, outcome in enumerate(outcomes, 1):
                    self.put({**frame, "outcomes": [outcome], "last": frame["last"] and at == len(outcomes)})
                return
            if len(data) > LONGEST:
                ticks = outcomes[0][5]
                self.put({**frame, "outcomes": [[State.INCOMPLETE, None, [], None, "", ticks, Reason.SIZE, ""]]})
                return
        self.frames.append(len(data).to_bytes(4, "big") + data)

    def send(self):
        """Sends all waiting answers."""
        data = b"".join(self.frames)
        self.frames = []
        while data:
            data = data[self.write(data) :]
        self.since = clock()

    def ended(self):
        """Counts a finished run request.

        Checks the process if a check is due or if there are files in the scratch folder."""
        self.run_requests += 1
        is_due = self.singly or self.pollution.seen != len(sys.modules) or clock() - self.since > HELD
        if is_due or self.pollution.littered():
            self.check_process()

    def check_process(self):
        """Checks the process after run requests, sends their answers, and undoes small changes.

        If the process is polluted, the worker reports it to the tool and ends."""
        if self.run_requests == 0:
            return
        left = self.pollution.found()
        if self.run_requests > 1 and (left is not None or self.pollution.moved()):
            self.frames, self.run_requests = [], 0
            self.polluted("changes that the worker can undo" if left is None else left)
        self.send()
        self.singly |= self.run_requests == 1 and self.pollution.moved()
        self.run_requests = 0
        left = self.pollution.put_back() if left is None else left
        if left is not None:
            self.polluted(left)
        self.pollution.watch()

    def leave_at(self, run_request):
        """Ends the worker, because threads of a call of the current run request still run.

        Another worker makes the other calls of this run request."""
        if self.run_requests:
            # Any of the finished run requests may have started these threads.
            self.frames, self.run_requests = [], 0
        elif self.outcomes:
            self.put({"run_request": run_request, "outcomes": self.outcomes, "last": False})
        self.outcomes = []
        self.polluted("threads")

    def polluted(self, left):
        """Reports the pollution to the tool, and ends the process."""
        self.put({"polluted": left})
        self.send()
        self.leave()

    def done(self):
        """Ends the unit: checks the process, and sends all answers."""
        self.check_process()
        self.put({"done": True})
        self.send()
