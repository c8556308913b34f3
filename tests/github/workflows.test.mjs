// The example workflows, run for real: their jobs, the action, the binary, both runtimes, on events of the same
// repository, of a fork, of Dependabot and of a merge queue. A stand-in takes what they post.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync, spawn } from "node:child_process";
import { after, test } from "node:test";
import * as events from "./events.mjs";
import { runWorkflow } from "./workflow.mjs";

const ROOT = process.env.MTS_ROOT ?? path.resolve(import.meta.dirname, "../..");
const BINARY = path.resolve(process.env.MTS_BINARY);
const SLUG = execFileSync(path.join(ROOT, ".ci/slug"), { encoding: "utf8" }).trim();
const SCRATCH = fs.mkdtempSync(path.join(os.tmpdir(), "mts-workflows-"));
after(() => fs.rmSync(SCRATCH, { recursive: true, force: true }));

let made = 0;

/** A repository of this kind with its shas, and a place for the artifacts of its runs. */
function repository(kind) {
    const folder = path.join(SCRATCH, `${kind}-${made++}`);
    const shas = JSON.parse(execFileSync(path.join(ROOT, "tests/github/repository.sh"), [kind, folder]));
    return { folder, shas, store: `${folder}-artifacts` };
}

/** GitHub for the pull request of an event: its address, and what was posted to it. */
async function github({ event: { pull_request }, github }) {
    const folder = fs.mkdtempSync(path.join(SCRATCH, "github-"));
    const { head } = pull_request;
    const words = [folder, head.sha, head.repo.full_name, head.ref, pull_request.number, github.run_id].map(String);
    const script = path.join(ROOT, "tests/github/standin.py");
    const server = spawn("python3", ["-I", script, ...words], { stdio: ["ignore", "pipe", "inherit"] });
    after(() => server.kill());
    const port = await new Promise((done) => server.stdout.once("data", (text) => done(String(text).trim())));
    const written = () => {
        const file = path.join(folder, "written");
        const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split("\n") : [];
        return lines.map((line) => JSON.parse(line));
    };
    return { url: `http://127.0.0.1:${port}`, written };
}

/** Runs an example in a repository. */
function act(at, name, { event, github }, { url, over = {}, elsewhere }) {
    return runWorkflow(ROOT, `examples/workflows/${name}`, {
        slug: SLUG,
        event,
        github: { ...github, api_url: url },
        workspace: at.folder,
        store: at.store,
        elsewhere,
        over: { binary: BINARY, ...over },
    });
}

const results = ({ jobs }) => Object.fromEntries(Object.entries(jobs).map(([id, { result }]) => [id, result]));

/** Asserts that a failed result was posted once: a comment, and a check run on the head. */
function assertPosted(written, { shas }) {
    assert.deepEqual(written.map(({ path }) => path.split("/").at(-1)), ["comments", "check-runs"]);
    const [comment, check] = written.map(({ body }) => body);
    assert.match(comment.body, /checkDigits/);
    assert.deepEqual([check.head_sha, check.conclusion, check.status], [shas.head, "failure", "completed"]);
    assert.ok(check.output.annotations.length > 0);
}

test("a pull request of the same repository gets a comment and a check run from mts.yml alone", async () => {
    const at = repository("bad");
    const event = events.synchronize(at.shas);
    const hub = await github(event);
    const done = act(at, "mts.yml", event, hub);
    assert.deepEqual(results(done), { mts: "failure", publish: "success" }, done.log);
    assertPosted(hub.written(), at);
    // The second workflow starts too, and leaves it at that.
    const second = act(at, "mts-publish.yml", events.ended(event, "failure"), hub);
    assert.deepEqual(results(second), { publish: "skipped" });
});

test("forks and Dependabot get them from mts-publish.yml, after a run that posts nothing", async () => {
    const at = repository("bad");
    const bot = events.synchronize(at.shas);
    bot.github.actor = "dependabot[bot]";
    for (const event of [events.fork(at.shas), bot]) {
        const hub = await github(event);
        const first = act(at, "mts.yml", event, hub);
        assert.deepEqual(results(first), { mts: "failure", publish: "skipped" }, first.log);
        assert.deepEqual(hub.written(), []);
        const ended = events.ended(event, "failure");
        assert.equal(events.problems(ended.event, "workflow_run$completed"), null);
        const second = act(at, "mts-publish.yml", ended, hub);
        assert.deepEqual(results(second), { publish: "success" }, second.log);
        assertPosted(hub.written(), at);
    }
});

