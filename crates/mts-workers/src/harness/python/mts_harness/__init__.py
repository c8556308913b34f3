"""The harness of the Python worker. It removes its modules from `sys.modules` before code under test runs."""
