// Tests the release workflow on tags, without GitHub. Stand-ins replace the commands for building,
// pushing and publishing, and write a journal. Packing, installing and the demo are real.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import { after, test } from "node:test";
import * as events from "./events.mjs";
import { runWorkflow } from "./workflow.mjs";

const ROOT = process.env.MTS_ROOT ?? path.resolve(import.meta.dirname, "../..");
const BINARY = path.resolve(process.env.MTS_BINARY);
const SCRATCH = fs.mkdtempSync(path.join(os.tmpdir(), "mts-release-"));
after(() => fs.rmSync(SCRATCH, { recursive: true, force: true }));

/**
 * The stand-ins for commands. Each writes its call into the journal, and does a small part of the
 * work.
 */
const STANDINS = {
    // A binary that the workflow can pack and start. Its demo is $DEMO.
    cargo: `
case "$1" in
    build)
        mkdir -p "target/$TARGET/dist"
        printf '#!/bin/bash\\ncase "$1" in --version) echo "cargo-mts %s" ;; man) echo page ;; *) %s ;; esac\\n' \\
            "$(.ci/version)" "$DEMO" >"target/$TARGET/dist/cargo-mts"
        chmod +x "target/$TARGET/dist/cargo-mts" ;;
    cyclonedx) echo '{"bomFormat": "CycloneDX"}' >cargo-mts.cdx.json ;;
    publish) sed -n 's/^repository = //p' Cargo.toml >>"$JOURNAL" ;;
esac`,
    docker: `case "$*" in *"imagetools inspect"*) echo "sha256:$(printf '%064d' 7)" ;; esac`,
    gh: `
case "$*" in
    "release create"*) cp notes.md "$JOURNAL.notes" ;;
    *PATCH*) exit "\${NEW_SERIES:-0}" ;;
esac`,
    rustup: "",
    sudo: "",
    uname: `
case "$1-$TARGET" in
    -s-*-darwin) echo Darwin ;;
    -s-*) echo Linux ;;
    -m-x86_64-*) echo x86_64 ;;
    -m-*-darwin) echo arm64 ;;
    -m-*) echo aarch64 ;;
esac`,
};

const stubs = path.join(SCRATCH, "stubs");
fs.mkdirSync(stubs);
for (const [name, body] of Object.entries(STANDINS)) {
    const journal = name === "uname" ? "" : `printf '%s %s\\n' ${name} "$*" >>"$JOURNAL"`;
    fs.writeFileSync(path.join(stubs, name), `#!/bin/bash\n${journal}\n${body}\n`, { mode: 0o755 });
}

let made = 0;

/**
 * Creates a clone of this repository at a commit of a version. Its change log has a section of this
 * name.
 */
function clone(version, section = `${version}] - 2026-01-05`) {
    const folder = path.join(SCRATCH, `clone-${made++}`);
    fs.mkdirSync(folder);
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
    execFileSync("xargs", ["-0", "cp", "--parents", `--target-directory=${folder}`], { cwd: ROOT, input: files });
    const git = (...words) => execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], { cwd: folder, encoding: "utf8" }).trim();
    git("init", "--quiet");
    git("add", "--all");
    execFileSync(path.join(folder, ".ci/version"), [version]);
    const log = path.join(folder, "CHANGELOG.md");
    fs.writeFileSync(log, fs.readFileSync(log, "utf8").replace("## [Unreleased]", `## [${section}`));
    git("commit", "--quiet", "--all", "--message", "Release");
    return { folder, sha: git("rev-parse", "HEAD"), git };
}

