// Tests the action with its real scripts, the binary and both runtimes, on repositories like those
// of a checkout. .ci/github-test starts these tests, and passes the paths of the binary and the
// packages.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync, spawn } from "node:child_process";
import { after, test } from "node:test";
import * as events from "./events.mjs";
import { readEntries, runAction } from "./runner.mjs";

const ROOT = process.env.MTS_ROOT ?? path.resolve(import.meta.dirname, "../..");
const BINARY = path.resolve(process.env.MTS_BINARY);
const SCRATCH = fs.mkdtempSync(path.join(os.tmpdir(), "mts-action-"));
after(() => fs.rmSync(SCRATCH, { recursive: true, force: true }));

let made = 0;

/** Creates a repository of this kind. Returns its folder and its shas. */
function repository(kind) {
    const folder = path.join(SCRATCH, `${kind}-${made++}`);
    const shas = JSON.parse(execFileSync(path.join(ROOT, "tests/github/repository.sh"), [kind, folder]));
    return { folder, shas };
}

/**
 * Runs the action on an event in a repository, with the tested binary.
 *
 * Fragments and variants take most of the time, so they are off unless a test turns them on. The
 * tests of the workflows run the defaults.
 */
function act({ folder, shas }, { github, event }, inputs = {}, env = {}) {
    const all = { binary: BINARY, fragments: "false", variants: "false", ...inputs };
    return runAction(ROOT, { inputs: all, github, event, workspace: folder, env });
}

const report = ({ outputs }) => JSON.parse(fs.readFileSync(outputs["json-file"], "utf8"));

test("the test events are valid by GitHub's schema", () => {
    const { shas } = repository("empty");
    assert.equal(events.problems(events.synchronize(shas).event, "pull_request$synchronize"), null);
    assert.equal(events.problems(events.fork(shas).event, "pull_request$synchronize"), null);
    assert.equal(events.problems(events.mergeGroup(shas).event, "merge_group$checks_requested"), null);
    assert.equal(events.problems(events.push(shas).event, "push$event"), null);
    const broken = events.fork(shas).event;
    delete broken.number;
    assert.notEqual(events.problems(broken, "pull_request$synchronize"), null);
});

test("a good change passes, tested as the merge against its first parent", () => {
    const at = repository("good");
    const done = act(at, events.synchronize(at.shas));
    assert.equal(done.conclusion, "success", done.log);
    assert.deepEqual(done.warnings, []);
    const { outputs } = done;
    assert.equal(outputs.verdict, "pass");
    assert.equal(outputs["exit-code"], "0");
    assert.equal(outputs.score, "0.0000");
    assert.equal(outputs["base-score"], "0.0000");
    assert.equal(outputs.delta, "+0.0000");
    assert.equal(outputs["pairs-changed"], "1");
    assert.equal(outputs["pairs-failed"], "0");
    assert.equal(outputs["pairs-new"], "0");
    const { base_sha, tested_sha } = report(done);
    assert.deepEqual([base_sha, tested_sha], [at.shas.base, at.shas.merge]);
    for (const name of ["json-file", "junit-file", "comment-file"]) {
        assert.ok(fs.existsSync(outputs[name]), `${name}: ${outputs[name]}`);
    }
    assert.equal(done.steps.upload.outcome, "skipped");
    assert.equal(done.steps.publish.outcome, "skipped");
});

test("a bad change fails the job with the command's exit code, and its results are kept", () => {
    const at = repository("bad");
    const done = act(at, events.synchronize(at.shas), { "artifact-name": "mts-result", "upload-sarif": "true" });
    assert.equal(done.conclusion, "failure");
    assert.equal(done.steps.run.exitCode, 11);
    const { outputs } = done;
    assert.equal(outputs.verdict, "fail");
    assert.equal(outputs["exit-code"], "11");
    assert.equal(outputs["pairs-changed"], "3");
    assert.equal(outputs["pairs-failed"], "2");
    assert.ok(Number(outputs.delta) > 0.1, outputs.delta);
    assert.ok(Number(outputs.findings) > 0);
    assert.match(outputs.headline, /^Merge blocked: /);
    const json = JSON.parse(outputs.json);
    assert.deepEqual(json.pairs.map(({ status }) => status).sort(), ["failed", "failed", "passed"]);
    assert.equal(done.steps.upload.outcome, "success");
    assert.match(done.steps.upload.uses, /^actions\/upload-artifact@[0-9a-f]{40}$/);
    assert.equal(done.steps.upload.with.path, path.join(at.folder, "mts-out"));
    // The step uploads a SARIF file if there is one, and does not run otherwise.
    assert.equal(done.steps.sarif.outcome, outputs["sarif-file"] ? "success" : "skipped");
});

