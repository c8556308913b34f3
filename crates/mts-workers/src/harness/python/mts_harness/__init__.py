"""The harness of the Python worker. The harness removes its modules from `sys.modules` before code under test runs."""
