// Tests the installation with the actions that install. The releases come from a server on this
// machine or from a private repository, with and without the command `gh`.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync, spawn } from "node:child_process";
import { after, test } from "node:test";
import * as events from "./events.mjs";
import { runAction } from "./runner.mjs";

const ROOT = process.env.MTS_ROOT ?? path.resolve(import.meta.dirname, "../..");
const BINARY = path.resolve(process.env.MTS_BINARY);
const SCRATCH = fs.mkdtempSync(path.join(os.tmpdir(), "mts-install-"));
after(() => fs.rmSync(SCRATCH, { recursive: true, force: true }));

const folder = path.join(SCRATCH, "ledger");
const shas = JSON.parse(execFileSync(path.join(ROOT, "tests/github/repository.sh"), ["good", folder]));
const version = execFileSync(BINARY, ["--version"], { encoding: "utf8" }).trim().split(" ")[1];
const target = { x64: "x86_64", arm64: "aarch64" }[process.arch] + "-unknown-linux-musl";
const archive = `cargo-mts-v${version}-${target}.tar.gz`;

/** Runs the action in a folder of this repository, as another repository would use it. */
function act(inputs, { action = "setup", github = {}, env } = {}) {
    const on = events.synchronize(shas);
    const context = { ...on.github, action_repository: "acme/ports", ...github };
    return runAction(path.join(ROOT, action), { event: on.event, github: context, inputs, workspace: folder, env });
}

/**
 * Starts a server with the releases of a repository.
 *
 * It serves them as pages, and through GitHub's API to clients with the token. `spoil` alters the
 * archive after its checksum is computed.
 */
function release(spoil = false) {
    const folder = fs.mkdtempSync(path.join(SCRATCH, "release-"));
    const lies = path.join(folder, `v${version}`);
    const sum = execFileSync(path.join(ROOT, ".ci/package"), [BINARY, target, lies], { encoding: "utf8" }).split(" ")[0];
    if (spoil) fs.appendFileSync(path.join(lies, archive), "more");
    const response = events.answer("release");
    response.assets = fs.readdirSync(lies).map((name, at) => ({ ...response.assets[0], id: 70 + at, name }));
    fs.writeFileSync(path.join(folder, "release.json"), JSON.stringify(response));
    // The server needs its own process, because the runner blocks this process while a step runs.
    const code = `
import functools, http.server as h, json, sys
class Handler(h.SimpleHTTPRequestHandler):
    def do_GET(self):
        api = "/repos/acme/ports/releases/"
        if self.path.startswith(api):
            open(sys.argv[1] + "/asked", "a").write(self.path + "\\n")
            if self.headers.get("Authorization") != "Bearer a-token-for-the-tool":
                return self.send_error(404)
            release = json.load(open(sys.argv[1] + "/release.json"))
            names = {"assets/%d" % each["id"]: "${`v${version}`}/" + each["name"] for each in release["assets"]}
            names["tags/${`v${version}`}"] = "release.json"
            if "json" in self.headers["Accept"] and "assets/" in self.path:
                return self.send_error(406)
            self.path = "/" + names.get(self.path[len(api):], "nothing")
        super().do_GET()
s = h.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=sys.argv[1]))
print(s.server_port, flush=True)
s.serve_forever()`;
    const server = spawn("python3", ["-I", "-c", code, folder], { stdio: ["ignore", "pipe", "ignore"] });
    after(() => server.kill());
    const asked = () => fs.readFileSync(path.join(folder, "asked"), "utf8").trim().split("\n");
    return new Promise((done) => {
        server.stdout.once("data", (port) => done({ url: `http://127.0.0.1:${String(port).trim()}`, sum, asked }));
    });
}

/**
 * Returns a PATH with a fake `gh`. It writes its arguments and its token to a file, and exits with
 * this code.
 */
function withGh(code = 0) {
    const bin = fs.mkdtempSync(path.join(SCRATCH, "gh-"));
    const script = `#!/bin/bash\ncase "$*" in *--help) exit 0 ;; esac\necho "gh $* GH_TOKEN=$GH_TOKEN"\nexit ${code}\n`;
    fs.writeFileSync(path.join(bin, "gh"), script, { mode: 0o755 });
    return { PATH: `${bin}:${process.env.PATH}` };
}

test("a release is downloaded, checked and run", async () => {
    const { url, sum } = await release();
    for (const [action, sha256] of [["setup", ""], ["setup", sum], [".", ""], ["core", sum]]) {
        const done = act({ "releases-url": url, sha256 }, { action });
        assert.equal(done.conclusion, "success", done.log);
        if (action !== "setup") assert.equal(done.outputs.verdict, "pass", done.log);
        assert.match(done.outputs.binary, /cargo-mts$/);
        assert.match(done.log, new RegExp(`sha256 ${sum}`));
    }
});

test("after the setup action, later steps call the tool by its name", async () => {
    const { url } = await release();
    const done = act({ "releases-url": url });
    assert.deepEqual(done.path, [path.dirname(done.outputs.binary)], done.log);
});

test("an archive with a wrong checksum is not unpacked", async () => {
    const [whole, spoilt] = [await release(), await release(true)];
    const wrong = { "another sum": [whole, "0".repeat(64)], "another archive": [spoilt, ""] };
    for (const [name, [{ url }, sha256]] of Object.entries(wrong)) {
        const done = act({ "releases-url": url, sha256 }, { action: "." });
        assert.deepEqual([done.conclusion, done.steps.install.exitCode], ["failure", 3], name);
        assert.match(done.log, /but the \w+( sha256)? requires/, name);
        assert.equal(done.steps.run.outcome, "skipped", name);
    }
    const missing = act({ "releases-url": whole.url, version: "9.9.9" });
    assert.match(missing.log, /cannot download/);
    const strange = act({ "releases-url": whole.url, version: "1;id" });
    assert.match(strange.log, /is not of the form/);
    const local = act({}, { github: { action_repository: "" } });
    assert.match(local.log, /a local action has no releases/);
});

