"""The long-lived Python side: reads a unit, executes each variant's module text in a namespace of
its own and runs the orders. Arguments: the descriptors to read
requests from and to write answers to."""

import builtins
import contextvars
import enum
import functools
import gc
import hashlib
import importlib
import inspect
import io
import itertools
import json
import marshal
import operator
import os
import signal
import sys
import traceback
from _thread import _count as threads
from time import process_time

import mts_responses
import mts_state_injection
import mts_factories
import mts_jdk
import mts_members
import mts_modules
import mts_processes
import mts_programs
import mts_reasons
import mts_states
import mts_values
from mts_responses import Responses
from mts_factories import arranged, makers
from mts_members import GIVEN, answered, attribute, special, used
from mts_modules import Closure, load, mangled, projects, resolve, spareable
from mts_programs import Program, status
from mts_reasons import is_slow
from mts_states import States
from mts_pollution import Pollution
from mts_jdk import BUILDERS, CLOSED
from mts_values import IMMUTABLE, MAX_ITERATOR, THREADS, Encoder, TooLarge, Unfit, at_rest, go_on
from mts_values import all_to_python, ended, exception, placeless, to_python

# Of its own: code under test may replace what is in the module.
__builtins__ = dict(vars(builtins))

UNBOUNDED = 50_000_000
RECURSION = 1000
# The most that code under test gets if its module asks for more.
DEEPEST = 10_000
dumps = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


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
    builtins._mts_t_ = itertools.chain(left, Spent()).__next__
    return left


# ---- standard output


