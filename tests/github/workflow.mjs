// Runs a workflow as GitHub does, on this machine. Jobs run in the order of `needs`, one after
// another in one workspace, as on a self-hosted runner. Each job has its own temporary folder. The
// project's own actions and reusable workflow run. Artifacts go through a folder, and a checkout
// cleans the workspace. All other actions do not run, and are only recorded. Permissions,
// concurrency, environments, filters of paths and time limits are missing.
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
import * as yaml from "js-yaml";
import { expressions, machine, runAction, runSteps } from "./runner.mjs";

/**
 * Returns the functions for the artifacts of one run.
 *
 * The artifacts are folders in `folder`. Paths are relative to the workspace.
 */
function artifacts(folder, workspace) {
    const names = () => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []);
    return {
        upload({ name, path: from }) {
            fs.cpSync(path.resolve(workspace, from), path.join(folder, name), { recursive: true });
            return { outcome: "success", outputs: { "artifact-url": `https://github.com/artifacts/${name}` } };
        },
        download({ name, pattern, path: into, "merge-multiple": isMerged }) {
            const to = path.resolve(workspace, into);
            const fits = new RegExp(`^${(pattern ?? "").replaceAll("*", ".*")}$`);
            const found = names().filter((each) => (name ? each === name : fits.test(each)));
            if (name && found.length === 0) return { outcome: "failure", outputs: {}, log: `Artifact not found: ${name}\n` };
            for (const each of found) {
                fs.cpSync(path.join(folder, each), name || isMerged ? to : path.join(to, each), { recursive: true });
            }
            return { outcome: "success", outputs: {} };
        },
    };
}

/** Returns every combination of the values of a matrix, or the combinations that it lists. */
function combinations({ include, ...matrix }) {
    if (include) return include;
    let all = [{}];
    for (const [name, values] of Object.entries(matrix)) {
        all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
    }
    return all;
}

/** Returns whether a branch or a tag matches one of the patterns of a filter. */
function fits(patterns, name) {
    const expression = (pattern) => pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*");
    return patterns.some((pattern) => new RegExp(`^${expression(pattern)}$`).test(name));
}

/** Returns whether an event starts a workflow. */
function isStarted({ on }, github, event) {
    if (!(github.event_name in on)) return false;
    const { workflows, tags, branches } = on[github.event_name] ?? {};
    if (github.event_name === "push" && (tags || branches)) {
        const [, kind, name] = /^refs\/(heads|tags)\/(.*)$/.exec(github.ref);
        return fits((kind === "tags" ? tags : branches) ?? [], name);
    }
    return !workflows || workflows.includes(event.workflow_run.name);
}

/**
 * Runs a workflow of the folder `root`, the sources of the actions; null if the event does not start it. A run that
 * waits for a maintainer (`github.is_approved` is false) has no jobs yet.
 * @param slug    OWNER/NAME that the workflow names for `root`
 * @param over    inputs that every use of the action gets besides, such as the binary
 * @param store   folder of the artifacts
 * @param elsewhere  workspaces of the jobs that run on another runner, by their ids
 * @param inputs  of a reusable workflow
 * @param secrets of the repository, or those that a reusable workflow is given
 * @param env     environment of all jobs, beyond PATH and HOME
 * @param others  what other actions give, by name: called with their inputs
 */
