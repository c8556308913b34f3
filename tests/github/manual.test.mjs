// Tests that the actions, their scripts, the workflows that use them and the manual name the same
// inputs and outputs.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import * as yaml from "js-yaml";
import { test } from "node:test";

const ROOT = process.env.MTS_ROOT ?? path.resolve(import.meta.dirname, "../..");
const SLUG = execFileSync(path.join(ROOT, ".ci/slug"), { encoding: "utf8" }).trim();
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const action = yaml.load(read("action.yml"));
const publish = yaml.load(read("publish/action.yml"));
const setup = yaml.load(read("setup/action.yml"));
const actions = { "": action, "/publish": publish, "/setup": setup, "/core": yaml.load(read("core/action.yml")) };
const workflows = [".github/workflows", "examples/workflows"].flatMap((folder) =>
    fs.readdirSync(path.join(ROOT, folder)).map((name) => path.join(folder, name)),
);

/** Returns the names in the first column of the tables below a heading of the manual. */
function documented(heading) {
    const section = read("docs/ci/action.md").split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
    const cells = section.split("\n").filter((line) => line.startsWith("| `")).map((line) => line.split("|")[1]);
    return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).sort();
}

test("the manual lists exactly the inputs and outputs of the action", () => {
    assert.deepEqual(documented("Inputs"), Object.keys(action.inputs).sort());
    assert.deepEqual(documented("Outputs"), Object.keys(action.outputs).sort());
});

test("the actions `publish` and `setup` have only inputs and outputs of the whole action", () => {
    for (const part of [publish, setup]) {
        for (const [name, input] of Object.entries(part.inputs)) {
            assert.ok(name in action.inputs, name);
            if (name !== "result") assert.equal(input.default, action.inputs[name].default, name);
        }
        for (const name of Object.keys(part.outputs)) assert.ok(name in action.outputs, name);
    }
});

/**
 * Returns the action without the steps that use another action.
 *
 * It also lacks the inputs and outputs of those steps.
 */
function core() {
    const steps = action.runs.steps.filter(({ uses }) => !uses);
    const text = JSON.stringify(steps);
    const ids = steps.map(({ id }) => id);
    const kept = (map, keeps) => Object.fromEntries(Object.entries(map).filter(keeps));
    return {
        ...action,
        name: `${action.name} core`,
        description: `${action.description}; uses no other action`,
        inputs: kept(action.inputs, ([name]) => new RegExp(`inputs\\.${name}\\b(?!-)`).test(text)),
        outputs: kept(action.outputs, ([, { value }]) => [...value.matchAll(/steps\.(\w+)\./g)].every(([, id]) => ids.includes(id))),
        runs: { using: "composite", steps: JSON.parse(text.replaceAll("$GITHUB_ACTION_PATH/", "$GITHUB_ACTION_PATH/../")) },
    };
}

test("core/action.yml is the whole action without other actions; MTS_CORE=overwrite writes it", () => {
    const header = "# A generated file: `MTS_CORE=overwrite .ci/github-test manual` makes it from action.yml. This action does not use other\n"
        + "# actions, so it works on servers without them. It sets up no JDK and no CPython, and uploads nothing.\n";
    const text = header + yaml.dump(core(), { lineWidth: -1, noRefs: true });
    if (process.env.MTS_CORE === "overwrite") fs.writeFileSync(path.join(ROOT, "core/action.yml"), text);
    assert.equal(read("core/action.yml"), text);
    assert.equal(core().runs.steps.some(({ uses }) => uses), false);
    assert.deepEqual(Object.keys(action.inputs).filter((name) => !(name in core().inputs)), [
        "java-version", "java-version-file", "java-distribution", "python-version", "python-version-file", "upload-sarif",
    ]);
});

