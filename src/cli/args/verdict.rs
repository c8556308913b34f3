//! The flags that affect verdicts. Each flag overrides one key of the configuration.

use super::choice;
use crate::config::Config;
use clap::Args;
use mts_model::error::{Error, Result};
use mts_model::{ExceptionMode, Operator, OperatorProfile, OutputRule, TypeMode};
use std::num::{NonZeroU64, NonZeroUsize};

/// Options that affect verdicts; they override the configuration.
#[derive(Debug, Args, Default)]
pub struct VerdictArgs {
    /// Seed of the generated inputs: a decimal number, or 0x and hexadecimal digits. Another seed gives other inputs
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    /// Highest number of generated inputs for a pair. More inputs can show more differences, and take more time
    #[arg(long, value_name = "N")]
    pub max_inputs: Option<NonZeroUsize>,
    /// Highest number of calls of each original function in the hunt. The hunt searches, before the mutants run, for
    /// inputs on which the functions without a mutation differ. 0 turns the hunt off
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    pub hunt: Option<u64>,
    /// Mutation operators to use, separated by commas, such as AORB,ROR. Default: all method-level operators
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub operators: Vec<String>,
    /// Class-level mutation operators to use, separated by commas, or `all`. Such operators change declarations of a
    /// class, such as an overriding method. Default: none
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub class_operators: Vec<String>,
    /// Use the operators as the manual defines them, or exactly as muJava implements them. Use mujava only to compare
    /// scores with published scores of muJava
    #[arg(long, value_parser = choice::<OperatorProfile>())]
    pub profile: Option<OperatorProfile>,
    /// Count type drift as a difference. Type drift is an equal value of another type, such as 1.0 for 1 or 0 for false
    #[arg(long)]
    pub strict_types: bool,
    /// One relative tolerance for every float, such as 1e-6. Default: 1e-9 for double, 1e-5 for float
    #[arg(long, value_name = "X", value_parser = super::share)]
    pub rel_tol: Option<f64>,
    /// Compare floats without a tolerance; -0.0 then differs from 0.0
    #[arg(long, conflicts_with = "rel_tol")]
    pub exact_floats: bool,
    /// Rule for equal outputs of whole programs. exact compares lines and exit status. Use avatar only to compare
    /// scores with those of the AVATAR benchmark
    #[arg(long, value_parser = choice::<OutputRule>(), value_name = "RULE")]
    pub compare: Option<OutputRule>,
    /// Seconds of processor time that one side may use for an input. Original functions then have no limit of ticks
    /// (loop iterations and calls). Use this flag only to compare scores with papers that have such a limit
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<NonZeroU64>,
    /// How a Java mutant that throws an exception counts. With paper, the mutant does not count. With compare, the
    /// exception is an output, and the port must raise an equal exception
    #[arg(long, value_parser = choice::<ExceptionMode>(), value_name = "MODE")]
    pub exceptions: Option<ExceptionMode>,
}

impl VerdictArgs {
    /// Overrides the configuration's keys with the flags.
    ///
    /// # Errors
    /// Returns a usage error that names the flag if a flag has an invalid value.
    pub fn override_keys(&self, config: &mut Config) -> Result<()> {
        if let Some(text) = &self.seed {
            config.inputs.seed = seed(text)?;
        }
        set(&mut config.inputs.max, self.max_inputs.map(NonZeroUsize::get));
        set(&mut config.hunt.budget, self.hunt.and_then(|budget| usize::try_from(budget).ok()));
        if !self.operators.is_empty() {
            config.mutation.operators = operators(&self.operators)?;
        }
        if !self.class_operators.is_empty() {
            config.mutation.class_operators = class_operators(&self.class_operators)?;
        }
        set(&mut config.mutation.profile, self.profile);
        set(&mut config.mts.exceptions, self.exceptions);
        set(&mut config.compare.output, self.compare);
        config.budgets.seconds = self.time_limit.or(config.budgets.seconds);
        set(&mut config.compare.types, self.strict_types.then_some(TypeMode::Strict));
        if self.exact_floats {
            (config.compare.exact_floats, config.compare.rel_tol) = (true, None);
        } else if let Some(tolerance) = self.rel_tol {
            (config.compare.exact_floats, config.compare.rel_tol) = (false, Some(tolerance));
        }
        Ok(())
    }
}

/// Sets a key to the value of its flag, if the user gave the flag.
fn set<T>(place: &mut T, flag: Option<T>) {
    if let Some(value) = flag {
        *place = value;
    }
}

/// Parses the names of method-level operators.
fn operators(names: &[String]) -> Result<Vec<Operator>> {
    let one = |name: &String| match name.parse::<Operator>() {
        Ok(operator) if operator.is_class_level() => {
            Err(format!("{operator} is a class-level operator: give it with --class-operators"))
        }
        parsed => parsed,
    };
    let parsed: std::result::Result<Vec<Operator>, String> = names.iter().map(one).collect();
    parsed.map_err(|text| Error::usage(text).at("--operators"))
}

/// Parses the names of class-level operators. `all` means all operators that the tool supports.
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
            Some(why) => Err(wrong(format!("{operator} is not supported: {why}"))),
            None if operator.is_class_level() => Ok(operator),
            None => Err(wrong(format!("{operator} is not a class-level operator: give it with --operators"))),
        }
    };
    names.iter().map(one).collect()
}

/// Parses a seed in decimal or `0x` hexadecimal.
fn seed(text: &str) -> Result<u64> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| {
        Error::usage(format!("`{text}` is not a seed"))
            .at("--seed")
            .help("give an integer from 0 to 2^64 - 1, such as 7 or 0x51c2")
    })
}
