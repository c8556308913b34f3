//! Writes one review with the fixes of the report, on lines of the change.
//!
//! A later `publish` finds the review by its marker and its author. GitHub deletes no submitted
//! review. So for a new result, `publish` deletes the comments of the old review and shortens the
//! text of the old review.

mod diff_lines;
mod fix_comment;

use super::client::{Client, Failure};
use super::comment::{User, login};
use super::event::Trigger;
use super::target::Destination;
use super::{PublishRequest, Published};
use crate::report::markdown;
use diff_lines::DiffLines;
use fix_comment::FixComment;
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// A review in GitHub's answer.
#[derive(Clone, Debug, Deserialize)]
struct Review {
    id: u64,
    html_url: String,
    #[serde(default)]
    body: Option<String>,
    user: Option<User>,
}

/// A comment at a line in GitHub's answer.
#[derive(Clone, Debug, Deserialize)]
struct ReviewComment {
    id: u64,
    #[serde(default)]
    pull_request_review_id: Option<u64>,
    #[serde(default)]
    in_reply_to_id: Option<u64>,
}

/// A changed file in GitHub's answer.
#[derive(Clone, Debug, Deserialize)]
struct ChangedFile {
    filename: String,
    /// The diff. GitHub omits it for a file that is too large.
    #[serde(default)]
    patch: Option<String>,
}

impl Review {
    fn text(&self) -> &str {
        self.body.as_deref().unwrap_or_default()
    }
}

/// Writes the review, unless an equal review exists.
pub(super) async fn write(
    client: &Client,
    report: &RunReport,
    request: &PublishRequest,
    target: &Destination,
    done: &mut Published,
) -> Result<(), Failure> {
    let Some(number) = target.pull else {
        done.notices.push("review: not written: publish found no unique pull request".to_owned());
        return Ok(());
    };
    let all = fix_comment::all(report, target.is_from_fork);
    let files: Vec<ChangedFile> = match all.is_empty() {
        true => Vec::new(),
        false => client.list(&format!("/pulls/{number}/files"), None).await?,
    };
    let lines: BTreeMap<&str, DiffLines> = files
        .iter()
        .filter_map(|file| Some((file.filename.as_str(), DiffLines::parse(file.patch.as_deref()?))))
        .collect();
    let is_in_diff =
        |one: &&FixComment| lines.get(one.path.as_str()).is_some_and(|lines| lines.has(one.start, &one.before));
    let shown: Vec<&FixComment> = all.iter().filter(is_in_diff).collect();
    if shown.len() < all.len() {
        done.notices.push(format!("review: fixes on lines of the change: {} of {}", shown.len(), all.len()));
    }
    let body = body(&shown, request, &target.sha);
    let marker = markdown::marker_line(body["body"].as_str().unwrap_or_default()).to_owned();
    let login = login(client, done).await?;
    let list = format!("/pulls/{number}/reviews");
    let own = async || {
        let reviews: Vec<Review> = client.list(&list, None).await?;
        let start = markdown::review_marker_start(&request.key);
        let is_own =
            |one: &Review| one.text().starts_with(&start) && one.user.as_ref().is_some_and(|user| user.is(&login));
        Ok::<_, Failure>(reviews.into_iter().filter(is_own).collect::<Vec<_>>())
    };
    let lookup = async || Ok(own().await?.into_iter().find(|one| markdown::marker_line(one.text()) == marker));
    let earlier = own().await?;
    if let Some(same) = earlier.iter().find(|one| markdown::marker_line(one.text()) == marker) {
        done.notices.push(format!("review: {} is up to date", same.html_url));
        return Ok(());
    }
    empty(client, number, &earlier, &request.key).await?;
    if shown.is_empty() {
        done.notices.push("review: not written: there is no fix on lines of the change".to_owned());
        return Ok(());
    }
    let review: Review = client.create(&list, &body, lookup).await?;
    done.notices.push(format!("review: wrote {}", review.html_url));
    Ok(())
}

/// Deletes the unanswered comments of earlier reviews, and shortens the texts of these reviews.
async fn empty(client: &Client, number: u64, earlier: &[Review], key: &str) -> Result<(), Failure> {
    let start = markdown::review_marker_start(key);
    let text = format!("{start}replaced -->\ncargo mts removed the fixes of an earlier result.\n");
    let full: Vec<&Review> = earlier.iter().filter(|review| review.text().trim_end() != text.trim_end()).collect();
    if full.is_empty() {
        return Ok(());
    }
    let comments: Vec<ReviewComment> = client.list(&format!("/pulls/{number}/comments"), None).await?;
    let answered: BTreeSet<u64> = comments.iter().filter_map(|comment| comment.in_reply_to_id).collect();
    for review in full {
        let own = |comment: &&ReviewComment| {
            comment.pull_request_review_id == Some(review.id) && comment.in_reply_to_id.is_none()
        };
        for comment in comments.iter().filter(own).filter(|comment| !answered.contains(&comment.id)) {
            client.delete(&format!("/pulls/comments/{}", comment.id)).await?;
        }
        let path = format!("/pulls/{number}/reviews/{}", review.id);
        let _: Review = client.put(&path, &json!({ "body": text })).await?;
    }
    Ok(())
}

/// Returns the request for the review.
fn body(shown: &[&FixComment], request: &PublishRequest, sha: &str) -> Json {
    let comments: Vec<Json> = shown.iter().map(|one| json!(one.comment())).collect();
    let marker = markdown::review_marker(&json!(comments).to_string(), &request.key);
    let text = format!(
        "{marker}The port differs from Java. Each comment has a change of the port that removes the difference.\n"
    );
    json!({ "commit_id": sha, "event": "COMMENT", "body": text, "comments": comments })
}

/// Returns the text that a dry run prints about the review.
///
/// The text shows all fixes, because only GitHub knows the diff.
pub(super) fn describe_dry_run(report: &RunReport, request: &PublishRequest, trigger: &Trigger) -> Result<String> {
    let (sha, is_from_fork) = match trigger {
        Trigger::PullRequest { head, .. } => (head, false),
        Trigger::WorkflowRun(run) => (&run.head_sha, true),
        Trigger::Commit { .. } => return Ok("\nreview: none, there is no pull request\n".to_owned()),
    };
    let all = fix_comment::all(report, is_from_fork);
    if all.is_empty() {
        return Ok("\nreview: none, no finding has a fix\n".to_owned());
    }
    let shown: Vec<&FixComment> = all.iter().collect();
    let text = serde_json::to_string_pretty(&body(&shown, request, sha)).map_err(|e| Error::bug(e.to_string()))?;
    Ok(format!("\nreview (publish writes only the comments on lines of the change):\n{text}\n"))
}