/** Runs the release workflow for a tag. Returns the calls of the stand-ins, in order. */
function release(at, tag, env = {}) {
    const journal = `${at.folder}-journal`;
    fs.writeFileSync(journal, "");
    const { event, github } = events.tag(tag, at.sha);
    const note = (kind) => (inputs) => {
        fs.appendFileSync(journal, `${kind} ${inputs["subject-path"] ?? inputs["subject-name"] ?? ""}\n`);
        return { token: "a-token-for-crates" };
    };
    const done = runWorkflow(at.folder, ".github/workflows/release.yml", {
        slug: "acme/ports",
        event,
        github: { ...github, repository: "Acme/ports" },
        workspace: at.folder,
        store: `${at.folder}-artifacts`,
        env: { PATH: `${stubs}:${process.env.PATH}`, JOURNAL: journal, MTS_BINARY: BINARY, DEMO: "echo fine", ...env },
        others: { "actions/attest": note("attest"), "rust-lang/crates-io-auth-action": note("login") },
    });
    const calls = fs.readFileSync(journal, "utf8").trim().split("\n");
    return { ...done, calls, notes: () => fs.readFileSync(`${journal}.notes`, "utf8") };
}

const results = ({ jobs }) => Object.fromEntries(Object.entries(jobs).map(([id, { result }]) => [id, result]));
const pushes = ({ calls }) => calls.filter((call) => /^(docker (login|push|buildx)|gh|attest|login|cargo publish)/.test(call));
const everywhere = (result) => ({ archive: result, "bill-of-materials": result, image: result, "image-index": result, release: result, crates: result });

