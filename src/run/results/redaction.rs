//! Removes secrets from results.
//!
//! The code under test can read secrets if the sandbox is off or has a fault.

use mts_model::error::{Error, Result};
use mts_workers::build_systems;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::path::PathBuf;

/// The text that replaces a secret.
pub const REDACTED: &str = "[redacted]";

/// The lowest number of characters of a secret. Shorter values can be normal words.
const FEWEST: usize = 8;

/// Parts of the names of environment variables that contain secrets.
const NAMES: [&str; 8] = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "APIKEY", "PRIVATE", "AUTHORIZATION"];

/// The secrets that the tool knows.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    /// The secrets, the longest first, because a secret can be a part of another secret.
    values: Vec<String>,
}

impl Secrets {
    /// Collects the secrets from environment variables and these credentials.
    #[must_use]
    pub fn new(variables: impl Iterator<Item = (String, String)>, credentials: Vec<String>) -> Self {
        let is_secret = |name: &str| {
            let name = name.to_ascii_uppercase();
            NAMES.iter().any(|part| name.contains(part)) || name.ends_with("_KEY") || name.ends_with("_PAT")
        };
        let of_environment = variables.filter(|(name, _)| is_secret(name)).map(|(_, value)| value);
        // The output can show single lines of a key, so each line is a secret.
        let lines = |value: String| value.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
        let mut values: Vec<String> = of_environment.chain(credentials).flat_map(lines).collect();
        values.retain(|value| value.chars().count() >= FEWEST);
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        Self { values }
    }

    /// Collects the secrets of this process.
    ///
    /// The secrets come from the environment of the process, from the settings of build tools, and from `credentials`.
    #[must_use]
    pub fn from_process(credentials: Vec<String>) -> Self {
        let text = |word: std::ffi::OsString| word.to_string_lossy().into_owned();
        let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let of_builds = home.map(|home| build_systems::credentials(&home)).unwrap_or_default();
        let variables = std::env::vars_os().map(|(name, value)| (text(name), text(value)));
        Self::new(variables, [credentials, of_builds].concat())
    }

    /// Returns the text with all secrets replaced by [`REDACTED`].
    #[must_use]
    pub fn redact_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut out = Cow::Borrowed(text);
        for value in &self.values {
            if out.contains(value.as_str()) {
                out = Cow::Owned(out.replace(value.as_str(), REDACTED));
            }
        }
        out
    }

    /// Returns the result with all secrets replaced by [`REDACTED`].
    ///
    /// A secret stays if the result is no valid result without it. It then equals a word of the format, such as
    /// `findings`.
    ///
    /// # Errors
    /// Returns an internal error if the result has no JSON form.
    pub fn redact<T: Serialize + DeserializeOwned>(&self, result: T) -> Result<T> {
        let failed = |error: serde_json::Error| Error::bug(format!("cargo mts cannot redact a result: {error}"));
        let json = serde_json::to_value(&result).map_err(failed)?;
        let found: Vec<String> = self.values.iter().filter(|value| holds(&json, value)).cloned().collect();
        if found.is_empty() {
            return Ok(result);
        }
        let without = |values: Vec<String>| -> Option<T> {
            let mut json = json.clone();
            Self { values }.cut(&mut json);
            let read: T = serde_json::from_value(json.clone()).ok()?;
            // The reader may ignore a changed key of the format.
            (serde_json::to_value(&read).ok()? == json).then_some(read)
        };
        let is_removable = |value: &String| without(vec![value.clone()]).is_some();
        let redacted = without(found.clone()).or_else(|| without(found.into_iter().filter(is_removable).collect()));
        redacted.ok_or_else(|| Error::bug("cargo mts cannot redact a result"))
    }

    /// Replaces the secrets in every string and every key.
    fn cut(&self, json: &mut Json) {
        match json {
            Json::String(text) => {
                if let Cow::Owned(redacted) = self.redact_text(text) {
                    *text = redacted;
                }
            }
            Json::Array(items) => items.iter_mut().for_each(|item| self.cut(item)),
            Json::Object(fields) => {
                let redacted = |(key, mut item): (String, Json)| {
                    self.cut(&mut item);
                    (self.redact_text(&key).into_owned(), item)
                };
                *fields = std::mem::take(fields).into_iter().map(redacted).collect();
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
}

/// Reports whether a string or a key contains this text.
fn holds(json: &Json, text: &str) -> bool {
    match json {
        Json::String(own) => own.contains(text),
        Json::Array(items) => items.iter().any(|item| holds(item, text)),
        Json::Object(fields) => fields.iter().any(|(key, item)| key.contains(text) || holds(item, text)),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_secrets_are_redacted_in_texts() {
        let variables = [
            ("GITHUB_TOKEN", "ghs_0123456789"),
            ("deploy_key", "line one of it\nline two of it"),
            ("DB_PASSWORD", "short"),
            ("HOME", "/home/somebody"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let secrets = Secrets::new(variables.into_iter(), vec!["ghs_0123456789abc".to_owned()]);
        let text = |text: &str| secrets.redact(text.to_owned()).expect("a text");
        assert_eq!(text("a ghs_0123456789 b ghs_0123456789abc c"), "a [redacted] b [redacted] c");
        assert_eq!(text("x line two of it"), "x [redacted]");
        assert_eq!(text("short /home/somebody"), "short /home/somebody");
        let report = crate::report::test_reports::hostile();
        assert_eq!(secrets.redact(report.clone()).expect("a report"), report);
        let with = |headline: &str| mts_model::report::RunReport { headline: headline.to_owned(), ..report.clone() };
        assert_eq!(secrets.redact(with("x ghs_0123456789")).expect("a report"), with("x [redacted]"));
    }

    #[test]
    fn a_secret_in_a_json_key_is_redacted_and_a_word_of_the_format_is_not() {
        let secrets = Secrets::new(std::iter::empty(), ["ghs_0123456789", "findings"].map(str::to_owned).to_vec());
        let keys = serde_json::json!({"a ghs_0123456789": {"b": 1}});
        assert_eq!(secrets.redact(keys).expect("JSON"), serde_json::json!({"a [redacted]": {"b": 1}}));
        let report = crate::report::test_reports::hostile();
        let with = |headline: &str| mts_model::report::RunReport { headline: headline.to_owned(), ..report.clone() };
        assert_eq!(
            secrets.redact(with("the findings ghs_0123456789")).expect("a report"),
            with("the findings [redacted]")
        );
    }
}
