#!/usr/bin/env python3
"""Tests the built-in translator on a catalogue of differences between Java and Python.

    benches/divergences.py [--allow-skip] [CATALOGUE.json]

Without a file, the script uses the file that MTS_DIVERGENCES names. Without both, the script prints that it was
skipped, and its exit code is 2, or 0 with --allow-skip.

A catalogue is a JSON object. `items` is a list of methods, each with `id`, `java_method` (a method with the name `f`)
and optionally `java_helper`. `separating` and `agreeing` list its calls: their arguments in both languages, and Java's
result. `exception_map` gives the Python exceptions for each Java exception. The script translates and calls each
method. The script fails if a result differs from Java's, or if more than five methods have no translation.
The environment variable MTS names the binary; the default is target/release/cargo-mts.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MTS = os.environ.get("MTS", str(ROOT / "target/release/cargo-mts"))
UNTRANSLATED = 5


def show(value):
    """Returns the text of a value in the form of the catalogue."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list):
        return "[" + ",".join(map(show, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def same(got, wanted, table):
    """Returns whether two results are equal.

    Exceptions are equal by the table, numbers if they differ by about one unit in the last place, and all other
    results if their texts are equal.
    """
    if got.startswith("!") and wanted.startswith("!"):
        return got[1:] in table.get(wanted[1:], [])
    try:
        return got == wanted or abs(float(got) - float(wanted)) <= 3e-16 * abs(float(wanted))
    except ValueError:
        return False


def called(text, arguments):
    """Calls `f` of a translation. Returns the text of its result, or `!` and the name of its exception."""
    try:
        scope = {}
        exec(text, scope)
        return show(eval(f"f({arguments})", scope))
    except Exception as error:
        return "!" + type(error).__name__


def main(args):
    allow_skip, args = "--allow-skip" in args, [arg for arg in args if arg != "--allow-skip"]
    path = args[0] if args else os.environ.get("MTS_DIVERGENCES")
    if not path:
        message = "skipped: there is no catalogue of divergences; give the file as an argument, or set MTS_DIVERGENCES"
        print(message, file=sys.stderr)
        return 0 if allow_skip else 2
    catalogue = json.loads(pathlib.Path(path).read_text())
    calls, wrong, untranslated = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([MTS, "translate", "--support", "--output", "java_runtime.py"], cwd=folder, check=True)
        sys.path.insert(0, folder)
        for item in catalogue["items"]:
            java = f"class D {{\n{item['java_method']}\n{item.get('java_helper') or ''}\n}}\n"
            pathlib.Path(folder, "D.java").write_text(java)
            ran = subprocess.run([MTS, "translate", "D.java#f"], cwd=folder, capture_output=True, text=True)
            if ran.returncode:
                untranslated.append(f"{item['id']}: {ran.stderr.strip()}")
                continue
            for call in item["separating"] + item["agreeing"]:
                calls += 1
                got = called(ran.stdout, call["python_args"])
                if not same(got, call["java"], catalogue["exception_map"]):
                    wrong.append(f"{item['id']} {call['java_args']}: Python gives {got}, and Java gives {call['java']}")
    print(f"{len(catalogue['items'])} methods, {calls} calls: {len(wrong)} calls differ, "
          f"{len(untranslated)} methods have no translation")
    for line in wrong + untranslated:
        print(f"  {line}")
    return int(bool(wrong) or len(untranslated) > UNTRANSLATED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
