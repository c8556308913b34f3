//! Checks the values of the configuration while the YAML reader reads them.
//!
//! The YAML reader adds line and column to an error.

use mts_model::checked_numbers::{Integer, Maybe, Number};
use mts_model::glob::Glob;
use mts_model::{MOST_INPUTS, Operator};
use serde::Deserialize;
use serde::de::{self, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

/// The version of the configuration's format.
pub const VERSION: u32 = 1;

/// Reads a temperature, or a standard deviation of temperatures: a number from 0 to 2.
pub(super) fn temperature<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_f64(Number { low: 0.0, high: 2.0 })
}

/// Reads the mean of the noise on the temperature, a number from -2 to 2.
pub(super) fn noise<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_f64(Number { low: -2.0, high: 2.0 })
}

/// Reads an optional relative tolerance, a number from 0 to 1.
pub(super) fn optional_tolerance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    deserializer.deserialize_option(Maybe(Number { low: 0.0, high: 1.0 }))
}

/// Reads an integer from 1 to 1000000000.
pub(super) fn positive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Integer { low: 1, high: 1_000_000_000 })
}

/// Reads a number of inputs for a pair.
pub(super) fn input_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let count = deserializer.deserialize_u64(Integer { low: 1, high: MOST_INPUTS as u64 })?;
    usize::try_from(count).map_err(D::Error::custom)
}

/// Reads a number of calls from 0 to 1000000.
pub(super) fn calls<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let count = deserializer.deserialize_u64(Integer { low: 0, high: 1_000_000 })?;
    usize::try_from(count).map_err(D::Error::custom)
}

/// Reads an integer from 1 to 20.
pub(super) fn few<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let count = deserializer.deserialize_u64(Integer { low: 1, high: 20 })?;
    usize::try_from(count).map_err(D::Error::custom)
}

/// Reads the version of the configuration's format.
pub(super) fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    struct Version;
    impl Visitor<'_> for Version {
        type Value = u32;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "version {VERSION}")
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<u32, E> {
            if value == u64::from(VERSION) {
                return Ok(VERSION);
            }
            Err(E::custom(format!(
                "the file has version {value}, and this cargo mts reads only version {VERSION}: write `version: {VERSION}`, or install a newer cargo mts"
            )))
        }
    }
    deserializer.deserialize_u64(Version)
}

/// Reads a seed: an integer, or a string of hexadecimal digits.
pub(super) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    struct Seed;
    impl Visitor<'_> for Seed {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an int from 0, or a string of up to 16 hexadecimal digits")
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
            Ok(value)
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
            u64::try_from(value).map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
        }

        fn visit_str<E: Error>(self, value: &str) -> Result<u64, E> {
            parse_seed(value).ok_or_else(|| E::invalid_value(de::Unexpected::Str(value), &self))
        }
    }
    deserializer.deserialize_any(Seed)
}

/// Parses a hexadecimal seed, with or without `0x`. `None` for other text.
pub(super) fn parse_seed(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    // `from_str_radix` would accept a sign.
    if digits.starts_with(['+', '-']) { None } else { u64::from_str_radix(digits, 16).ok() }
}

/// Returns the schema of a seed.
pub(super) fn seed_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "anyOf": [
            { "type": "integer", "minimum": 0 },
            { "type": "string", "pattern": "^(0x)?[0-9a-fA-F]{1,16}$" }
        ]
    })
}

/// A reader of strings with a rule, which returns an error message or `None`.
struct CheckedText<F>(F);

impl<F: Fn(&str) -> Option<String>> Visitor<'_> for CheckedText<F> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<String, E> {
        match (self.0)(value) {
            None => Ok(value.to_owned()),
            Some(wrong) => Err(E::custom(wrong)),
        }
    }
}

fn wrong_glob(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("an empty glob matches nothing".to_owned());
    }
    Glob::from_path_pattern(text).err()
}

fn wrong_folder(text: &str) -> Option<String> {
    let leaves = text.split('/').any(|part| part == "..");
    if text.contains('\\') {
        Some(format!("`{text}` has a backslash: write folders with `/`"))
    } else if text.starts_with('/') || leaves {
        Some(format!("`{text}` begins with `/` or contains `..`: write a path from the root of the repository"))
    } else {
        None
    }
}