test("the action passes every input on, and every variable of a script is an input", () => {
    for (const each of Object.values(actions)) {
        const text = JSON.stringify(each.runs);
        for (const name of Object.keys(each.inputs)) assert.match(text, new RegExp(`inputs\\.${name}[ })]`), name);
    }
    const variables = (text) => new Set([...text.matchAll(/\bINPUT_[A-Z0-9_]+/g)].map(([name]) => name));
    const given = (id) => Object.keys(action.runs.steps.find((step) => step.id === id).env);
    for (const script of ["install", "run", "publish"]) {
        const own = given(script).filter((name) => name.startsWith("INPUT_"));
        assert.deepEqual(variables(read(`action/${script}.sh`)), new Set(own), script);
    }
    // The inputs of the step for the base are a part of the inputs of the run's step.
    assert.deepEqual(given("base").filter((name) => !given("run").includes(name)), []);
    const asked = new Set([...read("action/baseline.py").matchAll(/\bBASELINE_[A-Z_]+/g)].map(([name]) => name));
    assert.deepEqual([...asked].sort(), given("baseline").filter((name) => name.startsWith("BASELINE_")).sort());
});

test("workflows use only existing inputs of the actions", () => {
    let seen = 0;
    for (const file of workflows) {
        for (const [id, job] of Object.entries(yaml.load(read(file)).jobs)) {
            for (const { uses = "", with: given = {} } of job.steps ?? []) {
                const local = uses === "./" || uses === "./.cargo-mts";
                const used = local ? action : uses.startsWith(SLUG) && actions[uses.slice(SLUG.length).split("@")[0]];
                if (!used) continue;
                seen += 1;
                for (const name of Object.keys(given)) assert.ok(name in used.inputs, `${file}, ${id}: ${name}`);
            }
        }
    }
    assert.ok(seen >= 9, `only ${seen} uses found`);
});

test("every job has a time limit and permissions, every workflow a concurrency, and every action a sha", () => {
    for (const file of [...workflows, ...Object.keys(actions).map((name) => `.${name}/action.yml`)]) {
        for (const [, uses] of read(file).matchAll(/^\s*(?:- )?uses: "?([^\s"]+)/gm)) {
            if (uses.startsWith("./") || uses.startsWith(SLUG)) continue;
            assert.match(uses, /@[0-9a-f]{40}$/, `${file}: ${uses}`);
        }
        const { on, concurrency, jobs = {} } = yaml.load(read(file));
        if (file.endsWith("action.yml") || "workflow_call" in on) assert.equal(concurrency, undefined, file);
        else assert.ok(concurrency, `${file}: concurrency`);
        for (const [id, job] of Object.entries(jobs)) {
            assert.ok(job.permissions, `${file}, ${id}: permissions`);
            if (!job.uses) assert.ok(job["timeout-minutes"], `${file}, ${id}: timeout-minutes`);
        }
    }
});

test("one command writes the slug of the repository over the placeholder everywhere", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mts-slug-"));
    const git = (...words) => execFileSync("git", words, { cwd: folder, encoding: "utf8" });
    const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
    for (const file of files.filter((name) => fs.existsSync(path.join(ROOT, name)))) {
        fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        fs.copyFileSync(path.join(ROOT, file), path.join(folder, file));
    }
    git("init", "--quiet");
    git("add", "--all");
    const slug = (...words) => spawnSync(path.join(folder, ".ci/slug"), words, { encoding: "utf8" });
    for (const wrong of ["acme", "acme/cargo mts", "<owner>/ports", "a|b/c", "../x"]) {
        assert.equal(slug(wrong).status, 2, wrong);
    }
    assert.equal(slug("Acme/ports").status, 0);
    assert.equal(slug().stdout, "Acme/ports\n");
    const left = (text) => spawnSync("git", ["grep", "-lF", text, "--", ":!.ci/slug", ":!tests/github"], { cwd: folder, encoding: "utf8" }).stdout;
    assert.equal(left(SLUG), "");
    assert.match(left("Acme/ports@v"), /README\.md/);
    assert.match(left("ghcr.io/acme/ports:v"), /examples\/ci\/gitlab-ci\.yml/);
    assert.equal(left("ghcr.io/Acme"), "");
    assert.match(left("* @Acme"), /CODEOWNERS/);
    // The repository has another name later, as for a fork.
    assert.equal(slug("other/ports").status, 0);
    assert.equal(left("Acme/ports") + left("acme/ports"), "");
    fs.rmSync(folder, { recursive: true });
});
