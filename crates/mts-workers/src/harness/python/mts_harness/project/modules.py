"""Imports the modules of the project.

The module under test runs from the text of the copy. Each copy runs the project's other modules again, so that
no state passes from one copy to the next."""

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
from .version_modules import VERSION, find_own_distribution, find_version_module, lacks_distribution

__builtins__ = dict(vars(builtins))

# The standard library. The harness does not search the fallback path for these modules.
OF_PYTHON = frozenset(sys.builtin_module_names) | getattr(sys, "stdlib_module_names", frozenset())
# Statements that do not compile outside of a function or a loop. `sound` removes them.
ADRIFT = (ast.Return, ast.Break, ast.Continue)


class Projects(importlib.abc.MetaPathFinder):
    """Finds the modules of the project.

    The module under test comes from the text of the copy, and the other modules from their
    sources, never from bytecode. The harness compiles each of the other modules once, and runs them again for each
    copy."""

    def __init__(self):
        self.name = ""
        self.code = None
        self.file = ""
        self.is_package = False
        self.roots = ()
        # Folders that the import searches last.
        self.fallback_path = []
        # The names of modules that only the base of the change has.
        self.former_modules = frozenset()
        # The version modules that only a build writes, each as `package/file.py`.
        self.version_modules = frozenset()
        # The text and the code of each of the other modules, by file.
        self.compiled = {}
        # The text of the code. `spares`: modules run without the top-level statements that raise.
        # `spares_versions`: modules run without only those of these statements that need a
        # distribution that is not installed.
        self.text = ""
        self.spares = self.spares_versions = False
        # The reason why the code does not compile, if it does not.
        self.why = ""

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            loader = TestedModuleLoader(self)
            spec = importlib.machinery.ModuleSpec(name, loader, origin=self.file, is_package=self.is_package)
            spec.has_location = bool(self.file)
            if self.is_package:
                spec.submodule_search_locations = [os.path.dirname(self.file)]
            return spec
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None and path is None and self.fallback_path and name not in OF_PYTHON:
            spec = importlib.machinery.PathFinder.find_spec(name, self.fallback_path, target)
        if spec is None and path is not None:
            spec = find_version_module(name, filter(self.owns, path), self.version_modules)
        if spec is not None and self.owns(spec.origin):
            if isinstance(spec.loader, importlib.machinery.SourcelessFileLoader):
                raise ModuleNotFoundError(f"the project has only bytecode of the module {name}", name=name)
            if isinstance(spec.loader, importlib.machinery.SourceFileLoader):
                spec.loader = CachingLoader(name, spec.origin, self.compiled)
        return spec

    def find_distributions(self, context):
        """Finds the project's own distribution for `importlib.metadata`, if it is not installed."""
        finds = [getattr(one, "find_distributions", None) for one in sys.meta_path if one is not self]
        if any(True for find in finds if find for _ in find(context)):
            return []
        return find_own_distribution(context, self.roots)

    def owns(self, origin):
        """Returns whether a file is in a folder of the project, except in `site-packages`."""
        return bool(origin) and origin.startswith(self.roots) and "site-packages" not in origin

    def runs(self, file):
        """Returns whether a file belongs to the project or is the file under test."""
        return file == self.file or self.owns(file)

    def forget(self, before):
        """Removes the project's modules from `sys.modules`, except those in `before`.

        The next copy loads them again."""
        if len(sys.modules) == len(before) + 1 and self.name not in before and sys.modules.pop(self.name, None):
            # The copy imported no other module.
            return
        # List all modules before the removal: a namespace package reads its folders from its parent module.
        for name in [name for name in sys.modules.keys() - before if self.owns_module(name)]:
            del sys.modules[name]

    def owns_module(self, name):
        """Returns whether a module belongs to the project."""
        spec = getattr(sys.modules[name], "__spec__", None)
        origin = getattr(spec, "origin", None)
        places = list(getattr(spec, "submodule_search_locations", None) or [])
        return name == self.name or self.owns(origin) or bool(places and origin is None and self.owns(places[0]))


class TestedModuleLoader(importlib.abc.Loader):
    """Runs the module under test."""

    def __init__(self, projects):
        self.projects = projects

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        execute(self.projects.code, module, self.projects.text)