/// Reads `auto`, or paths of requirements files and of `pyproject.toml` files with extras.
pub(super) fn requirements<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let named = Vec::<String>::deserialize(deserializer)?;
    let wrong = |text: &String| match text.split_once('[') {
        _ if text.trim().is_empty() => Some("expected the path of a requirements file".to_owned()),
        Some((path, _)) if !path.ends_with("pyproject.toml") || !text.ends_with(']') => {
            Some(format!("`{text}`: only a pyproject.toml can have extras, such as pyproject.toml[first,second]"))
        }
        _ => wrong_folder(text),
    };
    named.iter().find_map(wrong).map_or(Ok(named.clone()), |why| Err(D::Error::custom(why)))
}

/// Reads a string that is not empty.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let rule = |text: &str| text.trim().is_empty().then(|| "expected a string that is not empty".to_owned());
    deserializer.deserialize_str(CheckedText(rule))
}

/// Reads an optional string that is not empty.
pub(super) fn optional_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    text(deserializer).map(Some)
}

/// Reads `random`, or the dotted name of a module and a class.
pub(super) fn optional_counterpart<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let is_name = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c == '_' || c.is_alphabetic()) && chars.all(|c| c == '_' || c.is_alphanumeric())
    };
    let rule = |text: &str| {
        let fits = text == "random" || text.contains('.') && text.split('.').all(is_name);
        let own = matches!(text, "random.Random" | "random.SystemRandom");
        (!fits || own).then(|| {
            format!(
                "`{text}` is not a generator: write `random` (Python's module) or a class of the port as module.Class"
            )
        })
    };
    deserializer.deserialize_str(CheckedText(rule)).map(Some)
}

/// Reads method-level operators. Class-level operators have their own key.
pub(super) fn operators<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Operator>, D::Error> {
    let named = Vec::<Operator>::deserialize(deserializer)?;
    match named.iter().find(|operator| operator.is_class_level()) {
        Some(operator) => {
            Err(D::Error::custom(format!("{operator} is a class-level operator: move it to mutation.class-operators")))
        }
        None => Ok(named),
    }
}

/// Reads supported class-level operators.
pub(super) fn class_operators<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Operator>, D::Error> {
    let named = Vec::<Operator>::deserialize(deserializer)?;
    let refusal = |operator: &Operator| match operator.unsupported_reason() {
        Some(why) => Some(format!("{operator} is not supported: {why}")),
        None if !operator.is_class_level() => {
            Some(format!("{operator} is not a class-level operator: move it to mutation.operators"))
        }
        None => None,
    };
    named.iter().find_map(refusal).map_or(Ok(named.clone()), |why| Err(D::Error::custom(why)))
}

/// Reads a glob over paths from the repository root.
pub(super) fn glob<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_str(CheckedText(wrong_glob))
}

/// Reads a folder inside the repository, and removes a slash at the end. `.` is the root.
pub(super) fn folder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let folder = deserializer.deserialize_str(CheckedText(wrong_folder))?;
    let parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    Ok(parts.join("/"))
}

/// Reads a list of globs.
pub(super) fn globs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct GlobSeed;
    impl<'de> de::DeserializeSeed<'de> for GlobSeed {
        type Value = String;

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
            glob(deserializer)
        }
    }
    list(deserializer, "a list of globs", || GlobSeed)
}

/// Reads a list. `seed` returns the serde seed that reads an element.
///
/// `what` describes the expected value in an error message.
pub(super) fn list<'de, D: Deserializer<'de>, S: de::DeserializeSeed<'de>>(
    deserializer: D,
    what: &'static str,
    seed: fn() -> S,
) -> Result<Vec<S::Value>, D::Error> {
    struct List<S>(&'static str, fn() -> S);
    impl<'de, S: de::DeserializeSeed<'de>> Visitor<'de> for List<S> {
        type Value = Vec<S::Value>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut list = Vec::new();
            while let Some(one) = seq.next_element_seed((self.1)())? {
                list.push(one);
            }
            Ok(list)
        }
    }
    deserializer.deserialize_seq(List(what, seed))
}
