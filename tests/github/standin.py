"""A stand-in for GitHub's API, for publishing a result.

    standin.py FOLDER HEAD_SHA REPOSITORY_OF_HEAD BRANCH NUMBER RUN

It has one open pull request and one run. It writes each request that changes data as a line of
JSON to FOLDER/written, and prints its port. A token that begins with `read-only` may not write.
The tests of `publish` in tests/run check every request against GitHub's own description.
"""

import http.server
import json
import sys

folder, sha, repository, branch, number, run_id = sys.argv[1:]
REPO = "/repos/acme/ledger"
pull = {"number": int(number), "state": "open",
        "head": {"sha": sha, "ref": branch, "repo": {"full_name": repository}}}
run = {"id": int(run_id), "run_number": 1, "run_attempt": 1, "workflow_id": 5, "event": "pull_request", "head_sha": sha,
       "head_branch": branch, "head_repository": {"full_name": repository}, "conclusion": None}
comments, checks = [], []


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        found = {
            f"{REPO}/pulls": [pull],
            f"{REPO}/pulls/{number}": pull,
            f"{REPO}/actions/runs/{run_id}": run,
            f"{REPO}/actions/workflows/5/runs": {"total_count": 1, "workflow_runs": [run]},
            f"{REPO}/issues/{number}/comments": comments,
            f"{REPO}/commits/{sha}/check-runs": {"total_count": len(checks), "check_runs": checks},
        }.get(self.path.split("?")[0])
        self.answer(404 if found is None else 200, {"message": "Not Found"} if found is None else found)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "read-only" in self.headers.get("Authorization", ""):
            self.answer(403, {"message": "Resource not accessible by integration"})
            return
        with open(f"{folder}/written", "a", encoding="utf-8") as file:
            file.write(json.dumps({"path": self.path, "body": body}) + "\n")
        made = {"id": len(comments) + len(checks) + 1, "html_url": "https://github.com/acme/ledger/made", **body}
        if self.path.endswith("/comments"):
            made["user"] = {"login": "github-actions[bot]"}
            comments.append(made)
        else:
            made["output"] = {"annotations_count": len(body["output"]["annotations"])}
            checks.append(made)
        self.answer(201, made)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