test("a pull request of a fork gets the same verdict, and no step that runs its code has a token", () => {
    const at = repository("bad");
    const done = act(at, events.fork(at.shas));
    assert.equal(done.outputs.verdict, "fail");
    assert.equal(done.outputs["exit-code"], "11");
    for (const step of ["install", "run"]) {
        const seen = Object.values(done.steps[step].env).filter((value) => value.includes("a-token"));
        assert.deepEqual(seen, [], step);
    }
});

test("with `fail-on: never`, the action reports the pairs and does not fail", () => {
    const at = repository("bad");
    const done = act(at, events.fork(at.shas), { "fail-on": "never" });
    assert.equal(done.conclusion, "success", done.log);
    assert.equal(done.outputs["exit-code"], "0");
    assert.equal(done.outputs["pairs-changed"], "3");
});

test("a change that touches no pair succeeds with the verdict none", () => {
    const at = repository("empty");
    for (const event of [events.synchronize(at.shas), events.mergeGroup(at.shas)]) {
        const done = act(at, event);
        assert.equal(done.conclusion, "success", done.log);
        assert.equal(done.outputs.verdict, "none");
        assert.equal(done.outputs["exit-code"], "0");
        assert.equal(done.outputs["pairs-changed"], "0");
    }
    const strict = act(at, events.synchronize(at.shas), { "on-no-pairs": "fail" });
    assert.deepEqual([strict.outputs.verdict, strict.outputs["exit-code"]], ["fail", "10"]);
});

test("a merge group is compared with its base in the queue", () => {
    const at = repository("bad");
    const queue = `gh-readonly-queue/main/pr-7-${at.shas.base}`;
    execFileSync("git", ["switch", "--quiet", queue], { cwd: at.folder });
    const done = act(at, events.mergeGroup(at.shas));
    assert.equal(done.outputs["exit-code"], "11");
    assert.doesNotMatch(done.log, /--base=/, "the tool takes it from the event");
    assert.equal(report(done).base_sha, at.shas.base);
    const unfetched = act(at, events.mergeGroup({ ...at.shas, base: "1".repeat(40) }));
    assert.equal(unfetched.outputs["exit-code"], "3", "the clone lacks the base, so no gate holds");
    assert.match(unfetched.log, /fetch-depth: 0/);
});

test("a push is compared with the commit before it, or with its parent if that commit is unknown", () => {
    const at = repository("good");
    const known = act(at, events.push(at.shas));
    assert.equal(report(known).base_sha, at.shas.before);
    for (const before of ["0".repeat(40), "1".repeat(40), "--all"]) {
        const unknown = act(at, events.push(at.shas, before));
        assert.equal(unknown.outputs.verdict, "pass", unknown.log);
        assert.equal(report(unknown).base_sha, at.shas.base, before);
    }
});

test("a checked-out head of a pull request is compared with its merge base", () => {
    const at = repository("good");
    execFileSync("git", ["switch", "--quiet", "--detach", at.shas.head], { cwd: at.folder });
    const { base_sha, tested_sha } = report(act(at, events.synchronize(at.shas)));
    assert.deepEqual([base_sha, tested_sha], [at.shas.before, at.shas.head]);
});

test("with `head: worktree`, the files of the working tree are compared with the base of the event", () => {
    const at = repository("good");
    fs.appendFileSync(path.join(at.folder, "python/ledger/card.py"), "\n\nGENERATED = True\n");
    const { base_sha, tested_sha } = report(act(at, events.push(at.shas), { head: "worktree" }));
    assert.deepEqual([base_sha, tested_sha], [at.shas.before, null]);
});

