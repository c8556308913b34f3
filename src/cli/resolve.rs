//! Flags laid over the configuration: a flag wins over the configuration, the configuration over
//! the default.

use super::args::{GateArgs, VerdictArgs};
use crate::config::Config;
use mts_model::error::{Error, Result};
use mts_model::{Operator, SandboxMode, TypeMode};
use std::num::NonZeroUsize;

/// Lays the flags over a configuration.
///
/// # Errors
/// A usage error that names the flag.
pub(super) fn overrides(
    config: &mut Config,
    verdict: &VerdictArgs,
    gate: &GateArgs,
    sandbox: Option<SandboxMode>,
) -> Result<()> {
    if let Some(text) = &verdict.seed {
        config.inputs.seed = seed(text)?;
    }
    set(&mut config.inputs.max, verdict.max_inputs.map(NonZeroUsize::get));
    if !verdict.operators.is_empty() {
        config.mutation.operators = operators(&verdict.operators)?;
    }
    if !verdict.class_operators.is_empty() {
        config.mutation.class_operators = class_operators(&verdict.class_operators)?;
    }
    set(&mut config.mutation.profile, verdict.profile);
    set(&mut config.mts.exceptions, verdict.exceptions);
    set(&mut config.compare.output, verdict.compare);
    config.budgets.seconds = verdict.time_limit.or(config.budgets.seconds);
    set(&mut config.compare.types, verdict.strict_types.then_some(TypeMode::Strict));
    if verdict.exact_floats {
        (config.compare.exact_floats, config.compare.rel_tol) = (true, None);
    } else if let Some(tolerance) = verdict.rel_tol {
        (config.compare.exact_floats, config.compare.rel_tol) = (false, Some(tolerance));
    }
    set(&mut config.sandbox, sandbox);
    gate.override_keys(&mut config.gate);
    config.fragments.enabled |= gate.fragments;
    config.variants.enabled |= gate.variants;
    Ok(())
}

fn set<T>(place: &mut T, flag: Option<T>) {
    if let Some(value) = flag {
        *place = value;
    }
}

fn operators(names: &[String]) -> Result<Vec<Operator>> {
    let one = |name: &String| match name.parse::<Operator>() {
        Ok(operator) if operator.is_class_level() => {
            Err(format!("{operator} is class-level: name it with --class-operators"))
        }
        parsed => parsed,
    };
    let parsed: std::result::Result<Vec<Operator>, String> = names.iter().map(one).collect();
    parsed.map_err(|text| Error::usage(text).at("--operators"))
}

/// Class-level operators by name; `all` for those that are made.
fn class_operators(names: &[String]) -> Result<Vec<Operator>> {
    let wrong = |text: String| Error::usage(text).at("--class-operators");
    if names == ["all"] {
        return Ok(Operator::CLASS
            .iter()
            .copied()
            .filter(|operator| operator.unsupported_reason().is_none())
            .collect());
    }
    let one = |name: &String| {
        let operator: Operator = name.parse().map_err(wrong)?;
        match operator.unsupported_reason() {
            Some(why) => Err(wrong(format!("{operator} is not made: {why}"))),
            None if operator.is_class_level() => Ok(operator),
            None => Err(wrong(format!("{operator} is no class-level operator"))),
        }
    };
    names.iter().map(one).collect()
}

/// A seed in decimal or `0x` hexadecimal.
fn seed(text: &str) -> Result<u64> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| Error::usage(format!("not a seed: `{text}`")).help("give an int, such as 7 or 0x51c2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(verdict: &VerdictArgs, gate: &GateArgs) -> Result<Config> {
        let mut config = Config::default();
        config.gate.min_ca = 0.5;
        overrides(&mut config, verdict, gate, None).map(|()| config)
    }

    #[test]
    fn a_flag_wins_over_the_configuration_and_what_no_flag_names_stays() {
        let gate = GateArgs { max_mts: Some(0.4), ..GateArgs::default() };
        let config =
            laid(&VerdictArgs { seed: Some("0x51c2".to_owned()), ..VerdictArgs::default() }, &gate).expect("fits");
        assert_eq!((config.inputs.seed, config.gate.max_mts, config.gate.min_ca), (0x51c2, 0.4, 0.5));
    }

    #[test]
    fn a_seed_that_is_no_number_is_named() {
        let error =
            laid(&VerdictArgs { seed: Some("many".to_owned()), ..VerdictArgs::default() }, &GateArgs::default());
        assert!(error.expect_err("no number").message.contains("many"));
    }
}
