"""Modules of the project: the one under test is executed from a variant's code, the others anew for
every variant, so that no state is carried over."""

import __future__
import ast
import builtins
import functools
import importlib
import importlib.abc
import importlib.machinery
import operator
import os
import sys
import types

from ..values import seeding
from ..values.basics import Unfit

__builtins__ = dict(vars(builtins))

# Modules that no folder of a project stands for.
OF_PYTHON = frozenset(sys.builtin_module_names) | getattr(sys, "stdlib_module_names", frozenset())
# Statements that do not compile outside of a function or a loop.
ADRIFT = (ast.Return, ast.Break, ast.Continue)


class Projects(importlib.abc.MetaPathFinder):
    """Serves the module under test from the variant's code, and the project's other modules from
    code compiled once: they are executed anew for every variant, as their state may have changed."""

    def __init__(self):
        self.name = ""
        self.code = None
        self.file = ""
        self.is_package = False
        self.roots = ()
        # Folders for what is found nowhere else.
        self.fallback_path = []
        self.compiled = {}
        # The text of the code, and whether modules are executed without the statements at their top that raise.
        self.text = ""
        self.spares = False
        # Why the code does not compile, where it does not.
        self.why = ""

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            spec = importlib.machinery.ModuleSpec(name, Given(self), origin=self.file, is_package=self.is_package)
            spec.has_location = bool(self.file)
            if self.is_package:
                spec.submodule_search_locations = [os.path.dirname(self.file)]
            return spec
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None and path is None and self.fallback_path and name not in OF_PYTHON:
            spec = importlib.machinery.PathFinder.find_spec(name, self.fallback_path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader) and self.owns(spec.origin):
            spec.loader = Kept(name, spec.origin, self.compiled)
        return spec

    def owns(self, origin):
        return bool(origin) and origin.startswith(self.roots) and "site-packages" not in origin

    def runs(self, file):
        """Whether a file is one of the project's, that under test included."""
        return file == self.file or self.owns(file)

    def forget(self, before):
        """Removes the project's modules, so that the next variant starts anew."""
        if len(sys.modules) == len(before) + 1 and self.name not in before and sys.modules.pop(self.name, None):
            # Nothing but the module under test.
            return
        # All are found before one is removed: the places of a namespace package are asked of its parent.
        for name in [name for name in sys.modules.keys() - before if self.owns_module(name)]:
            del sys.modules[name]

    def owns_module(self, name):
        """Whether a module is the project's."""
        spec = getattr(sys.modules[name], "__spec__", None)
        origin = getattr(spec, "origin", None)
        places = list(getattr(spec, "submodule_search_locations", None) or [])
        return name == self.name or self.owns(origin) or bool(places and origin is None and self.owns(places[0]))


class Given(importlib.abc.Loader):
    def __init__(self, projects):
        self.projects = projects

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        execute(self.projects.code, module, self.projects.text)


class Kept(importlib.machinery.SourceFileLoader):
    def __init__(self, name, path, compiled):
        super().__init__(name, path)
        self.compiled = compiled

    def get_code(self, fullname):
        code = self.compiled.get(self.path)
        if code is None:
            code = self.compiled[self.path] = self.source_to_code(self.get_data(self.path), self.path)
        return code

    def exec_module(self, module):
        text = self.get_source(self.name) if projects.spares else ""
        try:
            code = self.get_code(self.name)
        except SyntaxError:
            if not projects.spares or not spareable(text):
                raise
            code = None
        execute(code, module, text)


projects = Projects()
# A feature of `from __future__` holds for every statement of a module.
FUTURE = functools.reduce(operator.or_, [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names])


def execute(code, module, text):
    """With the builtins that all others have, not with the worker's own."""
    module.__builtins__ = builtins
    run_all(code, module, text)
    if seeding.chance is not None:
        seeding.chance.adopt(module)


def run_all(code, module, text):
    if not projects.spares:
        if code is None:
            raise SyntaxError(projects.why)
        exec(code, module.__dict__)
        return
    body = ast.parse(text).body
    flags = FUTURE & (code.co_flags if code is not None else future(body))
    filename = getattr(module, "__file__", None) or module.__name__
    for statement in body:
        try:
            exec(compile(ast.Module([sound(statement)], []), filename, "exec", flags, True), module.__dict__)
        except Exception as error:
            if not dispensable(statement, error):
                raise


