//! The environment variables of a workflow run. `event` reads the event's payload.

use mts_model::error::{Error, Result};
use std::path::PathBuf;

/// A workflow run and its attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunId {
    /// Its id.
    pub id: u64,
    /// Attempts are counted from 1.
    pub attempt: u64,
}

/// The environment of this workflow run.
#[derive(Clone)]
pub struct ActionsEnv {
    /// Root of the REST interface, its path prefix included; no slash at its end.
    pub api: String,
    /// Address of the web pages.
    pub server: String,
    /// `owner/name`.
    pub repository: String,
    /// Name of the event.
    pub event_name: String,
    /// File with the event's payload.
    pub event_path: Option<PathBuf>,
    /// Commit that the event is about; of a pull request its merge commit.
    pub sha: Option<String>,
    /// Ref that the event is about.
    pub git_ref: Option<String>,
    /// This run.
    pub run: Option<RunId>,
    /// Login of the token's owner, if it is set.
    pub login: Option<String>,
    /// The token; no text of this module has it.
    pub token: Option<String>,
    /// File that takes the step's outputs.
    pub output: Option<PathBuf>,
    /// File that takes the step's summary.
    pub summary: Option<PathBuf>,
    /// Whether workflow commands are understood on standard output.
    pub is_workflow: bool,
}

impl std::fmt::Debug for ActionsEnv {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActionsEnv").field("repository", &self.repository).finish_non_exhaustive()
    }
}

impl ActionsEnv {
    /// Reads them with a look-up of variables; an empty variable is none.
    ///
    /// # Errors
    /// A usage error when they are not those of a workflow run.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let get = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let needed = |name: &str| {
            get(name).ok_or_else(|| {
                Error::usage(format!("{name} is not set"))
                    .help("publish runs in a GitHub workflow, which sets it; elsewhere use mts-out/comment.md")
            })
        };
        let repository = needed("GITHUB_REPOSITORY")?;
        let plain =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        if repository.split('/').count() != 2 || !repository.split('/').all(plain) {
            return Err(Error::usage(format!("`{repository}` is not owner/name")).at("GITHUB_REPOSITORY"));
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
    fn the_token_is_shown_by_no_debug_text_and_an_empty_one_is_none() {
        let base = [("GITHUB_REPOSITORY", "acme/ledger"), ("GITHUB_EVENT_NAME", "push")];
        let both = read(&[&base[..], &[("MTS_TOKEN", ""), ("GITHUB_TOKEN", "s3cret")]].concat()).expect("complete");
        assert_eq!(both.token.as_deref(), Some("s3cret"));
        assert!(!format!("{both:?}").contains("s3cret"));
        let kept = read(&[&base[..], &[("GITHUB_API_URL", "https://ghe.example/api/v3/")]].concat()).expect("complete");
        assert_eq!(kept.api, "https://ghe.example/api/v3");
    }
}
