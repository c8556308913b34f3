//! Arguments of `publish`.

use super::choice;
use crate::github::{Annotate, CommentMode, PublishTarget};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `publish`.
#[derive(Debug, Args)]
pub struct PublishArgs {
    /// Report of a run
    #[arg(long, value_name = "FILE", default_value = "mts-out/report.json")]
    pub result: PathBuf,
    /// Parts to write, separated by commas
    #[arg(long, value_parser = choice::<PublishTarget>(), value_name = "PARTS", value_delimiter = ',', default_value = "comment,check")]
    pub only: Vec<PublishTarget>,
    /// When to comment on the pull request
    #[arg(long, value_parser = choice::<CommentMode>(), value_name = "MODE", default_value = "changes")]
    pub comment_mode: CommentMode,
    /// Key that distinguishes the comments of several runs on one pull request
    #[arg(long, value_name = "KEY", default_value = "default", value_parser = comment_key)]
    pub comment_key: String,
    /// Name of the check run, and context of the commit status
    #[arg(long, value_name = "NAME", default_value = "mts", value_parser = check_name)]
    pub check_name: String,
    /// Address of the uploaded results, which the comment and the check run link to
    #[arg(long, value_name = "URL")]
    pub artifact_url: Option<String>,
    /// Highest number of annotations on lines
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub max_annotations: usize,
    /// Findings to annotate
    #[arg(long, value_parser = choice::<Annotate>(), value_name = "WHICH", default_value = "all")]
    pub annotate: Annotate,
    /// Retries of a request
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    pub retries: u32,
    /// Print the content and send nothing to GitHub
    #[arg(long)]
    pub dry_run: bool,
    /// Log each request on standard error
    #[arg(long)]
    pub verbose: bool,
}

/// Parses the key in the marker of the pull request comment.
fn comment_key(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let fits = !text.is_empty() && text.len() <= 40 && text.chars().all(plain) && !text.contains("--");
    if fits {
        Ok(text.to_owned())
    } else {
        Err("the key must have 1 to 40 letters, digits, `.`, `_` and `-`, and no `--`".to_owned())
    }
}

/// Parses the name of the check run, which GitHub shows on one line.
fn check_name(text: &str) -> Result<String, String> {
    let fits = !text.trim().is_empty() && text.chars().count() <= 100 && !text.chars().any(char::is_control);
    if fits { Ok(text.to_owned()) } else { Err("the name must have 1 to 100 characters on one line".to_owned()) }
}