test("a run that cannot have a result starts no publishing", async () => {
    const at = repository("empty");
    const event = events.fork(at.shas);
    for (const conclusion of ["action_required", "cancelled", "skipped", "timed_out", "neutral", "stale"]) {
        const done = act(at, "mts-publish.yml", events.ended(event, conclusion), { url: "http://127.0.0.1:1" });
        assert.deepEqual(results(done), { publish: "skipped" }, conclusion);
    }
    const other = events.ended(event, "success");
    other.event.workflow_run.event = "push";
    assert.deepEqual(results(act(at, "mts-publish.yml", other, { url: "http://127.0.0.1:1" })), { publish: "skipped" });
    other.event.workflow_run.name = "other";
    assert.equal(act(at, "mts-publish.yml", other, { url: "http://127.0.0.1:1" }), null);
});

test("a run that ended without a result is red itself, and nothing is posted beside it", async () => {
    const at = repository("bad");
    for (const event of [events.synchronize(at.shas), events.fork(at.shas)]) {
        const hub = await github(event);
        const first = act(at, "mts.yml", event, { ...hub, over: { "max-mts": "much" } });
        assert.deepEqual(results(first), { mts: "failure", publish: "skipped" }, first.log);
        const second = act(at, "mts-publish.yml", events.ended(event, "failure"), hub);
        assert.notEqual(second.conclusion, "failure", second.log);
        assert.deepEqual(hub.written(), []);
    }
});

test("a merge queue's group is gated as mts.yml of the repository says, and gets no comment", async () => {
    const at = repository("bad");
    const event = events.mergeGroup(at.shas);
    const done = act(at, "mts.yml", event, { url: "http://127.0.0.1:1" });
    assert.deepEqual(results(done), { mts: "failure", publish: "skipped" }, done.log);
    assert.ok(fs.existsSync(path.join(at.store, "mts-result/report.json")));
});

test("mts.yml does not start for a push", () => {
    const at = repository("good");
    assert.equal(act(at, "mts.yml", events.push(at.shas), { url: "http://127.0.0.1:1" }), null);
});

for (const [name, gate] of [["mts-sharded.yml", "gate"], ["mts-reusable.yml", "mts"]]) {
    test(`${name} merges its own shards beside those of an earlier run, and posts the result`, async () => {
        const at = repository("bad");
        // A self-hosted runner keeps its folders, and the job that merges checks nothing out.
        const gateRunner = `${at.folder}-gate`;
        fs.mkdirSync(path.join(gateRunner, "mts-parts/mts-part-9"), { recursive: true });
        fs.writeFileSync(path.join(gateRunner, "mts-parts/mts-part-9/report.json"), "{}");
        const event = events.synchronize(at.shas);
        const hub = await github(event);
        const done = act(at, name, event, { ...hub, elsewhere: { gate: gateRunner } });
        assert.equal(done.jobs[gate].result, "failure", done.log);
        assert.equal(done.jobs.publish.result, "success", done.log);
        assertPosted(hub.written(), at);
        const fork = events.fork(at.shas);
        const forks = await github(fork);
        const first = act({ ...at, store: `${at.store}-fork` }, name, fork, forks);
        assert.equal(first.jobs.publish.result, "skipped", first.log);
        const second = act({ ...at, store: `${at.store}-fork` }, "mts-publish.yml", events.ended(fork, "failure"), forks);
        assert.equal(second.conclusion, "success", second.log);
        assertPosted(forks.written(), at);
    });
}

test("a gate that never merged posts nothing", async () => {
    const at = repository("bad");
    const event = events.synchronize(at.shas);
    const hub = await github(event);
    const done = act(at, "mts-sharded.yml", event, { ...hub, over: { "max-mts": "much" } });
    assert.deepEqual(results(done), { shard: "failure", gate: "failure", publish: "skipped" }, done.log);
    assert.deepEqual(hub.written(), []);
});
