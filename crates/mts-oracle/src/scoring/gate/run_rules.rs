//! The rules of the gate for a whole run. `pair_rules` has the rules for one pair.

use super::broken_rule::{BrokenRule, beyond, beyond_by_interval, can_fail, number};
use super::input::GateInput;
use super::metric::{GatedScore, gated_score};
use crate::scoring::share::{EPSILON, share};
use mts_model::error::ExitCode;
use mts_model::report::Scores;
use mts_model::{GateAction, Requirement, Thresholds};
use std::collections::BTreeMap;

/// The maximum share of unknown mutants among the counted and unknown mutants.
///
/// Above this share over all pairs, the run is incomplete. Above this share, a pair is inconclusive.
pub const UNKNOWN_LIMIT: f64 = 0.05;

/// Returns one broken rule for each missing requirement, with its pairs.
pub(super) fn check_requirements(pairs: &[GateInput<'_>], t: &Thresholds) -> Vec<BrokenRule> {
    let mut needed: BTreeMap<&Requirement, Vec<&str>> = BTreeMap::new();
    for (requirement, pair) in pairs.iter().filter_map(|pair| Some((pair.missing_requirement()?, pair))) {
        needed.entry(requirement).or_default().push(pair.name);
    }
    let rule = |(requirement, names): (&Requirement, Vec<&str>)| {
        let headline = match names[..] {
            [name] => format!("`{name}` needs {requirement}"),
            _ => format!("{} pairs need {requirement}", names.len()),
        };
        BrokenRule {
            code: ExitCode::Incomplete,
            fails: can_fail(true, t),
            by: names.len() as f64,
            text: format!("{headline}; {}", requirement.help()),
            headline,
        }
    };
    needed.into_iter().map(rule).collect()
}

/// Returns the broken rules for the overall scores and for a run without a pair.
pub(super) fn check_run(pairs: usize, overall: &Scores, t: &Thresholds) -> Vec<BrokenRule> {
    let mut broken = Vec::new();
    let judged = overall.counted + overall.unknown;
    if share(overall.unknown, judged).is_some_and(|unknown| unknown > UNKNOWN_LIMIT) {
        let have = if overall.unknown == 1 { "has" } else { "have" };
        let text = format!("{} of {judged} mutants {have} no verdict", overall.unknown);
        // This rule is about the run itself. So it fails the run even if `fail-on` is `never`.
        broken.push(BrokenRule { code: ExitCode::Incomplete, fails: true, by: 1.0, headline: text.clone(), text });
    }
    let fails = can_fail(true, t);
    if let (Some(limit), Some(GatedScore { score, compared: mts, .. })) = (t.max_overall_mts, gated_score(overall, t))
        && overall.counted >= t.min_mutants
        && mts > limit + EPSILON
    {
        let above = match score > limit + EPSILON {
            true => format!("is {}, above {}", beyond(score, limit), number(limit)),
            false => beyond_by_interval(score, mts, limit),
        };
        let text = format!("MTS over all pairs {above}");
        broken.push(BrokenRule { code: ExitCode::Gate, fails, by: mts - limit, headline: text.clone(), text });
    }
    if pairs == 0 && t.on_no_pairs != GateAction::Pass {
        let text = "there is no pair to compare".to_owned();
        let fails = fails && t.on_no_pairs == GateAction::Fail;
        broken.push(BrokenRule { code: ExitCode::Gate, fails, by: 0.0, headline: text.clone(), text });
    }
    broken
}