test("annotations can be limited to changed lines, and `verbose` lists every pair", () => {
    const at = repository("bad");
    const marks = ({ log }) => log.split("\n").filter((line) => /^::(error|warning) file=/.test(line));
    const [all, few] = ["", "changed-lines"].map((annotate) =>
        act(at, events.synchronize(at.shas), { annotate, verbose: String(annotate !== "") }),
    );
    assert.ok(marks(few).length > 0 && marks(few).length <= marks(all).length, few.log);
    const changed = execFileSync("git", ["diff", "--unified=0", at.shas.base, at.shas.merge], { cwd: at.folder, encoding: "utf8" });
    const lines = new Set();
    let file = "";
    for (const line of changed.split("\n")) {
        file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
        const [, start, count = "1"] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
        for (let at = Number(start); at < Number(start) + Math.max(1, Number(count)); at++) lines.add(`${file}:${at}`);
    }
    for (const mark of marks(few)) {
        const [, path, line] = /file=([^,]*),line=(\d+)/.exec(mark);
        assert.ok(lines.has(`${path}:${line}`), `${mark} is on none of ${[...lines]}`);
    }
    assert.match(few.log, /^::group::runtimes of this machine$/m);
    assert.match(few.log, /^\d\/\d pairs, .* killed$/m);
    assert.doesNotMatch(all.log, /^\d\/\d pairs, /m);
    assert.deepEqual([few.outputs.score, few.outputs["exit-code"]], [all.outputs.score, all.outputs["exit-code"]]);
});

/** Starts a stand-in for GitHub's artifacts. It writes the requests to `journal`. */
function artifacts(answers) {
    const folder = fs.mkdtempSync(path.join(SCRATCH, "artifacts-"));
    const journal = path.join(folder, "journal");
    fs.writeFileSync(path.join(folder, "answers.json"), JSON.stringify(answers));
    const server = spawn("python3", ["-I", "-c", `
import http.server, json, sys
folder = sys.argv[1]
answers = json.load(open(folder + "/answers.json"))
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(folder + "/journal", "a") as journal:
            journal.write(self.path + " " + (self.headers.get("Authorization") or "-") + "\\n")
        found = answers.get(self.path)
        if isinstance(found, str) and found.startswith("/"):
            self.send_response(200); self.end_headers(); self.wfile.write(open(found, "rb").read()); return
        if isinstance(found, str):
            self.send_response(302); self.send_header("Location", "http://127.0.0.1:%d%s" % (server.server_port, found[1:])); self.end_headers(); return
        self.send_response(200 if found is not None else 404); self.end_headers()
        self.wfile.write(json.dumps(found or {}).encode())
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()`, folder], { stdio: ["ignore", "pipe", "ignore"] });
    after(() => server.kill());
    const requests = () => (fs.existsSync(journal) ? fs.readFileSync(journal, "utf8").trim().split("\n") : []);
    return new Promise((done) => {
        server.stdout.once("data", (port) => done({ url: `http://127.0.0.1:${String(port).trim()}`, requests }));
    });
}

