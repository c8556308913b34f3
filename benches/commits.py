#!/usr/bin/env python3
"""Runs the tool at each pull request of a port's history.

    benches/commits.py REPOSITORY COMMITS [--labels LABELS --labelled-at REVISION] [--only TEXT]
                       [--per-commit FILE] [-- OPTIONS OF run]

COMMITS is a file of JSON lines with `base` and `head`. LABELS is a file of labels for `bench --pairing`, made at
REVISION. At each head, the script lists the pairs of the tree and runs the change from the base. The script works in a
temporary clone and does not change REPOSITORY.

The script compares the pairs with each label that still applies at the head. The head must have the label's Java
function: the same class, name and parameter types, below the same top folder. If the label names a Python function, the
port must define this name. If the label says that there is no port, the Python files must define the method's name as
many times as at REVISION.

The script prints the precision and recall over all these labels. The script also prints for how many pairs of a change
the original functions ran on at least 5 inputs, and the reasons for the other pairs. The script prints the time of a
change in wall-clock seconds and in processor seconds. A busy machine changes the processor time less.

The environment variable MTS names the binary; the default is target/release/cargo-mts.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MTS = os.environ.get("MTS", str(ROOT / "target/release/cargo-mts"))
USEFUL = 5


def lines(path):
    return [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]


def git(tree, *words):
    done = subprocess.run(["git", "-C", str(tree), *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def plain(types):
    """Returns the parameter types without blanks, and with `[]` instead of `...`."""
    return tuple(text.replace("...", "[]").replace(" ", "") for text in types)


def source(file, klass, method, types):
    """Returns a key for a Java function without the folders below the top folder."""
    return file.split("/")[0], pathlib.PurePosixPath(file).name, klass, method, plain(types)


def spelled(name):
    """Returns a name in lower case without underscores.

    With this form, the script compares Java names with Python names."""
    return name.replace("_", "").lower()


def defined(tree):
    """Counts the names that the Python files of a tree define.

    These are functions, classes, and targets of assignments."""
    names = collections.Counter()
    for file in tree.rglob("*.py"):
        text = file.read_text(encoding="utf-8", errors="replace")
        names.update(re.findall(r"\b(?:def|class)\s+(\w+)|\b(?:self|cls)\.(\w+)\s*=|^\s*(\w+)\s*=", text, re.M))
    counted = collections.Counter()
    for found, count in names.items():
        for name in filter(None, found):
            counted[name] += count
    return counted


def asked(label, names, then):
    """Returns whether a label still applies to a tree that defines `names`.

    `then` are the names of the tree for which somebody wrote the label.
    """
    if label.get("python_qualname"):
        return label["python_qualname"].split(".")[-1] in names
    # A class may keep its name and get or lose its constructor, so both names count.
    constructs = label["java_method"] == "<init>"
    own = ["init", label["java_class"].split(".")[-1]] if constructs else [label["java_method"]]

    def counts(all_of_them):
        return [sum(n for name, n in all_of_them.items() if spelled(name) == spelled(one)) for one in own]

    return counts(names) == counts(then)


def judged(rows, labels, names, then):
    """Compares the pairs with the labels that apply.

    Returns the numbers of pairs that the tool found, that the labels have, and that are equal, and a text for each
    difference.
    """
    by_source = collections.defaultdict(list)
    for row in rows:
        java = row["java"]
        method = "<init>" if java["method"] == java["class"].split(".")[-1] else java["method"]
        by_source[source(java["file"], java["class"], method, java["params"])].append(row)
    found = wanted = right = 0
    wrong = []
    for label in labels:
        there = by_source[source(*(label[f"java_{key}"] for key in ("file", "class", "method", "params")))]
        name = label.get("python_qualname")
        if len(there) != 1 or not asked(label, names, then):
            continue
        row = there[0]
        port = row["python"] and row["python"]["qualname"]
        found, wanted = found + bool(port), wanted + bool(name)
        right += bool(port) and port == name
        if port != name:
            function = f"{label['java_class']}.{label['java_method']}"
            ports = f"the tool names {port or 'no port'}, and the label names {name or 'no port'}"
            wrong.append(f"{function}: {ports}; {row['reason']}")
    return found, wanted, right, wrong


def spent():
    """Returns the processor time of all child processes that have ended, in seconds."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def measured(tree, commit, labels, then, options):
    """Measures one head, and returns the row of results.

    Checks out the head, lists its pairs, and runs the change."""
    git(tree, "checkout", "-q", "--force", commit["head"])
    git(tree, "clean", "-qfdx")
    listed = subprocess.run([MTS, "list", "--format", "json"], cwd=tree, capture_output=True, text=True)
    if listed.returncode:
        sys.exit(f"list at {commit['head']}: {listed.stderr.strip()}")
    rows = json.loads(listed.stdout)
    found, wanted, right, wrong = judged(rows, labels, defined(tree), then)
    with tempfile.TemporaryDirectory() as out:
        command = [MTS, "run", "--base", commit["base"], "--head", commit["head"], "--fail-on", "never", "--out", out]
        started, before = time.monotonic(), spent()
        ran = subprocess.run([*command, *options], cwd=tree, capture_output=True, text=True)
        seconds, processor = time.monotonic() - started, spent() - before
        if ran.returncode not in (0, 10, 11, 12):
            sys.exit(f"run at {commit['head']}: {ran.stderr.strip()}")
        report = json.loads(pathlib.Path(out, "report.json").read_text(encoding="utf-8"))
    pairs = report["pairs"]
    short = [pair for pair in pairs if (pair["head"] or {}).get("inputs", 0) < USEFUL]
    why = [f"{pair['name']}: {'; '.join(pair['reasons'] + pair['notes'])}" for pair in short]
    return {
        "head": commit["head"],
        "functions": len(rows),
        "pairs": sum(1 for row in rows if row["python"]),
        "found": found,
        "wanted": wanted,
        "right": right,
        "wrong": wrong,
        "touched": len(pairs) + len(report["skipped"]),
        "run": len(pairs) - len(short),
        "why_not": why + [f"{row['name']}: {row['reason']}" for row in report["skipped"]],
        "seconds": round(seconds, 2),
        "processor_seconds": round(processor, 2),
        "conclusion": report["conclusion"],
    }


