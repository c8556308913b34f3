//! Writes the check run: conclusion, summary, and annotations in portions.
//!
//! A later `publish` finds the check run by its `external_id`, so `publish` writes nothing twice.

mod annotations;

use super::client::{Client, Failure};
use super::event::Trigger;
use super::target::Destination;
use super::{PublishRequest, Published, Written};
use crate::report::escape::terminal;
use crate::report::format::count;
use crate::report::markdown::{self, CommentPlace, failing_cases};
use annotations::Annotation;
use mts_model::error::{Error, Result};
use mts_model::report::{Conclusion, RunReport};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The largest number of annotations in one request. Further requests append the others.
const PORTION: usize = 50;
/// The largest size of the summary and of the text in bytes. GitHub allows 65,535.
const MOST_SUMMARY_BYTES: usize = 60_000;

#[derive(Clone, Debug, Deserialize)]
struct CheckRun {
    id: u64,
    html_url: Option<String>,
    #[serde(default)]
    external_id: Option<String>,
    output: CheckOutput,
}

#[derive(Clone, Debug, Deserialize)]
struct CheckOutput {
    annotations_count: usize,
}

/// Returns the conclusion of the check run. The check fails if the exit code of the run is not 0.
pub(super) fn conclusion(report: &RunReport) -> &'static str {
    match report.conclusion {
        _ if report.gate.exit_code != 0 => "failure",
        Conclusion::Passed => "success",
        Conclusion::Failed | Conclusion::Incomplete => "neutral",
    }
}

/// Returns the headline as plain text of at most `most` characters.
pub(super) fn title(report: &RunReport, most: usize) -> String {
    let line = terminal(&report.headline);
    if line.chars().count() <= most {
        return line;
    }
    let kept: String = line.chars().take(most.saturating_sub(3)).collect();
    format!("{kept}...")
}

/// Writes the check run.
pub(super) async fn write(
    client: &Client,
    report: &RunReport,
    request: &PublishRequest,
    place: &CommentPlace,
    target: &Destination,
    done: &mut Published,
) -> Result<(), Failure> {
    let (annotations, missing) = annotations::build(report, request.max_annotations, request.annotate);
    let run = target.run.map_or_else(|| "none".to_owned(), |run| format!("{}/{}", run.id, run.attempt));
    let external_id = format!("cargo-mts/{run}/{}", request.key);
    let body = body(report, request, place, &target.sha, &external_id, &annotations, missing.as_deref());
    let list = format!("/commits/{}/check-runs?filter=all", target.sha);
    let lookup = async || {
        let runs: Vec<CheckRun> = client.list(&list, Some("check_runs")).await?;
        Ok(runs.into_iter().find(|one| one.external_id.as_deref() == Some(external_id.as_str())))
    };
    // If `publish` runs again for the same attempt, it finds the check run of the first time.
    let check: CheckRun = match lookup().await? {
        Some(there) => there,
        None => client.create("/check-runs", &body, lookup).await?,
    };
    let mut there = check.output.annotations_count;
    let path = format!("/check-runs/{}", check.id);
    while there < annotations.len() {
        let upto = annotations.len().min(there + PORTION);
        let mut output = body["output"].clone();
        output["annotations"] = json!(annotations[there..upto]);
        let lookup = async || {
            let now: CheckRun = client.get(&path).await?;
            Ok((now.output.annotations_count >= upto).then_some(now))
        };
        let _: CheckRun = client.append(&path, &json!({ "output": output }), lookup).await?;
        there = upto;
    }
    let url = check.html_url.unwrap_or_default();
    let annotations = count(annotations.len(), "annotation");
    done.notices.push(format!("check run: {} with {annotations}, {url}", conclusion(report)));
    done.notices.extend(missing);
    done.check = Some(Written { id: check.id, url });
    Ok(())
}

fn body(
    report: &RunReport,
    request: &PublishRequest,
    place: &CommentPlace,
    sha: &str,
    external_id: &str,
    annotations: &[Annotation],
    missing: Option<&str>,
) -> Json {
    let mut summary = summary(report, place);
    if let Some(missing) = missing {
        summary.push_str(&format!("\n{missing}\n"));
    }
    let mut body = json!({
        "name": request.check_name,
        "head_sha": sha,
        "external_id": external_id,
        "status": "completed",
        "conclusion": conclusion(report),
        "output": {
            "title": title(report, 200),
            "summary": summary,
            "annotations": &annotations[..annotations.len().min(PORTION)],
        },
    });
    if let Some(cases) = failing_cases(report, MOST_SUMMARY_BYTES) {
        body["output"]["text"] = json!(cases);
    }
    if let Some(run) = &place.run {
        body["details_url"] = json!(run);
    }
    body
}

/// Returns the text that a dry run prints about the check run.
pub(super) fn describe_dry_run(
    report: &RunReport,
    request: &PublishRequest,
    place: &CommentPlace,
    trigger: &Trigger,
) -> Result<String> {
    let (annotations, missing) = annotations::build(report, request.max_annotations, request.annotate);
    let sha = match trigger {
        Trigger::PullRequest { head, .. } => head,
        Trigger::WorkflowRun(run) => &run.head_sha,
        Trigger::Commit { sha, .. } => sha,
    };
    let mut body = body(report, request, place, sha, "cargo-mts/...", &annotations, missing.as_deref());
    body["output"]["summary"] = json!("(the comment's text)");
    body["output"]["annotations"] = json!(annotations);
    let text = serde_json::to_string_pretty(&body).map_err(|e| Error::bug(e.to_string()))?;
    Ok(format!("\ncheck run:\n{text}\n"))
}

/// Returns the text of the comment without its marker, for other places.
///
/// GitHub limits the characters of a comment, but the bytes of the other places.
pub(super) fn summary(report: &RunReport, place: &CommentPlace) -> String {
    markdown::within(report, place, MOST_SUMMARY_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::test_reports;

    #[test]
    fn the_conclusion_of_the_check_agrees_with_the_exit_code() {
        let mut report = test_reports::failed();
        assert_eq!(conclusion(&report), "failure");
        report.gate.exit_code = 0;
        assert_eq!(conclusion(&report), "neutral", "reported, but not in force");
        assert_eq!(conclusion(&test_reports::empty()), "success", "a queue must not wait for ever");
    }
}
