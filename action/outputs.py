"""Prints the action's outputs from a report or a plan, in the format of GITHUB_OUTPUT.

    outputs.py result OUTPUT_FOLDER EXIT_CODE
    outputs.py plan JSON

The script reads only report.json or the plan. The script has no rules of the gate: the report has the conclusion. The
script uses only the standard library, so that it runs on each CPython that the tool supports.
"""

import json
import os
import secrets
import sys

VERDICTS = {"passed": "pass", "failed": "fail", "incomplete": "inconclusive"}

FILES = {
    "json-file": "report.json",
    "junit-file": "junit.xml",
    "sarif-file": "mts.sarif",
    "html-file": "report.html",
    "badge-file": "badge.json",
    "comment-file": "comment.md",
    "summary-file": "summary.md",
}


def pooled(scores):
    """Returns the MTS over several pairs: all killed / all counted mutants.

    Returns None if there are no counted mutants."""
    counted = sum(each["counted"] for each in scores)
    return sum(each["killed"] for each in scores) / counted if counted else None


def shown(number):
    """Returns a score with four digits, or an empty text for None."""
    return "" if number is None else f"{number:.4f}"


def outputs(report, exit_code):
    """Returns the outputs that depend on the report."""
    pairs = report["pairs"]
    both = [pair for pair in pairs if pair["base"] is not None]
    base = pooled([pair["base"] for pair in both])
    head = pooled([pair["head"] for pair in both])
    verdict = VERDICTS[report["conclusion"]]
    if verdict == "pass" and not pairs:
        verdict = "none"
    out = {
        "verdict": verdict,
        "exit-code": str(exit_code),
        "headline": report["headline"],
        "score": shown(report["scores"]["mts"]),
        "base-score": shown(base),
        "delta": "" if base is None or head is None else f"{head - base:+.4f}",
        "pairs-changed": str(sum(pair["changed"] != "none" for pair in pairs)),
        "pairs-failed": str(sum(pair["status"] == "failed" for pair in pairs)),
        "pairs-new": str(len(pairs) - len(both) if report["base_sha"] else 0),
        "findings": str(sum(len(pair["findings"]) for pair in pairs)),
    }
    rows = [
        {"name": pair["name"], "status": pair["status"], "mts": pair["head"]["mts"], "increase": pair["increase"]}
        for pair in pairs
    ]
    # GitHub allows a megabyte of outputs for each job, so this output has at most 500 pairs. The
    # report has all pairs.
    out["json"] = json.dumps({**out, "pairs": rows[:500]}, separators=(",", ":"))
    return out


def assignment(name, value):
    """Returns the text of one output. The delimiter is random, so that no text of the repository ends the value."""
    delimiter = "end_" + secrets.token_hex(16)
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def result(folder, exit_code):
    """Returns the outputs of a run or a merge.

    The folder has no report if the run ended before it wrote one. Then the folder's other files are of an earlier run,
    or the change has committed them, so no output names them."""
    found = {"verdict": "none", "exit-code": str(exit_code), "output-dir": os.path.abspath(folder)}
    if os.environ.get("INPUT_BASELINE", "compute") not in ("", "compute"):
        found["cache-hit"] = "false"
    if os.environ.get("INPUT_HTML_DIR"):
        found["html-dir"] = os.path.abspath(os.environ["INPUT_HTML_DIR"])
    try:
        with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
            report = json.load(file)
        found.update(outputs(report, exit_code))
        used = report.get("timings", {}).get("baseline")
        if used and "cache-hit" in found and used["reused"] and not used["measured"]:
            found["cache-hit"] = "true"
    except FileNotFoundError:
        return found  # The exit code gives the reason.
    for name, file in FILES.items():
        path = os.path.abspath(os.path.join(folder, file))
        if os.path.isfile(path):
            found[name] = path
    return found


def planned(text):
    """Returns the outputs of a plan, with at least one shard.

    GitHub allows no empty matrix. A run without any pair must also report this and apply the gate.
    """
    plan = json.loads(text)
    shards = plan["shards"] or [1]
    return {
        "shards": json.dumps(shards),
        "shard-count": str(len(shards)),
        "base-sha": plan["base_sha"] or "",
        "trusted-sha": plan["trusted_sha"] or "",
        "exit-code": "0",
    }


def main(kind, *arguments):
    found = planned(*arguments) if kind == "plan" else result(arguments[0], int(arguments[1]))
    sys.stdout.write("".join(assignment(name, value) for name, value in found.items()))


main(*sys.argv[1:])