class StdoutCapture(io.TextIOBase):
    """Standard output of a variant: of each call, kept up to a cap; what is beyond it is counted."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self):
        self.buffer = Bytes(self)
        self.begin(0)

    def begin(self, cap):
        self.cap = cap
        self.length = 0
        self.kept = []

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.take(text.encode("utf-8", "replace"))
        return len(text)

    def take(self, data):
        # The cap bounds what is kept; the length is counted on.
        if self.length < self.cap:
            self.kept.append(data[: self.cap - self.length])
        self.length += len(data)

    def end(self):
        if not self.kept:
            return ""
        text = placeless(b"".join(self.kept).decode("utf-8", "replace"))
        return text if self.length <= self.cap else f"{text}\n[{self.length} bytes in all]"


class Bytes(io.RawIOBase):
    """`sys.stdout.buffer`."""

    def __init__(self, printed):
        self.printed = printed

    def writable(self):
        return True

    def write(self, data):
        self.printed.take(bytes(data))
        return len(data)


ignored, nothing = StdoutCapture(), io.StringIO()


# ---- probes


class Seen:
    """What probes show of the values at their place, as a digest by which two runs are compared."""

    MOST = 2_000

    def __init__(self):
        self.count = 0
        self.digest = None

    def see(self, value, *reads):
        """Takes a value and what reads what is to be seen; gives the value back."""
        self.count += 1
        if self.digest is None:
            self.digest = hashlib.blake2b(digest_size=16)
        if self.count <= self.MOST:
            for shown in reads:
                self.digest.update(self.text(shown).encode("utf-8", "surrogatepass"))
        return value

    @staticmethod
    def text(shown):
        try:
            value = shown()
        except NameError:
            return "unbound\n"
        if hasattr(type(value), "__next__"):
            # To look would be to take.
            return f"{type(value).__name__}\n"
        try:
            return dumps(Encoder().value(value)) + "\n"
        except (TooLarge, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
            return f"{type(value).__name__}\n"

    def digest_of_all(self):
        return f"seen {self.count} {self.digest.hexdigest()}" if self.count else ""


builtins._mts_s_ = Seen().see


# ---- running


def called(function, args):
    """The result of the call. A function that does not take these arguments is distinguished from one that
    raises."""
    try:
        return function(*args)
    except TypeError as error:
        # Thrown by the call itself, before anything ran: what Python code threw has a frame of its own.
        if error.__traceback__.tb_next is None:
            if not callable(function):
                raise Unfit(f"{type(function).__name__} is not callable") from None
            fitting(function, args)
        raise


def fitting(function, args):
    try:
        parameters = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        parameters.bind(*args)
    except TypeError as error:
        raise Unfit(str(error)) from None


def constructible(cls):
    """Raises where no instance of a class can be asked for."""
    if isinstance(cls, enum.EnumMeta):
        raise Unfit(f"only the enum itself makes constants of {cls.__name__}")
    if inspect.isabstract(cls):
        raise Unfit(f"{cls.__name__} is abstract")


def made(cls, args):
    """A receiver: a new instance, or the constant of an enum."""
    if isinstance(cls, enum.EnumMeta) and len(args) == 1 and isinstance(args[0], cls):
        return args[0]
    constructible(cls)
    return called(cls, args)


SCALAR = frozenset((type(None), bool, int, float, str))
# What there is nothing to run of.
PLAIN = frozenset((type(None), bool, int, float, str, list, tuple, dict, set))


def to_its_end(result):
    """What an asynchronous function or a generator gives when it is run; other values as they are."""
    if type(result) in PLAIN:
        return result
    if inspect.iscoroutine(result):
        return to_its_end(driven(result))
    if inspect.isasyncgen(result):
        return driven(gathered(result))
    if hasattr(type(result), "__next__"):
        return list(itertools.islice(result, MAX_ITERATOR))
    return result


async def gathered(items):
    found = []
    async for item in items:
        found.append(item)
        if len(found) == MAX_ITERATOR:
            break
    return found


def driven(coroutine):
    """Runs a coroutine that waits for nothing: there is no event loop."""
    try:
        while True:
            if coroutine.send(None) is not None:
                raise Unfit("it waits for an event loop")
    except StopIteration as end:
        return end.value
    except RuntimeError as error:
        if str(error) == "no running event loop":
            raise Unfit("it waits for an event loop") from None
        raise
    finally:
        coroutine.close()


def closed(kind):
    """Whether a class of the JDK may have one or another thing in its place."""
    name = kind.get("name", "").rpartition(".")[2]
    return name in BUILDERS or name in CLOSED


class Caller:
    """One unit: its entry, types and inputs, and how a call is made in a variant's module."""

    def __init__(self, unit):
        self.entry = unit["entry"]
        self.params = unit["params"]
        self.receiver = unit["receiver"]
        self.inputs = unit["inputs"]
        self.cap = unit["stdout"]
        timer.patience = unit["patience_ms"] / 1000
        self.construct_only = unit["construct_only"]
        self.frames, self.base, self.in_order = RECURSION, 0, False
        self.is_program = unit["program"]
        self.kept = {}
        self.special = ""
        self.printed = ignored

    def annotate(self, function):
        """Keeps what the port says that it takes in the place of the JDK's classes, such as `io.StringIO`."""
        kinds = [kind.get("class", {}) if isinstance(kind, dict) else {} for kind in self.params]
        wanted = [(kind, place) for kind, place in zip(kinds, self.entry["arguments"]) if closed(kind)]
        for kind, _ in wanted:
            kind.pop("annotation", None)
            kind.pop("built", None)
        if not wanted:
            return
        try:
            annotations = function.__annotations__
            names = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
            for kind, place in wanted:
                kind["annotation"] = str(annotations.get(names[place], ""))
                kind["built"] = "StringIO" in kind["annotation"]
        except (AttributeError, IndexError, TypeError, ValueError):
            return

    def arguments(self, index, module):
        """Fresh arguments in Java order: copied by `marshal` where no class of the module is involved."""
        kept = self.kept.get(index)
        if kept is None:
            made = all_to_python(self.inputs[index]["args"], self.params, module)
            try:
                # What stands for an object is known by itself.
                self.kept[index] = b"" if makers.tuples else marshal.dumps(made)
            except ValueError:
                self.kept[index] = b""
            return made
        if kept:
            return marshal.loads(kept)
        return all_to_python(self.inputs[index]["args"], self.params, module)

    def target(self, index, owner, function, module):
        """What to call, and the receiver that it leaves changed."""
        entry = self.entry
        if entry["access"] == "object_first":
            receiver = self.made(index, module)
            if receiver is None:
                raise Unfit("no object is made that it could take")
            return function, receiver
        if not entry["on_instance"]:
            if entry["is_constructor"]:
                owner = makers.subclass(owner, entry["filled"] or []) if entry["is_abstract"] else owner
                constructible(owner)
                return owner, None
            if isinstance(function, Closure):
                return function.over(entry["captured"], owner, None), None
            return function, None
        if not isinstance(owner, type):
            raise Unfit(f"{entry['qualname']} is not in a class")
        receiver = self.made(index, module)
        if receiver is None:
            given = self.inputs[index]["receiver"] or []
            kinds = self.receiver if len(self.receiver) == len(given) else [None] * len(given)
            receiver = made(owner, [to_python(v, k, module) for v, k in zip(given, kinds)])
        elif not isinstance(receiver, owner):
            raise Unfit(f"a {type(receiver).__name__} is no {owner.__name__}")
        if isinstance(function, Closure):
            return function.over(entry["captured"], owner, receiver), receiver
        name = mangled(owner, entry["qualname"].rpartition(".")[2])
        if entry["access"] == "attribute":
            return attribute(name, receiver, bool(self.params)), receiver
        return used(owner, name, receiver, bool(self.params)), receiver

    def made(self, index, module):
        """The receiver, where a recipe makes it or it is a constant."""
        given = self.inputs[index]["receiver"] or []
        if len(given) == 1 and isinstance(given[0], dict) and ("$new" in given[0] or "$enum" in given[0]):
            return to_python(given[0], None, module)
        return None

    def call(self, index, budget, module, owner, function):
        seen = Seen()
        self.printed.begin(self.cap)
        left, constructs = set_budget(UNBOUNDED), False
        builtins._mts_s_ = seen.see
        sys.stdout = self.printed
        sys.stderr = ignored
        sys.stdin = nothing
        result = receiver = thrown = None
        args = []
        timer.begin()
        if chance is not None:
            chance.begin()
        makers.tuples = []
        THREADS.clear()
        try:
            try:
                args = self.arguments(index, module)
                call = args if self.in_order else arranged(args, self.entry["arguments"])
                constructs = True
                target, receiver = self.target(index, owner, function, module)
                if self.entry["access"] == "object_first":
                    # The object is the first argument, before those that Java has.
                    call = [receiver, *call[1:]]
                elif not args and self.special in GIVEN:
                    call = GIVEN[self.special]()
                constructs = False
                if self.construct_only:
                    set_budget(UNBOUNDED)
                    return self.finished(None, receiver, None, args, "", 0, None, "")
                if chance is not None:
                    chance.begin()
                # What the making printed is no part of the call, as in Java.
                self.printed.begin(self.cap)
                left = set_budget(budget)
                states.begin()
                sys.setrecursionlimit(self.base + self.frames)
                try:
                    result = called(target, call)
                    if self.special:
                        result, receiver = answered(self.special, result, receiver, call)
                    result = to_its_end(result)
                finally:
                    # The timer first: nothing of the harness may be interrupted by it.
                    timer.runs = False
                    sys.setrecursionlimit(20 * RECURSION)
            finally:
                timer.runs = False
        except BudgetSpent:
            thrown = None
            state.spent = True
        except BaseException as error:
            thrown = error
        # What is out of memory tells that, whatever goes on.
        spent_all = isinstance(thrown, (MemoryError, RecursionError))
        late = not spent_all and (bool(THREADS) and not ended() or threads() > 0 and not at_rest(projects.runs))
        rest = operator.length_hint(left)
        # Never below nothing: arguments that cannot be made leave the larger counter standing.
        used = 0 if constructs else max(budget - rest, 0)
        # What was recorded stands in the place of the output.
        text = states.text() if states.kept and not constructs else self.printed.end()
        spent, overdue = state.spent or exhausted(), state.overdue
        state.spent = state.overdue = False
        reason = mts_reasons.RECEIVER_CONSTRUCTOR if constructs else None
        if projects.spares and (isinstance(thrown, (AttributeError, NameError)) or (thrown is None and result is None)):
            reason = reason or mts_reasons.TOP_LEVEL_CALL_SKIPPED
        if spent or overdue:
            return ended_early("timeout", mts_reasons.WATCHDOG if overdue else mts_reasons.TICKS, text, used)
        set_budget(UNBOUNDED)
        if late:
            return ended_early("incomplete", mts_reasons.THREAD_GOES_ON)
        if chance is not None and chance.why:
            return ended_early("incomplete", mts_reasons.unseeded(chance.why))
        if thrown is not None and makers.is_misled(thrown):
            thrown = Unfit("it wants an object where the tuple of its fields is given")
        if type(thrown) is NotImplementedError and self.entry["is_abstract"] and self.entry["filled"] is None:
            thrown = Unfit("what is abstract in Java has no method of the port that a class could be made up with")
        if thrown is not None and (short := abnormal(thrown)) is not None:
            return ended_early(*short, text if short[0] == "timeout" else "", used)
        probed = "" if reason else seen.digest_of_all()
        return self.finished(result, receiver, thrown, args, text, used, reason, probed)

    def play(self, index, budget, before):
        """One run of the module as a program, on the standard input that is the only argument."""
        printed, complaints, seen = self.printed, StdoutCapture(), Seen()
        printed.begin(self.cap)
        program = Program(projects, self.inputs[index]["args"][0])
        left, thrown = set_budget(budget), None
        builtins._mts_s_ = seen.see
        if chance is not None:
            chance.order()
        program.enter(printed, complaints)
        timer.begin()
        try:
            try:
                sys.setrecursionlimit(depth() + RECURSION)
                program.run()
            finally:
                # The timer first: nothing of the harness may be interrupted by it.
                timer.runs = False
                sys.setrecursionlimit(20 * RECURSION)
        except BudgetSpent:
            state.spent = True
        except BaseException as error:
            thrown = error
        used = max(budget - operator.length_hint(left), 0)
        spent, overdue = state.spent or exhausted(), state.overdue
        state.spent = state.overdue = False
        set_budget(UNBOUNDED)
        # Frames hold files, which would be closed at any time later.
        thrown, program.elsewhere = frameless(thrown), frameless(program.elsewhere)
        program.leave()
        projects.forget(before)
        text = printed.end()
        if spent or overdue:
            return ended_early("timeout", mts_reasons.WATCHDOG if overdue else mts_reasons.TICKS, text, used)
        thrown = thrown or program.elsewhere
        if thrown is not None and not isinstance(thrown, SystemExit):
            if (short := abnormal(thrown)) is not None:
                return ended_early(*short, text, used)
            return ["exception", exception(thrown), [], None, text, used, None, ""]
        if chance is not None and chance.why:
            return ended_early("incomplete", mts_reasons.unseeded(chance.why))
        code, says = status(thrown)
        reason = mts_reasons.STDERR if complaints.length or says else None
        return ["ok", {"$exit": code}, [], None, text, used, reason, seen.digest_of_all()]

    def finished(self, result, receiver, thrown, args, text, used, reason, probed):
        encoder = Encoder()
        try:
            if self.entry["is_constructor"]:
                result, receiver = None, result
            value = encoder.value(result) if thrown is None else exception(thrown)
            after = [None if type(arg) in SCALAR or isinstance(arg, IMMUTABLE) else encoder.value(arg) for arg in args]
            receiver = None if receiver is None else encoder.value(receiver)
        except TooLarge:
            return ended_early("timeout", mts_reasons.SIZE, "", used)
        except (MemoryError, RecursionError):
            return ended_early("timeout", mts_reasons.MEMORY, "", used)
        except BaseException as error:
            return ended_early("incomplete", mts_reasons.result_unreadable(placeless(repr(error))), "", used)
        return ["ok" if thrown is None else "exception", value, after, receiver, text, used, reason, probed]


