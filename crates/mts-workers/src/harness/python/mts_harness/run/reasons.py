"""The reasons for the states of outcomes: tags, and details of some tags.

The tool writes the text for people."""

from ..protocol import Nondeterminism, Reason, Requirement, State

__builtins__ = dict(vars(__import__("builtins")))

THREAD_GOES_ON = {Reason.NOT_DETERMINISTIC: Nondeterminism.THREAD_GOES_ON}
# Reasons that take long to occur. A full stack is not one of them, because it occurs soon.
SPENT_BUDGETS = (Reason.TICKS, Reason.WATCHDOG, Reason.MEMORY)
# The number of characters of a message in a reason.
LONGEST = 1 << 16


def not_callable(why):
    """Returns the reason that the harness cannot call the function with these arguments."""
    return {Reason.NOT_CALLABLE: str(why)[:LONGEST]}


def not_imported(why):
    """Returns the reason that the import of the port's module fails. `why` is the reason of the failed import."""
    return {Reason.NOT_IMPORTED: why}


def missing_requirement(requirement):
    """Returns the reason that the environment lacks something that the code needs."""
    return {Reason.MISSING_REQUIREMENT: requirement}


def is_missing_distribution(reason):
    """Returns whether the reason is that a distribution is not installed."""
    return isinstance(reason, dict) and Requirement.PYTHON_DISTRIBUTION in reason.get(Reason.MISSING_REQUIREMENT, ())


def unseeded(why):
    """Returns the reason that the harness cannot seed the port's random numbers as in Java."""
    return {Reason.NOT_DETERMINISTIC: {Nondeterminism.UNSEEDED: why[:LONGEST]}}


def diagnostic(text):
    """Returns a reason with the message of a compiler or of an import."""
    return {Reason.DIAGNOSTIC: text[:LONGEST]}


def result_unreadable(why):
    """Returns the reason that the encoding of the result raised an exception."""
    return {Reason.RESULT_UNREADABLE: why[:LONGEST]}


def is_slow(outcome):
    """Returns whether a call used up its ticks, its processor time or its memory.

    The caller stops a copy after a few such calls."""
    state, reason = outcome[0], outcome[6]
    return state == State.TIMEOUT and isinstance(reason, str) and reason in SPENT_BUDGETS
