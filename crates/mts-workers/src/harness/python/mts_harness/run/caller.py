"""Makes calls in a copy's module, and converts their results to outcomes."""

import builtins
import enum
import inspect
import itertools
import marshal
import operator
import sys
import traceback
from _thread import _count as threads

from . import event_loop, reasons
from .budget import UNBOUNDED, BudgetSpent, exhausted, set_budget, state, timer
from .names import PROBE
from .recording import Seen, states
from .stdout import StdoutCapture, discarded, no_input
from ..objects.factories import arranged, factories, rest_position, spread_last, with_keywords
from ..objects.members import answered, attribute, used
from ..objects.special_methods import PASSED
from ..objects.partial_objects import is_deliberate, partial_objects
from ..project.modules import Closure, mangled, projects
from ..project.programs import Program, status
from ..project.requirements import missing_requirement
from ..protocol import Access, Reason, State
from ..values import seeding
from ..values.annotations import declared, text as text_of
from ..values.basics import MAX_ITERATOR, TooLarge, Unfit, WaitsForEventLoop, placeless
from ..values.decode import all_to_python, to_python, with_forms
from ..values.encode import IMMUTABLE, Encoder, exception
from ..values.jdk import BUILDERS, CLOSED
from ..values.threads import THREADS, at_rest, ended

__builtins__ = dict(vars(__import__("builtins")))

# The recursion limit of code under test, in frames above the harness, unless its module sets another one.
RECURSION = 1000


def called(function, args):
    """Calls a function and returns the result. Raises `Unfit` if the function does not take these arguments."""
    try:
        return function(*args)
    except TypeError as error:
        # The call itself raised the error before the function ran: code of the function would have a frame here.
        if error.__traceback__.tb_next is None:
            if not callable(function):
                raise Unfit(f"{type(function).__name__} is not callable") from None
            fitting(function, args)
        raise


def fitting(function, args):
    """Raises `Unfit` if the signature of the function does not fit the arguments."""
    try:
        parameters = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        parameters.bind(*args)
    except TypeError as error:
        raise Unfit(str(error)) from None


def constructible(cls):
    """Raises `Unfit` if a class cannot have a new instance."""
    if isinstance(cls, enum.EnumMeta):
        raise Unfit(f"only the enum itself makes constants of {cls.__name__}")
    if inspect.isabstract(cls):
        raise Unfit(f"{cls.__name__} is abstract")


def construct(cls, args):
    """Returns a receiver of the class `cls`.

    The receiver is a new instance, or the constant of an enum in `args`."""
    if isinstance(cls, enum.EnumMeta) and len(args) == 1 and isinstance(args[0], cls):
        return args[0]
    constructible(cls)
    return called(cls, args)


SCALAR = frozenset((type(None), bool, int, float, str))
# Types of values that are neither coroutines nor iterators.
COMPLETE_TYPES = frozenset((type(None), bool, int, float, str, list, tuple, dict, set))


def to_its_end(result):
    """Runs a coroutine and returns its result, or reads an iterator into a list. Returns other values unchanged."""
    if type(result) in COMPLETE_TYPES:
        return result
    if inspect.iscoroutine(result):
        return to_its_end(event_loop.run(result))
    if inspect.isasyncgen(result):
        return event_loop.run(gathered(result))
    if hasattr(type(result), "__next__"):
        return list(itertools.islice(result, MAX_ITERATOR))
    return result


async def gathered(items):
    """Returns the first `MAX_ITERATOR` items of an asynchronous iterator as a list."""
    found = []
    async for item in items:
        found.append(item)
        if len(found) == MAX_ITERATOR:
            break
    return found


def closed(kind):
    """Returns whether the port may use one of several types for a JDK class."""
    name = kind.get("name", "").rpartition(".")[2]
    return name in BUILDERS or name in CLOSED


def spread(function, name, places, kinds):
    """Returns the position of the argument that fills the port's `*args`, or None.

    The last argument fills `*args` if the argument is a sequence in Java."""
    # Look behind decorators: a decorator with `*args` passes all arguments on unchanged.
    called = function.__init__ if isinstance(function, type) else function
    if not places or getattr(inspect.unwrap(called), "__name__", None) != name:
        return None
    first = rest_position(function, kinds[-1])
    return first if places[-1] == first else None


