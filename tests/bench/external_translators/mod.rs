//! Tests external translators, end to end, with real programs and a real server over HTTP.
//!
//! The tests check the answers of the translators, and the result of each way in which a translator
//! fails.

mod chat;

use crate::server::Server;
use crate::support::{Ran, mts_with};
use chat::{Behaviour, authority, secure, start};
use mts_workers::commands::command::{CommandResult, UserCommand};
use mts_workers::commands::cpu_limit::CpuBound;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use tempfile::TempDir;

/// Returns a program with this name and this Java body.
fn program(id: &str, body: &str, python: &str) -> String {
    let java = format!("class {id} {{\n    static int f(int n) {{\n        {body}\n    }}\n}}\n");
    let row = json!({"id": id, "java": java, "java_class": id, "java_method": "f", "java_return": "int",
                     "java_params": ["int"], "python": python, "inputs": [[7], [12], [0], [31]]});
    format!("{row}\n")
}

/// Returns two programs: one halves its argument, and one counts up to it.
fn corpus() -> String {
    let count = "int s = 0; for (int i = 0; i < n; i++) { s += i; } return s;";
    halves(&["HALF"]) + &program("COUNT", count, "def f(n):\n    return sum(range(n))\n")
}

/// Returns programs with these names that halve their argument. Each program has one mutant with a product.
fn halves(names: &[&str]) -> String {
    names.iter().map(|name| program(name, "return n / 2;", "def f(n):\n    return n // 2\n")).collect()
}

/// Returns the script of a translator for such bodies. `then` is the rest of the script.
fn translator(then: &str) -> String {
    format!(
        "import json, os, re, sys, time\n\
         def translate(java):\n\
         \x20   body = re.search(r'f\\(int n\\) \\{{(.*)\\}}\\s*\\}}', java, re.S).group(1)\n\
         \x20   body = body.replace('/', '//').replace('int ', '')\n\
         \x20   loop = re.search(r'for \\(i = (.*?); (.*?); i\\+\\+\\) \\{{ (.*?); \\}}', body)\n\
         \x20   if loop:\n\
         \x20       first, test, step = loop.groups()\n\
         \x20       return f'def f(n):\\n    s = 0\\n    i = {{first}}\\n    while {{test}}:\\n        {{step}}\\n        i += 1\\n    return s\\n'\n\
         \x20   value = re.search(r'return (.*?);', body).group(1)\n\
         \x20   return f'def f(n):\\n    return {{value}}\\n'\n\
         {then}"
    )
}

/// Returns a cache that only these tests use. The cache keeps workers between runs, but not translations.
fn cache() -> &'static str {
    static CACHE: OnceLock<String> = OnceLock::new();
    CACHE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("translators");
        _ = std::fs::remove_dir_all(folder.join("cargo-mts/translations"));
        folder.display().to_string()
    })
}

/// A folder with the corpus and files.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: TempDir::new().expect("a folder") };
        place.write("corpus", &corpus());
        place
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("writes");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("reads")
    }

    /// Runs the bench with one translator, on operators that make few mutants.
    fn bench(&self, translator: &str, more: &[&str], variables: &[(&str, &str)]) -> Ran {
        let cache = cache();
        let all = ["bench", "--corpus", "corpus", "--operators", "AORB,ROR", "--json", "--translator", translator];
        let variables = [&[("XDG_CACHE_HOME", cache)], variables].concat();
        mts_with(self.path(), &[&all[..], more].concat(), &variables)
    }

    /// Returns the verdicts with their reasons, by program and mutant.
    fn verdicts(&self, name: &str) -> Vec<(String, String, String)> {
        let text = |row: &Json, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let rows = self.read(name);
        let rows = rows.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
        rows.map(|row| (text(&row, "id") + &text(&row, "mutant"), text(&row, "verdict"), text(&row, "why"))).collect()
    }
}

fn result(ran: &Ran) -> Json {
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("one JSON object")
}

/// Returns a result without varying values and the name of the translator.
///
/// The removed values differ between equal runs.
fn scores(mut result: Json) -> Json {
    let object = result.as_object_mut().expect("an object");
    for key in ["seconds", "cpu_seconds", "mutants_per_second", "peak_rss_mb", "translator", "translation"] {
        object.remove(key);
    }
    result
}

