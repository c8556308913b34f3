"""Loads the version modules that only a build of the project writes, such as `_version.py`."""

import importlib.abc
import importlib.machinery
import os

__builtins__ = dict(vars(__import__("builtins")))

# The names that build tools give to the version (setuptools-scm, hatch-vcs, pdm).
NAMES = {
    "__version__": "0.0.0", "version": "0.0.0",
    "__version_tuple__": (0, 0, 0), "version_tuple": (0, 0, 0),
    "__commit_id__": None, "commit_id": None,
}


class VersionModule(importlib.abc.Loader):
    """Loads a version module."""

    def exec_module(self, module):
        vars(module).update(NAMES)


def find_version_module(name, folders, known):
    """Returns the spec of a module of a package in these folders, or `None` if it is no known version module."""
    last = name.rpartition(".")[2]
    if not any(f"{os.path.basename(folder)}/{last}.py" in known for folder in folders):
        return None
    return importlib.machinery.ModuleSpec(name, VersionModule())