test("an unreachable registry gives one error message and exit code 3", () => {
    const done = act({ "releases-url": "http://127.0.0.1:1" });
    assert.deepEqual([done.conclusion, done.steps.install.exitCode], ["failure", 3]);
    assert.match(done.log, /::error title=cargo mts::cannot download .*: pin the action to a release/);
});

test("the release of a private repository is downloaded with a token that no other program gets", async () => {
    const { url, sum, asked } = await release();
    const github = { api_url: url };
    const done = act({ "tool-token": "a-token-for-the-tool" }, { github });
    assert.equal(done.conclusion, "success", done.log);
    assert.match(done.log, new RegExp(`sha256 ${sum}`));
    assert.doesNotMatch(done.log, /a-token/);
    assert.equal(asked().length, 4, "the release and an asset, for the archive and for its sum");
    for (const each of asked()) assert.ok(events.isDescribed("get", each), each);
    const wrong = act({ "tool-token": "a-token-of-somebody" }, { github });
    assert.deepEqual([wrong.conclusion, wrong.steps.install.exitCode], ["failure", 3]);
    assert.match(wrong.log, /cannot download .*, give the input tool-token/);
    // Like a call from the reusable workflow: the action is local, and the URL names the repository
    // of the release.
    const local = act(
        { "tool-token": "a-token-for-the-tool", "releases-url": "https://github.com/acme/ports/releases/download" },
        { github: { ...github, action_repository: "" } },
    );
    assert.equal(local.conclusion, "success", local.log);
    // The action downloads from a mirror directly, without the API and without the token.
    const before = asked().length;
    const mirror = await release();
    const copied = act({ "tool-token": "a-token-for-the-tool", "releases-url": mirror.url }, { github });
    assert.equal(copied.conclusion, "success", copied.log);
    assert.equal(asked().length, before);
    const whole = act({ "tool-token": "a-token-for-the-tool" }, { github, action: "." });
    for (const [id, { env }] of Object.entries(whole.steps)) {
        if (id !== "install") assert.ok(Object.values(env ?? {}).every((value) => !value.includes("a-token-for")), id);
    }
});

test("the attestation is checked if the runner can check it, and otherwise the log says so", async () => {
    const { url } = await release();
    const run = (inputs, more) => act({ "releases-url": url, ...inputs }, more);
    const checked = run({}, { env: withGh() });
    assert.equal(checked.conclusion, "success", checked.log);
    assert.match(checked.log, new RegExp(`gh attestation verify .*/${archive} --repo acme/ports GH_TOKEN=a-token-that-may-write`));
    const forged = run({}, { env: withGh(1) });
    assert.deepEqual([forged.conclusion, forged.steps.install.exitCode], ["failure", 3]);
    assert.match(forged.log, /has no valid build attestation of acme\/ports: use verify: sha256 to skip this check/);
    // The check is not possible without gh, without a token, or on a server without attestations.
    // The user may also switch it off.
    const cannot = [
        run({}, { env: { PATH: "/usr/bin:/bin" } }),
        run({ token: "" }, { env: withGh(1) }),
        run({}, { env: withGh(1), github: { server_url: "https://ghes.example.org" } }),
    ];
    for (const done of cannot) {
        assert.equal(done.conclusion, "success", done.log);
        assert.match(done.log, /the action does not check the attestation on this runner/);
    }
    const chosen = run({ verify: "sha256" }, { env: withGh(1) });
    assert.equal(chosen.conclusion, "success", chosen.log);
    assert.ok(Object.values(chosen.steps.install.env).every((value) => !value.includes("a-token")));
    const withoutGh = run({ verify: "attestation" }, { env: { PATH: "/usr/bin:/bin" } });
    assert.match(withoutGh.log, /needs the gh command/);
});

test("cargo builds the sources outside of the checkout, so that a change cannot configure cargo", () => {
    const stub = fs.mkdtempSync(path.join(SCRATCH, "cargo-"));
    fs.writeFileSync(path.join(stub, "cargo"), `#!/bin/sh\npwd > "${stub}/place"\nexit 1\n`, { mode: 0o755 });
    const done = act({ install: "source" }, { env: { PATH: `${stub}:${process.env.PATH}` } });
    assert.equal(done.conclusion, "failure", done.log);
    const place = fs.readFileSync(path.join(stub, "place"), "utf8").trim();
    assert.ok(path.relative(folder, place).startsWith(".."), place);
});

test("cargo binstall downloads the archives from the address of the release", () => {
    const manifest = fs.readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
    const value = (key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(manifest)[1];
    const known = { repo: "https://github.com/acme/ports", version, name: "cargo-mts", target, bin: "cargo-mts", "binary-ext": "" };
    const filled = (text) => text.replace(/\{ ([a-z-]+) \}/g, (_, name) => known[name]);
    assert.equal(filled(value("pkg-url")), `https://github.com/acme/ports/releases/download/v${version}/${archive}`);
    const lies = path.join(SCRATCH, "binstall");
    execFileSync(path.join(ROOT, ".ci/package"), [BINARY, target, lies]);
    const packed = execFileSync("tar", ["-tzf", path.join(lies, archive)], { encoding: "utf8" }).split("\n");
    assert.ok(packed.includes(filled(value("bin-dir"))), packed.join());
});
