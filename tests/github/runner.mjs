// Runs a composite action as GitHub's runner does, on this machine. GitHub's own
// @actions/expressions evaluates `${{ }}`. A `run` step gets bash -eo pipefail, the GITHUB_* files
// and the step's env. `if`, continue-on-error, outputs and conclusions work as in the runner. If a
// step `uses` an action, this file records the step, unless the caller runs it. Other parts of the
// runner (containers, post steps, masks) are missing. workflow.mjs runs whole workflows with it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import * as yaml from "js-yaml";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

const SUMMARY_LIMIT = 1024 * 1024;
const STATUS_CHECK = /\b(always|success|failure|cancelled)\s*\(/;

/** Returns a plain value in the form of the expression library. */
function toData(value) {
    if (value === null || value === undefined) return new data.Null();
    if (typeof value === "boolean") return new data.BooleanData(value);
    if (typeof value === "number") return new data.NumberData(value);
    if (typeof value === "string") return new data.StringData(value);
    if (Array.isArray(value)) return new data.Array(...value.map(toData));
    return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })));
}

/** Returns the name and value of each entry of a GITHUB_OUTPUT or GITHUB_ENV file. */
export function readEntries(text) {
    const entries = {};
    const lines = text.split("\n");
    for (let at = 0; at < lines.length; at++) {
        const block = /^([^=]+?)<<(.+)$/.exec(lines[at]);
        const plain = /^([^=]+)=(.*)$/.exec(lines[at]);
        if (block) {
            const value = [];
            while (++at < lines.length && lines[at] !== block[2]) value.push(lines[at]);
            if (at >= lines.length) throw new Error(`Matching delimiter not found '${block[2]}'`);
            entries[block[1]] = value.join("\n");
        } else if (plain) {
            entries[plain[1]] = plain[2];
        } else if (lines[at]) {
            throw new Error(`Invalid format '${lines[at]}'`);
        }
    }
    return entries;
}

/**
 * Returns the functions that evaluate `${{ }}` and `if` in a context.
 *
 * `status` has the results of the status functions.
 */
export function expressions(context, status) {
    const checks = Object.entries(status).map(([name, call]) => ({
        name,
        minArgs: 0,
        maxArgs: 0,
        call: () => new data.BooleanData(call()),
    }));
    const functions = new Map(checks.map((each) => [each.name, each]));
    const evaluate = (source) => {
        const { tokens } = new Lexer(source).lex();
        const tree = new Parser(tokens, Object.keys(context), checks).parse();
        return new Evaluator(tree, toData(context), functions).evaluate();
    };
    const fill = (text) =>
        String(text).replace(/\$\{\{(.*?)\}\}/gs, (_, source) => evaluate(source.trim()).coerceString());
    const fillAll = (map) => Object.fromEntries(Object.entries(map ?? {}).map(([key, value]) => [key, fill(value)]));
    const holds = (condition) => {
        if (condition === undefined) return status.success();
        const source = String(condition).replace(/^\$\{\{(.*)\}\}$/s, "$1").trim();
        const value = evaluate(source);
        const truth =
            value.kind === data.Kind.Boolean ? value.value : !["", "0", "false"].includes(value.coerceString());
        return STATUS_CHECK.test(source) ? truth : status.success() && truth;
    };
    return { fill, fillAll, holds };
}

/**
 * Runs the steps of an action or of a job in a context.
 *
 * The context must have `github.event_path` and `runner.temp`.
 * @param use  runs an action: its arguments are the name and the inputs; it returns the outcome,
 *     the outputs and the log
 */
