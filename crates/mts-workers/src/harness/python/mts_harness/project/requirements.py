"""Finds out whether an exception shows that the environment lacks something.

There are two cases: neither Python nor the project has a module, or an installed module does not
load. Neither is a fault of the port."""

import importlib
import importlib.machinery
import os
import sys

from .module_names import names_of_project
from .modules import OF_PYTHON, projects
from .version_modules import lacks_distribution
from ..protocol import Requirement
from ..values.basics import frames

__builtins__ = dict(vars(__import__("builtins")))

EXTENSIONS = tuple(importlib.machinery.EXTENSION_SUFFIXES)
# The innermost frame of an import by a computed name is in this file.
DYNAMIC = importlib.__file__
HARNESS = os.path.dirname(os.path.dirname(__file__)) + os.sep
# The longest message, in characters, and the longest chain of exceptions.
MESSAGE, CHAIN = 300, 8


def missing_requirement(error):
    """Returns the requirement that the environment lacks.

    `error` is the exception of the code that needs the requirement. Returns `None` if the code
    itself may be wrong."""
    if lacks_distribution(error):
        return missing_distribution(error)
    for _ in range(CHAIN):
        if not isinstance(error, ImportError):
            return None
        cause = error.__cause__ or error.__context__
        if not isinstance(cause, ImportError):
            break
        error = cause
    name = error.name
    if not isinstance(name, str) or not name or is_of_project(name.partition(".")[0]):
        return None
    reached = frames(error)
    codes = [code for code, _ in reached]
    is_at_import = bool(reached) and reached[-1][1].startswith("IMPORT_")
    if codes and codes[-1].co_filename != DYNAMIC and not is_library(codes[-1]) and not is_at_import:
        # The port itself raised the exception.
        return None
    if isinstance(error, ModuleNotFoundError):
        return missing_module(name, codes)
    is_unloaded = name not in sys.modules and isinstance(error.path, str) and error.path.endswith(EXTENSIONS)
    if is_unloaded and not projects.owns(error.path):
        return {Requirement.PYTHON_LIBRARY: {"module": name, "message": message(error)}}
    if codes and is_library(codes[-1]):
        return {Requirement.PYTHON_LIBRARY: {"module": name, "message": message(error)}}
    return None


def missing_distribution(error):
    """Returns the distribution as a requirement, if it is not installed.

    A library must have raised the exception, and the code must contain the distribution's name
    as a constant. A module may also compute the name while it is imported. Elsewhere a computed
    name is a value, as in Java."""
    asked = error.args[0] if error.args else None
    name = asked if isinstance(asked, str) else getattr(asked, "project_name", None)
    codes = [code for code, _ in frames(error)]
    if not isinstance(name, str) or not codes or not is_library(codes[-1]):
        return None
    own = [code for code in codes if not is_library(code)]
    if any(name in code.co_consts or code.co_name == "<module>" for code in own):
        return {Requirement.PYTHON_DISTRIBUTION: name[:MESSAGE]}
    return None


def missing_module(name, codes):
    """Returns the module as a requirement if an `import` statement names it.

    A missing part of a package of the standard library is a wrong name in the port. So is a part of an installed
    package that the port names. The parts of a namespace package, which has no file, are installed one by one."""
    top = name.partition(".")[0]
    if name != top and top in OF_PYTHON:
        return None
    last = codes[-1] if codes else None
    parent = sys.modules.get(name.rpartition(".")[0])
    if getattr(parent, "__file__", None) and not (last and is_library(last)):
        return None
    if last is None or last.co_filename == DYNAMIC:
        # The port computed the name, so the name is a value, like the name of a class in Java.
        if len(codes) < 2 or not is_library(codes[-2]):
            return None
    elif not is_library(last) and not any(one == name or one.startswith(name + ".") for one in last.co_names):
        return None
    return {Requirement.STANDARD_MODULE if top in OF_PYTHON else Requirement.PYTHON_MODULE: name}


def is_library(code):
    """Returns whether code is in an installed file.

    A file of the project or of the harness is not an installed file."""
    file = code.co_filename
    return os.path.isabs(file) and not projects.runs(file) and not file.startswith(HARNESS)


def is_of_project(name):
    """Returns whether the project has a module or a package of this name.

    A module that only the base has counts too."""
    return name in projects.former_modules or name in names_of_project(projects.roots)


def message(error):
    """Returns the first line of the message."""
    return str(error).strip().partition("\n")[0][:MESSAGE]
