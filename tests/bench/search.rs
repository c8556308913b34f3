//! Tests the search for a better translation, end to end. A real program translates correctly only
//! at a high temperature. The tool calls it by the protocol of translators.

use crate::server::{Request, Server, read, send};
use crate::support::{Fixture, mts_in};
use serde_json::{Value as Json, json};
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A translator of methods that return half of their first parameter. A method may have other code before this result.
/// Up to a temperature of 0.5, it translates the plain method wrongly, like a model that does not know this form.
const MODEL: &str = r#"
import json, os, re, sys, time
temperature = float(os.environ["MTS_TEMPERATURE"])
def translate(java):
    head, body = re.search(r"static int f\((.*?)\) \{(.*)\}\s*\}", java, re.S).groups()
    names = [param.split()[-1] for param in head.split(",")]
    lines = ["def f(" + ", ".join(names) + "):"]
    lines += ["    for _ in range(1): pass"] * body.count("for (")
    for condition in re.findall(r"if \((true|false|[^;{]*?)\) \{", body):
        lines += ["    if True: pass"]
    if len(names) == 1 and body.count(";") == 1 and temperature <= 0.5 and names[0] == "n":
        lines += ["    return undefined"] if "WRONG" == os.environ.get("HOW") else ["    if n: pass", "    return n"]
    else:
        lines += ["    return int(" + names[0] + " / 2)"]
    return "\n".join(lines) + "\n"
for line in sys.stdin:
    asked = json.loads(line)
    if os.path.exists("slow"):
        time.sleep(0.2)
    print(json.dumps({"id": asked["id"], "python": translate(asked["java"])}), flush=True)
"#;

fn folder(description: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let java = "class HALF {\n    static int f(int n) {\n        return n / 2;\n    }\n}\n";
    let row = json!({"id": "HALF", "java": java, "java_class": "HALF", "java_method": "f", "java_return": "int",
                     "java_params": ["int"], "python": "def f(n):\n    return n // 2\n", "inputs": [[7], [12], [-3], [31]]});
    std::fs::write(folder.path().join("pairs.jsonl"), format!("{row}\n")).expect("writes");
    std::fs::write(folder.path().join("model.py"), MODEL).expect("writes");
    std::fs::write(folder.path().join("model.yml"), description).expect("writes");
    folder
}

/// Returns the configuration of the model.
fn model() -> String {
    "kind: batch\nname: fake\ncommand: python3 model.py\ntemperature: 0.1\n".to_owned()
}