class CachingLoader(importlib.machinery.SourceFileLoader):
    """Runs another module of the project, and keeps its compiled code for the next copies."""

    def __init__(self, name, path, compiled):
        super().__init__(name, path)
        self.compiled = compiled

    def get_code(self, fullname):
        data = self.get_data(self.path)
        known, code = self.compiled.get(self.path, (None, None))
        if known != data:
            code = self.source_to_code(data, self.path)
            self.compiled[self.path] = data, code
        return code

    def exec_module(self, module):
        text = self.get_source(self.name) if projects.spares or projects.spares_versions else ""
        try:
            code = self.get_code(self.name)
        except SyntaxError:
            if not projects.spares or not spareable(text):
                raise
            code = None
        execute(code, module, text)


projects = Projects()
# The compiler flags of all features of `from __future__`. A feature applies to each statement of its module.
FUTURE = functools.reduce(operator.or_, [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names])


def execute(code, module, text):
    """Runs a module with the real builtins. The harness itself uses a private copy of them."""
    module.__builtins__ = builtins
    run_all(code, module, text)
    if seeding.generator is not None:
        seeding.generator.adopt(module)


def run_all(code, module, text):
    """Runs the statements of a module.

    If `projects.spares` is true, skips the dispensable statements that raise. Then the module does not evaluate its
    annotations either, because annotations often name types that the module does not import."""
    if not projects.spares and not projects.spares_versions:
        if code is None:
            raise SyntaxError(projects.why)
        exec(code, module.__dict__)
        return
    body = ast.parse(text).body
    flags = FUTURE & (code.co_flags if code is not None else future(body)) | __future__.annotations.compiler_flag
    filename = getattr(module, "__file__", None) or module.__name__
    for statement in body:
        run_statement(sound(statement), filename, flags, module)


def run_statement(statement, filename, flags, module):
    """Runs a top-level statement.

    If a dispensable statement raises, skips it. In a class, skips only the statements of the
    body that raise."""
    while True:
        try:
            exec(compile(ast.Module([statement], []), filename, "exec", flags, True), module.__dict__)
            return
        except Exception as error:
            if lacks_distribution(error) and isinstance(statement, ast.Assign):
                module.__dict__.update((one.id, VERSION) for one in statement.targets if isinstance(one, ast.Name))
            if dispensable(statement, error):
                return
            if not isinstance(statement, ast.ClassDef) or not shortened(statement, filename, error):
                raise


def shortened(statement, filename, error):
    """Removes the statement that raised `error` from the body of a class. Returns whether there is one to remove."""
    lines = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == filename and code.co_name == statement.name:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    raised = [one for one in statement.body if any(first_line(one) <= line <= one.end_lineno for line in lines)]
    if not raised or not dispensable(raised[0], error):
        return False
    statement.body.remove(raised[0])
    if not statement.body:
        statement.body.append(ast.Pass(lineno=statement.lineno, col_offset=statement.col_offset))
    return True


def first_line(statement):
    """Returns the first line of a statement with its decorators."""
    return min([statement.lineno] + [one.lineno for one in getattr(statement, "decorator_list", [])])


# The statements without which the rest of a module or of a class may run.
DISPENSABLE = (
    ast.Expr, ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Assert, ast.For,
    ast.While, ast.If, ast.With, ast.Try, ast.Delete,
)


def dispensable(statement, error):
    """Returns whether the rest of a module or a class can run without a statement.

    The statement raised `error`. A dispensable statement is no class, no `raise` and no import, except an import of a
    module that does not parse. If a module is not installed, the whole module under test cannot run. But a statement is
    dispensable if it only lacks the version of a distribution."""
    if not projects.spares:
        return isinstance(statement, DISPENSABLE) and lacks_distribution(error)
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return isinstance(error, SyntaxError)
    return isinstance(statement, DISPENSABLE) and (not isinstance(error, ImportError) or lacks_distribution(error))


def sound(statement):
    """Returns the statement. If it is a class, removes each `return`, `break` and `continue` in the class body."""
    if isinstance(statement, ast.ClassDef):
        body = [sound(one) for one in statement.body if not isinstance(one, ADRIFT)]
        statement.body = body or [ast.Pass(lineno=statement.lineno, col_offset=statement.col_offset)]
    return statement


