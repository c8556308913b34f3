//! Writes the outputs of the step, its summary, and workflow commands for its log.

use super::env::ActionsEnv;
use crate::github::request::{PublishRequest, Published};
use crate::report::annotations;
use crate::report::escape::workflow_data;
use crate::report::markdown::{self, CommentPlace};
use mts_model::error::{Error, Result};
use mts_model::report::RunReport;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::io::Write as _;
use std::path::Path;

/// The largest summary of a step in bytes. GitHub drops a summary of more than 1 MiB.
const MOST_SUMMARY: u64 = 900 << 10;

/// Appends the outputs of the step to the output file.
///
/// The outputs are `published`, and the ids and addresses of the comment and the check run.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn set_outputs(published: &Published, around: &ActionsEnv) -> Result<()> {
    let Some(path) = &around.output else { return Ok(()) };
    let mut values = vec![("published", published.extent.word().to_owned())];
    for (names, written) in
        [(["comment-id", "comment-url"], &published.comment), (["check-run-id", "check-run-url"], &published.check)]
    {
        let (id, url) = written.as_ref().map_or_else(Default::default, |one| (one.id.to_string(), one.url.clone()));
        values.extend([(names[0], id), (names[1], url)]);
    }
    let mut text = String::new();
    for (name, value) in values {
        // Nobody can guess the delimiter, so a value cannot contain its end and begin another
        // output.
        let delimiter = format!("mts-{:016x}{:016x}", random(), random());
        _ = writeln!(text, "{name}<<{delimiter}\n{value}\n{delimiter}");
    }
    append(path, &text)
}

/// Appends the text of the comment to the summary of the step.
///
/// The function writes nothing if the run has no summary, or if the summary has no room for the
/// text.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn summarise(report: &RunReport, request: &PublishRequest, around: &ActionsEnv) -> Result<()> {
    let Some(path) = &around.summary else { return Ok(()) };
    let repository = format!("{}/{}", around.server, around.repository);
    let artifact = request.artifact(&repository);
    let place = CommentPlace { repository: Some(repository), run: None, artifact, key: request.key.clone() };
    let text = markdown::render_at(report, &place);
    let used = std::fs::metadata(path).map_or(0, |file| file.len());
    if used + text.len() as u64 > MOST_SUMMARY {
        return Ok(());
    }
    append(path, &format!("{text}\n"))
}

/// Returns the findings as workflow commands.
///
/// The function returns at most as many commands as GitHub shows for one step.
#[must_use]
pub fn commands(report: &RunReport, request: &PublishRequest) -> String {
    annotations::render(report, request.annotate)
}

/// Returns a `warning` or `notice` command for GitHub's log. The text cannot start another command.
#[must_use]
pub fn workflow_command(level: &str, text: &str) -> String {
    format!("::{level} title=cargo mts::{}\n", workflow_data(text))
}

fn append(path: &Path, text: &str) -> Result<()> {
    let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|e| Error::io("write", path, &e))
}

/// Returns a random number. The keys of a new hash state are random.
fn random() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_text_cannot_start_another_command() {
        assert_eq!(workflow_command("warning", "50%\n::error::x"), "::warning title=cargo mts::50%25%0A::error::x\n");
    }
}
