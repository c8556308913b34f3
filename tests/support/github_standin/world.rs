//! Builds a world for `publish`.
//!
//! A world is a stand-in with a repository, the environment of a workflow run, and a report to
//! publish.

use super::{Entry, Fault, Standin, State};
use cargo_mts::github::{
    self, ActionsEnv, Annotate, CommentMode, PublishRequest, PublishTarget, Published, RetryPolicy,
};
use mts_model::report::{
    ChangedSides, Conclusion, EditedLines, GateReport, JavaSide, PairReport, PairStatus, PythonSide, REPORT_VERSION,
    ReportCommand, RunReport, Scores, Settings, Timings, Tool,
};
use mts_model::{Finding, FindingKind, Operator, Severity};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

pub const HEAD: &str = "6dcb09b5b57875f334f61aebed695e2e4193db5e";
pub const BASE: &str = "f95f852bd8fca8fcc58a9a2d6c842781e32a215e";
pub const MERGE: &str = "c4295bd3a1c8f1e2ad0f8bb0d4f5a6b7c8d9e0f1";
pub const TOKEN: &str = "ghs_not-a-real-token";
pub const PULL: u64 = 7;
pub const RUN: u64 = 8412;

/// The lock for tests behind a proxy. The proxy has only one port, so the tests run one at a time.
static TURN: Mutex<()> = Mutex::new(());

/// A validating proxy in front of the stand-in (`.ci/contract`).
pub struct Front {
    /// The port of the stand-in behind the proxy.
    port: u16,
    /// The address of the proxy.
    address: String,
    /// The description against which the proxy checks requests, and the start of its paths.
    of: &'static TranslatorConfig,
}

type TranslatorConfig = (&'static str, &'static str);
const GITHUB: TranslatorConfig = ("api.github.com", "");
const ENTERPRISE: TranslatorConfig = ("ghes-3.19", "/api/v3");

/// Returns the proxy; `None` if there is none.
pub fn front() -> Option<Front> {
    let port = std::env::var("MTS_STANDIN_PORT").ok()?.parse().ok()?;
    let name = std::env::var("MTS_STANDIN_OF").ok()?;
    let of = [&GITHUB, &ENTERPRISE].into_iter().find(|(known, _)| *known == name).expect("a description");
    Some(Front { port, address: std::env::var("MTS_STANDIN_FRONT").ok()? + of.1, of })
}

pub struct World {
    pub standin: Standin,
    pub folder: TempDir,
    pub variables: BTreeMap<String, String>,
    pub report: RunReport,
    pub request: PublishRequest,
    _turn: Option<MutexGuard<'static, ()>>,
}

