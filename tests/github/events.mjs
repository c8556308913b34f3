// Events as GitHub sends them: octokit's published examples, with the data of a repository from
// repository.sh. The examples have no pull request from a fork. This file derives one, and checks
// it against the event's schema. GitHub's description of its API is in tests/fixtures/github.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { createRequire } from "node:module";
import { default as Ajv } from "ajv";

const require = createRequire(import.meta.url);
const examples = require("@octokit/webhooks-examples");
const schema = require("@octokit/webhooks-schemas");

const copy = (value) => structuredClone(value);
const example = (event, fits) => copy(examples.find(({ name }) => name === event).examples.find(fits));

/**
 * A repository from an example. Some examples are older than the schema; the repository of this
 * example is not.
 */
const repository = () => example("check_run", ({ repository }) => "web_commit_signoff_required" in repository).repository;

/** The context that every event shares. */
function context(event_name, sha, ref) {
    return {
        event_name,
        sha,
        ref,
        repository: "acme/ledger",
        actor: "ada",
        action_repository: "",
        server_url: "https://github.com",
        api_url: "https://api.github.com",
        run_id: "8412",
        run_attempt: "1",
        token: "a-token-that-may-write",
    };
}

/** A push to the branch of an open pull request. */
export function synchronize(shas) {
    const event = example("pull_request", ({ action }) => action === "synchronize");
    event.pull_request.head.sha = shas.head;
    event.pull_request.base.sha = shas.base;
    for (const side of ["head", "base"]) event.pull_request[side].repo.full_name = "acme/ledger";
    return { event, github: context("pull_request", shas.merge, "refs/pull/7/merge") };
}

/** The same event from a fork. */
export function fork(shas) {
    const made = synchronize(shas);
    const { head } = made.event.pull_request;
    head.repo = copy(made.event.pull_request.base.repo);
    Object.assign(head.repo, { fork: true, full_name: "mallory/ledger" });
    head.repo.owner.login = "mallory";
    head.user.login = "mallory";
    head.label = `mallory:${head.ref}`;
    return made;
}

/** The same event from a new contributor, before a maintainer approves the workflows. */
export function unapproved(shas) {
    const made = fork(shas);
    made.event.pull_request.author_association = "FIRST_TIME_CONTRIBUTOR";
    made.github.is_approved = false;
    return made;
}

/** A pull request that has reached the merge queue. */
export function mergeGroup(shas) {
    const event = example("merge_group", ({ action }) => action === "checks_requested");
    event.repository = repository();
    event.merge_group.head_sha = shas.merge;
    event.merge_group.base_sha = shas.base;
    return { event, github: context("merge_group", shas.merge, event.merge_group.head_ref) };
}

/** A push to main. */
export function push(shas, before = shas.before) {
    const event = example("push", () => true);
    Object.assign(event, { repository: repository(), before, after: shas.merge, ref: "refs/heads/main" });
    return { event, github: context("push", shas.merge, "refs/heads/main") };
}

/** A tag on this commit. */
export function tag(name, sha) {
    const event = example("push", () => true);
    Object.assign(event, { repository: repository(), before: "0".repeat(40), after: sha, ref: `refs/tags/${name}` });
    return { event, github: context("push", sha, `refs/tags/${name}`) };
}

/** The end of the run that an event started, with its conclusion. */
export function ended({ event: { pull_request }, github }, conclusion) {
    const event = example("workflow_run", ({ workflow_run }) => workflow_run.conclusion && "actor" in workflow_run);
    const head = pull_request?.head ?? { sha: github.sha, ref: github.ref, repo: { full_name: github.repository } };
    Object.assign(event.workflow_run, { name: "mts", event: github.event_name, conclusion, id: Number(github.run_id) });
    Object.assign(event.workflow_run, { head_sha: head.sha, head_branch: head.ref, run_attempt: 1, pull_requests: [] });
    event.workflow_run.head_repository.full_name = head.repo.full_name;
    event.workflow_run.actor.login = github.actor;
    return { event, github: { ...context("workflow_run", pull_request?.base.sha ?? github.sha, "refs/heads/main"), run_id: "8413" } };
}

const ROOT = process.env.MTS_ROOT ?? path.resolve(import.meta.dirname, "../..");
const packed = fs.readFileSync(path.join(ROOT, "tests/fixtures/github/api.github.com.json.gz"));
const description = JSON.parse(zlib.gunzipSync(packed));

/** GitHub's example of an answer, such as `release`. */
export const answer = (name) => copy(description.components.examples[name].value);

/**
 * Returns whether GitHub describes a request, by its path, the names in its query, and its body.
 */
export function isDescribed(method, asked, body) {
    const { pathname, searchParams } = new URL(asked, "https://api.github.com");
    const fits = (template) => new RegExp(`^${template.replaceAll("{ref}", ".+").replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
    const found = Object.entries(description.paths).filter(([template, methods]) => fits(template) && method in methods);
    return found.some(([, { [method]: { parameters = [], requestBody } }]) => {
        const names = parameters.map(({ $ref, name }) => name ?? description.components.parameters[$ref.split("/").at(-1)].name);
        const { schema } = requestBody?.content["application/json"] ?? {};
        const isBodyRight = schema ? ajv.validate({ ...schema, additionalProperties: false }, body) : body === undefined;
        return isBodyRight && [...searchParams.keys()].every((name) => names.includes(name));
    });
}

const ajv = new Ajv.default({ strict: false, validateFormats: false });
ajv.addSchema(schema, "webhooks");

/**
 * Returns the problems of a payload by octokit's schema of this definition; null if there are none.
 */
export function problems(event, definition) {
    const validate = ajv.getSchema(`webhooks#/definitions/${definition}`);
    return validate(event) ? null : validate.errors;
}
