//! Handles the requests for reviews, their comments, and changed files.

use super::State;
use super::description::Description;
use super::exchange::{Answer, Asked};
use super::routes::{merge, paged};
use serde_json::{Value as Json, json};

const PULL: &str = "/repos/{owner}/{repo}/pulls/{pull_number}";

/// Answers a request below `/pulls`. `None` for any other request.
pub fn route(
    description: &Description,
    state: &mut State,
    asked: &Asked,
    parts: &[&str],
    root: &str,
) -> Option<Answer> {
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    let example =
        |path: &str, method: &str, status: &str| description.example(&format!("{PULL}{path}"), method, status);
    Some(match (asked.method.as_str(), parts) {
        ("GET", ["repos", _, _, "pulls", _, "files"]) => {
            let file = |file: &Json| {
                let mut out = example("/files", "get", "200")[0].clone();
                merge(&mut out, file);
                out
            };
            paged(asked, root, state.files.iter().map(file).collect(), None)
        }
        ("GET", ["repos", _, _, "pulls", _, "comments"]) => paged(asked, root, state.line_comments.clone(), None),
        ("GET", ["repos", _, _, "pulls", _, "reviews"]) => paged(asked, root, state.reviews.clone(), None),
        ("POST", ["repos", _, _, "pulls", _, "reviews"]) => {
            let comments = asked.body["comments"].as_array().cloned().unwrap_or_default();
            if !comments.iter().all(|comment| is_in_diff(&state.files, comment)) {
                let mut refusal = Answer::refusal(422, "Unprocessable Entity");
                refusal.body["errors"] = json!(["Pull request review thread line must be part of the diff"]);
                return Some(refusal);
            }
            let mut review = example("/reviews", "post", "200");
            let id = state.id();
            (review["id"], review["body"], review["state"]) =
                (json!(id), asked.body["body"].clone(), json!("COMMENTED"));
            review["user"]["login"] = json!(state.login);
            review["commit_id"] = asked.body["commit_id"].clone();
            review["html_url"] = json!(format!("https://github.com/acme/ledger/pull/7#pullrequestreview-{id}"));
            for comment in comments {
                let mut out = example("/comments", "get", "200")[0].clone();
                for key in ["path", "body", "line", "start_line", "side"] {
                    out[key] = comment[key].clone();
                }
                (out["id"], out["pull_request_review_id"]) = (json!(state.id()), json!(id));
                out["user"]["login"] = json!(state.login);
                out.as_object_mut().expect("an object").remove("in_reply_to_id");
                state.line_comments.push(out);
            }
            state.reviews.push(review.clone());
            Answer::new(200, review)
        }
        ("PUT", ["repos", _, _, "pulls", _, "reviews", one]) => {
            let id = number(one);
            match state.reviews.iter_mut().find(|review| review["id"] == id) {
                None => Answer::refusal(404, "Not Found"),
                Some(review) => {
                    review["body"] = asked.body["body"].clone();
                    Answer::new(200, review.clone())
                }
            }
        }
        ("DELETE", ["repos", _, _, "pulls", "comments", one]) => {
            let id = number(one);
            match state.line_comments.iter().position(|comment| comment["id"] == id) {
                None => Answer::refusal(404, "Not Found"),
                Some(at) => {
                    state.line_comments.remove(at);
                    Answer::new(204, Json::Null)
                }
            }
        }
        _ => return None,
    })
}

/// Reports whether a comment is at lines of one hunk; GitHub refuses any other comment.
fn is_in_diff(files: &[Json], comment: &Json) -> bool {
    let Some(file) = files.iter().find(|file| file["filename"] == comment["path"]) else { return false };
    let line = comment["line"].as_u64().expect("a line");
    let start = comment["start_line"].as_u64().unwrap_or(line);
    let patch = file["patch"].as_str().unwrap_or_default();
    patch.split("\n@@").any(|hunk| {
        let (head, text) = hunk.split_once('\n').unwrap_or((hunk, ""));
        let first: u64 =
            head.split('+').nth(1).and_then(|new| new.split([',', ' ']).next()?.parse().ok()).expect("a number");
        let shown = text.lines().filter(|line| line.starts_with(['+', ' '])).count() as u64;
        comment["side"] == "RIGHT" && first <= start && start <= line && line < first + shown
    })
}
