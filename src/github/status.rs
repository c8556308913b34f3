//! Writes the commit status, for branch protection rules that require a status.
//!
//! A commit status has one word, one line and a link.

use super::check::title;
use super::client::{Client, Failure};
use super::target::Destination;
use super::{PublishRequest, Published};
use crate::report::markdown::CommentPlace;
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The largest number of characters of the description. GitHub allows 140.
const MOST_DESCRIPTION: usize = 140;

#[derive(Clone, Debug, Deserialize)]
struct Status {
    state: String,
    context: String,
    description: Option<String>,
    target_url: Option<String>,
}

/// Writes the status, unless the newest status with this context is equal.
pub(super) async fn write(
    client: &Client,
    report: &RunReport,
    request: &PublishRequest,
    place: &CommentPlace,
    target: &Destination,
    done: &mut Published,
) -> Result<(), Failure> {
    let body = body(report, request, place);
    let list = format!("/commits/{}/statuses", target.sha);
    let lookup = async || {
        let all: Vec<Status> = client.list(&list, None).await?;
        // GitHub lists the newest status first.
        let newest = all.into_iter().find(|one| one.context == request.check_name);
        Ok(newest.filter(|one| {
            one.state == body["state"]
                && one.description.as_deref() == body["description"].as_str()
                && one.target_url.as_deref() == body["target_url"].as_str()
        }))
    };
    if lookup().await?.is_none() {
        let _: Status = client.create(&format!("/statuses/{}", target.sha), &body, lookup).await?;
    }
    done.notices.push(format!("commit status: {}", body["state"].as_str().unwrap_or_default()));
    Ok(())
}

fn body(report: &RunReport, request: &PublishRequest, place: &CommentPlace) -> Json {
    // A status has no neutral state. If the run does not fail, the status is a success.
    let state = if report.gate.exit_code == 0 { "success" } else { "failure" };
    let mut body = json!({
        "state": state,
        "context": request.check_name,
        "description": title(report, MOST_DESCRIPTION),
    });
    if let Some(run) = &place.run {
        body["target_url"] = json!(run);
    }
    body
}

/// Returns the text that a dry run prints about the commit status.
pub(super) fn describe_dry_run(report: &RunReport, request: &PublishRequest, place: &CommentPlace) -> Result<String> {
    let text = serde_json::to_string_pretty(&body(report, request, place)).map_err(|e| Error::bug(e.to_string()))?;
    Ok(format!("\ncommit status:\n{text}\n"))
}
