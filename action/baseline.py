"""Downloads the baseline of a commit.

    baseline.py COMMIT

The baseline is the file baseline.json in an artifact of a workflow run on this commit. If there
is a baseline, the script prints the action's output `file` in the format of GITHUB_OUTPUT. The
script calls GitHub with the token in BASELINE_TOKEN, in a separate step that runs no code of the
repository. If anything fails, the script prints the reason as a notice. The tool then measures
the base, which takes more time. The script uses only the standard library, so that it runs on
each CPython that the tool supports.
"""

import io
import json
import os
import re
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile

# Events for which a workflow run tests the commit itself. A run for a pull request tests a merge commit instead.
EVENTS = ("push", "schedule", "workflow_dispatch")
FILE = "baseline.json"
MOST_PACKED = 64 << 20
MOST_BYTES = 256 << 20
MOST_RUNS = 10


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Turns a redirect into an `HTTPError`, so that `archive` can follow it without the token."""

    def redirect_request(self, *_):
        return None


def read(answer):
    """Returns the body of an answer. Raises `ValueError` if it is too large."""
    body = answer.read(MOST_PACKED + 1)
    if len(body) > MOST_PACKED:
        raise ValueError(f"GitHub's answer is larger than {MOST_PACKED >> 20} MiB")
    return body


class Api:
    """The part of GitHub's API that the script needs."""

    def __init__(self):
        self.root = os.environ["BASELINE_API_URL"].rstrip("/") + "/repos/" + os.environ["GITHUB_REPOSITORY"]
        self.opener = urllib.request.build_opener(NoRedirect)

    def get(self, path):
        request = urllib.request.Request(self.root + path)
        request.add_header("Authorization", "Bearer " + os.environ["BASELINE_TOKEN"])
        request.add_header("Accept", "application/vnd.github+json")
        request.add_header("X-GitHub-Api-Version", "2022-11-28")
        request.add_header("User-Agent", "cargo-mts")
        return self.opener.open(request, timeout=60)

    def json(self, path):
        with self.get(path) as answer:
            return json.loads(read(answer))

    def archive(self, number):
        """Downloads the zip file of an artifact. Sends the token only to GitHub, and not to the redirect's address."""
        try:
            with self.get(f"/actions/artifacts/{number}/zip") as answer:
                return read(answer)
        except urllib.error.HTTPError as error:
            place = error.headers.get("Location", "")
            if error.code != 302 or urllib.parse.urlsplit(place).scheme not in ("https", "http"):
                raise
        with urllib.request.urlopen(place, timeout=300) as answer:
            return read(answer)


def runs(api, commit):
    """Returns the workflow runs of this repository on the commit itself, the newest first."""
    found = api.json(f"/actions/runs?head_sha={commit}&status=completed&per_page=100")["workflow_runs"]
    repository = os.environ["GITHUB_REPOSITORY"].lower()
    own = [
        run
        for run in found
        if run["event"] in EVENTS
        and run["head_sha"] == commit
        and (run.get("head_repository") or {}).get("full_name", "").lower() == repository
    ]
    return sorted(own, key=lambda run: run["id"], reverse=True)[:MOST_RUNS]


def fetched(api, commit):
    """Returns the baseline as `bytes`, or None if no artifact has one."""
    name = os.environ["BASELINE_ARTIFACT"]
    query = urllib.parse.quote(name, safe="")
    for run in runs(api, commit):
        for artifact in api.json(f"/actions/runs/{run['id']}/artifacts?name={query}&per_page=100")["artifacts"]:
            if artifact["name"] != name or artifact["expired"] or artifact["size_in_bytes"] > MOST_PACKED:
                continue
            with zipfile.ZipFile(io.BytesIO(api.archive(artifact["id"]))) as packed:
                if FILE in packed.namelist() and packed.getinfo(FILE).file_size <= MOST_BYTES:
                    return packed.read(FILE)
    return None


def main(commit):
    """Prints the output. Returns the reason if there is no baseline, else None."""
    if not re.fullmatch("[0-9a-f]{40}([0-9a-f]{24})?", commit):
        return "the base is not a commit"
    text = fetched(Api(), commit)
    if text is None:
        return f"no workflow run on {commit[:12]} has a usable artifact {os.environ['BASELINE_ARTIFACT']}"
    folder = tempfile.mkdtemp(prefix="cargo-mts-baseline-", dir=os.environ.get("RUNNER_TEMP"))
    path = os.path.join(folder, FILE)
    with open(path, "wb") as file:
        file.write(text)
    print("file=" + path)
    return None


try:
    why = main(*sys.argv[1:])
except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
    why = f"{type(error).__name__}: {error}"
if why is not None:
    line = why.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    what = "the action found no baseline, so cargo mts measures the base"
    print(f"::notice title=cargo mts::{what}: {line}", file=sys.stderr)
