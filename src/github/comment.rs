//! Writes the comment on a pull request.
//!
//! A pull request has one comment for each key of a request, so that several runs can comment. `publish` finds the
//! comment by its marker, which contains the key, and by its author. If the result changes, `publish` rewrites the
//! comment.

use super::client::{Client, Failure};
use super::event::Trigger;
use super::request::{CommentMode, PublishRequest, Published, Written};
use super::target::Destination;
use crate::report::markdown::{self, CommentPlace};
use mts_model::report::{ChangedSides, Conclusion, RunReport};
use serde::Deserialize;
use serde_json::json;

impl CommentMode {
    /// Returns the reason why `publish` does not create a comment for this report. `None` if
    /// `publish` may create a comment.
    fn holds_back(self, report: &RunReport) -> Option<&'static str> {
        let clean = report.conclusion == Conclusion::Passed;
        let changed = report.pairs.iter().any(|pair| pair.changed != ChangedSides::None);
        match self {
            Self::Changes if !changed && clean => Some("no pair changed"),
            Self::Failures if clean => Some("the gate passed"),
            _ => None,
        }
    }
}

/// A comment in GitHub's answer.
#[derive(Clone, Debug, Deserialize)]
struct IssueComment {
    id: u64,
    html_url: String,
    #[serde(default)]
    body: Option<String>,
    user: Option<User>,
    /// The object that GitHub sets if a person hid the comment.
    #[serde(default)]
    minimized: Option<serde_json::Value>,
}

/// The author of a comment or a review in GitHub's answer.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct User {
    login: String,
}

impl User {
    pub(super) fn is(&self, login: &str) -> bool {
        self.login.eq_ignore_ascii_case(login)
    }
}

impl IssueComment {
    fn is_by(&self, login: &str) -> bool {
        self.user.as_ref().is_some_and(|user| user.is(login))
    }

    fn text(&self) -> &str {
        self.body.as_deref().unwrap_or_default()
    }

    fn written(&self) -> Written {
        Written { id: self.id, url: self.html_url.clone() }
    }
}

/// Writes or updates the comment if necessary.
pub(super) async fn write(
    client: &Client,
    report: &RunReport,
    request: &PublishRequest,
    place: &CommentPlace,
    target: &Destination,
    done: &mut Published,
) -> Result<(), Failure> {
    let Some(number) = target.pull else {
        done.notices.push("comment: not written: publish found no unique pull request".to_owned());
        return Ok(());
    };
    if request.mode == CommentMode::Off {
        done.notices.push("comment: not written: the comment mode is `off`".to_owned());
        return Ok(());
    }
    let text = markdown::render_at(report, place);
    let login = login(client, done).await?;
    let list = format!("/issues/{number}/comments");
    if let Some(comment) = own(client, &list, &request.key, &login).await? {
        if markdown::marker_line(comment.text()) == markdown::marker_line(&text) {
            done.notices.push(format!("comment: {} is up to date", comment.html_url));
            done.comment = Some(comment.written());
            return Ok(());
        }
        let path = format!("/issues/comments/{}", comment.id);
        let changed: IssueComment = client.replace(&path, &json!({ "body": text })).await?;
        done.notices.push(format!("comment: updated {}", changed.html_url));
        done.comment = Some(changed.written());
        return Ok(());
    }
    if let Some(why) = request.mode.holds_back(report) {
        done.notices.push(format!("comment: not written: {why}"));
        return Ok(());
    }
    let lookup = async || {
        let found = own(client, &list, &request.key, &login).await?;
        Ok(found.filter(|comment| markdown::marker_line(comment.text()) == markdown::marker_line(&text)))
    };
    let comment: IssueComment = client.create(&list, &json!({ "body": text }), lookup).await?;
    if let Some(author) = comment.user.as_ref().filter(|_| !comment.is_by(&login)) {
        let author = crate::report::escape::terminal(&author.login);
        done.warnings.push(format!(
            "comment: the author is {author}, not {login}: set MTS_LOGIN={author}, so that publish finds the comment again"
        ));
    }
    done.notices.push(format!("comment: wrote {}", comment.html_url));
    done.comment = Some(comment.written());
    Ok(())
}

/// Returns the text that a dry run prints about the comment.
pub(super) fn describe_dry_run(
    report: &RunReport,
    request: &PublishRequest,
    place: &CommentPlace,
    trigger: &Trigger,
) -> String {
    match (trigger, request.mode) {
        (Trigger::Commit { .. }, _) => "\ncomment: none, there is no pull request\n".to_owned(),
        (_, CommentMode::Off) => "\ncomment: none, the comment mode is `off`\n".to_owned(),
        _ => {
            let reason = request.mode.holds_back(report);
            let when = reason.map_or(String::new(), |why| format!(" (only replaces an earlier comment: {why})"));
            format!("\ncomment{when}:\n{}", markdown::render_at(report, place))
        }
    }
}

/// Returns the newest comment with this key's marker and this author.
///
/// The comment must start with the marker and must not be hidden. The author must match, because
/// any person can paste a marker.
async fn own(client: &Client, list: &str, key: &str, login: &str) -> Result<Option<IssueComment>, Failure> {
    let start = markdown::marker_start(key);
    let comments: Vec<IssueComment> = client.list(list, None).await?;
    let own = comments.into_iter().filter(|one| {
        let hidden = one.minimized.as_ref().is_some_and(|value| !value.is_null());
        one.text().starts_with(&start) && one.is_by(login) && !hidden
    });
    Ok(own.max_by_key(|comment| comment.id))
}

/// Returns the login of the token's owner.
pub(super) async fn login(client: &Client, done: &mut Published) -> Result<String, Failure> {
    const WORKFLOW: &str = "github-actions[bot]";
    if let Some(login) = client.login() {
        return Ok(login.to_owned());
    }
    // A workflow token cannot request the user that owns the token.
    if client.is_installation() {
        return Ok(WORKFLOW.to_owned());
    }
    match client.get_outside::<User>("/user").await {
        Ok(user) => Ok(user.login),
        Err(Failure::Denied(_)) => Ok(WORKFLOW.to_owned()),
        Err(failure) => {
            done.notices.push(
                "cannot find the owner of the token: set MTS_LOGIN to the login of the comment's author".to_owned(),
            );
            Err(failure)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_comment_mode_decides_when_a_first_comment_is_written() {
        let quiet = crate::report::test_reports::empty();
        let failed = crate::report::test_reports::failed();
        let passed = crate::report::test_reports::passed();
        let first = |mode: CommentMode| [&quiet, &passed, &failed].map(|report| mode.holds_back(report).is_none());
        assert_eq!(first(CommentMode::Changes), [false, true, true]);
        assert_eq!(first(CommentMode::Failures), [false, false, true]);
        assert_eq!(first(CommentMode::Always), [true, true, true]);
    }
}
