"""Names of the harness's functions in instrumented code.

A part of each name is random in each run, so that no code under test declares the same name."""

import sys

__builtins__ = dict(vars(__import__("builtins")))

MARK = sys.argv[1]
# The functions that count a tick, observe a value, and record the variables of a fragment.
TICK, PROBE, RECORDER = (f"_mts_{role}_{MARK}_" for role in "tsr")