def share(part, whole):
    return f"{part} of {whole}" + (f" ({part / whole:.3f})" if whole else "")


def main():
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    own, options = words[:at], words[at + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("commits")
    parser.add_argument("--labels")
    parser.add_argument("--labelled-at")
    parser.add_argument("--only", default="")
    parser.add_argument("--per-commit")
    args = parser.parse_args(own)
    labels = lines(args.labels) if args.labels else []
    commits = [commit for commit in lines(args.commits) if args.only in commit["head"]]
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder, "tree")
        cloned = ["git", "clone", "-q", "--shared", "--no-checkout", args.repository, str(tree)]
        subprocess.run(cloned, check=True)
        then = collections.Counter()
        if args.labelled_at:
            git(tree, "checkout", "-q", args.labelled_at)
            then = defined(tree)
        all_of_them = []
        for commit in commits:
            all_of_them.append(measured(tree, commit, labels, then, options))
            row = all_of_them[-1]
            print(
                f"{row['head'][:10]}  {row['pairs']:4} pairs, {row['right']} of {row['wanted']} labelled pairs right;"
                f"  {row['run']} of {row['touched']} touched pairs ran on {USEFUL} inputs or more;"
                f"  {row['seconds']:7.1f} s of wall-clock time,"
                f" {row['processor_seconds']:7.1f} s of processor time;  {row['conclusion']}",
                flush=True,
            )
    if args.per_commit:
        text = "".join(json.dumps(row) + "\n" for row in all_of_them)
        pathlib.Path(args.per_commit).write_text(text, encoding="utf-8")
    total = {key: sum(row[key] for row in all_of_them) for key in ("found", "wanted", "right", "touched", "run")}
    print(f"precision {share(total['right'], total['found'])}, recall {share(total['right'], total['wanted'])}")
    print(f"touched pairs that ran on {USEFUL} inputs or more: {share(total['run'], total['touched'])}")
    for key, title in (("seconds", "seconds of wall-clock time"), ("processor_seconds", "seconds of processor time")):
        times = sorted(row[key] for row in all_of_them if row["touched"])
        if times:
            middle, most = statistics.median(times), times[round(0.9 * (len(times) - 1))]
            print(f"{title} of a change that touches a pair: median {middle:.1f}, 90th percentile {most:.1f}, "
                  f"number of changes {len(times)}")
    titles = ("functions with another port than in the labels", f"touched pairs that ran on fewer than {USEFUL} inputs")
    for title, key in zip(titles, ("wrong", "why_not")):
        counts = collections.Counter(line for row in all_of_them for line in row[key])
        print(f"{title}: {sum(counts.values())}")
        for line, count in counts.most_common():
            print(f"  {count} x {line}")


if __name__ == "__main__":
    main()
