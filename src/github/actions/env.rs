//! Reads the environment variables of a workflow run. `event` reads the payload of the event.

use mts_model::error::{Error, Result};
use std::path::PathBuf;

/// A workflow run and its attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunId {
    /// The id of the run.
    pub id: u64,
    /// The number of the attempt, from 1.
    pub attempt: u64,
}

/// The environment of this workflow run.
#[derive(Clone)]
pub struct ActionsEnv {
    /// The address of the REST interface, without a slash at the end.
    pub api: String,
    /// The address of the web pages.
    pub server: String,
    /// The repository as `owner/name`.
    pub repository: String,
    /// The name of the event.
    pub event_name: String,
    /// The file with the payload of the event.
    pub event_path: Option<PathBuf>,
    /// The commit of the event. For a pull request event, this commit is the merge commit.
    pub sha: Option<String>,
    /// The Git ref of the event.
    pub git_ref: Option<String>,
    /// This run.
    pub run: Option<RunId>,
    /// The login of the token's owner, if the environment sets it.
    pub login: Option<String>,
    /// The token. No text of this module contains the token.
    pub token: Option<String>,
    /// The file for the outputs of the step.
    pub output: Option<PathBuf>,
    /// The file for the summary of the step.
    pub summary: Option<PathBuf>,
    /// Whether the runner interprets workflow commands on standard output.
    pub is_workflow: bool,
}

impl std::fmt::Debug for ActionsEnv {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActionsEnv").field("repository", &self.repository).finish_non_exhaustive()
    }
}

impl ActionsEnv {
    /// Reads the environment through `variable`. An empty variable counts as unset.
    ///
    /// # Errors
    /// Returns a usage error if the variables are not those of a workflow run.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let get = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let needed = |name: &str| {
            get(name).ok_or_else(|| {
                Error::usage(format!("{name} is not set"))
                    .help("a GitHub workflow sets this variable; outside of a workflow, use mts-out/comment.md instead of publish")
            })
        };
        let repository = needed("GITHUB_REPOSITORY")?;
        let plain =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        if repository.split('/').count() != 2 || !repository.split('/').all(plain) {
            return Err(Error::usage(format!("`{repository}` does not have the form owner/name"))
                .at("GITHUB_REPOSITORY")
                .help("set GITHUB_REPOSITORY to the owner and the name of the repository"));
        }
        let address = |name: &str, default: &str| get(name).unwrap_or_else(|| default.to_owned());
        let number = |name: &str| get(name).and_then(|text| text.parse::<u64>().ok());
        Ok(Self {
            api: address("GITHUB_API_URL", "https://api.github.com").trim_end_matches('/').to_owned(),
            server: address("GITHUB_SERVER_URL", "https://github.com").trim_end_matches('/').to_owned(),
            repository,
            event_name: needed("GITHUB_EVENT_NAME")?,
            event_path: get("GITHUB_EVENT_PATH").map(PathBuf::from),
            sha: get("GITHUB_SHA"),
            git_ref: get("GITHUB_REF"),
            run: number("GITHUB_RUN_ID").map(|id| RunId { id, attempt: number("GITHUB_RUN_ATTEMPT").unwrap_or(1) }),
            login: get("MTS_LOGIN"),
            token: get("MTS_TOKEN").or_else(|| get("GITHUB_TOKEN")).map(|token| token.trim().to_owned()),
            output: get("GITHUB_OUTPUT").map(PathBuf::from),
            summary: get("GITHUB_STEP_SUMMARY").map(PathBuf::from),
            is_workflow: get("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<ActionsEnv> {
        ActionsEnv::read(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn outside_of_a_workflow_the_missing_variable_is_named() {
        let error = read(&[]).expect_err("nothing is set");
        assert!(error.message.contains("GITHUB_REPOSITORY"), "{error}");
        assert!(read(&[("GITHUB_REPOSITORY", "a/b/../c"), ("GITHUB_EVENT_NAME", "push")]).is_err());
    }

    #[test]
    fn debug_output_hides_the_token_and_an_empty_token_counts_as_none() {
        let base = [("GITHUB_REPOSITORY", "acme/ledger"), ("GITHUB_EVENT_NAME", "push")];
        let both = read(&[&base[..], &[("MTS_TOKEN", ""), ("GITHUB_TOKEN", "s3cret")]].concat()).expect("complete");
        assert_eq!(both.token.as_deref(), Some("s3cret"));
        assert!(!format!("{both:?}").contains("s3cret"));
        let kept = read(&[&base[..], &[("GITHUB_API_URL", "https://ghe.example/api/v3/")]].concat()).expect("complete");
        assert_eq!(kept.api, "https://ghe.example/api/v3");
    }
}