fn searched(folder: &Path, more: &[&str]) -> (i32, Json) {
    let arguments =
        ["search", "pairs.jsonl", "--translator", "model.yml", "--no-translation-cache", "--tests", "4", "--json"];
    let ran = mts_in(folder, &[&arguments[..], more].concat());
    let results: Json = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
    (ran.code, results[0].clone())
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_search_converges_to_the_temperature_at_which_the_model_is_right() {
    let folder = folder(&model());
    let (code, result) = searched(folder.path(), &["--seed", "7", "--write", "best.py"]);
    assert_eq!(code, 0, "{result}");
    let attempts = result["attempts"].as_array().expect("attempts");
    let best = usize::try_from(result["best"].as_u64().expect("a best one")).expect("small");
    assert!(
        attempts.len() <= 20 && best + 1 == attempts.len(),
        "it ends with the first that violates nothing: {result}"
    );
    let temperature = |at: usize| attempts[at]["parameters"]["temperature"].as_f64().expect("a number");
    assert!((temperature(0) - 0.1).abs() < 1e-9 && temperature(best) > 0.5, "{result}");
    assert!((0..best).all(|at| temperature(at) <= 0.5), "{result}");
    assert!(
        attempts[0]["fitness"]["properties"].as_u64() > Some(0)
            && attempts[0]["violated"]["renameParam-retValuesS"].is_u64(),
        "{result}"
    );
    assert_eq!(attempts[best]["fitness"], json!({"properties": 0, "violations": 0}));
    assert_eq!((&result["inputs_equal"], &result["inputs"]), (&json!(4), &json!(4)), "the best is run");
    let written = std::fs::read_to_string(folder.path().join("best.py")).expect("a file");
    assert_eq!(Some(written.as_str()), result["translation"].as_str());
    assert!(written.contains("int(n / 2)"), "{written}");
    let queries: Vec<u64> = attempts.iter().map(|one| one["queries"].as_u64().expect("a count")).collect();
    assert!(queries.windows(2).all(|two| two[0] < two[1]) && queries[0] <= 1 + 5 * 4, "{queries:?}");
    assert_eq!(result["usage"]["texts"].as_u64(), queries.last().copied());
    let again = searched(folder.path(), &["--seed", "7"]).1;
    assert_eq!(again["attempts"], result["attempts"], "the same walk each time");
}

#[test]
fn a_budget_that_is_too_small_returns_the_best_attempt() {
    let folder = folder(&model());
    let (code, result) = searched(folder.path(), &["--seed", "7", "--iterations", "1"]);
    assert_eq!((code, result["attempts"].as_array().map(Vec::len)), (0, Some(1)));
    assert_eq!(result["best"].as_u64(), Some(0));
    assert!(result["inputs_equal"].as_u64() < Some(4), "it is wrong, and says so: {result}");
}

#[test]
fn an_interrupted_search_keeps_the_best_attempt() {
    let folder = folder(&model());
    std::fs::write(folder.path().join("slow"), "").expect("writes");
    let arguments = ["search", "pairs.jsonl", "--translator", "model.yml", "--no-translation-cache", "--json"];
    let more = ["--tests", "2", "--seed", "7", "--write", "best.py"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-mts"))
        .args(arguments)
        .args(more)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let until = Instant::now() + Duration::from_secs(120);
    while !folder.path().join("best.py").exists() {
        assert!(
            Instant::now() < until && child.try_wait().expect("a child").is_none(),
            "there is no first translation"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kills");
    assert!(killed.success());
    let out = child.wait_with_output().expect("ends");
    assert_eq!(out.status.code(), Some(130));
    let results: Json = serde_json::from_slice(&out.stdout).expect("a result");
    assert_eq!((&results[0]["interrupted"], results[0]["best"].is_u64()), (&json!(true), true), "{results}");
    assert!(results[0]["translation"].is_string());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn with_search_suggest_a_failing_pair_gets_a_better_translation() {
    let folder = folder(&model());
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writes");
    write("Half.java", "class Half {\n    static int f(int n) {\n        return n / 2;\n    }\n}\n");
    write("half.py", "def f(n):\n    return n // 2\n");
    let settings = "inputs: {max: 8}\nsearch: {tests: 2, seed: 7, translator: model.yml, suggest: ";
    let is_reproducible = || -> bool {
        let text = std::fs::read_to_string(folder.path().join("mts-out/report.json")).expect("a report");
        serde_json::from_str::<Json>(&text).expect("JSON")["reproducible"].as_bool().expect("a boolean")
    };
    let suggestion = |suggest: &str| -> (Json, String) {
        write("mts.yml", &format!("{settings}{suggest}}}\n"));
        let ran =
            mts_in(folder.path(), &["check", "Half.java", "half.py", "--config", "mts.yml", "--operators", "SDL"]);
        assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
        let pair = &ran.report()["pairs"][0];
        let notes = pair["notes"].as_array().expect("notes").iter().filter_map(Json::as_str).collect::<Vec<_>>();
        (pair["findings"][0]["suggestion"].clone(), notes.join("\n"))
    };
    assert_eq!(suggestion("false").0, Json::Null, "no search without the setting");
    assert!(is_reproducible(), "the translator got no request");
    let (found, notes) = suggestion("true");
    assert!(found.as_str().is_some_and(|text| text.contains("int(n / 2)")), "{found} {notes}");
    assert!(notes.contains("a translation by fake agrees with Java on 8 of 8 inputs"), "{notes}");
    assert!(notes.contains("this run has asked for"), "{notes}");
    assert!(!is_reproducible(), "a program that draws without a seed may answer otherwise the next time");
    let comment = std::fs::read_to_string(folder.path().join("mts-out/comment.md")).expect("a file");
    assert!(comment.contains("int(n / 2)"), "{comment}");
    write("model.yml", &format!("{}seed: 3\n", model()));
    suggestion("true");
    assert!(is_reproducible(), "a fixed seed says how it draws");
}

/// Returns the answer of a chat model for a method that halves its first parameter.
///
/// The answer for the method itself is wrong unless `is_right`. The answer for every changed method
/// is right.
fn halved(prompt: &str, is_right: bool) -> String {
    let java = prompt.split("```java\n").nth(1).and_then(|rest| rest.split("```").next()).expect("Java");
    let (head, body) = java.split_once("f(").and_then(|(_, rest)| rest.split_once(") {")).expect("a method");
    let names: Vec<&str> = head.split(',').filter_map(|param| param.split_whitespace().last()).collect();
    let loops = "    for _ in range(1): pass\n".repeat(body.matches("for (").count());
    let conditionals = "    if True: pass\n".repeat(body.matches("if (").count());
    let is_itself = names == ["n"] && body.matches(';').count() == 1;
    let value = if is_itself && !is_right { "n".to_owned() } else { format!("int({} / 2)", names[0]) };
    let wrong = if is_itself && !is_right { "    if n: pass\n" } else { "" };
    format!("```python\ndef f({}):\n{loops}{conditionals}{wrong}    return {value}\n```\n", names.join(", "))
}

/// Starts a server that answers each request with the result of `model`.
///
/// The argument of `model` is the body of the request.
fn answering(model: impl Fn(&Json) -> String + Send + Sync + 'static) -> Server {
    Server::begin("http", move |mut stream, seen| {
        let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
        while let Some(request) = read(&mut reader) {
            let body: Json = serde_json::from_str(&request.body).expect("JSON");
            seen.lock().expect("lives").push(request);
            let message = json!({"role": "assistant", "content": model(&body)});
            let choice = json!({"message": message, "finish_reason": "stop"});
            let usage = json!({"prompt_tokens": 10, "completion_tokens": 3});
            if !send(&mut stream, 200, "", &json!({"id": "x", "choices": [choice], "usage": usage}).to_string()) {
                return;
            }
        }
    })
}

fn prompt(body: &Json) -> &str {
    body["messages"].as_array().and_then(|all| all.last()?["content"].as_str()).expect("a prompt")
}

#[test]
fn a_search_over_http_sends_the_changed_parameters_with_each_request() {
    let server = answering(|body| {
        halved(prompt(body), body["temperature"].as_f64().is_some_and(|temperature| temperature > 0.5))
    });
    let described =
        format!("kind: http\nname: model\nurl: {}\nmodel: small\ntemperature: 0.1\nseed: 3\n", server.url());
    let folder = folder(&described);
    let (code, result) = searched(folder.path(), &["--seed", "7"]);
    assert_eq!(code, 0, "{result}");
    let attempts = result["attempts"].as_array().expect("attempts");
    let best = usize::try_from(result["best"].as_u64().expect("a best one")).expect("small");
    assert!(best > 0 && best + 1 == attempts.len(), "{result}");
    assert_eq!((&result["inputs_equal"], &result["inputs"]), (&json!(4), &json!(4)), "{result}");
    let is_plain = |request: &Request| request.path == "/v1/chat/completions" && request.authorization.is_empty();
    assert!(server.seen().iter().all(is_plain), "no key is described");
    // Every request has its own temperature and seed.
    let asked: Vec<(f64, u64)> = server
        .seen()
        .iter()
        .map(|request| {
            let body: Json = serde_json::from_str(&request.body).expect("JSON");
            (body["temperature"].as_f64().expect("a temperature"), body["seed"].as_u64().expect("a seed"))
        })
        .collect();
    for (at, attempt) in attempts.iter().enumerate() {
        let parameters = &attempt["parameters"];
        let temperature = parameters["temperature"].as_f64().expect("a number");
        let seed = parameters["seed"].as_u64().expect("a seed");
        assert_eq!(seed, if at == 0 { 3 } else { 7 + at as u64 }, "the description's, then the search's: {parameters}");
        assert!(asked.iter().any(|(t, s)| (t - temperature).abs() < 1e-9 && *s == seed), "attempt {at}: {parameters}");
    }
    assert_eq!(result["usage"]["requests"].as_u64(), Some(asked.len() as u64));
    assert_eq!(result["usage"]["texts"].as_u64(), attempts[best]["queries"].as_u64());
}

#[test]
fn prompts_are_drawn_and_the_prompt_of_the_best_attempt_is_reported() {
    let server = answering(|body| halved(prompt(body), prompt(body).contains("truncates towards zero")));
    let described = format!("kind: http\nname: model\nurl: {}\nmodel: small\nprompts: [one, two]\n", server.url());
    let folder = folder(&described);
    for (name, says) in [("one", "Translate to Python."), ("two", "Java truncates towards zero.")] {
        std::fs::write(folder.path().join(name), format!("{says}\n```java\n{{java}}\n```\n")).expect("writes");
    }
    let (code, result) = searched(folder.path(), &["--seed", "7"]);
    assert_eq!(code, 0, "{result}");
    let best = usize::try_from(result["best"].as_u64().expect("a best one")).expect("small");
    let attempts = result["attempts"].as_array().expect("attempts");
    assert_eq!((&attempts[0]["parameters"]["prompt"], &attempts[best]["parameters"]["prompt"]), (&json!(0), &json!(1)));
    assert_eq!(result["inputs_equal"], 4, "{result}");
    let first = server.seen().iter().filter(|request| request.body.contains("truncates")).count();
    assert!(first > 0 && first < server.seen().len(), "both were asked");
}

#[test]
fn a_deterministic_translator_is_refused_before_any_request() {
    let folder = folder("kind: batch\nname: fixed\ncommand: python3 model.py\n");
    for (translator, says) in
        [("plain", "is deterministic"), ("model.yml", "deterministic"), ("command:python3 model.py", "deterministic")]
    {
        let ran = mts_in(folder.path(), &["search", "pairs.jsonl", "--translator", translator]);
        assert_eq!(ran.code, 2, "{translator}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(says), "{translator}: {}", ran.stderr);
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pull_request_gets_a_suggested_translation_that_ran() {
    let model = folder(&model());
    let at = |name: &str| model.path().join(name).display().to_string();
    let description = format!("kind: batch\nname: fake\ncommand: python3 {}\ntemperature: 0.1\n", at("model.py"));
    std::fs::write(model.path().join("model.yml"), description).expect("writes");
    let fixture = Fixture::empty();
    let settings =
        format!("inputs: {{max: 8}}\nsearch: {{tests: 2, seed: 7, suggest: true, translator: {}}}\n", at("model.yml"));
    fixture.write("mts.yml", settings);
    fixture.write("Half.java", "class Half {\n    static int f(int n) {\n        return n / 2;\n    }\n}\n");
    fixture.write("half.py", "def f(n):\n    return int(n / 2)\n");
    fixture.commit("right");
    fixture.write("half.py", "def f(n):\n    return n // 2\n");
    fixture.commit("wrong");
    let run = ["run", "--base", "HEAD~1", "--head", "HEAD", "--operators", "SDL"];
    let ran = fixture.mts(&run);
    assert_eq!(ran.code, 11, "{}{}", ran.stdout, ran.stderr);
    let pair = &ran.report()["pairs"][0];
    let suggestion = pair["findings"][0]["suggestion"].as_str().unwrap_or_else(|| panic!("{pair:#}"));
    assert!(suggestion.contains("int(n / 2)"), "{suggestion}");
    let notes = pair["notes"].to_string();
    assert!(notes.contains("agrees with Java on 8 of 8 inputs, and the port agrees on"), "{notes}");
    // The suggestion is the whole function: as the port, it behaves like Java.
    fixture.write("half.py", suggestion);
    fixture.commit("as suggested");
    let fixed = fixture.mts(&run);
    assert_eq!(fixed.code, 0, "{}{}", fixed.stdout, fixed.stderr);
    assert!(!fixed.report()["pairs"][0]["notes"].to_string().contains("fake"), "the translator gets no request");
    // A change under test cannot choose its own model.
    fixture.write("mts.yml", "inputs: {max: 8}\n").write("half.py", "def f(n):\n    return n // 2\n");
    fixture.commit("nobody to ask");
    let own = "kind: batch\nname: fake\ncommand: python3 model.py\ntemperature: 0.1\n";
    fixture.write("model.yml", own).write("model.py", MODEL).write("half.py", "def f(n):\n    return n // 2 + 0\n");
    fixture.write("mts.yml", "inputs: {max: 8}\nsearch: {tests: 2, suggest: true, translator: model.yml}\n");
    fixture.commit("its own");
    let own = fixture.mts(&run);
    assert_eq!(own.code, 0, "the port was as wrong before: {}{}", own.stdout, own.stderr);
    let pair = &own.report()["pairs"][0];
    assert!(pair["findings"].as_array().expect("findings").iter().all(|one| one["suggestion"].is_null()), "{pair:#}");
}
