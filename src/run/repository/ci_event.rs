//! What a GitHub event says about the revisions of a run. Only shas are taken from it, each is looked for in
//! the repository, and where they do not fit what is checked out the repository alone decides.

use serde_json::Value as Json;

/// The revisions of an event; each is 40 or 64 hex digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A pull request: its head, and the tip of the branch it goes to as it was when the event happened.
    PullRequest {
        /// Head of the pull request.
        head: String,
        /// Tip of its base branch.
        base: String,
    },
    /// A merge queue tests a group of pull requests on top of `base`.
    MergeGroup {
        /// What is checked out.
        head: String,
        /// What the group is put on.
        base: String,
    },
    /// A branch got new commits.
    Push {
        /// Its tip now.
        after: String,
        /// Its tip before; `None` for a new branch.
        before: Option<String>,
    },
}

/// The event that the environment names, if it is one with revisions and GitHub set it.
#[must_use]
pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Event> {
    if variable("GITHUB_ACTIONS").as_deref() != Some("true") {
        return None;
    }
    let text = std::fs::read_to_string(variable("GITHUB_EVENT_PATH")?).ok()?;
    parse(&variable("GITHUB_EVENT_NAME")?, &serde_json::from_str(&text).ok()?)
}

/// The revisions of an event of this name; `None` for one that has none, such as `workflow_dispatch`.
#[must_use]
pub fn parse(name: &str, event: &Json) -> Option<Event> {
    let sha = |path: &str| event.pointer(path).and_then(Json::as_str).filter(|text| is_sha(text)).map(str::to_owned);
    match name {
        "pull_request" | "pull_request_target" => {
            Some(Event::PullRequest { head: sha("/pull_request/head/sha")?, base: sha("/pull_request/base/sha")? })
        }
        "merge_group" => {
            Some(Event::MergeGroup { head: sha("/merge_group/head_sha")?, base: sha("/merge_group/base_sha")? })
        }
        "push" => {
            // A branch that is new was at no commit before.
            let before = sha("/before").filter(|sha| sha.chars().any(|digit| digit != '0'));
            Some(Event::Push { after: sha("/after")?, before })
        }
        _ => None,
    }
}

fn is_sha(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.chars().all(|c| c.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sha(digit: char) -> String {
        digit.to_string().repeat(40)
    }

    #[test]
    fn the_revisions_of_each_event_are_found() {
        let pull = json!({"pull_request": {"head": {"sha": sha('a')}, "base": {"sha": sha('b')}}});
        assert_eq!(parse("pull_request", &pull), Some(Event::PullRequest { head: sha('a'), base: sha('b') }));
        let group = json!({"merge_group": {"head_sha": sha('a'), "base_sha": sha('b')}});
        assert_eq!(parse("merge_group", &group), Some(Event::MergeGroup { head: sha('a'), base: sha('b') }));
        let push = json!({"before": sha('b'), "after": sha('a')});
        assert_eq!(parse("push", &push), Some(Event::Push { after: sha('a'), before: Some(sha('b')) }));
        let fresh = json!({"before": sha('0'), "after": sha('a')});
        assert_eq!(parse("push", &fresh), Some(Event::Push { after: sha('a'), before: None }));
        assert_eq!(parse("workflow_dispatch", &json!({"inputs": {}})), None);
    }

    #[test]
    fn what_is_no_sha_is_not_taken() {
        for odd in ["main", "--upload-pack=x", "", "abc"] {
            let pull = json!({"pull_request": {"head": {"sha": odd}, "base": {"sha": sha('b')}}});
            assert_eq!(parse("pull_request", &pull), None, "{odd}");
        }
        assert_eq!(parse("push", &json!([])), None);
    }

    #[test]
    fn without_github_there_is_no_event() {
        assert_eq!(of_environment(|name| (name == "GITHUB_EVENT_NAME").then(|| "push".to_owned())), None);
    }
}