def ended_early(state, reason, text="", used=0):
    """An outcome without a value."""
    return [state, None, [], None, text, used, reason, ""]


def frameless(error):
    """An exception without the frames that it came through."""
    if error is None:
        return None
    traceback.clear_frames(error.__traceback__)
    return error.with_traceback(None)


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
            builtins._mts_t_ = Spent().__next__
            raise BudgetSpent


state, states, timer = State(), States(), Timer()
# What seeds random numbers, where a configuration says so.
chance = None


def exhausted():
    """Whether the installed counter has run out, though the function may have swallowed it."""
    try:
        builtins._mts_t_()
    except BudgetSpent:
        return True
    except TypeError:
        return False
    return False


def abnormal(error):
    """State and reason of what is not an ordinary exception."""
    if isinstance(error, Unfit):
        return "incomplete", mts_reasons.not_callable(error)
    if isinstance(error, RecursionError):
        return "timeout", mts_reasons.STACK
    if isinstance(error, MemoryError):
        return "timeout", mts_reasons.MEMORY
    if isinstance(error, SystemExit):
        return "incomplete", mts_reasons.EXIT
    if isinstance(error, BudgetSpent):
        return "timeout", mts_reasons.TICKS
    return None


def depth():
    frame, count = sys._getframe(), 0
    while frame is not None:
        frame, count = frame.f_back, count + 1
    return count


