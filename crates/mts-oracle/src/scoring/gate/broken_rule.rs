//! A broken rule, and the form of the numbers in its texts.

use mts_model::error::ExitCode;
use mts_model::{FailOn, Thresholds};
use std::cmp::Ordering;

/// A rule that a pair or the run breaks.
pub(super) struct BrokenRule {
    /// The exit code if this rule fails the run.
    pub code: ExitCode,
    /// Whether the rule fails the run.
    pub fails: bool,
    /// The distance of the value from the threshold. Among equally grave rules, the rule with the largest distance
    /// comes first.
    pub by: f64,
    /// The reason, without the pair's name.
    pub text: String,
    /// The sentence for the headline.
    pub headline: String,
}

impl BrokenRule {
    /// Returns how grave a rule is. A failure is graver than a warning. Of two failures or two warnings, the one with
    /// the higher exit code is graver.
    pub fn rank(&self) -> (bool, ExitCode) {
        (self.fails, self.code)
    }

    /// Compares two rules: the gravest rule first, then the largest distance from the threshold.
    pub fn by_rank(a: &Self, b: &Self) -> Ordering {
        b.rank().cmp(&a.rank()).then(b.by.total_cmp(&a.by))
    }
}

/// Reports whether a broken rule fails the run, if the rule is `in_force`.
///
/// With `gate.fail-on: never`, no rule fails the run.
pub(super) fn can_fail(in_force: bool, t: &Thresholds) -> bool {
    in_force && t.fail_on != FailOn::Never
}

/// Formats a number of inputs.
pub(super) fn inputs(count: u64) -> String {
    format!("{count} input{}", if count == 1 { "" } else { "s" })
}

/// Formats a number with two decimals, or with four if two decimals would show zero.
pub(super) fn number(x: f64) -> String {
    let short = format!("{x:.2}");
    if x != 0.0 && short.trim_start_matches('-') == "0.00" { format!("{x:.4}") } else { short }
}

/// Formats a share as a percentage: `100 %`, `99.5 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", (share * 10_000.0).round() / 100.0)
}

/// Formats a score that is beyond a limit. The text has enough decimals to show the difference.
pub(super) fn beyond(x: f64, limit: f64) -> String {
    if number(x) == number(limit) { format!("{x:.4}") } else { number(x) }
}

/// Describes a score that is within a limit, but whose interval goes beyond it.
pub(super) fn beyond_by_interval(score: f64, high: f64, limit: f64) -> String {
    let (score, high, limit) = (number(score), beyond(high, limit), number(limit));
    format!("is {score}; the upper end of its interval is {high}, above the limit {limit}")
}