class Caller:
    """The entry, types and inputs of one unit. The caller makes the calls in the module of each copy."""

    def __init__(self, unit):
        self.entry = unit["entry"]
        self.params = with_forms(unit["params"], self.entry["array_forms"])
        self.receiver = with_forms(unit["receiver"], self.entry["receiver_forms"])
        # The types that the port declares for the arguments, and for those of the receiver's constructor. None for an
        # argument without a declared type.
        self.wanted = [None] * len(self.params)
        self.of_receiver = ()
        self.inputs = unit["inputs"]
        self.cap = unit["stdout"]
        timer.patience = [limit / 1000 for limit in unit["patience_ms"]]
        self.construct_only = unit["construct_only"]
        self.frames, self.base, self.in_order = RECURSION, 0, False
        self.is_program = unit["program"]
        # Whether the current copy is the original.
        self.is_original = False
        # For each input, the serialized arguments, or empty `bytes` if the arguments cannot be serialized.
        self.kept = {}
        # The position of the array that fills the port's `*args`.
        self.spread = None
        self.special = ""
        self.printed = discarded

    def annotate(self, function):
        """Reads the function's annotations, which show the types that it takes.

        An example is `io.StringIO` in place of a class of the JDK. The function is None if only
        objects have the member."""
        self.of_receiver = ()
        self.wanted = declared(function, self.entry["arguments"], self.entry["access"] != Access.OBJECT_FIRST)
        self.spread = spread(function, self.entry["qualname"].rpartition(".")[2], self.entry["arguments"], self.params)
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
                kind["annotation"] = text_of(annotations.get(names[place], ""))
                kind["built"] = "StringIO" in kind["annotation"]
        except (AttributeError, IndexError, TypeError, ValueError):
            return

    def arguments(self, index, module):
        """Returns new arguments in Java's order. Copies them with `marshal` if they have no object of a class."""
        kept = self.kept.get(index)
        if kept is None:
            made = all_to_python(self.inputs[index]["args"], self.params, module, self.wanted)
            try:
                # The harness finds the tuples of `Factories` by identity, and `marshal` turns `bytearray` into `bytes`.
                is_kept = not factories.tuples and bytearray not in map(type, made)
                self.kept[index] = marshal.dumps(made) if is_kept else b""
            except ValueError:
                self.kept[index] = b""
            return made
        if kept:
            return marshal.loads(kept)
        return all_to_python(self.inputs[index]["args"], self.params, module, self.wanted)

    def target(self, index, owner, function, module):
        """Returns the callable for an input, and the receiver or None.

        The outcome contains the state of this receiver."""
        entry = self.entry
        if entry["access"] == Access.OBJECT_FIRST:
            receiver = self.decode_receiver(index, module)
            if receiver is None:
                raise Unfit("cargo mts cannot make an object for the call")
            # The constructor of an inner class takes the outer object.
            if entry["is_constructor"]:
                constructible(owner)
                return owner, receiver
            return function, receiver
        if not entry["on_instance"]:
            if entry["is_constructor"]:
                owner = factories.subclass(owner, entry["stub_methods"] or []) if entry["is_abstract"] else owner
                constructible(owner)
                return owner, None
            if isinstance(function, Closure):
                return function.over(entry["captured"], owner, None), None
            return function, None
        if not isinstance(owner, type):
            raise Unfit(f"{entry['qualname']} is not in a class")
        receiver = self.decode_receiver(index, module)
        if receiver is None:
            given = self.inputs[index]["receiver"] or []
            kinds = self.receiver if len(self.receiver) == len(given) else [None] * len(given)
            if len(self.of_receiver) != len(given):
                self.of_receiver = declared(owner, range(len(given)))
            every = zip(given, kinds, self.of_receiver)
            args = [to_python(value, kind, module, wanted) for value, kind, wanted in every]
            receiver = construct(owner, spread_last(owner, args, kinds))
        elif not isinstance(receiver, owner):
            raise Unfit(f"the receiver is an object of {type(receiver).__name__}, and not of {owner.__name__}")
        if isinstance(function, Closure):
            return function.over(entry["captured"], owner, receiver), receiver
        name = mangled(owner, entry["qualname"].rpartition(".")[2])
        if entry["access"] == Access.ATTRIBUTE:
            return attribute(name, receiver, bool(self.params)), receiver
        return used(owner, name, receiver, bool(self.params)), receiver

    def first(self, receiver):
        """Returns a tuple with the argument that precedes Java's arguments, or an empty tuple."""
        return (receiver,) if self.entry["access"] == Access.OBJECT_FIRST else ()

    def decode_receiver(self, index, module):
        """Returns the receiver if it is a recipe or a constant of an enum, else None."""
        given = self.inputs[index]["receiver"] or []
        if len(given) == 1 and isinstance(given[0], dict) and ("$new" in given[0] or "$enum" in given[0]):
            return to_python(given[0], None, module)
        return None

    def call(self, index, budget, module, owner, function):
        """Makes one call with the input `index` and returns its outcome. `budget` is the number of ticks."""
        seen = Seen()
        self.printed.begin(self.cap)
        left, constructs = set_budget(UNBOUNDED), False
        setattr(builtins, PROBE, seen.see)
        sys.stdout = self.printed
        sys.stderr = discarded
        sys.stdin = no_input
        result = receiver = thrown = None
        args = []
        timer.begin(budget)
        if seeding.generator is not None:
            seeding.generator.begin()
        factories.tuples = []
        THREADS.clear()
        try:
            try:
                args = self.arguments(index, module)
                constructs = True
                target, receiver = self.target(index, owner, function, module)
                call = args if self.in_order else arranged(args, self.entry["arguments"], target, *self.first(receiver))
                if self.spread is not None and len(call) == self.spread + 1:
                    if not isinstance(call[-1], list):
                        raise Unfit("Java has no sequence for the variable arguments")
                    # Java passes the rest of the arguments in one sequence.
                    call = [*call[:-1], *call[-1]]
                if self.entry["access"] == Access.OBJECT_FIRST:
                    # The port's function takes the receiver before Java's arguments.
                    call = [receiver, *call[1:]]
                elif not args and self.special in PASSED:
                    call = PASSED[self.special]()
                target, call = with_keywords(target, call)
                constructs = False
                if self.construct_only:
                    set_budget(UNBOUNDED)
                    return self.finished(None, receiver, None, args, "", 0, None, "")
                if seeding.generator is not None:
                    seeding.generator.begin()
                # As on the Java side, the outcome of the call does not contain the output of the
                # constructor.
                self.printed.begin(self.cap)
                left = set_budget(budget)
                states.begin()
                partial_objects.begin_call()
                sys.setrecursionlimit(self.base + self.frames)
                try:
                    result = called(target, call)
                    # `__new__` may return anything.
                    if self.entry["is_constructor"] and isinstance(owner, type) and owner not in type(result).__mro__:
                        raise TypeError(f"the constructor returns a {type(result).__name__}")
                    if self.special:
                        result, receiver = answered(self.special, result, receiver, call)
                    result = to_its_end(result)
                finally:
                    # Stop the timer first, so that it does not interrupt the harness.
                    timer.runs = False
                    sys.setrecursionlimit(20 * RECURSION)
            finally:
                timer.runs = False
        except BudgetSpent:
            thrown = None
            state.spent = True
        except BaseException as error:
            thrown = error
        # An error of memory or recursion is the outcome, even if threads still run.
        spent_all = isinstance(thrown, (MemoryError, RecursionError))
        late = not spent_all and (bool(THREADS) and not ended() or threads() > 0 and not at_rest(projects.runs))
        rest = operator.length_hint(left)
        # A failure before the call leaves the counter `UNBOUNDED` in use. So the difference may be negative, and `max`
        # makes it 0.
        used = 0 if constructs else max(budget - rest, 0)
        # If there are recorded states, the outcome has them instead of the output.
        text = states.text() if states.kept and not constructs else self.printed.end()
        spent, overdue = state.spent or exhausted(), state.overdue
        state.spent = state.overdue = False
        reason = Reason.RECEIVER_CONSTRUCTOR if constructs else None
        if projects.spares and (isinstance(thrown, (AttributeError, NameError)) or (thrown is None and result is None)):
            reason = reason or Reason.TOP_LEVEL_CALL_SKIPPED
        if partial_objects.read is not None:
            set_budget(UNBOUNDED)
            return ended_early(State.INCOMPLETE, reasons.not_callable(partial_objects.objection(None)))
        if spent or overdue:
            return ended_early(State.TIMEOUT, Reason.WATCHDOG if overdue else Reason.TICKS, text, used)
        set_budget(UNBOUNDED)
        if late:
            return ended_early(State.INCOMPLETE, reasons.THREAD_GOES_ON)
        if seeding.generator is not None and seeding.generator.why is not None:
            return ended_early(State.INCOMPLETE, reasons.unseeded(seeding.generator.why))
        if thrown is not None and factories.is_misled(thrown):
            thrown = Unfit("the port needs an object, but cargo mts passed the tuple of the object's fields")
        if type(thrown) is NotImplementedError and self.entry["is_abstract"] and self.entry["stub_methods"] is None:
            thrown = Unfit("Java's class is abstract, and cargo mts has no methods for a stub subclass in the port")
        thrown = partial_objects.objection(thrown) or thrown
        if thrown is not None and (short := self.early_end(thrown)) is not None:
            return ended_early(*short, text if short[0] == State.TIMEOUT else "", used)
        probed = "" if reason else seen.digest_of_all()
        return self.finished(result, receiver, thrown, args, text, used, reason, probed)

    def call_program(self, index, budget, before):
        """Runs the module once as a program and returns its outcome. Its only argument is the standard input."""
        printed, error_output, seen = self.printed, StdoutCapture(), Seen()
        printed.begin(self.cap)
        program = Program(projects, self.inputs[index]["args"][0])
        left, thrown = set_budget(budget), None
        setattr(builtins, PROBE, seen.see)
        if seeding.generator is not None:
            seeding.generator.order()
        program.enter(printed, error_output)
        timer.begin(budget)
        try:
            try:
                sys.setrecursionlimit(depth() + RECURSION)
                program.run()
            finally:
                # Stop the timer first, so that it does not interrupt the harness.
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
        short = self.early_end(thrown or program.elsewhere)
        # Free the frames now: they refer to open files, which Python would otherwise close at some later time.
        thrown, program.elsewhere = frameless(thrown), frameless(program.elsewhere)
        program.leave()
        projects.forget(before)
        text = printed.end()
        if spent or overdue:
            return ended_early(State.TIMEOUT, Reason.WATCHDOG if overdue else Reason.TICKS, text, used)
        thrown = thrown or program.elsewhere
        if thrown is not None and not isinstance(thrown, SystemExit):
            if short is not None:
                return ended_early(*short, text, used)
            return [State.EXCEPTION, exception(thrown), [], None, text, used, None, ""]
        if seeding.generator is not None and seeding.generator.why is not None:
            return ended_early(State.INCOMPLETE, reasons.unseeded(seeding.generator.why))
        code, says = status(thrown)
        reason = Reason.STDERR if error_output.length or says else None
        return [State.OK, {"$exit": code}, [], None, text, used, reason, seen.digest_of_all()]

    def early_end(self, error):
        """Returns the state and the reason of an early end, or None.

        The error is no ordinary exception of the code. Only the original has missing
        requirements. A copy that imports more than the original is wrong."""
        found = abnormal(error)
        # The cause of an object that the harness cannot make is the exception of the port's constructor.
        own = error.__cause__ if isinstance(error, Unfit) else error if found is None else None
        if self.is_original and own is not None and (requirement := missing_requirement(own)) is not None:
            return State.INCOMPLETE, reasons.missing_requirement(requirement)
        return found

    def finished(self, result, receiver, thrown, args, text, used, reason, probed):
        """Returns the outcome of a call that returned a result or raised the exception `thrown`."""
        encoder, value = Encoder(), None
        try:
            if self.entry["is_constructor"]:
                result, receiver = None, result
            value = encoder.value(result) if thrown is None else exception(thrown)
            after = [None if type(arg) in SCALAR or isinstance(arg, IMMUTABLE) else encoder.value(arg) for arg in args]
            receiver = None if receiver is None else encoder.value(receiver)
            if thrown is not None and is_deliberate(thrown):
                reason = reason or Reason.EXPLICIT_THROW
        except TooLarge:
            reason = Reason.RESULT_SIZE if value is None else Reason.SIZE
            return ended_early(State.INCOMPLETE, reason, "", used)
        except (MemoryError, RecursionError):
            return ended_early(State.TIMEOUT, Reason.MEMORY, "", used)
        except BaseException as error:
            return ended_early(State.INCOMPLETE, reasons.result_unreadable(placeless(repr(error))), "", used)
        # The port's own code may read an attribute when its objects are encoded.
        if (objection := partial_objects.objection(None)) is not None:
            return ended_early(State.INCOMPLETE, reasons.not_callable(objection), "", used)
        return [State.OK if thrown is None else State.EXCEPTION, value, after, receiver, text, used, reason, probed]


def ended_early(state, reason, text="", used=0):
    """Returns an outcome without a value."""
    return [state, None, [], None, text, used, reason, ""]


def frameless(error):
    """Clears the frames of an exception, removes its traceback, and returns the exception."""
    if error is None:
        return None
    traceback.clear_frames(error.__traceback__)
    return error.with_traceback(None)


def abnormal(error):
    """Returns the state and the reason if the exception is not a result, else None."""
    if isinstance(error, WaitsForEventLoop):
        return State.INCOMPLETE, Reason.EVENT_LOOP
    if isinstance(error, Unfit):
        return State.INCOMPLETE, reasons.not_callable(error)
    if isinstance(error, RecursionError):
        return State.TIMEOUT, Reason.STACK
    if isinstance(error, MemoryError):
        return State.TIMEOUT, Reason.MEMORY
    if isinstance(error, SystemExit):
        return State.INCOMPLETE, Reason.EXIT
    if isinstance(error, BudgetSpent):
        return State.TIMEOUT, Reason.TICKS
    return None


def depth():
    """Returns the number of frames on the stack."""
    frame, count = sys._getframe(), 0
    while frame is not None:
        frame, count = frame.f_back, count + 1
    return count