def compiled(text, path):
    """The code of a variant, or why there is none."""
    try:
        return compile(text, path, "exec", dont_inherit=True), None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return None, error.with_traceback(None)


def imported(caller):
    """The module and function of the code at hand, or the outcome that says why not."""
    set_budget(UNBOUNDED)
    caller.printed = StdoutCapture()
    sys.stdout, sys.stderr, sys.stdin = caller.printed, ignored, nothing
    if chance is not None:
        chance.order()
    # What code under test may have stopped.
    timer.start()
    timer.begin()
    try:
        try:
            usual = depth() + RECURSION
            sys.setrecursionlimit(usual)
            module = load(caller.entry["module"])
            asked = sys.getrecursionlimit()
            caller.frames = RECURSION if asked == usual else min(asked, DEEPEST)
        finally:
            timer.runs = False
            sys.setrecursionlimit(20 * RECURSION)
        qualname = caller.entry["qualname"]
        if caller.entry["access"] == "attribute":
            # Only its objects have it.
            _, owner = resolve(module, qualname.rpartition(".")[0])
            return (module, owner, None), None
        owner, function = resolve(module, qualname)
        caller.annotate(function)
        return (module, owner, function), None
    except BaseException as error:
        state.spent = state.overdue = False
        found = abnormal(error)
        if found is None:
            why = f"{type(error).__name__}: {rootless(str(error))}{failing(error)}"
            found = ("not_compiled", mts_reasons.diagnostic(why))
        return None, ended_early(*found)


