// Tests the example workflows with their real jobs, the action, the binary and both runtimes. The
// events come from the same repository, a fork, Dependabot and a merge queue. A stand-in for GitHub
// receives the published results.
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

/** Creates a repository of this kind. Returns its folder, its shas, and a folder for artifacts. */
function repository(kind) {
    const folder = path.join(SCRATCH, `${kind}-${made++}`);
    const shas = JSON.parse(execFileSync(path.join(ROOT, "tests/github/repository.sh"), [kind, folder]));
    return { folder, shas, store: `${folder}-artifacts` };
}

/**
 * Starts a stand-in for GitHub with the pull request of an event.
 *
 * Returns its address, and the data that jobs published there.
 */
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

/**
 * Asserts that the workflow published a failed result once: a comment, and a check run on the head.
 */
function assertPosted(written, { shas }) {
    assert.deepEqual(written.map(({ path }) => path.split("/").at(-1)), ["comments", "check-runs"]);
    const [comment, check] = written.map(({ body }) => body);
    assert.match(comment.body, /checkDigits/);
    assert.deepEqual([check.head_sha, check.conclusion, check.status], [shas.head, "failure", "completed"]);
    assert.ok(check.output.annotations.length > 0);
}

/**
 * The results for each event.
 *
 * These are the results of the gate, of the job that publishes, and of mts-publish.yml after it.
 * `null` means that the event does not start the workflow.
 */
const EVENTS = {
    "a pull request of the same repository": [events.synchronize, { gate: "failure", publish: "success", second: "skipped" }],
    "a pull request of a fork, not approved": [events.unapproved, { second: "skipped" }],
    "a pull request of a fork, approved": [events.fork, { gate: "failure", publish: "skipped", second: "success" }],
    "a merge queue": [events.mergeGroup, { gate: "failure", publish: "skipped", second: "skipped" }],
    "a push": [events.push, null],
};

for (const [name, gate] of [["mts.yml", "mts"], ["mts-reusable.yml", "mts"], ["mts-sharded.yml", "gate"]]) {
    test(`${name} and mts-publish.yml gate each event and post its result at most once`, async () => {
        for (const [title, [make, wanted]] of Object.entries(EVENTS)) {
            const at = repository("bad");
            const event = make(at.shas);
            const hub = await github(event.event.pull_request ? event : events.synchronize(at.shas));
            // A self-hosted runner keeps its folders, and the job that merges does not check
            // anything out.
            const gateRunner = `${at.folder}-gate`;
            fs.mkdirSync(path.join(gateRunner, "mts-parts/mts-part-9"), { recursive: true });
            fs.writeFileSync(path.join(gateRunner, "mts-parts/mts-part-9/report.json"), "{}");
            const first = act(at, name, event, { ...hub, elsewhere: { gate: gateRunner } });
            if (wanted === null) {
                assert.equal(first, null, title);
                continue;
            }
            assert.deepEqual([first.jobs[gate]?.result, first.jobs.publish?.result], [wanted.gate, wanted.publish], `${title}\n${first.log}`);
            assert.equal(hub.written().length > 0, wanted.publish === "success", title);
            const second = act(at, "mts-publish.yml", events.ended(event, first.conclusion), hub);
            assert.deepEqual(results(second), { publish: wanted.second }, `${title}\n${second.log}`);
            if (wanted.publish === "success" || wanted.second === "success") assertPosted(hub.written(), at);
            else assert.deepEqual(hub.written(), [], title);
            const kept = fs.existsSync(path.join(at.store, "mts-result/report.json"));
            assert.equal(kept, wanted.gate !== undefined, title);
        }
    });
}

test("Dependabot gets its comment from mts-publish.yml, after a run that posts nothing", async () => {
    const at = repository("bad");
    const bot = events.synchronize(at.shas);
    bot.github.actor = "dependabot[bot]";
    const hub = await github(bot);
    const first = act(at, "mts.yml", bot, hub);
    assert.deepEqual(results(first), { mts: "failure", publish: "skipped" }, first.log);
    assert.deepEqual(hub.written(), []);
    const ended = events.ended(bot, "failure");
    assert.equal(events.problems(ended.event, "workflow_run$completed"), null);
    const second = act(at, "mts-publish.yml", ended, hub);
    assert.deepEqual(results(second), { publish: "success" }, second.log);
    assertPosted(hub.written(), at);
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

test("a run without a result fails itself, and nothing is posted", async () => {
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

test("a run whose merge did not run posts nothing", async () => {
    const at = repository("bad");
    const event = events.synchronize(at.shas);
    const hub = await github(event);
    const done = act(at, "mts-sharded.yml", event, { ...hub, over: { "max-mts": "much" } });
    assert.deepEqual(results(done), { shard: "failure", gate: "failure", publish: "skipped" }, done.log);
    const second = act(at, "mts-publish.yml", events.ended(events.fork(at.shas), done.conclusion), hub);
    assert.notEqual(second.conclusion, "failure", second.log);
    assert.deepEqual(hub.written(), []);
});
