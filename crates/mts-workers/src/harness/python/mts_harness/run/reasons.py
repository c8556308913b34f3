"""Why an outcome has its state: tags that the tool knows, with a detail where they have one. The tool writes
the text for people."""

__builtins__ = dict(vars(__import__("builtins")))

TICKS, STACK, MEMORY, SIZE, WATCHDOG = "ticks", "stack", "memory", "size", "watchdog"
EXIT, STDERR = "exit", "stderr"
RECEIVER_CONSTRUCTOR, TOP_LEVEL_CALL_SKIPPED = "receiver_constructor", "top_level_call_skipped"
THREAD_GOES_ON = {"not_deterministic": "thread_goes_on"}
# The time or the memory of a budget; a full stack is found out at once.
SPENT_BUDGETS = (TICKS, WATCHDOG, MEMORY)


def not_callable(why):
    """The function cannot be called with these arguments."""
    return {"not_callable": str(why)}


def not_imported(why):
    """The port's module does not import, for a reason of its own."""
    return {"not_imported": why}


def unseeded(why):
    """Random numbers that cannot be given a seed."""
    return {"not_deterministic": {"unseeded": why}}


def diagnostic(text):
    """What a compiler, or an import, said."""
    return {"diagnostic": text}


def result_unreadable(why):
    return {"result_unreadable": why}


def is_slow(outcome):
    """Whether a call took the time or the memory of its budget: what does not end is not tried on every input."""
    state, reason = outcome[0], outcome[6]
    return state == "timeout" and isinstance(reason, str) and reason in SPENT_BUDGETS