def failing(error):
    """The project's own module that an import of the one at hand ended in, where that is another one."""
    place, at = "", error.__traceback__
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        place = file if file == projects.file or projects.owns(file) else place
        at = at.tb_next
    if isinstance(error, SyntaxError) and isinstance(error.filename, str) and projects.owns(error.filename):
        place = error.filename
    if place in ("", projects.file):
        return ""
    return f", in {rootless(place)}"


def rootless(text):
    """The text without the folders that modules are found in: they are others at every revision."""
    for root in sorted(projects.roots, key=len, reverse=True):
        text = text.replace(root + os.sep, "")
    return text


def run_unit(unit, answers):
    caller = Caller(unit)
    projects.name = unit["entry"]["module"]
    projects.file = unit["entry"]["path"]
    projects.is_package = os.path.basename(projects.file) == "__init__.py"
    projects.beyond = unit["beyond"]
    projects.roots = tuple(unit["path"] + unit["beyond"])
    projects.compiled = {}
    makers.begin(unit["makers"], unit["ports"])
    prefix, suffix = unit["prefix"], unit["suffix"]
    texts, entries = dict(unit["texts"]), dict(unit["entries"])
    search, before = sys.path[:], set(sys.modules)
    sys.path[:0] = unit["path"]
    importlib.invalidate_caches()
    answers.traces.begin()
    answers.singly |= caller.is_program
    for number, order in enumerate(unit["orders"]):
        variant = order[0]
        projects.text = prefix + texts[variant] + suffix
        projects.code, error = compiled(projects.text, projects.file)
        why = "" if error is None else f"{type(error).__name__}: {error}"
        # What raises it again says itself that it is an error of syntax.
        projects.why = str(error) if type(error) is SyntaxError else why
        if projects.code is None and (caller.is_program or not spareable(projects.text)):
            answers.take(number, ended_early("not_compiled", mts_reasons.diagnostic(why)), True)
            continue
        caller.entry = entries.get(variant, unit["entry"])
        # Context variables, such as the precision of decimals, are each variant's own.
        run = run_program if caller.is_program else run_order
        contextvars.Context().run(run, caller, number, order, answers, before)
        projects.forget(before)
        makers.attributes.clear()
        makers.below.clear()
        answers.ended()
    answers.done()
    sys.path[:] = search


