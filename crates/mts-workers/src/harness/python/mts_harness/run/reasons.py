"""The states of an outcome, and the reasons for them: tags, and details of some tags.

The tool knows the states and the tags, and writes the text for people."""

__builtins__ = dict(vars(__import__("builtins")))

# The first element of an outcome is its state.
OK, NOT_COMPILED, EXCEPTION, TIMEOUT, INCOMPLETE = "ok", "not_compiled", "exception", "timeout", "incomplete"
TICKS, STACK, MEMORY, SIZE, WATCHDOG = "ticks", "stack", "memory", "size", "watchdog"
EXIT, STDERR, EVENT_LOOP, RESULT_SIZE = "exit", "stderr", "event_loop", "result_size"
RECEIVER_CONSTRUCTOR, TOP_LEVEL_CALL_SKIPPED = "receiver_constructor", "top_level_call_skipped"
THREAD_GOES_ON = {"not_deterministic": "thread_goes_on"}
# Reasons that take long to occur. A full stack is not one of them, because it occurs soon.
SPENT_BUDGETS = (TICKS, WATCHDOG, MEMORY)
# The number of characters of a message in a reason.
LONGEST = 1 << 16


def not_callable(why):
    """Returns the reason that the harness cannot call the function with these arguments."""
    return {"not_callable": str(why)[:LONGEST]}


def not_imported(why):
    """Returns the reason that the import of the port's module fails. `why` is the reason of the failed import."""
    return {"not_imported": why}


def missing_requirement(requirement):
    """Returns the reason that the environment lacks something that the code needs."""
    return {"missing_requirement": requirement}


def is_missing_distribution(reason):
    """Returns whether the reason is that a distribution is not installed."""
    return isinstance(reason, dict) and "python_distribution" in reason.get("missing_requirement", ())


def unseeded(why):
    """Returns the reason that the harness cannot seed the port's random numbers as in Java."""
    return {"not_deterministic": {"unseeded": why[:LONGEST]}}


def diagnostic(text):
    """Returns a reason with the message of a compiler or of an import."""
    return {"diagnostic": text[:LONGEST]}


def result_unreadable(why):
    """Returns the reason that the encoding of the result raised an exception."""
    return {"result_unreadable": why[:LONGEST]}


def is_slow(outcome):
    """Returns whether a call used up its ticks, its processor time or its memory.

    The caller stops a variant after a few such calls."""
    state, reason = outcome[0], outcome[6]
    return state == TIMEOUT and isinstance(reason, str) and reason in SPENT_BUDGETS
