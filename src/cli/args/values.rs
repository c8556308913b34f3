//! Parsers of the values of flags.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mts_model::NamedOption;

/// Returns a parser for a flag with named values.
///
/// `--help` lists the names with their descriptions.
pub(super) fn choice<T: NamedOption>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|value| PossibleValue::new(value.name()).help(value.description()));
    PossibleValuesParser::new(values).try_map(|name| T::from_name(&name))
}

/// Parses a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
