"""Whether random numbers are seeded."""

__builtins__ = dict(vars(__import__("builtins")))

# What seeds them, where a configuration says so.
chance = None
