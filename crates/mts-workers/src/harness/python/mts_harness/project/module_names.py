"""Lists the names of the project's modules and packages."""

import os

__builtins__ = dict(vars(__import__("builtins")))

# The names of the project, by its roots.
known = {}


def names_of_project(roots):
    """Returns the names of all Python files, and of all folders with Python files.

    The search covers everything below the roots."""
    found = known.get(roots)
    if found is None:
        found = known[roots] = set()
        for root in roots:
            for folder, folders, files in os.walk(root):
                folders[:] = [one for one in folders if one != "site-packages" and not one.startswith(".")]
                if any(file.endswith(".py") for file in files):
                    found.update(os.path.relpath(folder, root).split(os.sep))
                    found.update(file[:-3] for file in files if file.endswith(".py"))
    return found


def top_level_names(roots):
    """Returns the names of the packages and modules directly below the roots."""
    found = set()
    for root in roots:
        for name in os.listdir(root) if os.path.isdir(root) else ():
            if name.endswith(".py") or os.path.exists(os.path.join(root, name, "__init__.py")):
                found.add(name.removesuffix(".py"))
    return found