test("the base is not measured again if a run on it stored a baseline", async () => {
    const at = repository("port");
    const git = (...words) => execFileSync("git", words, { cwd: at.folder });
    // The run on the base itself, after the push to main.
    git("switch", "--quiet", "--detach", at.shas.base);
    const main = act(at, events.push({ ...at.shas, merge: at.shas.base }), { "changed-only": "false", "output-dir": "main" });
    assert.equal(main.outputs["cache-hit"], "");
    const left = path.join(at.folder, "main/baseline.json");
    git("switch", "--quiet", "--detach", at.shas.merge);
    const still = (done) => ({ ...report(done), timings: null });
    const cold = act(at, events.synchronize(at.shas));

    const warm = act(at, events.synchronize(at.shas), { baseline: "main/*.nothing\nmain/base*.json" });
    assert.equal(warm.outputs["cache-hit"], "true", warm.log);
    assert.deepEqual(still(warm), still(cold));
    const miss = act(at, events.synchronize(at.shas), { baseline: "nowhere/*.json" });
    assert.match(miss.log, /::notice [^\n]*no file matches the input baseline/);
    assert.deepEqual([miss.outputs["cache-hit"], still(miss)], ["false", still(cold)]);

    // The baseline comes as an artifact. The run must be of this repository, on that commit, and of
    // no pull request.
    const zip = path.join(SCRATCH, "baseline.zip");
    execFileSync("python3", ["-I", "-c", "import sys, zipfile\nzipfile.ZipFile(sys.argv[1], 'w').write(sys.argv[2], 'baseline.json')", zip, left]);
    const repo = "/repos/acme/ledger/actions";
    const run = (id, more) => ({ id, event: "push", head_sha: at.shas.base, head_repository: { full_name: "acme/ledger" }, ...more });
    const artifact = (id, more) => ({ id, name: "mts-result", expired: false, size_in_bytes: 1000, ...more });
    const runs = { [`${repo}/runs?head_sha=${at.shas.base}&status=completed&per_page=100`]: { workflow_runs: [
        run(1, {}), run(2, {}), run(3, { event: "pull_request" }), run(4, { head_repository: { full_name: "mallory/ledger" } }),
    ] } };
    const of = (id) => `${repo}/runs/${id}/artifacts?name=mts-result&per_page=100`;
    const whole = { ...runs, [of(2)]: { artifacts: [artifact(20, { expired: true })] }, [of(1)]: { artifacts: [artifact(10)] },
        [`${repo}/artifacts/10/zip`]: "=/store/10", "/store/10": zip };
    const github = await artifacts(whole);
    const fetched = act(at, events.synchronize(at.shas), { baseline: "artifact", "github-api-url": github.url });
    assert.equal(fetched.outputs["cache-hit"], "true", fetched.log);
    assert.deepEqual(still(fetched), still(cold));
    const asked = github.requests();
    assert.equal(asked.filter((line) => line.includes("/runs/3/") || line.includes("/runs/4/")).length, 0, asked.join("\n"));
    assert.deepEqual(asked.filter((line) => line.startsWith("/store")), ["/store/10 -"], "the token stays with GitHub");
    for (const line of asked.filter((line) => line.startsWith("/repos"))) assert.ok(events.isDescribed("get", line.split(" ")[0]), line);
    assert.equal(events.isDescribed("get", `${repo}/runs?sha=1`), false);
    for (const step of ["base", "run"]) {
        assert.ok(Object.values(fetched.steps[step].env).every((value) => !value.includes("a-token")), step);
    }

    const none = await artifacts(runs);
    for (const url of [none.url, "http://127.0.0.1:1"]) {
        const done = act(at, events.synchronize(at.shas), { baseline: "artifact", "github-api-url": url });
        assert.deepEqual([done.outputs["cache-hit"], done.conclusion], ["false", cold.conclusion], done.log);
        assert.match(done.log, /no baseline, so cargo mts measures the base/);
    }
});

test("code of a fork does not run on events that have the repository's secrets", () => {
    const at = repository("good");
    for (const name of ["pull_request_target", "workflow_run"]) {
        const { event, github } = events.fork(at.shas);
        const done = act(at, { event, github: { ...github, event_name: name } });
        assert.deepEqual([done.conclusion, done.steps.run.exitCode], ["failure", 2]);
        assert.match(done.log, /does not run on/);
    }
});

test("no input runs as a script or is parsed as a flag", () => {
    const at = repository("good");
    const hostile = `$(touch pwned)\n'; touch pwned; '\n--fail-on=never`;
    for (const name of ["pairs", "base", "seed", "max-mts", "shard", "working-directory", "command", "output-dir"]) {
        const done = act(at, events.synchronize(at.shas), { [name]: hostile });
        assert.equal(fs.existsSync(path.join(at.folder, "pwned")), false, name);
        // For `output-dir`, the strange text is a valid name of a folder.
        if (name !== "output-dir") assert.notEqual(done.outputs.verdict, "pass", name);
    }
});

