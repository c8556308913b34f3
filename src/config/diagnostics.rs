//! Makes the error messages of the configuration, with the place and the nearest known word.

use mts_model::bounded_text::SETTINGS_BYTES;
use mts_model::error::{Error, Result, nearest, without_location};
use serde::de::DeserializeOwned;

/// The largest depth of nesting.
///
/// The depth counts open brackets, or list markers (`- - -`) in one line. The time of the YAML reader grows with the
/// square of this number.
const MOST_LEVELS: usize = 100;

/// Reads a YAML text that a person wrote. `origin` is the name of the file for errors.
///
/// The function ignores a byte order mark.
///
/// # Errors
/// Returns a usage error with line and column if the text is invalid. Returns a usage error if the
/// text is too long or too deeply nested.
pub(super) fn read_yaml<T: DeserializeOwned>(text: &str, origin: &str) -> Result<T> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() as u64 > SETTINGS_BYTES {
        let message = format!("the file has more than {SETTINGS_BYTES} bytes, which is the limit");
        return Err(Error::usage(message).at(origin).help("remove unneeded parts of the file"));
    }
    if let Some(at) = index_of_too_deep_line(text) {
        let message = format!("the text is nested deeper than {MOST_LEVELS} levels");
        return Err(Error::usage(message)
            .at(format!("{origin}:{}", at + 1))
            .help("no key needs more than five levels"));
    }
    serde_yaml::from_str(text).map_err(|error| yaml_error(&error, text, origin))
}

/// Returns the index of the first line that is nested too deeply.
///
/// Brackets in quotes count too.
fn index_of_too_deep_line(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    text.lines().position(|line| {
        let lists = line.split_whitespace().take_while(|word| matches!(*word, "-" | "?" | ":")).count();
        lists > MOST_LEVELS
            || line.chars().any(|c| {
                match c {
                    '[' | '{' => open += 1,
                    ']' | '}' => open = open.saturating_sub(1),
                    _ => {}
                }
                open > MOST_LEVELS
            })
    })
}

/// Returns the error for a YAML text that is not a configuration.
fn yaml_error(error: &serde_yaml::Error, text: &str, origin: &str) -> Error {
    let message = error.to_string();
    let place = match error.location() {
        Some(at) => format!("{origin}:{}:{}", at.line(), at.column()),
        None => origin.to_owned(),
    };
    // The YAML reader ends its message with the location, which our error states separately.
    let what = error.location().map_or(message.as_str(), |at| without_location(&message, at.line(), at.column()));
    let brackets = error.location().and_then(|at| empty_value_above(text, at.line()));
    match brackets {
        Some((brackets, line)) => Error::usage(format!("line {line} has the value `{brackets}`, and entries follow"))
            .at(place)
            .help(format!("remove `{brackets}` in line {line}")),
        None => explain(what, place),
    }
}

/// Returns the empty value in the line above the line `number`, with its line number.
///
/// The empty value is `{}` or `[]`. The line above is the nearest line with content. If the line `number` is indented
/// more than the line above, the user wrote entries and forgot to remove the empty value. Otherwise the result is
/// `None`.
fn empty_value_above(text: &str, number: usize) -> Option<(&'static str, usize)> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().take(number).collect();
    let (own, above) = lines.split_last()?;
    let is_content = |line: &str| !matches!(line.trim_start().chars().next(), None | Some('#'));
    let at = above.iter().rposition(|line| is_content(line))?;
    let brackets = ["{}", "[]"]
        .into_iter()
        .find(|brackets| above[at].split(" #").next().is_some_and(|value| value.trim_end().ends_with(brackets)))?;
    (indent(own) > indent(above[at])).then_some((brackets, at + 1))
}

/// Returns the error for a metadata table that is not a configuration.
pub(super) fn metadata_error(error: &serde_json::Error, place: &str) -> Error {
    explain(&error.to_string(), place.to_owned())
}

/// Returns an error for a message of serde, with the nearest known word as help.
fn explain(what: &str, place: String) -> Error {
    let unknown = ["unknown field", "unknown variant"].iter().find(|kind| what.contains(**kind));
    let Some(kind) = unknown else {
        return Error::usage(what).at(place).help("the manual lists every key with its values");
    };
    // serde's message has the form: unknown field `a`, expected one of `b`, `c`
    let words: Vec<&str> = what.split('`').skip(1).step_by(2).collect();
    let (wrong, known) = words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
    let noun = if *kind == "unknown field" { "key" } else { "value" };
    let section = what.split(kind).next().unwrap_or("").trim_end_matches([':', ' ']);
    let within = if section.is_empty() { String::new() } else { format!(" in `{section}`") };
    let elsewhere = if noun == "key" { sections_with(wrong) } else { Vec::new() };
    let help = if let Some(near) = nearest(wrong, known) {
        format!("did you mean `{near}`?")
    } else if let Some(section) = elsewhere.first() {
        format!("`{wrong}` belongs in `{section}:`")
    } else if known.is_empty() {
        "this section has no keys".to_owned()
    } else {
        format!("known: {}", known.join(", "))
    };
    Error::usage(format!("unknown {noun} `{wrong}`{within}")).at(place).help(help)
}

/// Returns the sections of the configuration that have this key.
fn sections_with(key: &str) -> Vec<String> {
    let Ok(serde_json::Value::Object(all)) = serde_json::to_value(super::sections::Config::default()) else {
        return Vec::new();
    };
    let has = |value: &serde_json::Value| value.as_object().is_some_and(|section| section.contains_key(key));
    all.iter().filter(|(_, value)| has(value)).map(|(name, _)| name.clone()).collect()
}
