"""Supplies the versions that only a build or an installation of the project knows.

The versions are in modules such as `_version.py`, and in the metadata of the project's own
distribution."""

import importlib.abc
import importlib.machinery
import os

from .module_names import top_level_names

__builtins__ = dict(vars(__import__("builtins")))

# The names that build tools give to the version (setuptools-scm, hatch-vcs, pdm).
VERSION = "0.0.0"
NAMES = {
    "__version__": VERSION, "version": VERSION,
    "__version_tuple__": (0, 0, 0), "version_tuple": (0, 0, 0),
    "__commit_id__": None, "commit_id": None,
}
# The exceptions for a distribution that is not installed, with their modules.
UNINSTALLED = {
    ("importlib.metadata", "PackageNotFoundError"), ("importlib_metadata", "PackageNotFoundError"),
    ("pkg_resources", "DistributionNotFound"),
}
# Common prefixes and suffixes of a distribution's name, around the name of its package.
PREFIXES, SUFFIXES = ("python_", "py_"), ("_python", "_py")


class VersionModule(importlib.abc.Loader):
    """A loader for a version module."""

    def exec_module(self, module):
        vars(module).update(NAMES)


def find_version_module(name, folders, known):
    """Returns the spec of a known version module, or `None` for any other module.

    `folders` are the folders of its package."""
    last = name.rpartition(".")[2]
    if not any(f"{os.path.basename(folder)}/{last}.py" in known for folder in folders):
        return None
    return importlib.machinery.ModuleSpec(name, VersionModule())


def lacks_distribution(error):
    """Returns whether the code needs a distribution that is not installed."""
    return (type(error).__module__, type(error).__name__) in UNINSTALLED


def find_own_distribution(context, roots):
    """Returns the project's own distribution in a list.

    The list is empty if the context names another distribution."""
    if not isinstance(context.name, str):
        return []
    plain = context.name.lower().replace("-", "_").replace(".", "_")
    # The distribution of the package `money` is often named `python-money`, `py-money` or `money-python`.
    names = {plain, *(plain.removeprefix(one) for one in PREFIXES), *(plain.removesuffix(one) for one in SUFFIXES)}
    own = {name.lower() for name in top_level_names(roots)}
    return [] if names.isdisjoint(own) else [distribution(context.name)]


def distribution(name):
    """Returns a distribution with this name that has a version and nothing else."""
    # Import this here: only a port that reads its version needs this module, which takes long to
    # load.
    from importlib.metadata import Distribution

    class OwnDistribution(Distribution):
        def read_text(self, filename):
            return f"Name: {name}\nVersion: {VERSION}\n" if filename == "METADATA" else None

        def locate_file(self, path):
            return path

    return OwnDistribution()
