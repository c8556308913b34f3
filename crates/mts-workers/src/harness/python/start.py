"""Starts Python's worker. Arguments: the mark of the names in instrumented code, and the
descriptors to read requests from and to write answers to."""

import sys

from mts_harness.run.serve import main

main(*map(int, sys.argv[2:]))