test("a release pushes the image, the archives and the crates, and moves the tag of its series", () => {
    const at = clone("0.2.0");
    const done = release(at, "v0.2.0", { DEMO: `case "$TARGET" in x86_64-*) exec "$MTS_BINARY" "$@" ;; esac` });
    assert.deepEqual(results(done), { check: "success", ...everywhere("success") }, done.log);
    const image = "ghcr.io/acme/ports";
    const assets = ["aarch64-apple-darwin", "aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl"].flatMap((target) =>
        ["", ".sha256"].map((end) => `dist/cargo-mts-v0.2.0-${target}.tar.gz${end}`));
    const [create] = done.calls.filter((call) => call.startsWith("gh release"));
    assert.deepEqual(create.split(" ").filter((word) => word.startsWith("dist/")), [...assets, "dist/cargo-mts-v0.2.0.cdx.json"].sort());
    assert.match(create, /^gh release create v0\.2\.0 --repo Acme\/ports --verify-tag .* --prerelease=false /);
    assert.deepEqual(pushes(done).map((call) => call.split(" --notes")[0]), [
        ...["amd64", "arm64"].flatMap((arch) => ["docker login ghcr.io --username ada --password-stdin", `docker push ${image}:v0.2.0-${arch}`]),
        "docker login ghcr.io --username ada --password-stdin",
        `docker buildx imagetools create --tag ${image}:v0.2.0 ${image}:v0.2.0-amd64 ${image}:v0.2.0-arm64`,
        `docker buildx imagetools create --tag ${image}:v0 ${image}:v0.2.0`,
        `docker buildx imagetools inspect --format {{.Manifest.Digest}} ${image}:v0.2.0`,
        `attest ${image}`,
        "attest dist/*.tar.gz",
        "attest dist/*.tar.gz",
        "gh release create v0.2.0 --repo Acme/ports --verify-tag --title v0.2.0",
        `gh api --method PATCH repos/Acme/ports/git/refs/tags/v0 --raw-field sha=${at.sha} --field force=true`,
        "login ",
        "cargo publish --workspace --locked --allow-dirty",
    ]);
    // Everything that the workflow pushes has the slug of the repository.
    assert.equal(done.calls.at(-1), '"https://github.com/Acme/ports"');
    assert.match(done.log, /The demo exits with 0/, "the packed binary ran the demo");
    const notes = done.notes();
    assert.match(notes, /^\n### Added\n/);
    assert.doesNotMatch(notes, /^## /m);
});

test("the first release of a series makes its tag", () => {
    const done = release(clone("1.0.0"), "v1.0.0", { NEW_SERIES: "1" });
    assert.equal(done.conclusion, "success", done.log);
    const tags = done.calls.filter((call) => call.startsWith("gh api"));
    assert.equal(tags.length, 2);
    for (const call of tags) {
        const [, method, asked] = /--method (\w+) (\S+)/.exec(call);
        const fields = [...call.matchAll(/--(raw-)?field (\w+)=(\S+)/g)].map(([, raw, name, value]) => [name, raw ? value : JSON.parse(value)]);
        assert.ok(events.isDescribed(method.toLowerCase(), `/${asked}`, Object.fromEntries(fields)), call);
    }
    assert.match(tags[1], /--method POST repos\/Acme\/ports\/git\/refs --raw-field ref=refs\/tags\/v1 /);
});

test("a release candidate is a pre-release, and moves no tag", () => {
    const at = clone("0.2.0-rc.1", "Unreleased]");
    assert.match(at.git("grep", "-h", "uses:", "examples"), /cargo-mts\/publish@v0\.2\.0-rc\.1"/);
    const lock = fs.readFileSync(path.join(at.folder, "Cargo.lock"), "utf8");
    assert.equal(lock.match(/name = "(cargo-mts|mts-[a-z]+)"\nversion = "0\.2\.0-rc\.1"/g).length, lock.match(/name = "(cargo-mts|mts-[a-z]+)"\n/g).length);
    const done = release(at, "v0.2.0-rc.1");
    assert.deepEqual(results(done), { check: "success", ...everywhere("success") }, done.log);
    assert.match(done.calls.find((call) => call.startsWith("gh release")), /--prerelease=true/);
    assert.deepEqual(done.calls.filter((call) => call.startsWith("gh api") || call.includes(":v0 ")), []);
    assert.match(done.notes(), /### Added/, "the notes of the release to come");
});

test("a tag that differs from the version pushes nothing", () => {
    const done = release(clone("0.2.0"), "v0.3.0");
    assert.deepEqual(results(done), { check: "failure", ...everywhere("skipped") });
    assert.match(done.log, /the tag is v0\.3\.0, but Cargo\.toml has the version 0\.2\.0/);
    assert.deepEqual(done.calls, [""]);
});

test("an archive that does not run pushes nothing", () => {
    const done = release(clone("0.2.0"), "v0.2.0", { DEMO: "exit 1" });
    assert.deepEqual(results(done), { check: "success", ...everywhere("skipped"), archive: "failure", "bill-of-materials": "success" });
    assert.deepEqual(pushes(done), []);
});

test("no other push starts a release", () => {
    const at = clone("0.2.0");
    for (const tag of ["v0", "0.2.0", "vnext"]) {
        const { event, github } = events.tag(tag, at.sha);
        assert.equal(runWorkflow(at.folder, ".github/workflows/release.yml", { event, github }), null, tag);
    }
    const { event, github } = events.push({ before: at.sha, merge: at.sha });
    assert.equal(runWorkflow(at.folder, ".github/workflows/release.yml", { event, github }), null);
});

test("a release whose documents or change log are of another version is refused with a way to fix it", () => {
    const at = clone("0.2.0", "Unreleased]");
    const check = (tag) => {
        const { status, stderr } = spawnSync(path.join(at.folder, ".ci/release"), ["check", tag], { encoding: "utf8" });
        return [status, stderr.trim()];
    };
    const [status, problem] = check("v0.2.0");
    assert.equal(status, 1);
    assert.match(problem, /CHANGELOG\.md has no section \[0\.2\.0\] with a date/);
    const readme = path.join(at.folder, "README.md");
    fs.writeFileSync(readme, fs.readFileSync(readme, "utf8").replace("cargo-mts@v0.2.0", "cargo-mts@v0.2.0-rc.9"));
    assert.match(check("v0.2.0")[1], /the version is 0\.2\.0, but these lines name another version:\nREADME\.md:\d+:/);
    for (const wrong of ["1.2", "v1.2.3", "1.2.3-beta", "1.2.3;id"]) {
        assert.equal(spawnSync(path.join(at.folder, ".ci/version"), [wrong]).status, 2, wrong);
    }
});
