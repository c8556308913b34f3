"""The process of each pair: the worker forks it, and it applies the sandbox to itself."""