/// The result of a run of the program.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl World {
    /// Builds a world with pull request 7 of acme/ledger and run 8412 for it. In its report, a pair
    /// fails.
    pub fn new() -> Self {
        Self::described(&GITHUB)
    }

    /// Builds the same world on GitHub Enterprise Server.
    pub fn enterprise() -> Self {
        Self::described(&ENTERPRISE)
    }

    /// Builds a world with this description; behind a proxy, with the proxy's description.
    fn described(of: &'static TranslatorConfig) -> Self {
        match front() {
            None => Self::on(of, 0, None, None),
            Some(front) => {
                let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
                Self::on(front.of, front.port, Some(front.address), Some(turn))
            }
        }
    }

    fn on(
        (description, prefix): &'static TranslatorConfig,
        port: u16,
        front: Option<String>,
        turn: Option<MutexGuard<'static, ()>>,
    ) -> Self {
        let standin = Standin::start(description, prefix, port, front);
        let folder = TempDir::new().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let variables = [
            ("GITHUB_ACTIONS", "true".to_owned()),
            ("GITHUB_API_URL", standin.api.clone()),
            ("GITHUB_SERVER_URL", "https://github.com".to_owned()),
            ("GITHUB_REPOSITORY", "acme/ledger".to_owned()),
            ("GITHUB_EVENT_PATH", path("event.json")),
            ("GITHUB_RUN_ID", RUN.to_string()),
            ("GITHUB_RUN_ATTEMPT", "1".to_owned()),
            ("GITHUB_SHA", MERGE.to_owned()),
            ("GITHUB_REF", format!("refs/pull/{PULL}/merge")),
            ("GITHUB_OUTPUT", path("output")),
            ("GITHUB_STEP_SUMMARY", path("summary.md")),
            ("GITHUB_TOKEN", TOKEN.to_owned()),
        ];
        let retry_policy = RetryPolicy {
            retries: 3,
            longest: Duration::from_secs(5),
            fault: Duration::from_millis(2),
            secondary: Duration::from_millis(20),
            answer: Duration::from_secs(20),
        };
        let mut world = Self {
            standin,
            folder,
            variables: variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            report: report(3),
            request: PublishRequest {
                parts: vec![PublishTarget::Comment, PublishTarget::Check],
                mode: CommentMode::Changes,
                key: "default".to_owned(),
                check_name: "mts".to_owned(),
                artifact_url: None,
                max_annotations: 50,
                annotate: Annotate::All,
                verbose: false,
                retry_policy,
            },
            _turn: turn,
        };
        world.event("pull_request", &json!({ "pull_request": { "number": PULL, "head": { "sha": HEAD } } }));
        {
            let mut state = world.state();
            state.login = "github-actions[bot]".to_owned();
            state.token = TOKEN.to_owned();
            state.pulls = vec![pull(PULL, "acme/ledger", "feature", HEAD)];
            state.runs = vec![run(RUN, 40, "pull_request", "feature", HEAD)];
        }
        world
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.standin.state.lock().expect("no thread died")
    }

    /// Sets the event of the run.
    pub fn event(&mut self, name: &str, payload: &Json) -> &mut Self {
        self.variables.insert("GITHUB_EVENT_NAME".to_owned(), name.to_owned());
        std::fs::write(self.folder.path().join("event.json"), payload.to_string()).expect("written");
        self
    }

    pub fn around(&self) -> ActionsEnv {
        ActionsEnv::read(|name| self.variables.get(name).cloned()).expect("complete")
    }

    /// Publishes, and checks that every request and answer matches the description.
    pub fn publish(&self) -> Published {
        let published = github::publish(&self.report, &self.request, &self.around()).expect("it can be tried");
        let problems = self.state().problems.clone();
        assert!(problems.is_empty(), "{problems:#?}");
        let debug_text = format!("{published:?}");
        assert!(!debug_text.contains(TOKEN), "{debug_text}");
        published
    }

    /// Runs the program itself in this environment.
    pub fn program(&self, flags: &[&str]) -> Ran {
        let result = self.folder.path().join("report.json");
        let text = serde_json::to_string(&self.report).expect("JSON");
        std::fs::write(&result, text).expect("written");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
            .args(["publish", "--result"])
            .arg(&result)
            .args(flags)
            .env_clear()
            .envs(&self.variables)
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert!(!stdout.contains(TOKEN) && !stderr.contains(TOKEN));
        Ran { code: output.status.code().unwrap_or(-1), stdout, stderr }
    }

    /// Returns the outputs of the step, parsed like GitHub's runner.
    pub fn outputs(&self) -> BTreeMap<String, String> {
        let text = self.read("output");
        let mut lines = text.lines();
        let mut found = BTreeMap::new();
        while let Some((name, delimiter)) = lines.next().and_then(|line| line.split_once("<<")) {
            let value: Vec<&str> = lines.by_ref().take_while(|line| *line != delimiter).collect();
            found.insert(name.to_owned(), value.join("\n"));
        }
        found
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    pub fn fault(&self, method: &'static str, path: &'static str, status: u16, effect: bool) -> &Self {
        let message = "Server Error";
        self.state().faults.push(Fault { method, path, status, headers: Vec::new(), message, effect });
        self
    }

    pub fn limit(
        &self,
        path: &'static str,
        status: u16,
        headers: Vec<(&'static str, String)>,
        message: &'static str,
    ) -> &Self {
        self.state().faults.push(Fault { method: "POST", path, status, headers, message, effect: false });
        self
    }

    /// Adds a comment of a user.
    pub fn comment(&self, login: &str, body: &str) -> u64 {
        let description = super::description::Description::load("api.github.com");
        let mut state = self.state();
        let mut comment = super::routes::comment(&description, &mut state, json!(body));
        comment["user"]["login"] = json!(login);
        let id = comment["id"].as_u64().expect("an id");
        state.comments.push(comment);
        state.comment_issues.push(PULL);
        id
    }

    /// Returns the bodies of the comments that begin with the marker.
    pub fn marked(&self) -> Vec<String> {
        let state = self.state();
        let bodies = state.comments.iter().filter_map(|comment| comment["body"].as_str());
        bodies.filter(|body| body.starts_with("<!-- cargo-mts ")).map(str::to_owned).collect()
    }

    pub fn journal(&self) -> Vec<Entry> {
        self.state().journal.clone()
    }
}

pub fn pull(number: u64, repository: &str, branch: &str, sha: &str) -> Json {
    json!({ "number": number, "state": "open", "head": { "sha": sha, "ref": branch,
        "repo": { "full_name": repository } } })
}

pub fn run(id: u64, number: u64, event: &str, branch: &str, sha: &str) -> Json {
    json!({ "id": id, "run_number": number, "run_attempt": 1, "workflow_id": 159_038, "event": event,
        "head_branch": branch, "head_sha": sha, "status": "completed", "conclusion": "failure",
        "head_repository": { "full_name": "acme/ledger" }, "pull_requests": [] })
}

/// Returns a failed report with so many findings, each at another line.
pub fn report(findings: u32) -> RunReport {
    let scores = Scores {
        mts: Some(0.5),
        mts_open: Some(0.5),
        counted: 20,
        killed: 10,
        inputs: 40,
        inputs_equal: 34,
        ca_tests: Some(0.85),
        ..Scores::default()
    };
    let edited =
        |before: &str, after: &str| EditedLines { before: vec![before.to_owned()], after: vec![after.to_owned()] };
    let finding = |n: u32| Finding {
        id: format!("MTS-{n:012x}"),
        kind: if n == 0 { FindingKind::Original } else { FindingKind::Mutant },
        cause: format!("after the ROR edit `i < {n} => i <= {n}` Java and Python diverge (mismatch)"),
        severity: if n == 0 { Severity::Error } else { Severity::Warning },
        line_java: 40 + n,
        line_python: 20 + n,
        input: Some("cents = -7, parts = 2".to_owned()),
        java_outcome: Some("returns [-4, -3]".to_owned()),
        python_outcome: Some("returns [-3, -4]".to_owned()),
        edit_summary: Some("i < n => i <= n".to_owned()),
        java_edit: Some(edited("i < n", "i <= n")),
        python_edit: Some(edited("range(n)", "range(n + 1)")),
        suggestion: None,
        diagnosis: None,
        differing_call: None,
        arguments: None,
        caused_by_other: false,
        same_at_base: false,
        order_dependence: None,
        import_error: None,
        caused_by: None,
        accepted: false,
        head_line_java: None,
        head_line_python: None,
        changed_line_java: None,
        changed_line_python: None,
        operator: (n > 0).then_some(Operator::ROR),
        transformation: None,
        evidence: None,
    };
    RunReport {
        version: REPORT_VERSION,
        tool: Tool { name: "cargo-mts".to_owned(), version: "0.1.0".to_owned() },
        seed: "0x51c2".to_owned(),
        command: ReportCommand::Run,
        base_sha: Some(BASE.to_owned()),
        head_sha: Some(HEAD.to_owned()),
        tested_sha: Some(MERGE.to_owned()),
        conclusion: Conclusion::Failed,
        headline: "Merge blocked: MTS of `Money.split` rose from 0.06 to 0.50".to_owned(),
        gate: GateReport {
            passed: false,
            exit_code: 10,
            reasons: vec!["`Money.split`: MTS 0.50 is above 0.20".to_owned()],
            warnings: Vec::new(),
            broken_rules: Vec::new(),
            thresholds: BTreeMap::new(),
            pending_until_merge: Vec::new(),
        },
        scores: scores.clone(),
        pairs: vec![PairReport {
            name: "Money.split".to_owned(),
            java: JavaSide {
                file: "src/main/java/acme/Money.java".to_owned(),
                class: "Money".to_owned(),
                method: "split".to_owned(),
                params: vec!["long".to_owned(), "int".to_owned()],
                line: 38,
                head_file: None,
                head_line: None,
            },
            python: PythonSide {
                file: "py/money.py".to_owned(),
                qualname: "split".to_owned(),
                line: 18,
                head_file: None,
                head_line: None,
            },
            reason: "name".to_owned(),
            may_be_no_pair: false,
            changed: ChangedSides::Both,
            drift: false,
            status: PairStatus::Failed,
            dropped: Vec::new(),
            reasons: vec!["MTS 0.50 is above 0.20".to_owned()],
            base: Some(Scores { mts: Some(0.06), mts_open: Some(0.06), ..scores.clone() }),
            head: scores,
            increase: Some(0.44),
            increase_interval: None,
            disagreements: None,
            findings: (0..findings).map(finding).collect(),
            notes: Vec::new(),
            call: None,
            objects: None,
            program: None,
        }],
        unpaired: Vec::new(),
        skipped: Vec::new(),
        notes: Vec::new(),
        settings: Settings {
            translator: "mirror".to_owned(),
            exceptions: mts_model::ExceptionMode::Paper,
            types: mts_model::TypeMode::Drift,
            rel_tol: None,
            output: None,
            operators: Operator::ALL.to_vec(),
            max_inputs: 40,
            limit: None,
            exception_table: BTreeMap::new(),
            sandbox: Vec::new(),
            java: "17".to_owned(),
            python: "3.11".to_owned(),
        },
        shard: None,
        reproducible: true,
        timings: Timings::default(),
        folder: None,
    }
}

/// Returns a report of a change that changed no pair.
pub fn quiet() -> RunReport {
    RunReport {
        conclusion: Conclusion::Passed,
        headline: "Passed: nothing to compare, because no paired function changed".to_owned(),
        gate: GateReport { passed: true, exit_code: 0, reasons: Vec::new(), ..report(0).gate },
        scores: Scores::default(),
        pairs: Vec::new(),
        ..report(0)
    }
}
