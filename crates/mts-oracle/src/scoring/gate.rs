//! Decides the gate: the broken rules of each pair and of the run, and the exit code.
//!
//! The configuration sets the thresholds and their defaults.

use super::gate_metric::{GatedScore, gated_score, is_gated_by_bound};
use super::share::{EPSILON, share};
use super::weak_evidence::WeakEvidence;
pub use mts_model::Thresholds;
use mts_model::error::ExitCode;
use mts_model::report::{Conclusion, DisagreementChange, GateReason, GateReport, Interval, NotRun, PairStatus, Scores};
use mts_model::{FailOn, GateAction, GateOn, Requirement};
use std::collections::BTreeMap;

/// Maximum share of mutants without a verdict; above it, the whole run is incomplete.
pub const UNKNOWN_LIMIT: f64 = 0.05;

/// The facts about a pair that the gate needs.
#[derive(Clone, Copy, Debug)]
pub struct GateInput<'a> {
    /// The short name of the pair.
    pub name: &'a str,
    /// Scores at the base revision; `None` if the pair has no base.
    pub base: Option<&'a Scores>,
    /// Scores at the tested revision.
    pub head: &'a Scores,
    /// The increase of MTS over the mutants that exist at both revisions; `None` if there are none
    /// to compare.
    pub increase: Option<f64>,
    /// The interval of the increase, if some mutants did not run.
    pub increase_interval: Option<Interval>,
    /// The new and old disagreements of the originals, compared with the base. `None` without a
    /// base: all of them are new.
    pub disagreements: Option<DisagreementChange>,
    /// Whether only one side changed.
    pub drift: bool,
    /// The numbers of confirmed and latent fragments. Accepted fragments do not count. A fragment
    /// whose difference a smaller fragment explains does not count.
    pub fragments: [u64; 2],
    /// The number of variants that change the behaviour of the port, without accepted ones.
    pub variants: u64,
    /// Whether the evidence that the two functions are a pair is weak.
    pub may_be_no_pair: bool,
    /// Whether the port has code for the pair. An attribute has no code, so no mutant has a
    /// counterpart.
    pub has_text: bool,
    /// The reason why the tool could compare no input of the pair; the scores are then empty.
    pub incomparable: Option<&'a str>,
    /// The reason why the run skipped the pair; `None` if the pair ran.
    pub not_run: Option<&'a NotRun>,
    /// Whether the base has the pair, and the tool cannot compare it at the head.
    pub was_comparable: bool,
}

/// The gate's result for one pair, in the form of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairGate {
    /// The status of the pair.
    pub status: PairStatus,
    /// Texts of the rules that the pair breaks, also of rules that only warn. The gravest rule
    /// comes first.
    pub reasons: Vec<String>,
}

impl PairGate {
    /// Creates the result of an inconclusive pair, for this reason.
    fn inconclusive(reason: &str) -> Self {
        Self { status: PairStatus::Inconclusive, reasons: vec![reason.to_owned()] }
    }
}

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

/// A rule that a pair or the run breaks.
struct BrokenRule {
    /// The exit code if this rule fails the run.
    code: ExitCode,
    /// Whether the rule fails the run.
    fails: bool,
    /// The distance from the threshold; the headline shows the rule with the largest distance.
    by: f64,
    /// The reason, without the pair's name.
    text: String,
    /// The sentence for the headline.
    headline: String,
}

impl BrokenRule {
    /// Returns the sort key of a rule: exit code 12 before 11 before 10; warnings come last.
    fn gravity(&self) -> (bool, ExitCode) {
        (self.fails, self.code)
    }
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
        // One rule for all pairs reports the missing requirement.
        let (gate, rules) = match (missing_requirement(pair), pair.incomparable) {
            (Some(_), why) => (PairGate::inconclusive(why.unwrap_or_default()), Vec::new()),
            (None, _) => check_pair(pair, thresholds),
        };
        gates.push(gate);
        broken.extend(rules.into_iter().map(|rule| (Some(pair.name), rule)));
    }
    let of_run = check_requirements(pairs, thresholds).into_iter().chain(check_run(pairs.len(), overall, thresholds));
    broken.extend(of_run.map(|rule| (None, rule)));
    // The sort is stable: by gravity, then by the distance from the threshold, then in the order of
    // the pairs.
    broken.sort_by(|(_, a), (_, b)| b.gravity().cmp(&a.gravity()).then(b.by.total_cmp(&a.by)));

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

