"""The process of each pair. The worker forks it, and it applies the sandbox to itself."""
