//! Runs a chat model behind an endpoint. The model translates, or fails in a requested way.

use crate::server::{Request, Server, read, send};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value as Json, json};
use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The behaviour of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// The server translates every prompt.
    Good,
    /// The server refuses every key.
    Denied,
    /// The name of the class in the prompt selects the failure.
    ///
    /// `First..` fails the first time, and `Star..` fails for products.
    ByClass,
}

/// Returns the path of the authority that signed the certificate of a secure server.
pub fn authority() -> String {
    format!("{}/tests/fixtures/tls/ca.pem", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the configuration of TLS for a secure server.
fn tls() -> Arc<ServerConfig> {
    let file = |name: &str| format!("{}/tests/fixtures/tls/{name}", env!("CARGO_MANIFEST_DIR"));
    let certificate = CertificateDer::from_pem_file(file("server.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(file("server.key")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.expect("versions").with_no_client_auth();
    Arc::new(config.with_single_cert(vec![certificate], key).expect("they belong together"))
}

/// Starts a server with this behaviour.
pub fn start(behaviour: Behaviour) -> Server {
    Server::begin("http", move |stream, seen| serve(stream, behaviour, seen))
}

/// Starts a server with this behaviour, behind TLS.
pub fn secure(behaviour: Behaviour) -> Server {
    let tls = tls();
    Server::begin("https", move |stream, seen| {
        let connection = ServerConnection::new(Arc::clone(&tls)).expect("a connection");
        serve(StreamOwned::new(connection, stream), behaviour, seen);
    })
}

/// Answers one connection until it closes.
fn serve(stream: impl Read + Write, behaviour: Behaviour, seen: &Mutex<Vec<Request>>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let body: Json = serde_json::from_str(&request.body).expect("JSON");
        let prompt = body["messages"][0]["content"].as_str().expect("a prompt").to_owned();
        let class = class(&prompt).to_owned();
        let is_first = {
            let mut seen = seen.lock().expect("lives");
            let before = seen.iter().any(|other: &Request| other.body.contains(&format!("class {class} ")));
            seen.push(request);
            !before
        };
        let fails = match behaviour {
            Behaviour::Good => "",
            Behaviour::Denied => "Denied",
            Behaviour::ByClass if is_first => class.strip_prefix("First").unwrap_or_default(),
            Behaviour::ByClass if prompt.contains("n * 2") => class.strip_prefix("Star").unwrap_or_default(),
            Behaviour::ByClass => "",
        };
        if !answer(reader.get_mut(), fails, &prompt) {
            return;
        }
    }
}

fn class(prompt: &str) -> &str {
    prompt.split("```java\nclass ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a class")
}

/// Sends an answer; returns whether the connection stays open.
fn answer(stream: &mut impl Write, fails: &str, prompt: &str) -> bool {
    let error = |text: &str| json!({"error": {"message": text}}).to_string();
    let good = |choice: Json| {
        json!({"id": "x", "choices": [choice], "usage": {"prompt_tokens": 10, "completion_tokens": 3}}).to_string()
    };
    match fails {
        "Denied" => send(stream, 401, "", &error("no such key: sk-very-secret")),
        "429" => send(stream, 429, "retry-after: 0\r\n", &error("not this")),
        "500" => send(stream, 500, "retry-after: 0\r\n", &error("not this")),
        "400" => send(stream, 400, "", &error("not this")),
        "Truncated" => truncated(stream),
        "Garbled" => send(stream, 200, "", "<html>busy</html>"),
        "Hangs" => {
            std::thread::sleep(Duration::from_secs(30));
            false
        }
        "CutOff" => send(stream, 200, "", &good(json!({"message": {"content": "def f(n"}, "finish_reason": "length"}))),
        "Refused" => send(stream, 200, "", &good(json!({"message": {"content": null, "refusal": "I will not"}}))),
        "Floods" => send(stream, 200, "", &"x".repeat(200_000)),
        _ => {
            let message = json!({"role": "assistant", "content": translated(prompt)});
            send(stream, 200, "", &good(json!({"message": message, "finish_reason": "stop"})))
        }
    }
}

/// Returns the Python translation of a prompt's Java code, in a fence like a model's.
fn translated(prompt: &str) -> String {
    let java = prompt.split("```java\n").nth(1).and_then(|rest| rest.split("```").next()).expect("Java");
    let value = |text: &str| text.replace('/', "//");
    let between = |from: &str, to: &str| java.split(from).nth(1).and_then(|rest| rest.split(to).next()).map(value);
    let code = match (between("int i = 0; ", "; i++"), between("{ s +", "; }")) {
        (Some(test), step) => {
            let step = step.map_or_else(|| "s -= i".to_owned(), |step| format!("s +{step}"));
            format!(
                "def f(n):\n    s = 0\n    i = 0\n    while {}:\n        {step}\n        i += 1\n    return s\n",
                python(&test)
            )
        }
        (None, _) => format!("def f(n):\n    return {}\n", between("return ", ";").expect("a value")),
    };
    format!("```python\n{code}```\n")
}

fn python(test: &str) -> String {
    test.replace("false", "False").replace("true", "True")
}

/// Sends a part of an answer; the connection then ends.
fn truncated(stream: &mut impl Write) -> bool {
    _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"choices\": [");
    _ = stream.flush();
    false
}
