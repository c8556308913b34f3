"""Starts Python's worker. Arguments: the mark of the names in instrumented code, the descriptors to read requests
from and to write answers to, and the layers of the sandbox that each forked process applies to itself."""

import sys

from mts_harness.run.serve import main

main(*sys.argv[2:])