/// Returns the result of a pair that may be no pair. No other rule applies to it.
fn check_possible_non_pair(pair: &GateInput<'_>, t: &Thresholds) -> (PairGate, Vec<BrokenRule>) {
    let (equal, of) = (pair.head.inputs_equal, pair.head.inputs);
    let why = format!(
        "the evidence for this pair is weak, and its functions agree on {equal} of {of} inputs: name the pair \
         under `pairs` in mts.yml, or list the Java function under `unpaired`"
    );
    let gate = PairGate::inconclusive(&format!("inconclusive: {why}"));
    let rule = BrokenRule {
        code: ExitCode::Incomplete,
        fails: t.on_inconclusive == GateAction::Fail && t.fail_on != FailOn::Never,
        by: 0.0,
        text: format!("inconclusive: {why}"),
        headline: format!("the gate cannot judge `{}`: {why}", pair.name),
    };
    (gate, if t.on_inconclusive == GateAction::Pass { Vec::new() } else { vec![rule] })
}

fn check_pair(pair: &GateInput<'_>, t: &Thresholds) -> (PairGate, Vec<BrokenRule>) {
    if pair.may_be_no_pair {
        return check_possible_non_pair(pair, t);
    }
    let (head, name) = (pair.head, pair.name);
    let is_new = pair.base.is_none();
    let mut broken = Vec::new();
    let mut add = |code, in_force, by, text: String, headline: String| {
        broken.push(BrokenRule { code, fails: in_force && t.fail_on != FailOn::Never, by, text, headline });
    };

    if let Some(ca) = open_ca(head).filter(|ca| *ca < t.min_ca - EPSILON) {
        let is_worse = pair.disagreements.is_none_or(|change| change.new > 0);
        let in_force = t.fail_on != FailOn::Regression || is_worse;
        let (equal, accepted, of) = (head.inputs_equal, head.inputs_accepted, head.inputs);
        let besides = if accepted > 0 { format!(" and {accepted} are accepted") } else { String::new() };
        let needed = percent(t.min_ca);
        let against_base = pair.disagreements.map(compared_with_base).unwrap_or_default();
        let fixes = pair.disagreements.filter(|change| change.mended > 0);
        let fixes = fixes.map(|change| format!("; the change fixes {}", inputs(change.mended))).unwrap_or_default();
        let text = format!(
            "the original functions agree on {equal} of {of} inputs{besides}, required: {needed}{against_base}{fixes}"
        );
        let open = of - (equal + accepted).min(of);
        let headline = format!("the original functions of `{name}` disagree on {open} of {of} inputs{against_base}");
        add(ExitCode::Disagree, in_force, t.min_ca - ca, text, headline);
    }
    let unclear = pair.incomparable.map(str::to_owned).or_else(|| inconclusive(head, pair.has_text, t));
    // If few mutants are mirrored or have a verdict, the report shows the score, but the score does
    // not fail the pair.
    let gated = has_enough_mutants(head, t) && unclear.is_none();
    if let Some(GatedScore { score: mts, compared, bound }) = gated_score(head, t).filter(|_| gated) {
        let limit = if is_new { t.new_max_mts.unwrap_or(t.max_mts) } else { t.max_mts };
        // Without mutants of both revisions, the gate cannot compute an increase.
        let was_below = pair.base.is_some_and(|base| base.mts_open.is_some_and(|before| before <= limit + EPSILON));
        let is_regression = is_new || pair.increase.is_none() && was_below;
        if compared > limit + EPSILON && bound.is_some() && mts <= limit + EPSILON {
            let in_force = t.fail_on != FailOn::Regression || is_regression;
            let limit_text = number(limit);
            let text = format!("MTS {} may be as high as {}, above {limit_text}", number(mts), beyond(compared, limit));
            let headline = format!(
                "MTS of `{name}` is {} and may be as high as {}, above {limit_text}",
                number(mts),
                number(compared)
            );
            add(ExitCode::Gate, in_force, compared - limit, text, headline);
        } else if mts > limit + EPSILON {
            let in_force = t.fail_on != FailOn::Regression || is_regression;
            let before = pair.base.and_then(|base| base.mts_open);
            let text = format!("MTS {} is above {}", beyond(mts, limit), number(limit));
            let headline = match before.filter(|before| number(*before) != number(mts)) {
                Some(before) if before < mts => {
                    format!("MTS of `{name}` rose from {} to {}", number(before), number(mts))
                }
                Some(before) => {
                    format!("MTS of `{name}` fell from {} to {}, above {}", number(before), number(mts), number(limit))
                }
                None => format!("MTS of `{name}` is {}, above {}", beyond(mts, limit), number(limit)),
            };
            add(ExitCode::Gate, in_force, mts - limit, text, headline);
        }
    }
    let highest = pair.increase_interval.map(|interval| interval.high).filter(|_| t.on == GateOn::LowerBound);
    let rise = pair.increase.map(|rise| highest.map_or(rise, |highest| highest.max(rise)));
    if let Some(rise) = rise.filter(|rise| gated && *rise > t.max_mts_increase + EPSILON) {
        let (rose, allowed) = (beyond(rise, t.max_mts_increase), number(t.max_mts_increase));
        let is_sure = pair.increase.is_some_and(|estimate| estimate > t.max_mts_increase + EPSILON);
        let rose = if is_sure { format!("rose by {rose}") } else { format!("may have risen by {rose}") };
        let text = format!("MTS {rose}; the limit is {allowed}");
        let headline = format!("MTS of `{name}` {rose}");
        add(ExitCode::Gate, t.fail_on != FailOn::Threshold, rise - t.max_mts_increase, text, headline);
    }
    let limits = [
        (t.max_confirmed_fragments, "fragment", "confirmed", pair.fragments[0]),
        (t.max_latent_fragments, "fragment", "latent", pair.fragments[1]),
        (t.max_broken_variants, "variant", "broken", pair.variants),
    ];
    for (limit, noun, word, found) in limits {
        if let Some(limit) = limit.filter(|limit| found > *limit) {
            let are = if found == 1 { " is" } else { "s are" };
            let text = format!("{found} {noun}{are} {word}; the limit is {limit}");
            let headline = format!("{found} {noun}{are} {word} in `{name}`");
            let in_force = t.fail_on != FailOn::Regression || is_new;
            #[expect(clippy::cast_precision_loss, reason = "a function has few of them")]
            add(ExitCode::Gate, in_force, (found - limit) as f64, text, headline);
        }
    }
    let has_drift_rule = pair.drift && t.on_drift != GateAction::Pass;
    if has_drift_rule {
        let text = "one side changed without the other".to_owned();
        add(
            ExitCode::Gate,
            t.on_drift == GateAction::Fail,
            0.0,
            text,
            format!("one side of `{name}` changed without the other"),
        );
    }
    // A difference counts also if there are few inputs. Only agreement needs more inputs.
    let has_difference = broken.len() > usize::from(has_drift_rule);
    let can_be_weak = unclear.is_none() && !has_difference;
    let weak = WeakEvidence::find(head, t).filter(|_| can_be_weak);
    let unclear = unclear.or_else(|| weak.map(|weak| weak.to_string()));
    if let Some(why) = &unclear {
        let had_result = |base| match weak {
            Some(weak) => weak.is_absent(base, t),
            None => has_enough_mutants(base, t) && inconclusive(base, pair.has_text, t).is_none(),
        };
        let was_gated = pair.was_comparable || pair.base.is_some_and(had_result);
        let (action, since, and) = match was_gated {
            true => (t.on_newly_inconclusive, " any more", ", but not at the base"),
            false => (t.on_inconclusive, "", ""),
        };
        // Another reason to fail is more important than this reason. A pair that did not run always
        // fails the gate.
        let fails_otherwise = was_gated && broken.iter().any(|rule| rule.fails);
        let in_force = action == GateAction::Fail && !fails_otherwise || pair.not_run.is_some();
        if action != GateAction::Pass || in_force {
            broken.push(BrokenRule {
                code: ExitCode::Incomplete,
                fails: in_force && t.fail_on != FailOn::Never,
                by: 0.0,
                text: format!("inconclusive{and}: {why}"),
                headline: format!("the gate cannot judge `{name}`{since}: {why}"),
            });
        }
    }

    broken.sort_by(|a, b| b.gravity().cmp(&a.gravity()).then(b.by.total_cmp(&a.by)));
    let status = if broken.iter().any(|b| b.fails && b.code != ExitCode::Incomplete) {
        PairStatus::Failed
    } else if unclear.is_some() {
        PairStatus::Inconclusive
    } else if !gated {
        PairStatus::NotGated
    } else {
        PairStatus::Passed
    };
    (PairGate { status, reasons: broken.iter().map(|b| b.text.clone()).collect() }, broken)
}

