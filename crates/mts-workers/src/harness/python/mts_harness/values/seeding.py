"""Whether the run seeds random numbers."""

__builtins__ = dict(vars(__import__("builtins")))

# The `Chance` of `seeded_random` if the configuration names the port's generator, else None.
chance = None
