"""The process of each pair. The worker forks this process, and the process applies the sandbox to itself."""
