"""Runs one unit.

Compiles the text of each copy, loads it as a module, and makes the calls of its run requests."""

import contextvars
import os
import sys
from _thread import _count as threads

from . import reasons
from .budget import UNBOUNDED, set_budget, state, timer
from .caller import RECURSION, Caller, depth, ended_early
from .reasons import is_slow
from .stdout import StdoutCapture, discarded, no_input
from ..objects.factories import factories
from ..objects.members import special
from ..objects.partial_objects import partial_objects
from ..project.modules import importable, load, projects, resolve, spareable
from ..project.programs import STDIN
from ..protocol import Access, State
from ..values import seeding
from ..values.basics import frames
from ..values.threads import go_on

__builtins__ = dict(vars(__import__("builtins")))

# The highest recursion limit that a module under test can set.
DEEPEST = 10_000


def compiled(text, path):
    """Compiles the text of a copy. Returns its code and None, or None and the error."""
    try:
        return compile(text, path, "exec", dont_inherit=True), None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return None, error.with_traceback(None)


def imported(caller):
    """Loads the module under test and finds its function.

    Returns the module, the function's owner and the function, and None. If this fails, returns None and the outcome
    with the reason."""
    set_budget(UNBOUNDED)
    caller.printed = StdoutCapture()
    sys.stdout, sys.stderr, sys.stdin = caller.printed, discarded, no_input
    # Earlier code under test may have closed the descriptor.
    os.dup2(STDIN, 0)
    if seeding.generator is not None:
        seeding.generator.order()
    # Earlier code under test may have stopped the timer.
    timer.start()
    timer.begin(UNBOUNDED)
    try:
        try:
            usual = depth() + RECURSION
            sys.setrecursionlimit(usual)
            module = load(projects.name)
            asked = sys.getrecursionlimit()
            caller.frames = RECURSION if asked == usual else min(asked, DEEPEST)
        finally:
            timer.runs = False
            sys.setrecursionlimit(20 * RECURSION)
        qualname = caller.entry["qualname"]
        if caller.entry["access"] == Access.ATTRIBUTE:
            # Only the objects have the attribute, so the class has nothing to look up.
            caller.annotate(None)
            _, owner = resolve(module, qualname.rpartition(".")[0])
            return (module, owner, None), None
        owner, function = resolve(module, qualname)
        caller.annotate(function)
        return (module, owner, function), None
    except BaseException as error:
        state.spent = state.overdue = False
        found = caller.early_end(error)
        if found is None:
            why = f"{type(error).__name__}: {rootless(str(error))}{failing(error)}"
            found = (State.NOT_COMPILED, reasons.diagnostic(why))
        return None, ended_early(*found)


def failing(error):
    """Returns a text that names the project's module in which an import failed.

    Returns an empty text if this is the module under test, or if the error is in no module of
    the project."""
    files = [code.co_filename for code, _ in frames(error) if projects.runs(code.co_filename)]
    place = files[-1] if files else ""
    if isinstance(error, SyntaxError) and isinstance(error.filename, str) and projects.owns(error.filename):
        place = error.filename
    if place in ("", projects.file):
        return ""
    return f", in {rootless(place)}"


def rootless(text):
    """Returns the text without the folders of the search path, because they differ between revisions."""
    for root in sorted(projects.roots, key=len, reverse=True):
        text = text.replace(root + os.sep, "")
    return text


