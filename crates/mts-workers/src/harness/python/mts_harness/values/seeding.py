"""Whether the run seeds random numbers."""

__builtins__ = dict(vars(__import__("builtins")))

# The `ConfiguredGenerator` of `seeded_random`, or None if the configuration does not name the port's generator.
generator = None
