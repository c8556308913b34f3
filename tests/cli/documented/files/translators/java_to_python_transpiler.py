"""Replaces the package of this name. It translates with `cargo mts translate`."""

import re

from model import translated


class TranspilerFailure:
    def __init__(self, error_message):
        self.error_message = error_message


def java_to_python_from_string(java):
    made = translated(java, re.search(r"class (\w+)", java).group(1), "f")
    return made["python"] if "python" in made else TranspilerFailure(made["error"])
