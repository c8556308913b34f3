"""The harness of Python's worker. Its modules leave `sys.modules` before any code under test runs."""
