"""Starts the Python worker.

The arguments are the mark in the names of the harness's functions, the descriptor of the
requests, the descriptor of the answers, and the sandbox layers as JSON. Each forked process
applies these layers to itself."""

import sys

from mts_harness.run.serve import main

main(*sys.argv[2:])