const COMMAND: &str = "print(translate(sys.stdin.read()))\n";
const BATCH: &str = "for line in sys.stdin:\n    row = json.loads(line)\n    \
                     print(json.dumps({'id': row['id'], 'python': translate(row['java'])}), flush=True)\n";

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn a_command_a_batch_and_a_replay_of_either_give_the_same_scores() {
    let place = Place::new();
    place.write("one.py", &translator(COMMAND));
    place.write("many.py", &translator(BATCH));
    let record = ["--record", "record.jsonl", "--per-mutant", "first"];
    let first = result(&place.bench("command:python3 one.py", &record, &[]));
    assert!(first["counted"].as_u64() > Some(5), "{first}");
    assert_eq!((&first["ca_tests"], &first["missing"], &first["unknown"]), (&json!(1.0), &json!({}), &json!({})));
    assert_eq!(first["translation"]["cached"], json!(0));
    let texts = first["translation"]["texts"].as_u64().expect("a number");
    assert!(texts > 7, "{first}");
    // The tool requests each text once, although several mutants may share it.
    assert_eq!(first["translation"]["requests"].as_u64(), Some(texts));

    let batch = result(&place.bench("batch:python3 many.py", &[], &[]));
    assert_eq!(scores(batch.clone()), scores(first.clone()));
    assert_eq!(batch["translation"]["requests"], json!(1), "one process for all");

    let replay = result(&place.bench("recorded:record.jsonl", &["--per-mutant", "again"], &[]));
    assert_eq!(scores(replay), scores(first.clone()));
    assert_eq!(place.verdicts("again"), place.verdicts("first"));

    let again = result(&place.bench("command:python3 one.py", &[], &[]));
    assert_eq!(scores(again.clone()), scores(first.clone()));
    assert_eq!((&again["translation"]["cached"], &again["translation"]["requests"]), (&json!(texts), &json!(0)));
    // A changed text of the same program is another translator.
    place.write("one.py", &format!("{}# changed\n", translator(COMMAND)));
    let changed = result(&place.bench("command:python3 one.py", &["--no-translation-cache"], &[]));
    assert_eq!(changed["translation"]["requests"].as_u64(), Some(texts));
    let changed = result(&place.bench("command:python3 one.py", &[], &[]));
    assert_eq!(changed["translation"]["cached"], json!(0), "nothing was kept of the run without the cache");
    assert_eq!(scores(changed), scores(first));
}

/// The commands on the product of each program: name, behaviour, and expected reason.
const FAULTS: &[(&str, &str, &str)] = &[
    ("HANGS", "time.sleep(60)", "no answer in time"),
    ("FLOODS", "sys.stdout.write('x' * 200000)", "too much output"),
    ("EXITS", "sys.exit('out of ideas')", "the translator failed: exit status 1: out of ideas"),
    ("DIES", "os.kill(os.getpid(), 9)", "the translator failed: signal 9"),
    ("PROSE", "print('Here is the code:\\n```python\\n' + made + '```')", "prose around the code: line 1"),
    (
        "OTHER",
        "print('def solve(n):\\n    return n')",
        "the answer does not contain the function: there is no `f`, only `solve`",
    ),
    ("TWICE", "print(made + made)", "the answer contains the function more than once: `f`"),
    ("BLOCKS", "print('```\\n' + made + '```\\n```\\n' + made + '```')", "several blocks of code: 2"),
    ("BYTES", "sys.stdout.buffer.write(b'def f(n):\\n    return \"\\xff\"')", "not UTF-8: byte 23"),
    ("SILENT", "pass", "an empty answer"),
    ("OPEN", "print('```python\\n' + made)", "the answer is incomplete: no line of ``` or ~~~ ends the code block"),
];

