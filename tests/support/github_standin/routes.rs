//! Handles each request. An answer is the description's own example with the test's values.

use super::State;
use super::description::Description;
use super::exchange::{Answer, Asked};
use super::reviews;
use serde_json::{Value as Json, json};

const COMMENTS: &str = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const CHECKS: &str = "/repos/{owner}/{repo}/check-runs";
const STATUSES: &str = "/repos/{owner}/{repo}/statuses/{sha}";

pub fn route(description: &Description, state: &mut State, asked: &Asked, path: &str, root: &str) -> Answer {
    let method = asked.method.as_str();
    let denied = |parts: &[&'static str]| parts.iter().any(|part| path.contains(part));
    if (method != "GET" && denied(&state.denied)) || (method == "GET" && denied(&state.unreadable)) {
        return Answer::refusal(403, "Resource not accessible by integration");
    }
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    match (method, parts.as_slice()) {
        ("GET", ["user"]) if state.knows_user => {
            let mut user = description.example("/user", "get", "200");
            user["login"] = json!(state.login);
            Answer::new(200, user)
        }
        ("GET", ["user"]) => Answer::refusal(403, "Resource not accessible by integration"),
        ("GET", ["repos", _, _, "pulls"]) => {
            let head = asked.value("head").unwrap_or_default();
            let open = state.pulls.iter().filter(|pull| {
                let owner = pull["head"]["repo"]["full_name"].as_str().and_then(|name| name.split('/').next());
                let label =
                    format!("{}:{}", owner.unwrap_or_default(), pull["head"]["ref"].as_str().unwrap_or_default());
                pull["state"] == "open" && (head.is_empty() || head == label)
            });
            paged(asked, root, open.map(|pull| listed(description, pull)).collect(), None)
        }
        ("GET", ["repos", _, _, "pulls", one]) => {
            found(state.pulls.iter().find(|pull| pull["number"] == number(one)).map(|pull| full(description, pull)))
        }
        ("GET", ["repos", _, _, "issues", one, "comments"]) => {
            let issue = number(one);
            let zipped = state.comments.iter().zip(&state.comment_issues);
            let all = zipped.filter(|(_, of)| **of == issue).map(|(comment, _)| comment.clone());
            paged(asked, root, all.collect(), None)
        }
        ("POST", ["repos", _, _, "issues", one, "comments"]) => match too_long(&asked.body["body"]) {
            Some(refusal) => refusal,
            None => {
                let comment = comment(description, state, asked.body["body"].clone());
                state.comments.push(comment.clone());
                state.comment_issues.push(number(one));
                Answer::new(201, comment)
            }
        },
        ("PATCH", ["repos", _, _, "issues", "comments", one]) => {
            let id = number(one);
            let at = state.comments.iter().position(|comment| comment["id"] == id);
            match (at, too_long(&asked.body["body"])) {
                (_, Some(refusal)) => refusal,
                (Some(at), None) if state.comments[at]["user"]["login"] == state.login.as_str() => {
                    state.comments[at]["body"] = asked.body["body"].clone();
                    Answer::new(200, state.comments[at].clone())
                }
                (Some(_), None) => Answer::refusal(403, "You do not have permission to edit this comment"),
                (None, None) => Answer::refusal(404, "Not Found"),
            }
        }
        ("POST", ["repos", _, _, "check-runs"]) => {
            let mut check = description.example(CHECKS, "post", "201");
            let id = state.id();
            check["id"] = json!(id);
            check["html_url"] = json!(format!("https://github.com/acme/ledger/runs/{id}"));
            for key in ["name", "head_sha", "external_id", "details_url", "status", "conclusion"] {
                if !asked.body[key].is_null() {
                    check[key] = asked.body[key].clone();
                }
            }
            state.checks.push(check);
            state.annotations.push(Vec::new());
            let at = state.checks.len() - 1;
            Answer::new(201, add(state, at, &asked.body["output"]))
        }
        ("GET" | "PATCH", ["repos", _, _, "check-runs", one]) => {
            let id = number(one);
            match state.checks.iter().position(|check| check["id"] == id) {
                None => Answer::refusal(404, "Not Found"),
                Some(at) if method == "GET" => Answer::new(200, state.checks[at].clone()),
                Some(at) => Answer::new(200, add(state, at, &asked.body["output"])),
            }
        }
        ("GET", ["repos", _, _, "commits", sha, "check-runs"]) => {
            let all = state.checks.iter().filter(|check| check["head_sha"] == *sha).cloned().collect();
            paged(asked, root, all, Some("check_runs"))
        }
        ("GET", ["repos", _, _, "commits", _, "statuses"]) => {
            paged(asked, root, state.statuses.iter().rev().cloned().collect(), None)
        }
        ("POST", ["repos", _, _, "statuses", _]) => {
            let mut status = description.example(STATUSES, "post", "201");
            for key in ["state", "context", "description", "target_url"] {
                status[key] = asked.body[key].clone();
            }
            state.statuses.push(status.clone());
            Answer::new(201, status)
        }
        ("POST", ["repos", _, _, "code-scanning", "sarifs"]) => {
            state.uploads.push(asked.body.clone());
            Answer::new(202, description.example("/repos/{owner}/{repo}/code-scanning/sarifs", "post", "202"))
        }
        ("GET", ["repos", _, _, "actions", "runs", one]) => {
            found(state.runs.iter().find(|run| run["id"] == number(one)).map(|run| a_run(description, run)))
        }
        ("GET", ["repos", _, _, "actions", "workflows", one, "runs"]) => {
            let fits = |run: &&Json| {
                let is = |key: &str, name: &str| asked.value(name).is_none_or(|value| run[key] == value.as_str());
                run["workflow_id"] == number(one)
                    && is("event", "event")
                    && is("head_branch", "branch")
                    && is("head_sha", "head_sha")
            };
            let all = state.runs.iter().filter(fits).map(|run| a_run(description, run)).collect();
            paged(asked, root, all, Some("workflow_runs"))
        }
        (_, parts) => {
            let answer = reviews::route(description, state, asked, parts, root);
            answer.unwrap_or_else(|| Answer::refusal(404, "Not Found"))
        }
    }
}

fn found(json: Option<Json>) -> Answer {
    json.map_or_else(|| Answer::refusal(404, "Not Found"), |json| Answer::new(200, json))
}

/// Returns one pull request, in its full form.
fn full(description: &Description, pull: &Json) -> Json {
    let mut out = description.example("/repos/{owner}/{repo}/pulls/{pull_number}", "get", "200");
    merge(&mut out, pull);
    out["requested_teams"] = json!([]); // The team of the example does not match any schema.
    out
}

/// Returns a pull request in the form of a list's items.
fn listed(description: &Description, pull: &Json) -> Json {
    let mut out = description.example("/repos/{owner}/{repo}/pulls", "get", "200")[0].clone();
    merge(&mut out, pull);
    out["requested_teams"] = json!([]);
    out
}

fn a_run(description: &Description, run: &Json) -> Json {
    let mut out = description.example("/repos/{owner}/{repo}/actions/runs/{run_id}", "get", "200");
    merge(&mut out, run);
    out["pull_requests"] = run["pull_requests"].clone();
    out
}

/// Replaces the values of one object by those of another.
pub fn merge(into: &mut Json, over: &Json) {
    match (into, over) {
        (Json::Object(into), Json::Object(over)) => {
            for (key, value) in over {
                merge(into.entry(key.clone()).or_insert(Json::Null), value);
            }
        }
        (into, over) => *into = over.clone(),
    }
}

pub fn comment(description: &Description, state: &mut State, body: Json) -> Json {
    let mut comment = description.example(COMMENTS, "post", "201");
    let id = state.id();
    comment["id"] = json!(id);
    comment["body"] = body;
    comment["user"]["login"] = json!(state.login);
    comment["html_url"] = json!(format!("https://github.com/acme/ledger/pull/7#issuecomment-{id}"));
    comment
}

/// Adds annotations to the existing ones.
fn add(state: &mut State, at: usize, output: &Json) -> Json {
    state.annotations[at].extend(output["annotations"].as_array().cloned().unwrap_or_default());
    let check = &mut state.checks[at];
    for key in ["title", "summary"] {
        if !output[key].is_null() {
            check["output"][key] = output[key].clone();
        }
    }
    check["output"]["annotations_count"] = json!(state.annotations[at].len());
    check.clone()
}

/// Refuses a comment that is too long; the description has no limit for it.
fn too_long(body: &Json) -> Option<Answer> {
    let long = body.as_str().is_some_and(|text| text.encode_utf16().count() > 65_536);
    long.then(|| {
        let mut refusal = Answer::refusal(422, "Validation Failed");
        refusal.body["errors"] = json!([{ "resource": "IssueComment", "code": "unprocessable", "field": "data",
            "message": "Body is too long (maximum is 65536 characters)" }]);
        refusal
    })
}

pub fn paged(asked: &Asked, root: &str, all: Vec<Json>, key: Option<&str>) -> Answer {
    let number = |name: &str, default: usize| asked.value(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (per, page) = (number("per_page", 30).min(100), number("page", 1).max(1));
    let total = all.len();
    let part: Vec<Json> = all.into_iter().skip((page - 1) * per).take(per).collect();
    let body = match key {
        Some(key) => json!({ "total_count": total, key: part }),
        None => json!(part),
    };
    let mut answer = Answer::new(200, body);
    if total > page * per {
        let next = format!("<{root}{}?per_page={per}&page={}>; rel=\"next\"", asked.path, page + 1);
        answer.headers.push(("Link".to_owned(), next));
    }
    answer
}