def dispensable(statement, error):
    """Whether the rest of a module runs without a statement that raises: a call that is made for what it does, a
    function whose default or decorator raises, or an import of a module that does not parse."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return isinstance(error, SyntaxError)
    return isinstance(statement, (ast.Expr, ast.FunctionDef, ast.AsyncFunctionDef))


def sound(statement):
    """The statement, a class without those of its own that mean nothing where they stand: a `return` or its like."""
    if isinstance(statement, ast.ClassDef):
        body = [sound(one) for one in statement.body if not isinstance(one, ADRIFT)]
        statement.body = body or [ast.Pass(lineno=statement.lineno, col_offset=statement.col_offset)]
    return statement


def future(body):
    """The flags that a module's own `from __future__` sets."""
    imports = [one for one in body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    names = [alias.name for one in imports for alias in one.names]
    known = [getattr(__future__, name) for name in names if name in __future__.all_feature_names]
    return functools.reduce(operator.or_, [feature.compiler_flag for feature in known], 0)


def spareable(text):
    """Whether a module that does not compile does without the statements that mean nothing where they stand."""
    try:
        body = [sound(one) for one in ast.parse(text).body]
        compile(ast.Module(body, []), "", "exec", FUTURE & future(body), True)
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def load(name):
    """The module of the code at hand."""
    if "." in name:
        return importlib.import_module(name)
    module = types.ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=projects.file, is_package=projects.is_package)
    module.__file__ = projects.file
    if projects.is_package:
        # Its relative imports look here.
        module.__path__ = module.__spec__.submodule_search_locations = [os.path.dirname(projects.file)]
    sys.modules[name] = module
    execute(projects.code, module, projects.text)
    return sys.modules.get(name, module)


def resolve(module, qualname):
    """The function by its qualified name, and the class it is looked up in."""
    owner, found = None, module
    for part in qualname.split("."):
        if isinstance(found, Closure):
            found = found.alone()
        if isinstance(found, types.FunctionType):
            found = inner(found, part, qualname)
            continue
        owner = found
        try:
            found = getattr(found, mangled(found, part))
        except AttributeError:
            raise Unfit(f"the module has no {qualname}") from None
    return owner, found


def mangled(owner, name):
    """The attribute that a private name of a class's text is kept under."""
    private = name.startswith("__") and not name.endswith("__")
    if private and isinstance(owner, type) and (own := owner.__name__.lstrip("_")):
        return f"_{own}{name}"
    return name


def inner(function, name, qualname):
    """A function nested in another; variables of that which it uses are given it by each call."""
    held = constant(function.__code__, name)
    if held is None:
        raise Unfit(f"the module has no {qualname}")
    return Closure(function, held, qualname)


def constant(code, name):
    """The code of the function of this name that is written in another."""
    for held in code.co_consts:
        if isinstance(held, types.CodeType) and held.co_name == name:
            return held
    return None


class Closure:
    """A function nested in another whose variables it uses."""

    def __init__(self, outer, code, qualname):
        self.outer, self.code, self.qualname = outer, code, qualname

    def over(self, names, owner, receiver):
        """What takes the values of the variables of these names behind the function's own arguments."""

        def call(*given):
            own = len(given) - len(names)
            values = dict(zip(names, given[own:]))
            if receiver is not None and self.outer.__code__.co_argcount:
                values.setdefault(self.outer.__code__.co_varnames[0], receiver)
            return called_over(given[:own], self.build_function(self.code, values, owner, {}))

        return call

    def alone(self):
        """The function by itself, for one that is nested in it."""
        return self.build_function(self.code, {}, None, {})

    def build_function(self, code, values, owner, cells):
        around = tuple(self.cell(name, values, owner, cells) for name in code.co_freevars)
        return types.FunctionType(code, self.outer.__globals__, code.co_name, None, around)

    def cell(self, name, values, owner, cells):
        """The variable around it; functions that see one another share theirs."""
        if name in cells:
            return cells[name]
        cell = cells[name] = types.CellType()
        beside = constant(self.outer.__code__, name)
        if name in values:
            cell.cell_contents = values[name]
        elif name == "__class__":
            cell.cell_contents = owner
        elif beside is not None:
            cell.cell_contents = self.build_function(beside, values, owner, cells)
        else:
            raise Unfit(f"{self.qualname} uses `{name}` of the function around it, which Java does not pass")
        return cell


def called_over(args, function):
    try:
        return function(*args)
    except TypeError as error:
        # Thrown by the call itself, before anything ran.
        if error.__traceback__.tb_next is None:
            raise Unfit(str(error)) from None
        raise