/// Describes how many disagreements the base also has. Empty if all of them are new.
fn compared_with_base(change: DisagreementChange) -> String {
    match (change.new, change.same_at_base) {
        (0, _) => "; the base disagrees on them in the same way".to_owned(),
        (_, 0) => String::new(),
        (_, same) => format!("; the base disagrees on {same} of them in the same way"),
    }
}

fn inputs(count: u64) -> String {
    format!("{count} input{}", if count == 1 { "" } else { "s" })
}

/// Reports whether the pair has enough counted mutants for the gate to check its MTS.
fn has_enough_mutants(scores: &Scores, t: &Thresholds) -> bool {
    scores.counted >= t.min_mutants || is_gated_by_bound(scores, t)
}

/// Returns CA. Inputs with accepted differences count as agreement.
fn open_ca(scores: &Scores) -> Option<f64> {
    if scores.inputs_accepted == 0 {
        return scores.ca_tests;
    }
    share((scores.inputs_equal + scores.inputs_accepted).min(scores.inputs), scores.inputs)
}

/// Returns the reason why a pair is inconclusive; `None` if it is not.
fn inconclusive(head: &Scores, has_text: bool, t: &Thresholds) -> Option<String> {
    if head.inputs == 0 {
        return Some("no input runs on both sides: give inputs in a suite file".to_owned());
    }
    if let Some(unknown) = share(head.unknown, head.counted + head.unknown).filter(|x| *x > UNKNOWN_LIMIT) {
        return Some(format!("{:.0}% of the pair's mutants have no verdict", unknown * 100.0));
    }
    // A full run of a sampled pair may have enough mutants.
    let few = head.counted < t.min_mutants && (head.counted == 0 || !is_gated_by_bound(head, t));
    if let Some(sample) = head.sample.as_ref().filter(|all| few && t.min_mutants <= all.generated) {
        let (counted, run, generated, needed) = (head.counted, sample.run, sample.generated, t.min_mutants);
        return Some(format!(
            "the tool ran {run} of {generated} generated mutants, and only {counted} of them count; required: {needed}"
        ));
    }
    let mirrored = share(head.counted, head.counted + head.unmirrored).filter(|_| has_text)?;
    (mirrored < t.min_mirrored - EPSILON).then(|| {
        let (of, needed) = (head.counted + head.unmirrored, percent(t.min_mirrored));
        format!("only {} of {of} mutants have a counterpart in the port, required: {needed}", head.counted)
    })
}