test("wrong input ends with the command's exit code and without a stale result", () => {
    const at = repository("good");
    assert.equal(act(at, events.synchronize(at.shas)).outputs.verdict, "pass");
    const done = act(at, events.synchronize(at.shas), { "max-mts": "much" });
    assert.equal(done.conclusion, "failure");
    assert.deepEqual([done.outputs["exit-code"], done.outputs.verdict, done.outputs.score], ["2", "none", ""]);
});

test("committed files do not count as results, and a committed link writes no file outside of the workspace", () => {
    const at = repository("good");
    const outside = path.join(SCRATCH, "outside");
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, "report.json"), "kept");
    fs.mkdirSync(path.join(at.folder, "mts-out"));
    for (const name of [".lock", "report.json", "comment.md"]) fs.writeFileSync(path.join(at.folder, "mts-out", name), "{}");
    const refused = act(at, events.synchronize(at.shas), { "max-mts": "much" });
    assert.deepEqual(
        [refused.outputs["exit-code"], refused.outputs.verdict, refused.outputs["json-file"], refused.outputs["comment-file"]],
        ["2", "none", "", ""],
    );
    fs.symlinkSync(outside, path.join(at.folder, "linked"));
    const inputs = [
        ["output-dir", "linked"], ["output-dir", path.join(at.folder, "linked")], ["json-file", "linked/report.json"],
        ["html-dir", "linked/html"], ["working-directory", "linked"],
    ];
    for (const [name, value] of inputs) {
        const done = act(at, events.synchronize(at.shas), { [name]: value });
        assert.deepEqual([done.outputs["exit-code"], done.conclusion], ["", "failure"], done.log);
        assert.match(done.log, new RegExp(`::error [^\n]*the input ${name} names [^\n]*linked is a symbolic link`));
    }
    assert.deepEqual(fs.readdirSync(outside), ["report.json"]);
    assert.equal(fs.readFileSync(path.join(outside, "report.json"), "utf8"), "kept");
});

test("a run that takes too long is stopped as incomplete", () => {
    const at = repository("bad");
    const done = act(at, events.synchronize(at.shas), { "timeout-minutes": "0.003" });
    assert.equal(done.outputs["exit-code"], "12", done.log);
    assert.equal(done.conclusion, "failure");
});

test("the command gets the inputs: folder, selectors, seed, gate, copies of the results", () => {
    const at = repository("bad");
    const done = runAction(ROOT, {
        ...events.synchronize(at.shas),
        workspace: path.dirname(at.folder),
        inputs: {
            binary: BINARY,
            "working-directory": path.basename(at.folder),
            pairs: "Card.isValid\r\n\n",
            seed: "0x5eed",
            "max-mts": "0.5",
            "output-dir": "out/mts",
            "junit-file": "copies/deep/junit.xml",
            "html-dir": "copies/html",
            args: "--max-inputs=8\n--exact-floats",
        },
    });
    assert.equal(done.outputs.verdict, "pass", done.log);
    const { seed, gate, pairs, settings } = report(done);
    assert.deepEqual(
        [seed, gate.thresholds["max-mts"], pairs.length, settings.max_inputs],
        ["0x5eed", 0.5, 1, 8],
    );
    assert.equal(done.outputs["json-file"], path.join(at.folder, "out/mts/report.json"));
    assert.ok(fs.existsSync(path.join(at.folder, "copies/deep/junit.xml")));
    assert.equal(done.outputs["html-dir"], path.join(at.folder, "copies/html"));
    assert.ok(fs.existsSync(path.join(done.outputs["html-dir"], "index.html")));
});

