//! Decides the gate: broken rules of each pair and the run, and the exit code.
//!
//! `pair_rules` and `run_rules` have the rules. The configuration sets the thresholds and their defaults.

mod broken_rule;
mod input;
mod metric;
mod pair_rules;
mod run_rules;
mod weak_evidence;

use broken_rule::{BrokenRule, inputs, number};
pub use input::GateInput;
pub use mts_model::Thresholds;
use mts_model::error::ExitCode;
use mts_model::report::{Conclusion, GateReason, GateReport, Scores};
pub use pair_rules::{PairGate, has_failing_originals};
pub use run_rules::UNKNOWN_LIMIT;

/// The gate's result for the run.
#[derive(Clone, Debug, PartialEq)]
pub struct GateResult {
    /// The gate's part of the report.
    pub report: GateReport,
    /// The exit code; `report` has the same code as a number.
    pub exit: ExitCode,
    /// The conclusion in one word.
    pub conclusion: Conclusion,
    /// The conclusion in one line, with the name of the worst pair. Names are in backticks.
    pub headline: String,
    /// The results of the pairs, in the order of the input.
    pub pairs: Vec<PairGate>,
}

/// Applies the thresholds to a run.
///
/// `overall` has the scores over all pairs. `pending_until_merge` has the settings that take effect
/// after the merge.
#[must_use]
pub fn gate(
    pairs: &[GateInput<'_>],
    overall: &Scores,
    thresholds: &Thresholds,
    pending_until_merge: Vec<String>,
) -> GateResult {
    let mut broken: Vec<(Option<&str>, BrokenRule)> = Vec::new();
    let mut gates = Vec::new();
    for pair in pairs {
        // The gate reports a missing requirement in one rule for all pairs. So the pair itself gets no rule.
        let (gate, rules) = match (pair.missing_requirement(), pair.incomparable) {
            (Some(_), why) => (PairGate::inconclusive(why.unwrap_or_default()), Vec::new()),
            (None, _) => pair_rules::check_pair(pair, thresholds),
        };
        gates.push(gate);
        broken.extend(rules.into_iter().map(|rule| (Some(pair.name), rule)));
    }
    let requirements = run_rules::check_requirements(pairs, thresholds);
    let of_run = requirements.into_iter().chain(run_rules::check_run(pairs.len(), overall, thresholds));
    broken.extend(of_run.map(|rule| (None, rule)));
    // The sort is stable: by rank, then by the distance from the threshold, then in the order of
    // the pairs.
    broken.sort_by(|(_, a), (_, b)| BrokenRule::by_rank(a, b));

    let exit = broken.iter().filter(|(_, b)| b.fails).map(|(_, b)| b.code).max().unwrap_or(ExitCode::Passed);
    let conclusion = match exit {
        ExitCode::Passed => Conclusion::Passed,
        ExitCode::Incomplete => Conclusion::Incomplete,
        _ => Conclusion::Failed,
    };
    let headline = headline(pairs, overall, conclusion, broken.first().map(|(_, b)| b));
    let reason = |(name, b): (Option<&str>, BrokenRule)| GateReason {
        pair: name.map(str::to_owned),
        reason: b.text,
        fails: b.fails,
    };
    let broken_rules: Vec<GateReason> = broken.into_iter().map(reason).collect();
    let texts = |fails: bool| broken_rules.iter().filter(|b| b.fails == fails).map(ToString::to_string).collect();
    let report = GateReport {
        passed: exit == ExitCode::Passed,
        exit_code: exit as i32,
        reasons: texts(true),
        warnings: texts(false),
        broken_rules,
        thresholds: thresholds.to_named_values(),
        pending_until_merge,
    };
    GateResult { report, exit, conclusion, headline, pairs: gates }
}

/// Returns the conclusion of the run in one line.
fn headline(pairs: &[GateInput<'_>], overall: &Scores, conclusion: Conclusion, worst: Option<&BrokenRule>) -> String {
    let plural = if pairs.len() == 1 { "pair" } else { "pairs" };
    let changes = || pairs.iter().filter_map(|pair| pair.disagreements);
    let fixed = changes().map(|change| change.fixed).sum();
    let breaks = changes().any(|change| change.new > 0);
    let fixes = if fixed > 0 && !breaks { format!("the change fixes {}; ", inputs(fixed)) } else { String::new() };
    match (conclusion, worst) {
        (Conclusion::Failed, Some(worst)) => format!("Merge blocked: {}", worst.headline),
        (Conclusion::Incomplete, Some(worst)) => format!("Incomplete: {}", worst.headline),
        _ if pairs.is_empty() => "Passed: nothing to compare, because no paired function changed".to_owned(),
        (_, Some(warning)) => format!("Passed with warnings: {fixes}{}", warning.headline),
        _ => match overall.mts_open {
            Some(mts) => format!("Passed: {fixes}{} {plural}, MTS {} (lower is better)", pairs.len(), number(mts)),
            None => format!("Passed: {fixes}{} {plural}, no mutant counts", pairs.len()),
        },
    }
}

#[cfg(test)]
mod tests;
