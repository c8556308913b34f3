#!/usr/bin/env python3
"""Measures how the cost grows with the work, and what a large repository costs.

    benches/scale.py mutants CORPUS     measures a corpus with 1, 2, 4 and 8 copies of each pair
    benches/scale.py inputs CORPUS      measures a corpus with 1, 2, 4 and 8 copies of each input
    benches/scale.py files [N]          makes a repository of N source files (10,000) and changes five of them
    benches/scale.py pull CORPUS [N]    makes a pull request with the first N (5) agreeing pairs of a corpus. The pairs
                                        are new, or changed (so the run measures the base too), or new without the
                                        JVM's archive of classes
    benches/scale.py overhead [N]       measures N (150) functions that do almost nothing, so the tool causes the cost
    benches/scale.py endless [N]        measures N (20) loops whose mutants often never end, on each side
    benches/scale.py start              measures the time that the launcher and the sandbox add to a program's start

The environment variable MTS names the binary; the default is target/release/cargo-mts. The script prints processor
times, because wall-clock times depend on the load of the machine. `files`, `pull` and `start` print wall-clock times,
because users wait for them. These wall-clock times are the minimum of several runs, and for `pull` and `start` also the
median. The column `ratio` is the processor time of a line, divided by the processor time of the first line. Options
after CORPUS, such as --only TEXT, go to `bench`.
"""

import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MTS = os.environ.get("MTS", str(ROOT / "target/release/cargo-mts"))
TIMES = (1, 2, 4, 8)
RUNS = 7
STARTS = 300


def bench(rows, options, folder):
    """Runs `bench` on a corpus of these rows and returns its JSON result."""
    corpus = pathlib.Path(folder, "corpus.jsonl")
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = [MTS, "bench", "--corpus", str(corpus), "--throughput", "--json", *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)


def grown(kind, rows, times):
    """Returns the rows with `times` copies of each pair or of each input.

    `kind` selects pairs or inputs."""
    if kind == "inputs":
        return [{**row, "inputs": row["inputs"] * times} for row in rows]
    return [{**row, "id": f"{row['id']}_{nth}"} for nth in range(times) for row in rows]


