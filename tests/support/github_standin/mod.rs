//! Runs a stand-in for GitHub's REST interface on this machine. The stand-in remembers written
//! data, and checks every request and each of its answers against GitHub's published description.
//! The stand-in also has limits that the description lacks: the length of comments, pages,
//! permissions, rate limits, and faults before and after the effect.

mod description;
mod exchange;
mod reviews;
mod routes;
pub mod world;

use description::Description;
use exchange::{Answer, Asked};
use serde_json::Value as Json;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// A fault of the server. The first matching request uses it up.
pub struct Fault {
    /// The method of the request.
    pub method: &'static str,
    /// A part of the request's path.
    pub path: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// The headers of the answer.
    pub headers: Vec<(&'static str, String)>,
    /// The `message` of the answer.
    pub message: &'static str,
    /// Whether the request has its effect in spite of the fault.
    pub effect: bool,
}

/// A received request.
#[derive(Clone, Debug)]
pub struct Entry {
    pub method: String,
    pub path: String,
    pub body: Json,
    pub status: u16,
}

/// The data on the stand-in.
#[derive(Default)]
pub struct State {
    pub comments: Vec<Json>,
    /// The issue number of each comment.
    pub comment_issues: Vec<u64>,
    pub checks: Vec<Json>,
    /// The annotations of each check run.
    pub annotations: Vec<Vec<Json>>,
    pub statuses: Vec<Json>,
    /// The changed files of the pull request.
    pub files: Vec<Json>,
    pub reviews: Vec<Json>,
    /// The comments of the reviews.
    pub line_comments: Vec<Json>,
    pub uploads: Vec<Json>,
    pub pulls: Vec<Json>,
    pub runs: Vec<Json>,
    pub faults: Vec<Fault>,
    /// The parts of paths that the token may not write to; `""` for all paths.
    pub denied: Vec<&'static str>,
    /// The parts of paths that the token may not read.
    pub unreadable: Vec<&'static str>,
    /// The user whose token this is.
    pub login: String,
    /// The token that the server accepts.
    pub token: String,
    /// Whether the path `/user` exists.
    pub knows_user: bool,
    pub journal: Vec<Entry>,
    /// The requests and answers that do not match the description, as texts.
    pub problems: Vec<String>,
    next: u64,
}

impl State {
    fn id(&mut self) -> u64 {
        self.next += 1;
        1_000 + self.next
    }

    /// Returns the number of requests with this method whose path contains `part`.
    pub fn asked(&self, method: &str, part: &str) -> usize {
        self.journal.iter().filter(|entry| entry.method == method && entry.path.contains(part)).count()
    }

    /// Returns the number of requests that change data.
    pub fn writes(&self) -> usize {
        self.journal.iter().filter(|entry| entry.method != "GET").count()
    }
}

/// The running server; it ends when this value is dropped.
pub struct Standin {
    /// The root URL of the interface, as a client gets it.
    pub api: String,
    pub state: Arc<Mutex<State>>,
    stop: Arc<AtomicBool>,
    port: u16,
    thread: Option<JoinHandle<()>>,
}

impl Standin {
    /// Starts a server on a port; 0 selects any port. If `front` is given, clients use this address
    /// instead of the server's.
    pub fn start(description: &'static str, prefix: &'static str, port: u16, front: Option<String>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let api = front.unwrap_or_else(|| format!("http://127.0.0.1:{port}{prefix}"));
        let state = Arc::new(Mutex::new(State::default()));
        let stop = Arc::new(AtomicBool::new(false));
        let (shared, stopped, root) = (Arc::clone(&state), Arc::clone(&stop), api.clone());
        let thread = std::thread::spawn(move || {
            let description = Description::load(description);
            for stream in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                let Ok(mut stream) = stream else { continue };
                // The server handles requests one after another, so the journal has their order.
                let Some(asked) = exchange::read(&mut stream) else { continue };
                let answer = answer(&description, &shared, &asked, prefix, &root);
                exchange::write(&mut stream, &answer);
            }
        });
        Self { api, state, stop, port, thread: Some(thread) }
    }
}

impl Drop for Standin {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        drop(std::net::TcpStream::connect(("127.0.0.1", self.port)));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn answer(description: &Description, state: &Mutex<State>, asked: &Asked, prefix: &str, root: &str) -> Answer {
    let mut state = state.lock().expect("no thread died");
    let Some(path) = asked.path.strip_prefix(prefix) else {
        state.problems.push(format!("{} {}: not below {prefix}", asked.method, asked.path));
        return Answer::refusal(404, "Not Found");
    };
    let problems = description.of_request(asked, path);
    let answer = if !problems.is_empty() {
        state.problems.extend(problems.iter().cloned());
        Answer::refusal(422, &problems.join("; "))
    } else if asked.token.as_deref() != Some(state.token.as_str()) {
        Answer::refusal(401, "Bad credentials")
    } else {
        let fault = state
            .faults
            .iter()
            .position(|fault| fault.method == asked.method && path.contains(fault.path))
            .map(|at| state.faults.remove(at));
        match fault {
            Some(fault) => {
                if fault.effect {
                    routes::route(description, &mut state, asked, path, root);
                }
                let mut answer = Answer::refusal(fault.status, fault.message);
                answer.headers =
                    fault.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
                answer
            }
            None => {
                let answer = routes::route(description, &mut state, asked, path, root);
                // If an answer is not one of GitHub's, the tests have no value.
                let problems = description.of_answer(asked, path, &answer);
                state.problems.extend(problems);
                answer
            }
        }
    };
    state.journal.push(Entry {
        method: asked.method.clone(),
        path: asked.path.clone() + &asked.query.as_ref().map_or(String::new(), |query| format!("?{query}")),
        body: asked.body.clone(),
        status: answer.status,
    });
    answer
}