export function runWorkflow(root, file, { slug, github, event, workspace, over = {}, store, elsewhere = {}, inputs, secrets = {}, env = {}, others = {} }) {
    const workflow = yaml.load(fs.readFileSync(path.join(root, file), "utf8"));
    if (!inputs && !isStarted(workflow, github, event)) return null;
    if (github.is_approved === false) return { conclusion: "action_required", jobs: {}, outputs: {}, log: "" };
    const given = {};
    for (const [name, { default: fallback }] of Object.entries((inputs && workflow.on.workflow_call.inputs) ?? {})) {
        given[name] = inputs[name] ?? fallback;
    }
    const jobs = {};
    let log = "";

    const use = (runner, workspace) => (uses, inputs) => {
        const [name] = uses.split("@");
        const part = name.startsWith(`${slug}/`) && path.join(root, name.slice(slug.length + 1));
        const local = name === slug || name === "./.cargo-mts" ? root : part;
        if (local) {
            const all = { ...inputs, ...(local === root ? over : { binary: over.binary }) };
            const done = runAction(local, { inputs: all, github, event, workspace, use: use(runner, workspace), runner });
            if (done.warnings.length > 0) throw new Error(done.warnings.join("\n"));
            return { outcome: done.conclusion, ...done };
        }
        const kept = artifacts(store, workspace);
        if (name === "actions/upload-artifact") return kept.upload(inputs);
        if (name === "actions/download-artifact") return kept.download(inputs);
        if (name === "actions/checkout" && !inputs.path) {
            execFileSync("git", ["reset", "--hard", "--quiet"], { cwd: workspace });
            execFileSync("git", ["clean", "-ffdx", "--quiet"], { cwd: workspace });
        }
        return { outcome: "success", outputs: others[name]?.(inputs) ?? {} };
    };

    const context = (more = {}) => ({
        github: { ...github, event },
        inputs: given,
        needs: {},
        vars: {},
        secrets,
        job: { workflow_repository: slug, workflow_sha: "0".repeat(40) },
        ...more,
    });

    const runJob = (job, around, workspace) => {
        if (job.uses) {
            const called = job.uses.split("@")[0].replace(`${slug}/`, "").replace("./", "");
            const { fillAll } = expressions(around, { success: () => true });
            const given = { inputs: fillAll(job.with), secrets: fillAll(job.secrets) };
            const done = runWorkflow(root, called, { slug, github, event, workspace, over, store, elsewhere, env, others, ...given });
            return { result: done.conclusion, outputs: done.outputs, jobs: done.jobs, log: done.log };
        }
        const { event_path, runner } = machine(event);
        const { fillAll } = expressions(around, { success: () => true });
        const own = { ...around, steps: {}, env: fillAll(job.env), runner, github: { ...around.github, event_path } };
        const done = runSteps(job.steps, { context: own, workspace, env, use: use(runner, workspace) });
        const outputs = Object.entries(job.outputs ?? {}).map(([name, value]) => [name, done.fill(value)]);
        fs.rmSync(runner.temp, { recursive: true, force: true, maxRetries: 3 });
        return { result: done.conclusion, outputs: Object.fromEntries(outputs), steps: done.steps, summary: done.summary, log: done.log };
    };

    const waiting = new Map(Object.entries(workflow.jobs));
    while (waiting.size > 0) {
        const [id, job] = [...waiting].find(([, { needs = [] }]) => [needs].flat().every((name) => name in jobs));
        waiting.delete(id);
        const needs = Object.fromEntries([job.needs ?? []].flat().map((name) => [name, jobs[name]]));
        const results = Object.values(needs).map(({ result }) => result);
        const around = context({ needs });
        const { fill, holds } = expressions(around, {
            always: () => true,
            success: () => results.every((result) => result === "success"),
            failure: () => results.includes("failure"),
            cancelled: () => false,
        });
        if (!holds(job.if)) {
            jobs[id] = { result: "skipped", outputs: {} };
            continue;
        }
        const matrix = Object.entries(job.strategy?.matrix ?? {}).map(([name, values]) => [
            name,
            typeof values === "string" ? JSON.parse(fill(values.replace(/fromJSON\((.*)\)/, "$1"))) : values,
        ]);
        const done = combinations(Object.fromEntries(matrix)).map((each) => runJob(job, { ...around, matrix: each }, elsewhere[id] ?? workspace));
        log += done.map((each) => each.log).join("");
        const result = done.every((each) => each.result === "success") ? "success" : "failure";
        jobs[id] = { ...done.at(-1), result };
    }
    const values = Object.entries((inputs && workflow.on.workflow_call.outputs) ?? {});
    const { fill } = expressions({ jobs }, { success: () => true });
    const outputs = Object.fromEntries(values.map(([name, { value }]) => [name, fill(value)]));
    const conclusion = Object.values(jobs).some(({ result }) => result === "failure") ? "failure" : "success";
    return { conclusion, jobs, outputs, log };
}
