"""Whether random numbers are seeded."""

__builtins__ = dict(vars(__import__("builtins")))

# The generator that seeds them, where the configuration names one.
chance = None