/// Checks that each product is killed, for a reason that contains the expected text.
fn expect(place: &Place, rows: &str, expected: &[(&str, &str)]) {
    let verdicts = place.verdicts(rows);
    for (id, reason) in expected {
        let found = verdicts.iter().filter(|(row, _, why)| row.starts_with(id) && why.contains(reason)).count();
        assert_eq!(found, 1, "{id}: {reason}: {verdicts:#?}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn every_failure_of_a_command_has_its_own_state_and_the_run_continues() {
    let place = Place::new();
    let names: Vec<&str> = FAULTS.iter().map(|(id, ..)| *id).collect();
    place.write("corpus", &halves(&names));
    let cases: String =
        FAULTS.iter().map(|(id, fault, _)| format!("    if name == '{id}': {fault}; sys.exit()\n")).collect();
    let script = format!(
        "made = translate(sys.stdin.read())\nname = os.environ['MTS_CLASS']\nif '*' in made:\n{cases}\
         print('```py\\n' + made + '```')\n"
    );
    place.write("t.py", &translator(&script));
    place.write("t.yml", "kind: command\nname: bad\ncommand: python3 t.py\ntime: 8\noutput: 100000\n");
    let summary = result(&place.bench("t.yml", &["--per-mutant", "rows", "--record", "record.jsonl"], &[]));
    assert_eq!(summary["kill_reasons"]["missing"], json!(FAULTS.len()), "{summary}");
    assert_eq!((&summary["missing"]["the translator failed"], &summary["unknown"]), (&json!(2), &json!({})));
    expect(&place, "rows", &FAULTS.iter().map(|(id, _, reason)| (*id, *reason)).collect::<Vec<_>>());
    let replay = result(&place.bench("recorded:record.jsonl", &["--per-mutant", "again"], &[]));
    assert_eq!(scores(replay), scores(summary));
    assert_eq!(place.verdicts("again"), place.verdicts("rows"));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_batch_assigns_each_failure_to_the_text_that_caused_it() {
    let place = Place::new();
    let faults = [
        ("DIES", "os._exit(3)", "the translator failed: exit status 3"),
        ("HANGS", "time.sleep(60)", "no answer in time"),
        ("BREAKS", "print('{', flush=True); continue", "the answer does not follow the protocol"),
        (
            "SAYS",
            "print(json.dumps({'id': row['id'], 'error': 'no stars'}), flush=True); continue",
            "the translator refused: no stars",
        ),
        (
            "EMPTY",
            "print(json.dumps({'id': row['id']}), flush=True); continue",
            "the answer does not follow the protocol: the answer has no `python`, no `candidates` and no `error`",
        ),
    ];
    place.write("corpus", &halves(&faults.map(|(id, ..)| id)));
    let cases: String =
        faults.iter().map(|(id, fault, _)| format!("        if row['class'] == '{id}': {fault}\n")).collect();
    let script = format!(
        "for line in sys.stdin:\n    row = json.loads(line)\n    made = translate(row['java'])\n    \
         if '*' in made:\n{cases}    print(json.dumps({{'id': row['id'], 'python': made}}), flush=True)\n"
    );
    place.write("t.py", &translator(&script));
    place.write("t.yml", "kind: batch\nname: bad\ncommand: python3 t.py\ntime: 8\n");
    let summary = result(&place.bench("t.yml", &["--per-mutant", "rows"], &[]));
    assert_eq!(summary["kill_reasons"]["missing"], json!(faults.len()), "{summary}");
    expect(&place, "rows", &faults.map(|(id, _, reason)| (id, reason)));
}

#[test]
fn a_translator_that_fails_for_all_programs_fails_the_run_without_scores() {
    let place = Place::new();
    place.write("t.py", "import sys\nsys.exit('no licence')\n");
    let ran = place.bench("command:python3 t.py", &[], &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (12, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("any of 2 programs") && ran.stderr.contains("no licence"), "{}", ran.stderr);
    let ran = place.bench("command:/nowhere/j2py", &[], &[]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
}

#[test]
fn a_program_gets_only_the_variables_of_its_description() {
    let place = Place::new();
    let script = "made = translate(sys.stdin.read())\nkeys = ['GIVEN', 'SECRET', 'MODE', 'MTS_METHOD', 'MTS_CLASS', 'MTS_SIGNATURE', 'MTS_SEED']\n\
                  open('seen', 'w').write(repr([os.environ.get(key) for key in keys]))\nprint(made)\n";
    place.write("t.py", &translator(script));
    place.write("t.yml", "kind: command\ncommand: python3 t.py\nenv: [GIVEN]\nset: {MODE: fast}\nseed: 5\n");
    let ran = place.bench("t.yml", &["--only", "HALF"], &[("GIVEN", "yes"), ("SECRET", "no")]);
    result(&ran);
    assert_eq!(place.read("seen"), "['yes', None, 'fast', 'f', 'HALF', 'int f(int n)', '5']");
}

/// Returns the configuration of a translator at the endpoint of a server.
fn described(server: &Server) -> String {
    format!(
        "kind: http\nname: model\nurl: {}\nmodel: small\ntemperature: 0.5\nseed: 7\nkey-env: THE_KEY\ntime: 30\n\
         retries: 2\noutput: 100000\nprice: {{prompt: 1000000, completion: 2000000}}\n",
        server.url()
    )
}

#[test]
fn an_endpoint_gets_one_request_for_each_text_and_its_tokens_are_counted() {
    let place = Place::new();
    let server = start(Behaviour::Good);
    place.write("t.yml", &described(&server));
    let more = ["--record", "record.jsonl", "--per-mutant", "first"];
    let ran = place.bench("t.yml", &more, &[("THE_KEY", "sk-very-secret")]);
    let first = result(&ran);
    assert_eq!((&first["ca_tests"], &first["missing"], &first["unknown"]), (&json!(1.0), &json!({}), &json!({})));
    let took = &first["translation"];
    let texts = took["texts"].as_u64().expect("a number");
    assert_eq!((&took["requests"], &took["reproducible"]), (&json!(texts), &json!(false)));
    assert_eq!((&took["prompt_tokens"], &took["completion_tokens"]), (&json!(10 * texts), &json!(3 * texts)));
    assert_eq!(took["cost"].as_f64(), Some(16.0 * f64::from(u32::try_from(texts).expect("few"))));
    let seen = server.seen();
    assert_eq!(seen.len() as u64, texts);
    for request in &seen {
        assert_eq!(request.path, "/v1/chat/completions");
        assert_eq!(request.authorization, "Bearer sk-very-secret");
        let body: Json = serde_json::from_str(&request.body).expect("JSON");
        assert_eq!((&body["model"], &body["temperature"], &body["seed"]), (&json!("small"), &json!(0.5), &json!(7)));
    }
    // Only the requests contain the key; the output and the files do not.
    for text in [ran.stdout, ran.stderr, place.read("record.jsonl"), place.read("first")] {
        assert!(!text.contains("sk-very-secret"));
    }
    drop(server);
    let again = result(&place.bench("t.yml", &[], &[]));
    assert_eq!((&again["translation"]["cached"], scores(again.clone())), (&json!(texts), scores(first.clone())));
    let replay = result(&place.bench("recorded:record.jsonl", &["--per-mutant", "again"], &[]));
    assert_eq!(scores(replay), scores(first));
    assert_eq!(place.verdicts("again"), place.verdicts("first"));
}

#[test]
fn a_request_is_repeated_until_the_endpoint_recovers() {
    let place = Place::new();
    let names = ["First429", "First500", "FirstTruncated", "FirstGarbled"];
    place.write("corpus", &halves(&names));
    let server = start(Behaviour::ByClass);
    place.write("t.yml", &described(&server));
    let summary = result(&place.bench("t.yml", &[], &[]));
    assert_eq!((&summary["unknown"], &summary["missing"]), (&json!({}), &json!({})), "{summary}");
    assert_eq!((&summary["ca_tests"], &summary["translation"]["retries"]), (&json!(1.0), &json!(names.len())));
}

/// Checks that a killed and resumed bench gives the same bytes as a complete bench.
///
/// The test kills the bench while the translator answers.
fn goes_on(place: &Place, translator: &str) {
    let place_of = |name: &str| place.path().join(name);
    let base = ["bench", "--corpus", "corpus", "--operators", "AORB,ROR", "--jobs", "1", "--translator", translator];
    // No cache keeps answers, so every run sends its own requests.
    let base = [&base[..], &["--no-translation-cache"]].concat();
    let variables = [("XDG_CACHE_HOME", cache())];
    let whole = mts_with(place.path(), &[&base[..], &["--output", "whole"]].concat(), &variables);
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
        .args(&base)
        .args(["--resume", "journal"])
        .current_dir(place.path())
        .envs(variables)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("starts");
    let lines = || std::fs::read(place_of("journal")).map_or(0, |text| text.iter().filter(|c| **c == b'\n').count());
    let clock = std::time::Instant::now();
    while lines() < 3 {
        assert!(clock.elapsed().as_secs() < 120, "nothing was finished");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert!(lines() < 1 + 8, "it ended before it was killed");
    let resumed = [&base[..], &["--resume", "journal", "--output", "resumed"]].concat();
    let resumed = mts_with(place.path(), &resumed, &variables);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let files = |folder: &str| {
        let entries =
            std::fs::read_dir(place_of(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut all: Vec<(std::path::PathBuf, String)> = entries
            .map(|path| (path.file_name().expect("a name").into(), std::fs::read_to_string(&path).expect("text")))
            .collect();
        all.sort();
        all
    };
    assert_eq!(files("resumed"), files("whole"));
    assert!(files("whole").len() > 10);
}

#[test]
#[ignore = "takes long: `cargo test -- --ignored`"]
fn a_resumed_bench_with_a_command_or_an_endpoint_gives_identical_results() {
    let place = Place::new();
    let names: Vec<String> = (0..8).map(|n| format!("P{n}")).collect();
    place.write("corpus", &halves(&names.iter().map(String::as_str).collect::<Vec<_>>()));
    place.write("one.py", &translator(&format!("time.sleep(0.05)\n{COMMAND}")));
    goes_on(&place, "command:python3 one.py");
    std::fs::remove_file(place.path().join("journal")).expect("removed");
    let server = start(Behaviour::Good);
    place.write("t.yml", &described(&server));
    goes_on(&place, "t.yml");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_failed_request_has_no_verdict_and_a_useless_answer_is_a_missing_counterpart() {
    let place = Place::new();
    let unreachable = [
        ("Star429", "rate limit or quota reached: 429 not this"),
        ("Star500", "the endpoint failed: 500 not this"),
        ("Star400", "the endpoint refused the request: 400 not this"),
        ("StarTruncated", "an invalid answer"),
        ("StarGarbled", "an invalid answer"),
        ("StarHangs", "no connection"),
    ];
    let missing = [
        ("StarCutOff", "the answer is incomplete: the model reached its limit of tokens"),
        ("StarRefused", "the translator refused: I will not"),
        ("StarFloods", "too much output"),
    ];
    let names: Vec<&str> = unreachable.iter().chain(&missing).map(|(id, _)| *id).collect();
    place.write("corpus", &halves(&names));
    let server = start(Behaviour::ByClass);
    place.write("t.yml", &described(&server).replace("time: 30", "time: 8").replace("retries: 2", "retries: 1"));
    let ran = place.bench("t.yml", &["--record", "record.jsonl", "--per-mutant", "rows"], &[]);
    assert_eq!(ran.code, 12, "{}", ran.stderr);
    assert!(ran.stderr.contains("6 of 36 mutants have no verdict"), "{}", ran.stderr);
    let summary: Json = serde_json::from_str(&ran.stdout).expect("the tables are there all the same");
    assert_eq!((&summary["verdicts"]["unknown"], &summary["counted"]), (&json!(6), &json!(30)), "{summary}");
    assert_eq!(summary["kill_reasons"]["missing"], json!(3));
    expect(&place, "rows", &unreachable);
    expect(&place, "rows", &missing);
    let replay = place.bench("recorded:record.jsonl", &["--per-mutant", "again"], &[]);
    assert_eq!(replay.code, 12);
    assert_eq!(scores(serde_json::from_str(&replay.stdout).expect("JSON")), scores(summary));
    assert_eq!(place.verdicts("again"), place.verdicts("rows"));
}

#[test]
fn an_endpoint_that_refuses_the_key_gets_one_request_and_the_key_is_not_printed() {
    let place = Place::new();
    let server = start(Behaviour::Denied);
    place.write("t.yml", &described(&server).replace("time: 30", "time: 30\nconcurrency: 1"));
    let ran = place.bench("t.yml", &[], &[("THE_KEY", "sk-very-secret")]);
    assert_eq!((ran.code, ran.stdout.as_str()), (12, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("the endpoint refused the key: 401 no such key: ***"), "{}", ran.stderr);
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_tls_endpoint_gets_requests_only_if_its_certificate_authority_is_trusted() {
    let place = Place::new();
    let server = secure(Behaviour::Good);
    place.write("t.yml", &described(&server).replace("retries: 2", "retries: 0"));
    let key = ("THE_KEY", "sk-very-secret");
    // This proxy does not exist: the tool uses no proxy for an endpoint on this machine.
    let proxy = ("HTTPS_PROXY", "http://127.0.0.1:9");
    let ran = place.bench("t.yml", &["--only", "HALF"], &[key, proxy]);
    assert_eq!((ran.code, ran.stdout.as_str()), (12, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("no connection: ") && ran.stderr.contains("UnknownIssuer"), "{}", ran.stderr);
    assert!(server.seen().is_empty(), "the untrusted server got no request");
    let trusted = ("SSL_CERT_FILE", authority());
    let ran = place.bench("t.yml", &["--only", "HALF"], &[key, proxy, (trusted.0, &trusted.1)]);
    let summary = result(&ran);
    assert_eq!((&summary["ca_tests"], &summary["unknown"]), (&json!(1.0), &json!({})), "{summary}");
    let seen = server.seen();
    assert_eq!(Some(seen.len() as u64), summary["translation"]["requests"].as_u64());
    assert!(!seen.is_empty() && seen.iter().all(|request| request.authorization == "Bearer sk-very-secret"));
}

#[test]
fn a_remote_endpoint_is_called_through_the_proxy_of_the_environment() {
    let place = Place::new();
    place.write("t.yml", "kind: http\nurl: https://models.example.org/v1\nmodel: m\nretries: 0\ntime: 20\n");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let proxy = format!("http://{}", listener.local_addr().expect("an address"));
    let heard = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        let mut reader = std::io::BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") && std::io::BufRead::read_line(&mut reader, &mut head).is_ok_and(|n| n > 0) {}
        _ = std::io::Write::write_all(reader.get_mut(), b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
        head
    });
    let ran = place.bench("t.yml", &["--only", "HALF"], &[("HTTPS_PROXY", &proxy)]);
    assert_eq!(ran.code, 12, "{}", ran.stderr);
    assert!(ran.stderr.contains("no connection"), "{}", ran.stderr);
    let head = heard.join().expect("it was asked");
    assert!(head.starts_with("CONNECT models.example.org:443 HTTP/1.1"), "{head}");
}

#[test]
fn a_key_is_not_sent_without_encryption() {
    let place = Place::new();
    place.write("t.yml", "kind: http\nurl: http://example.org/v1\nmodel: m\n");
    let ran = place.bench("t.yml", &[], &[("OPENAI_API_KEY", "sk-very-secret")]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("without encryption") && !ran.stderr.contains("sk-very"), "{}", ran.stderr);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn processor_time_has_a_limit_from_the_start_and_waiting_does_not_count() {
    let bounded = |script: &str, seconds: u64| {
        let launcher = env!("CARGO_BIN_EXE_cargo-mts").into();
        let cpu = Some(CpuBound { time: Duration::from_secs(seconds), launcher });
        let words = if script.contains('/') {
            vec![script.to_owned()]
        } else {
            vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]
        };
        UserCommand { words, env: Vec::new(), time: Duration::from_secs(60), cpu, output: 1000 }.run(&[], "")
    };
    // The limit also applies to processes that the command starts at once, before the tool could
    // set a limit from outside.
    assert_eq!(bounded("ulimit -t; ulimit -Ht", 7), CommandResult::Answered(b"7\n8\n".to_vec()));
    assert_eq!(bounded("while :; do :; done", 1), CommandResult::CpuLimit);
    assert_eq!(bounded("sh -c 'while :; do :; done'; exit $?", 1), CommandResult::CpuLimit, "its child is over it");
    assert_eq!(bounded("sleep 1.5; echo done", 1), CommandResult::Answered(b"done\n".to_vec()), "it waits");
    let not_started = bounded("/nowhere/at/all", 1);
    assert!(
        matches!(&not_started, CommandResult::NotStarted(why) if why.contains("/nowhere/at/all: No such file")),
        "{not_started:?}"
    );
    let forged = "echo 'cannot start the program with a limit of processor time: no' >&2; exit 3";
    assert!(matches!(bounded(forged, 1), CommandResult::Failed(_)), "the program itself ended");
}