def run_unit(unit, answers):
    """Runs all run requests of a unit and answers them."""
    caller = Caller(unit)
    projects.name = importable(unit["entry"]["module"])
    projects.file = unit["entry"]["path"]
    projects.is_package = os.path.basename(projects.file) == "__init__.py"
    projects.fallback_path = unit["fallback_path"]
    projects.roots = tuple(unit["path"] + unit["fallback_path"])
    projects.former_modules = frozenset(unit["former_modules"])
    projects.version_modules = frozenset(unit["version_modules"])
    factories.begin(unit["factories"], unit["ports"])
    prefix, suffix = unit["prefix"], unit["suffix"]
    texts, entries = dict(unit["texts"]), dict(unit["entries"])
    search, before = sys.path[:], answers.pollution.names()
    sys.path[:0] = unit["path"]
    answers.pollution.begin()
    answers.singly |= caller.is_program
    for number, run_request in enumerate(unit["run_requests"]):
        copy = run_request[0]
        projects.text = prefix + texts[copy] + suffix
        projects.code, error = compiled(projects.text, projects.file)
        why = "" if error is None else f"{type(error).__name__}: {error}"
        # `run_all` raises this text in a new `SyntaxError`, so the text must not repeat that name.
        projects.why = str(error) if type(error) is SyntaxError else why
        if projects.code is None and (caller.is_program or not spareable(projects.text)):
            answers.take(number, ended_early(State.NOT_COMPILED, reasons.diagnostic(why)), True)
            continue
        caller.is_original = copy == 0
        caller.entry = entries.get(copy, unit["entry"])
        # Each copy has its own context variables, for example the precision of decimals.
        run = run_program if caller.is_program else run_one
        contextvars.Context().run(run, caller, number, run_request, answers, before)
        projects.forget(before)
        factories.attributes.clear()
        factories.below.clear()
        factories.wanted.clear()
        answers.ended()
    answers.done()
    sys.path[:] = search


def run_program(caller, number, run_request, answers, before):
    """Runs a whole program on the tests of one run request."""
    _, continue_after_failure, patience, wanted = run_request
    projects.spares = projects.spares_versions = False
    caller.printed = StdoutCapture()
    # Earlier code under test may have stopped the timer.
    timer.start()
    for at, (index, budget) in enumerate(wanted):
        outcome = caller.call_program(index, budget, before)
        patience -= is_slow(outcome)
        last = at + 1 == len(wanted) or (patience <= 0 if continue_after_failure else outcome[0] != State.OK)
        answers.take(number, outcome, last)
        if last:
            return
        if threads():
            # The process must end. Otherwise, the threads would still run during the next test.
            answers.polluted("threads")
    answers.finish(number)


def run_one(caller, number, run_request, answers, before):
    """Loads one copy and makes the calls of one run request."""
    copy, continue_after_failure, patience, wanted = run_request
    projects.spares = projects.spares_versions = False
    reached, failed = imported(caller)
    if failed is not None:
        projects.spares = failed[0] == State.NOT_COMPILED
        projects.spares_versions = reasons.is_missing_distribution(failed[6])
        reached, still = imported(caller) if projects.spares or projects.spares_versions else (None, failed)
        if still is not None:
            if copy or caller.construct_only or failed[0] != State.NOT_COMPILED or not wanted:
                answers.take(number, failed, True)
                return
            # Only the first call has the failed import as its outcome. The other calls are incomplete.
            never = ended_early(State.INCOMPLETE, reasons.not_imported(still[6]))
            for at in range(len(wanted)):
                answers.take(number, never if at else failed, at + 1 == len(wanted))
            return
    # The depth of the stack at which the harness calls code under test.
    caller.base = depth() + 1
    caller.special = special(caller.entry["qualname"]) if caller.entry["on_instance"] else ""
    caller.in_order = caller.entry["arguments"] == list(range(len(caller.params)))
    # If the original's module loads only without some statements, the first input has the failed
    # import as its outcome. The harness makes the calls of the other inputs. A distribution that is
    # not installed is no fault of the port: modules look it up to know their version.
    tells = failed is not None and failed[0] == State.NOT_COMPILED and copy == 0 and not caller.construct_only
    for at, (index, budget) in enumerate(wanted):
        outcome = failed if tells and index == 0 else caller.call(index, budget, *reached)
        partial_objects.end_call()
        patience -= is_slow(outcome)
        enough = patience <= 0 if continue_after_failure else outcome[0] != State.OK
        last = enough or at + 1 == len(wanted)
        answers.take(number, outcome, last)
        if last:
            return
        if threads() and go_on():
            # The worker must end. Otherwise, the threads would still run during the next call.
            answers.leave_at(number)
    answers.finish(number)