export function runSteps(list, { context, workspace, env = {}, use, mustNameShell = false }) {
    const { github, runner } = context;
    const temp = fs.mkdtempSync(path.join(runner.temp, "steps-"));
    let failed = false;
    const { fill, fillAll, holds } = expressions(context, {
        always: () => true,
        success: () => !failed,
        failure: () => failed,
        cancelled: () => false,
    });
    const steps = {};
    let addedPath = [];
    let summary = "";
    let log = "";
    for (const [at, step] of list.entries()) {
        const id = step.id ?? `step-${at}`;
        const done = (outcome, outputs, more = {}) => {
            const tolerated = outcome === "failure" && fill(step["continue-on-error"] ?? false) === "true";
            const conclusion = tolerated ? "success" : outcome;
            if (conclusion === "failure") failed = true;
            context.steps[id] = { outcome, conclusion, outputs };
            steps[id] = { outcome, conclusion, outputs, ...more };
        };
        if (!holds(step.if)) {
            done("skipped", {});
            continue;
        }
        if (step.uses) {
            const uses = fill(step.uses);
            const given = fillAll(step.with);
            const used = use(uses, given);
            log += used.log ?? "";
            summary += used.summary ?? "";
            done(used.outcome, used.outputs, { uses, with: given });
            continue;
        }
        if (mustNameShell && !step.shell) throw new Error(`step ${id}: a run step of a composite action needs a shell`);
        const file = (name) => {
            const full = path.join(temp, `${at}-${name}`);
            fs.writeFileSync(full, "");
            return full;
        };
        const files = {
            GITHUB_OUTPUT: file("output"),
            GITHUB_ENV: file("env"),
            GITHUB_PATH: file("path"),
            GITHUB_STATE: file("state"),
            GITHUB_STEP_SUMMARY: file("summary"),
        };
        const own = fillAll(step.env);
        const script = path.join(temp, `${at}.sh`);
        fs.writeFileSync(script, fill(step.run));
        const result = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
            cwd: workspace,
            encoding: "utf8",
            stdio: ["ignore", "pipe", "pipe"],
            env: {
                PATH: [...addedPath, process.env.PATH].join(":"),
                HOME: process.env.HOME,
                ...(process.env.JAVA_HOME ? { JAVA_HOME: process.env.JAVA_HOME } : {}),
                CI: "true",
                GITHUB_ACTIONS: "true",
                GITHUB_EVENT_NAME: github.event_name ?? "",
                GITHUB_EVENT_PATH: github.event_path,
                GITHUB_REPOSITORY: github.repository ?? "",
                GITHUB_SHA: github.sha ?? "",
                GITHUB_REF: github.ref ?? "",
                GITHUB_REF_NAME: (github.ref ?? "").replace(/^refs\/(heads|tags)\//, ""),
                GITHUB_ACTOR: github.actor ?? "",
                GITHUB_SERVER_URL: github.server_url ?? "",
                GITHUB_API_URL: github.api_url ?? "",
                GITHUB_RUN_ID: github.run_id ?? "",
                GITHUB_RUN_ATTEMPT: github.run_attempt ?? "",
                GITHUB_WORKSPACE: workspace,
                GITHUB_ACTION_PATH: github.action_path ?? "",
                RUNNER_OS: "Linux",
                RUNNER_TEMP: runner.temp,
                ...env,
                ...context.env,
                ...own,
                ...files,
            },
        });
        log += result.stdout + result.stderr;
        const written = fs.readFileSync(files.GITHUB_STEP_SUMMARY);
        if (written.length > SUMMARY_LIMIT) log += "::error::$GITHUB_STEP_SUMMARY upload aborted\n";
        else summary += written.toString("utf8");
        Object.assign(context.env, readEntries(fs.readFileSync(files.GITHUB_ENV, "utf8")));
        addedPath = [...fs.readFileSync(files.GITHUB_PATH, "utf8").split("\n").filter(Boolean), ...addedPath];
        const outputs = readEntries(fs.readFileSync(files.GITHUB_OUTPUT, "utf8"));
        done(result.status === 0 ? "success" : "failure", outputs, { exitCode: result.status, env: own });
    }
    return { conclusion: failed ? "failure" : "success", steps, summary, log, fill, path: addedPath };
}

/**
 * Returns the machine of a runner: its temporary folder, which contains the payload of the event.
 */
export function machine(event) {
    const temp = fs.mkdtempSync(path.join(os.tmpdir(), "runner-"));
    const event_path = path.join(temp, "event.json");
    fs.writeFileSync(event_path, JSON.stringify(event));
    return { event_path, runner: { os: "Linux", arch: "X64", temp } };
}

/** The outcome of an action that does not run, and is only recorded. */
const recorded = () => ({ outcome: "success", outputs: {} });

/**
 * Runs the action in `folder`.
 * @param inputs  `with` of the step that uses it
 * @param github  the github context, without `event`
 * @param event   the event's payload
 * @param workspace  working directory of the steps
 * @param env     environment of the job, beyond PATH and HOME
 * @param use     runs the actions that it uses itself; without it they are recorded
 * @param runner  the runner of the job; without it the action has one of its own
 */
export function runAction(folder, { inputs = {}, github = {}, event = {}, workspace, env = {}, use = recorded, runner }) {
    const action = yaml.load(fs.readFileSync(path.join(folder, "action.yml"), "utf8"));
    if (action.runs.using !== "composite") throw new Error("only composite actions can be run");
    const own = machine(event);
    const context = {
        inputs: {},
        steps: {},
        env: {},
        github: { ...github, event, event_path: own.event_path, action_path: path.resolve(folder) },
        runner: runner ?? own.runner,
    };
    const { fill } = expressions(context, { always: () => true, success: () => true, failure: () => false, cancelled: () => false });
    const warnings = Object.keys(inputs)
        .filter((name) => !(name in action.inputs))
        .map((name) => `Unexpected input '${name}'`);
    for (const [name, { default: fallback, required }] of Object.entries(action.inputs)) {
        if (required && fallback === undefined && !(name in inputs)) throw new Error(`missing input ${name}`);
        context.inputs[name] = name in inputs ? String(inputs[name]) : fill(fallback ?? "");
    }
    const done = runSteps(action.runs.steps, { context, workspace, env, use, mustNameShell: true });
    const values = Object.entries(action.outputs ?? {}).map(([name, { value }]) => [name, done.fill(value)]);
    fs.rmSync(own.runner.temp, { recursive: true, force: true, maxRetries: 3 });
    const { fill: _, ...rest } = done;
    return { ...rest, outputs: Object.fromEntries(values), warnings };
}
