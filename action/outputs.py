"""Prints the action's outputs, in the form of GITHUB_OUTPUT, from a report.

    outputs.py result OUTPUT_FOLDER EXIT_CODE
    outputs.py plan JSON

Reads report.json or the plan and nothing else, and knows no rule of the gate: verdicts are the report's.
Standard library only, for any CPython that the tool itself supports.
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
    """MTS over several pairs: killed and counted summed; None when nothing was counted."""
    counted = sum(each["counted"] for each in scores)
    return sum(each["killed"] for each in scores) / counted if counted else None


def shown(number):
    return "" if number is None else f"{number:.4f}"


def outputs(report, exit_code):
    """The outputs that say what came out."""
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
    # Outputs are for decisions, and GitHub keeps a megabyte of them a job; the report has everything.
    out["json"] = json.dumps({**out, "pairs": rows[:500]}, separators=(",", ":"))
    return out


def assignment(name, value):
    """One output. The delimiter is random: no text of the repository can end the value early."""
    delimiter = "end_" + secrets.token_hex(16)
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def result(folder, exit_code):
    """Outputs of a run or a merge, whether or not it came to a report."""
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
        pass  # the run ended before there was a result; its exit code says why
    for name, file in FILES.items():
        path = os.path.abspath(os.path.join(folder, file))
        if os.path.isfile(path):
            found[name] = path
    return found


def planned(text):
    """Outputs of a plan. At least one shard: a matrix may not be empty, and that there was nothing to
    analyse has to be said and gated too."""
    plan = json.loads(text)
    shards = plan["shards"] or [1]
    return {"shards": json.dumps(shards), "shard-count": str(len(shards)), "base-sha": plan["base_sha"] or "", "exit-code": "0"}


def main(kind, *arguments):
    found = planned(*arguments) if kind == "plan" else result(arguments[0], int(arguments[1]))
    sys.stdout.write("".join(assignment(name, value) for name, value in found.items()))


main(*sys.argv[1:])