/// Returns the missing requirement that prevented the run of the pair. `None` for other pairs.
fn missing_requirement<'a>(pair: &GateInput<'a>) -> Option<&'a Requirement> {
    match pair.not_run? {
        NotRun::MissingRequirement(requirement) => Some(requirement),
        NotRun::Budget | NotRun::Interrupted => None,
    }
}

/// Returns one broken rule for each missing requirement, with its pairs.
fn check_requirements(pairs: &[GateInput<'_>], t: &Thresholds) -> Vec<BrokenRule> {
    let mut needed: BTreeMap<&Requirement, Vec<&str>> = BTreeMap::new();
    for (requirement, pair) in pairs.iter().filter_map(|pair| Some((missing_requirement(pair)?, pair))) {
        needed.entry(requirement).or_default().push(pair.name);
    }
    let rule = |(requirement, names): (&Requirement, Vec<&str>)| {
        let headline = match names[..] {
            [name] => format!("`{name}` needs {requirement}"),
            _ => format!("{} pairs need {requirement}", names.len()),
        };
        BrokenRule {
            code: ExitCode::Incomplete,
            fails: t.fail_on != FailOn::Never,
            by: names.len() as f64,
            text: format!("{headline}; {}", requirement.help()),
            headline,
        }
    };
    needed.into_iter().map(rule).collect()
}

fn check_run(pairs: usize, overall: &Scores, t: &Thresholds) -> Vec<BrokenRule> {
    let mut broken = Vec::new();
    let judged = overall.counted + overall.unknown;
    if share(overall.unknown, judged).is_some_and(|unknown| unknown > UNKNOWN_LIMIT) {
        let text = format!("{} of {judged} mutants have no verdict", overall.unknown);
        // The run itself is incomplete: `fail-on` does not change this.
        broken.push(BrokenRule { code: ExitCode::Incomplete, fails: true, by: 1.0, headline: text.clone(), text });
    }
    let fails = t.fail_on != FailOn::Never;
    if let (Some(limit), Some(GatedScore { score, compared: mts, .. })) = (t.max_overall_mts, gated_score(overall, t))
        && overall.counted >= t.min_mutants
        && mts > limit + EPSILON
    {
        let is = if score > limit + EPSILON { "is" } else { "may be as high as" };
        let shown = if score > limit + EPSILON { score } else { mts };
        let text = format!("MTS over all pairs {is} {}, above {}", beyond(shown, limit), number(limit));
        broken.push(BrokenRule { code: ExitCode::Gate, fails, by: mts - limit, headline: text.clone(), text });
    }
    if pairs == 0 && t.on_no_pairs != GateAction::Pass {
        let text = "there is no pair to compare".to_owned();
        let fails = fails && t.on_no_pairs == GateAction::Fail;
        broken.push(BrokenRule { code: ExitCode::Gate, fails, by: 0.0, headline: text.clone(), text });
    }
    broken
}

fn headline(pairs: &[GateInput<'_>], overall: &Scores, conclusion: Conclusion, worst: Option<&BrokenRule>) -> String {
    let plural = if pairs.len() == 1 { "pair" } else { "pairs" };
    let mended = pairs.iter().filter_map(|pair| pair.disagreements).map(|change| change.mended).sum();
    let fixes = if mended > 0 { format!("the change fixes {}; ", inputs(mended)) } else { String::new() };
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

/// Formats a number with two decimals, or with four if two decimals would show zero.
fn number(x: f64) -> String {
    let short = format!("{x:.2}");
    if x != 0.0 && short.trim_start_matches('-') == "0.00" { format!("{x:.4}") } else { short }
}

/// Formats a share as a percentage: `100 %`, `99.5 %`.
fn percent(share: f64) -> String {
    format!("{} %", (share * 10_000.0).round() / 100.0)
}

/// Formats a score that is beyond a limit. The decimals are enough to show the difference.
fn beyond(x: f64, limit: f64) -> String {
    if number(x) == number(limit) { format!("{x:.4}") } else { number(x) }
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