def run_program(caller, number, order, answers, before):
    _, continue_after_failure, patience, wanted = order
    projects.spares = False
    caller.printed = StdoutCapture()
    # What code under test may have stopped.
    timer.start()
    for at, (index, budget) in enumerate(wanted):
        outcome = caller.play(index, budget, before)
        patience -= is_slow(outcome)
        last = at + 1 == len(wanted) or (patience <= 0 if continue_after_failure else outcome[0] != "ok")
        answers.take(number, outcome, last)
        if last:
            return
        if threads():
            # They would go on in the next test.
            answers.polluted("threads")
    answers.nothing(number)


def run_order(caller, number, order, answers, before):
    variant, continue_after_failure, patience, wanted = order
    projects.spares = False
    reached, failed = imported(caller)
    if failed is not None:
        projects.spares = failed[0] == "not_compiled"
        reached, still = imported(caller) if projects.spares else (None, failed)
        if still is not None:
            if variant or caller.construct_only or failed[0] != "not_compiled" or not wanted:
                answers.take(number, failed, True)
                return
            # One outcome tells it; that no other input can be tried is no outcome.
            never = ended_early("incomplete", mts_reasons.not_imported(still[6]))
            for at in range(len(wanted)):
                answers.take(number, never if at else failed, at + 1 == len(wanted))
            return
    # The frames that are there when code under test is called.
    caller.base = depth() + 1
    caller.special = special(caller.entry["qualname"]) if caller.entry["on_instance"] else ""
    caller.in_order = caller.entry["arguments"] == list(range(len(caller.params)))
    # That a module does not import is the outcome of its first call; the others are made all the same.
    tells = failed is not None and variant == 0 and not caller.construct_only
    for at, (index, budget) in enumerate(wanted):
        outcome = failed if tells and index == 0 else caller.call(index, budget, *reached)
        patience -= is_slow(outcome)
        enough = patience <= 0 if continue_after_failure else outcome[0] != "ok"
        last = enough or at + 1 == len(wanted)
        answers.take(number, outcome, last)
        if last:
            return
        if threads() and go_on():
            # They would go on in the next call.
            answers.leave_at(number)
    answers.nothing(number)


def serve(source, sink):
    def receive(count):
        parts = []
        while count > 0:
            part = os_read(source, min(count, 1 << 20))
            if not part:
                # Not sys.exit: threads left by the code under test must not hold the worker.
                leave(0)
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    own = [sys.modules[__name__], mts_responses, mts_state_injection, mts_factories, mts_jdk, mts_members, mts_modules, mts_processes, mts_programs, mts_reasons, mts_states, mts_values]
    own += [sys.modules["mts_seeded_random"]] if chance is not None else []
    answers = Responses(Pollution(own, timer_beat), functools.partial(os_write, sink), leave)
    answers.begin(NO_TAG, True)
    answers.put({"hello": sys.version.split()[0]})
    answers.tell()
    while True:
        frame = receive(int.from_bytes(receive(4), "big"))
        unit = json.loads(frame[len(NO_TAG) :])
        answers.begin(frame[: len(NO_TAG)], unit["singly"])
        run_unit(unit, answers)


# What the answers to a request have in common; before the first one nothing.
NO_TAG = b"0" * 16
leave, os_read, os_write = os._exit, os.read, os.write
timer_beat = timer.beat


def leaving(status=0):
    """Stands for `os._exit` and its like, so that the worker outlives it."""
    raise SystemExit(status)


def seeded(given):
    """Has random numbers begin with the run's seed."""
    global chance
    import mts_seeded_random

    mts_seeded_random.chance.start(given)
    chance = mts_values.seeded = mts_seeded_random.chance
    mts_modules.adopt = chance.adopt


def main():
    if (given := os.environ.pop("MTS_RANDOM", "")):
        seeded(given)
    del sys.path[0]
    # Read when the interpreter started; code under test sees what it sees in Java.
    os.environ.pop("PYTHONHASHSEED", None)
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, projects)
    os._exit = os.abort = leaving
    signal.signal(signal.SIGPROF, timer_beat)
    gc.freeze()
    serve(int(sys.argv[1]), int(sys.argv[2]))


if __name__ == "__main__":
    main()