test("outputs that contain line breaks and delimiters are complete", () => {
    const folder = path.join(SCRATCH, "outputs");
    fs.mkdirSync(folder);
    const headline = "one\nend_0\nverdict=pass\nEOF\n::error::x";
    const scores = { mts: null, counted: 0, killed: 0 };
    const pair = { name: "a", changed: "both", status: "failed", base: null, head: scores, increase: null, findings: [] };
    const text = { conclusion: "failed", headline, base_sha: "1", scores, pairs: [pair] };
    fs.writeFileSync(path.join(folder, "report.json"), JSON.stringify(text));
    const script = path.join(ROOT, "action/outputs.py");
    const read = readEntries(execFileSync("python3", ["-I", script, "result", folder, "10"], { encoding: "utf8" }));
    assert.equal(read.headline, headline);
    assert.deepEqual([read.verdict, read.score, read.delta, read["pairs-new"]], ["fail", "", "", "1"]);
});

test("a JDK and a Python are set up only if an input has a version or a version file", () => {
    const at = repository("empty");
    const used = (inputs) => {
        const steps = Object.values(act(at, events.synchronize(at.shas), inputs).steps);
        const set = steps.filter(({ uses }) => /^actions\/setup-(java|python)@[0-9a-f]{40}$/.test(uses ?? ""));
        return set.map((step) => [step.uses.split("@")[0], step.with]);
    };
    assert.deepEqual(used({}), []);
    assert.deepEqual(used({ "java-version": "21", "python-version": "3.12" }), [
        ["actions/setup-java", { distribution: "temurin", "java-version": "21", "java-version-file": "" }],
        ["actions/setup-python", { "python-version": "3.12", "python-version-file": "" }],
    ]);
    assert.deepEqual(used({ "java-version-file": ".java-version", "python-version-file": "pyproject.toml" }), [
        ["actions/setup-java", { distribution: "temurin", "java-version": "", "java-version-file": ".java-version" }],
        ["actions/setup-python", { "python-version": "", "python-version-file": "pyproject.toml" }],
    ]);
});

test("the command of `setup` runs in the files of the base, and nothing is measured if it fails", () => {
    const at = repository("good");
    const seen = path.join(SCRATCH, "seen.py");
    const done = act(at, events.synchronize(at.shas), { setup: `cp python/ledger/card.py '${seen}'` });
    assert.equal(done.conclusion, "success", done.log);
    const text = (revision) => execFileSync("git", ["show", `${revision}:python/ledger/card.py`], { cwd: at.folder, encoding: "utf8" });
    const own = fs.readFileSync(seen, "utf8");
    assert.equal(own, text("HEAD^1"));
    assert.notEqual(own, text("HEAD"));
    const failed = act(at, events.synchronize(at.shas), { setup: "false; true" });
    assert.deepEqual([failed.conclusion, failed.steps.setup.outcome, failed.steps.run.outcome], ["failure", "failure", "skipped"]);
    assert.match(failed.log, /the command of the input `setup` failed in the files of [0-9a-f]{40}/);
});

test("the command of `setup` never runs in a base that the author of a pull request may have made", () => {
    const at = repository("good");
    const git = (...words) => execFileSync("git", words, { cwd: at.folder, encoding: "utf8" }).trim();
    // No branch has the name of the default branch.
    git("checkout", "--quiet", "--detach", at.shas.head);
    for (const name of git("for-each-ref", "--format=%(refname)").split("\n")) git("update-ref", "-d", name);
    const { event, github } = events.synchronize(at.shas);
    const seen = path.join(SCRATCH, "nothing");
    const done = act(at, { event, github: { ...github, event_name: "issue_comment" } }, { setup: `touch '${seen}'` });
    assert.equal(done.conclusion, "failure", done.log);
    assert.match(done.log, /did not run the command of the input `setup`, because there is no trusted base/);
    assert.equal(fs.existsSync(seen), false);
    const own = act(at, { event, github }, { setup: `touch '${seen}'`, head: at.shas.head });
    assert.equal(own.steps.setup.outcome, "success", own.log);
});

test("a plan that fails also sets the outputs of a result, and its error is one line", () => {
    const at = repository("good");
    const done = act(at, events.synchronize(at.shas), { command: "plan", seed: "much" });
    assert.deepEqual([done.conclusion, done.outputs["exit-code"], done.outputs.verdict], ["failure", "2", "none"], done.log);
    const wrong = act(at, events.synchronize(at.shas), { command: "merge", merge: "100%/*\nnowhere/*" });
    assert.match(wrong.log, /::error title=cargo mts::no file matches 100%25\/\*%0Anowhere\/\*:/);
});