def growth(kind, path, options):
    rows = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    if "--only" in options:
        at = options.index("--only")
        rows = [row for row in rows if options[at + 1] in row["id"]]
        options = options[:at] + options[at + 2 :]
    first = None
    print(f"{'times':>5} {'mutants':>8} {'tool s':>8} {'java s':>8} {'python s':>8} {'all s':>8} {'ratio':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for times in TIMES:
            found = bench(grown(kind, rows, times), options, folder)["throughput"]
            parts = [found[side]["cpu_seconds"] for side in ("tool", "java", "python")]
            first = first or sum(parts)
            figures = " ".join(f"{part:8.2f}" for part in [*parts, sum(parts)])
            print(f"{times:5} {found['mutants']:8} {figures} {sum(parts) / first:10.2f}")


def overhead(count):
    """Measures functions that run for about a microsecond each.

    They have a few integer operations and ten inputs."""
    rows = []
    for nth in range(count):
        java = f"int d = a * b + {nth};\n int e = d - a * c;\n int f = e % 7 + d;\n return f * 3 - e + b;"
        port = f"    d = a * b + {nth}\n    e = d - a * c\n    f = e % 7 + d\n    return f * 3 - e + b\n"
        rows.append({
            "id": f"p{nth}", "java_class": f"P{nth}", "java_method": "f", "java_return": "int",
            "java_params": ["int", "int", "int"], "java_param_names": ["a", "b", "c"],
            "java": f"class P{nth} {{ static int f(int a, int b, int c) {{ {java} }} }}\n",
            "python": f"def f(a, b, c):\n{port}",
            "inputs": [[n + 1, 2 * n + 3, n % 4] for n in range(10)],
        })
    with tempfile.TemporaryDirectory() as folder:
        found = bench(rows, [], folder)
    spent, ran = found["throughput"], found["counted"]
    print(f"{spent['mutants']} mutants, {ran} of them run in Python")
    for side, mutants in (("tool", spent["mutants"]), ("java", spent["mutants"]), ("python", ran)):
        print(f"{side:>8} {1000 * spent[side]['cpu_seconds'] / mutants:.2f} ms of processor time per mutant")


def endless(count):
    """Measures loops with mutants that never end.

    A mutant never ends in Java if the loop's test is `<`, and only in Python if its test is
    `!=`. The result is an upper bound for the cost of an endless mutant: the cost of N more
    functions with all their mutants, divided by the number of their endless mutants.
    """
    sides = {"java": ("<", "<", lambda found: found["states"].get("timeout", 0)),
             "python": ("<", "!=", lambda found: found["kill_reasons"].get("timeout", 0))}
    for side, (java_test, python_test, ends) in sides.items():
        rows = []
        for nth in range(2 * count):
            body = f"int i = 0; int s = {nth};\n while (i {java_test} n) {{ s = s + a; i = i + 1; }}\n return s;"
            port = f"    i = 0\n    s = {nth}\n    while i {python_test} n:\n        s = s + a\n        i = i + 1\n    return s\n"
            rows.append({
                "id": f"p{nth}", "java_class": f"P{nth}", "java_method": "f", "java_return": "int",
                "java_params": ["int", "int"], "java_param_names": ["a", "n"],
                "java": f"class P{nth} {{ static int f(int a, int n) {{ {body} }} }}\n",
                "python": f"def f(a, n):\n{port}",
                "inputs": [[n + 1, 3 * n + 5] for n in range(10)],
            })
        with tempfile.TemporaryDirectory() as folder:
            once, twice = (bench(rows[:n], ["--profile", "mujava"], folder) for n in (count, 2 * count))
        more = ends(twice) - ends(once)
        spent = [found["throughput"][side]["cpu_seconds"] for found in (once, twice)]
        each = 1000 * (spent[1] - spent[0]) / more
        print(f"{side:>8} {more} endless mutants, at most {each:.2f} ms of processor time each")


def start():
    """Measures the start of `true`: directly, and by the launcher with and without a sandbox."""
    true = shutil.which("true")
    folders = [folder for folder in ("/usr", "/bin", "/lib", "/lib64") if os.path.isdir(folder)]
    with tempfile.TemporaryDirectory() as folder:
        def launcher(confinement):
            rules = {"read": [*folders, "/etc"], "execute": folders, "write": folder,
                     "confinement": confinement, "address_space_mb": 1024}
            return [MTS, "__worker", json.dumps({"program": true, "args": [], "env": [], "rules": rules})]

        commands = {"by itself": [true], "launcher": launcher("Off"), "sandbox": launcher("Required")}
        walls = {name: [] for name in commands}
        for _ in range(STARTS):
            for name, command in commands.items():
                began = time.perf_counter()
                subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                walls[name].append(1000 * (time.perf_counter() - began))
    least = {name: (min(of), statistics.median(of)) for name, of in walls.items()}
    for name, before in (("launcher", "by itself"), ("sandbox", "launcher")):
        added = [here - there for here, there in zip(least[name], least[before])]
        fastest, median = added
        print(f"{name:>9} adds {fastest:.2f} ms to the fastest of {STARTS} starts, and {median:.2f} ms to the median")


def repository(folder):
    """Makes a git repository with a configuration. Returns a function that runs git in it."""
    git = ["git", "-C", folder, "-c", "user.name=bench", "-c", "user.email=bench@example.com"]
    run = lambda *args: subprocess.run([*git, *args], check=True, stdout=subprocess.DEVNULL)
    run("init", "-q", "-b", "main")
    pathlib.Path(folder, "mts.yml").write_text("version: 1\nroots:\n  - java: java\n    python: py\n")
    return run


def files(count):
    """Makes a repository of Java and Python files, and changes five Java functions.

    There are as many Java files as Python files, paired by name."""
    with tempfile.TemporaryDirectory() as folder:
        run = repository(folder)
        for nth in range(count // 2):
            part, name = f"part{nth // 100}", f"Thing{nth}"
            java, python = pathlib.Path(folder, "java", part), pathlib.Path(folder, "py", part)
            java.mkdir(parents=True, exist_ok=True)
            python.mkdir(parents=True, exist_ok=True)
            body = "".join(
                f"    static int work{k}(int n) {{\n        int s = {k};\n        for (int i = 0; i < n; i++) {{\n"
                f"            s += i * {k};\n        }}\n        return s;\n    }}\n"
                for k in range(8)
            )
            (java / f"{name}.java").write_text(f"package {part};\nclass {name} {{\n{body}}}\n")
            port = "".join(
                f"def work{k}(n):\n    s = {k}\n    for i in range(n):\n        s += i * {k}\n    return s\n\n\n" for k in range(8)
            )
            (python / f"thing{nth}.py").write_text(port)
        run("add", "-A")
        run("commit", "-qm", "all")
        times("nothing to do", folder, ["run", "--base", "HEAD"])
        for nth in range(5):
            path = pathlib.Path(folder, "java", f"part{nth // 100}", f"Thing{nth}.java")
            path.write_text(path.read_text().replace("s += i * 3", "s += i * 33"))
        times("plan of five changed functions", folder, ["plan", "--base", "HEAD"])
        times("list of all pairs", folder, ["list"])


def pull(path, count):
    """Measures the pull requests that the text at the top describes."""
    rows = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    rows = [row for row in rows if row.get("agree", True)][:count]
    print(f"{'pairs':>10} {'mutants':>8} {'first verdict s':>16} {'all s':>12} {'mutants/s':>10}")
    for kind in ("new", "changed", "no archive"):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
            run = repository(folder)
            for side in ("java", "py"):
                pathlib.Path(folder, side).mkdir()
            for row in rows if kind == "changed" else []:
                # The base differs from the head by an empty statement.
                write(folder, {**row, "java": row["java"].replace("}", ";}", 1)})
            for message in ("base", "head"):
                run("add", "-A")
                run("commit", "-qm", message)
                for row in rows:
                    write(folder, row)
            waits(kind, folder, pathlib.Path(cache, "cargo-mts") if kind == "no archive" else None)


def write(folder, row):
    name = row["java_class"]
    pathlib.Path(folder, "java", f"{name}.java").write_text(row["java"])
    pathlib.Path(folder, "py", f"{name.lower()}.py").write_text(row["python"])


def waits(kind, folder, cache):
    """Runs the tool several times and prints its wall-clock times.

    With `cache`, each run finds the worker in this cache folder, but no archive of the worker's classes.
    """
    command = [MTS, "run", "--base", "HEAD~1"]
    env = {**os.environ, "XDG_CACHE_HOME": str(cache.parent)} if cache else None
    found = []
    for _ in range(RUNS + 1):
        subprocess.run(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found.append(json.loads(pathlib.Path(folder, "mts-out/report.json").read_text()))
        for archive in cache.glob("*.jsa") if cache else []:
            archive.unlink()
    # The first run may have built the worker.
    del found[0]
    first = [report["timings"]["first_verdict"] for report in found]
    whole = [report["timings"]["seconds"] for report in found]
    sides = [pair[side] for pair in found[0]["pairs"] for side in ("head", "base") if pair[side]]
    mutants = sum(side[key] for side in sides for key in ("counted", "anomalous", "unmirrored"))
    spans = [f"{min(walls):.2f} / {statistics.median(walls):.2f}" for walls in (first, whole)]
    print(f"{kind:>10} {mutants:8} {spans[0]:>16} {spans[1]:>12} {mutants / statistics.median(whole):10.0f}")


def times(what, folder, command):
    """Runs a command three times, and prints its times and its output's number of lines.

    The times are the minimum of the three runs."""
    walls, cpus = [], []
    for _ in range(3):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run([MTS, *command], cwd=folder, capture_output=True, text=True)
        walls.append(time.perf_counter() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    lines = done.stdout.strip().splitlines()
    cost = f"{min(cpus):.2f} s of processor time, {min(walls):.2f} s of wall-clock time"
    print(f"{what}: {cost}, exit code {done.returncode}, {len(lines)} lines of output")
    if done.returncode > 1:
        print(done.stderr, file=sys.stderr)


def main(args):
    if args[:1] == ["files"]:
        files(int(args[1]) if len(args) > 1 else 10_000)
    elif args[:1] == ["overhead"]:
        overhead(int(args[1]) if len(args) > 1 else 150)
    elif args[:1] == ["endless"]:
        endless(int(args[1]) if len(args) > 1 else 20)
    elif args == ["start"]:
        start()
    elif len(args) > 1 and args[0] == "pull":
        pull(args[1], int(args[2]) if len(args) > 2 else 5)
    elif len(args) > 1 and args[0] in ("mutants", "inputs"):
        growth(args[0], args[1], args[2:])
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
