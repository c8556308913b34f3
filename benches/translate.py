#!/usr/bin/env python3
"""Measures how many methods the built-in translator translates per second of processor time.

    benches/translate.py [FILE.java ...]    without files, the script uses tests/bench/translate

The script translates each file, and a file with eight copies of its classes, several times each. The fastest run
counts. The difference between the two times is the time for seven copies, without the start of the process. The number
of methods is the number of `def` in the output. The environment variable MTS names the binary; the default is
target/release/cargo-mts.
"""

import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

COPIES = 8
TIMES = 9
ROOT = pathlib.Path(__file__).resolve().parent.parent
MTS = os.environ.get("MTS", str(ROOT / "target/release/cargo-mts"))


def copied(text, copies):
    """Returns the text of a file with copies of its classes under new names.

    The imports occur only once."""
    imports = re.findall(r"^import .*;$", text, re.M)
    body = re.sub(r"^(import|package) .*;$", "", text, flags=re.M)
    names = re.findall(r"^(?:\w+ )*(?:class|interface|enum|record) (\w+)", body, re.M)
    word = re.compile(r"\b(" + "|".join(names) + r")\b")
    return "\n".join(imports + [word.sub(rf"\g<1>{n}", body) for n in range(copies)])


def spent():
    """Returns the processor time of all child processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(folder, text, mode):
    """Translates a text several times. Returns the seconds of the fastest run, and the methods in the output."""
    (folder / "Copies.java").write_text(text)
    best, out = float("inf"), ""
    for _ in range(TIMES):
        begin = spent()
        command = [MTS, "translate", "Copies.java", "--mode", mode]
        out = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
        best = min(best, spent() - begin)
    return best, len(re.findall(r"^\s*def ", out, re.M))


def main(args):
    files = args or sorted((ROOT / "tests/bench/translate").glob("*.java"))
    print(f"{'file':24}{'mode':>10}{'methods':>9}{'ms a file':>11}{'methods/s':>11}")
    with tempfile.TemporaryDirectory() as folder:
        for file in map(pathlib.Path, files):
            for mode in ("faithful", "plain"):
                once, few = run(pathlib.Path(folder), file.read_text(), mode)
                often, many = run(pathlib.Path(folder), copied(file.read_text(), COPIES), mode)
                rate = (many - few) / max(often - once, 1e-9)
                print(f"{file.name:24}{mode:>10}{few:9}{once * 1000:11.1f}{rate:11.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