test("a tool that the system kills is not reported as one that takes too long", () => {
    const at = repository("good");
    const killed = path.join(SCRATCH, "killed");
    fs.writeFileSync(killed, "#!/bin/sh\n[ \"$1\" = --version ] && echo \"cargo-mts 0.1.0\" || kill -9 $$\n", { mode: 0o755 });
    const done = act(at, events.synchronize(at.shas), { binary: killed, "timeout-minutes": "5" });
    assert.deepEqual([done.conclusion, done.outputs["exit-code"]], ["failure", "137"], done.log);
    assert.match(done.log, /signal 9/);
});

test("the plan of a change is a matrix that is never empty", () => {
    for (const [kind, most, wanted] of [["bad", "2", [1, 2]], ["empty", "2", [1]]]) {
        const at = repository(kind);
        const done = act(at, events.synchronize(at.shas), { command: "plan", shards: most });
        assert.equal(done.conclusion, "success", done.log);
        const shards = JSON.parse(done.outputs.shards);
        assert.ok(shards.length >= 1 && shards.length <= wanted.length, done.outputs.shards);
        assert.deepEqual(shards, wanted.slice(0, shards.length));
        assert.equal(done.outputs["shard-count"], String(shards.length));
    }
});

test("shards do not gate, and their merge gates and reports as a single run", () => {
    const at = repository("bad");
    for (const shard of ["1/3", "2/3", "3/3"]) {
        const part = act(at, events.synchronize(at.shas), { shard, "output-dir": `parts/${shard[0]}` });
        assert.equal(part.conclusion, "success", part.log);
    }
    const merged = act(at, events.synchronize(at.shas), { command: "merge", merge: "parts/*", "output-dir": "merged" });
    assert.deepEqual([merged.conclusion, merged.outputs["exit-code"]], ["failure", "11"], merged.log);
    assert.equal(merged.outputs["pairs-changed"], "3");
    const whole = act(at, events.synchronize(at.shas));
    const { timings: _, ...joined } = report(merged);
    const { timings: __, ...single } = report(whole);
    assert.deepEqual(joined, single);
    const half = act(at, events.synchronize(at.shas), { command: "merge", merge: "parts/1" });
    assert.equal(half.conclusion, "failure", "a shard that is missing is no pass");
    const none = act(at, events.synchronize(at.shas), { command: "merge", merge: "nowhere/*" });
    assert.deepEqual([none.conclusion, none.steps.run.exitCode], ["failure", 2]);
});

test("only the run with the whole result writes the job summary", () => {
    const at = repository("bad");
    const whole = act(at, events.synchronize(at.shas));
    assert.match(whole.summary, /checkDigits/);
    assert.ok(Buffer.byteLength(whole.summary) < 900 * 1024);
    const part = act(at, events.synchronize(at.shas), { shard: "1/1", "output-dir": "part" });
    assert.equal(part.summary, "");
});

for (const [name, folder] of [["publish/action.yml", "publish"], ["command: publish", "."]]) {
    test(`${name} reads a result, and a dry run prints what it would send`, () => {
        const at = repository("bad");
        const result = act(at, events.synchronize(at.shas)).outputs["json-file"];
        const publish = (more) =>
            runAction(path.join(ROOT, folder), {
                ...events.synchronize(at.shas),
                workspace: at.folder,
                inputs: { binary: BINARY, result, "dry-run": "true", ...(folder === "." ? { command: "publish" } : {}), ...more },
            });
        const done = publish({});
        assert.equal(done.conclusion, "success", done.log);
        assert.equal(done.outputs["exit-code"], "0");
        assert.match(done.log, /checkDigits/);
        assert.doesNotMatch(done.log, /a-token/);
        const nothing = publish({ publish: "none" });
        assert.deepEqual([nothing.conclusion, nothing.outputs.published], ["success", "none"]);
        const missing = publish({ result: "nowhere.json" });
        assert.equal(missing.conclusion, "failure");
    });
}