def future(body):
    """Returns the compiler flags that the module's imports from `__future__` set."""
    imports = [one for one in body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    names = [alias.name for one in imports for alias in one.names]
    known = [getattr(__future__, name) for name in names if name in __future__.all_feature_names]
    return functools.reduce(operator.or_, [feature.compiler_flag for feature in known], 0)


def spareable(text):
    """Returns whether a module compiles without the statements that `sound` removes."""
    try:
        body = [sound(one) for one in ast.parse(text).body]
        compile(ast.Module(body, []), "", "exec", FUTURE & future(body), True)
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def importable(name):
    """Returns the name under which a module imports.

    If a loaded module of Python's library has the name of the outermost folder, the folder cannot be a package. Its
    modules are scripts."""
    top, _, below = name.partition(".")
    hides = below and top in OF_PYTHON and top in sys.modules and not hasattr(sys.modules[top], "__path__")
    return name.rpartition(".")[2] if hides else name


def load(name):
    """Loads the module under test and returns it."""
    if "." in name:
        return importlib.import_module(name)
    module = types.ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=projects.file, is_package=projects.is_package)
    module.__file__ = projects.file
    if projects.is_package:
        # The relative imports of the package search this folder.
        module.__path__ = module.__spec__.submodule_search_locations = [os.path.dirname(projects.file)]
    sys.modules[name] = module
    execute(projects.code, module, projects.text)
    return sys.modules.get(name, module)


def resolve(module, qualname):
    """Finds a function by its qualified name.

    Returns the object that contains the function, and the function."""
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
    """Returns the attribute name for a name in the text of the class `owner`. Python mangles private names."""
    private = name.startswith("__") and not name.endswith("__")
    if private and isinstance(owner, type) and (own := owner.__name__.lstrip("_")):
        return f"_{own}{name}"
    return name


def inner(function, name, qualname):
    """Returns a nested function as a `Closure`. Each call passes the captured variables as arguments."""
    held = constant(function.__code__, name)
    if held is None:
        raise Unfit(f"the module has no {qualname}")
    return Closure(function, held, qualname)


def constant(code, name):
    """Returns the code of the nested function of this name, or None. `code` is the code of the outer function."""
    for held in code.co_consts:
        if isinstance(held, types.CodeType) and held.co_name == name:
            return held
    return None


class Closure:
    """A nested function without values for the variables that it captures from its outer function."""

    def __init__(self, outer, code, qualname):
        self.outer, self.code, self.qualname = outer, code, qualname

    def over(self, names, owner, receiver):
        """Returns a function with the captured variables as additional arguments.

        The returned function takes its own arguments and then the values of the captured `names`.
        `owner` is the class of the outer function. `receiver` is the object for its first
        parameter, or None."""

        def call(*given):
            own = len(given) - len(names)
            values = dict(zip(names, given[own:]))
            if receiver is not None and self.outer.__code__.co_argcount:
                values.setdefault(self.outer.__code__.co_varnames[0], receiver)
            return called_over(given[:own], self.build_function(self.code, values, owner, {}))

        return call

    def alone(self):
        """Returns the function without captured values.

        With it, the harness looks up a function that is nested in this function."""
        return self.build_function(self.code, {}, None, {})

    def build_function(self, code, values, owner, cells):
        """Creates a function from its code and from cells.

        The cells have the values of its captured variables."""
        around = tuple(self.cell(name, values, owner, cells) for name in code.co_freevars)
        return types.FunctionType(code, self.outer.__globals__, code.co_name, None, around)

    def cell(self, name, values, owner, cells):
        """Returns the cell of a captured variable. Nested functions that use the same variable share its cell."""
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
            raise Unfit(f"{self.qualname} uses `{name}` of the enclosing function, and Java does not pass `{name}`")
        return cell


def called_over(args, function):
    """Calls a function. Raises `Unfit` if the function does not take these arguments."""
    try:
        return function(*args)
    except TypeError as error:
        # The call itself raised the error, before the function ran.
        if error.__traceback__.tb_next is None:
            raise Unfit(str(error)) from None
        raise
