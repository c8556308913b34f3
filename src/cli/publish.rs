//! `cargo mts publish`: reads the report, writes the result to GitHub, and prints a summary.
//!
//! If GitHub rejects a request, this command only prints a warning, because the job of the gate has
//! its own exit code.

use super::args::PublishArgs;
use super::output;
use crate::github::{self, ActionsEnv, Extent, PublishRequest, PublishTarget, Published, RetryPolicy};
use mts_model::error::{ExitCode, Result};

pub(super) fn publish(args: &PublishArgs) -> Result<ExitCode> {
    let report = github::read(&args.result)?;
    let around = ActionsEnv::read(|name| std::env::var(name).ok())?;
    let request = request(args);
    if args.dry_run {
        return output::result(&github::describe_dry_run(&report, &request, &around)?);
    }
    let published = github::publish(&report, &request, &around)?;
    github::set_outputs(&published, &around)?;
    let wants = |part| request.parts.contains(&part) && !published.is_refused();
    if wants(PublishTarget::Summary) || (published.extent != Extent::Full && !published.warnings.is_empty()) {
        github::summarise(&report, &request, &around)?;
    }
    if wants(PublishTarget::Annotations) {
        output::commands(&github::commands(&report, &request))?;
    }
    let notices: String = published.notices.iter().map(|line| format!("{line}\n")).collect();
    output::result(&notices)?;
    output::commands(&warning(&published, around.is_workflow))?;
    output::result(&format!("published: {}\n", published.extent.word()))
}

fn request(args: &PublishArgs) -> PublishRequest {
    let mut parts = args.only.clone();
    parts.sort_unstable();
    parts.dedup();
    PublishRequest {
        parts,
        mode: args.comment_mode,
        key: args.comment_key.clone(),
        check_name: args.check_name.clone(),
        artifact_url: args.artifact_url.clone().filter(|url| !url.is_empty()),
        max_annotations: args.max_annotations,
        annotate: args.annotate,
        verbose: args.verbose,
        retry_policy: RetryPolicy { retries: args.retries, ..RetryPolicy::default() },
    }
}

/// Joins all warnings to one line, as a workflow command or as text.
///
/// In a workflow, GitHub shows the line as one warning.
fn warning(published: &Published, is_workflow: bool) -> String {
    let warning = published.warnings.join("; ");
    match (warning.as_str(), is_workflow) {
        ("", _) => String::new(),
        (text, true) => github::workflow_command("warning", text),
        (text, false) => format!("warning: {text}\n"),
    }
}
