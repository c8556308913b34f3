//! The rules of the gate for one pair. `run_rules` has the rules for a whole run.

use super::broken_rule::{BrokenRule, beyond, beyond_by_interval, can_fail, inputs, number, percent};
use super::input::GateInput;
use super::metric::{GatedScore, gated_score, is_gated_by_bound};
use super::run_rules::UNKNOWN_LIMIT;
use super::weak_evidence::WeakEvidence;
use crate::scoring::share::{EPSILON, share};
use mts_model::error::ExitCode;
use mts_model::report::{DisagreementChange, PairReport, PairStatus, Scores};
use mts_model::{FailOn, GateAction, GateOn, Thresholds};
use std::fmt;

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
    pub(super) fn inconclusive(reason: &str) -> Self {
        Self { status: PairStatus::Inconclusive, reasons: vec![reason.to_owned()] }
    }
}

/// The reason why the gate cannot judge a pair.
enum Unclear {
    /// The number of inputs that counted only at the base. The gate checks the results on the other inputs.
    Lost(u64),
    /// The pair has no score that the gate can check, for this reason.
    Unjudged(String),
    /// The number of inputs with a placeholder on which the functions differ. The gate checks the
    /// results on the other inputs.
    Undecided(u64),
    /// The functions agree, and the evidence is weak.
    Weak(WeakEvidence),
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(lost) => {
                let do_not = if *lost == 1 { "does not" } else { "do not" };
                write!(f, "{} that counted at the base {do_not} count now; see the findings of the pair", inputs(*lost))
            }
            Self::Unjudged(why) => f.write_str(why),
            Self::Undecided(undecided) => {
                let on = inputs(*undecided);
                write!(
                    f,
                    "the functions differ on {on} in which an object has a placeholder value: give inputs in a "
                )?;
                f.write_str("suite file")
            }
            Self::Weak(weak) => weak.fmt(f),
        }
    }
}

/// Applies the rules for one pair. Returns the result and the broken rules, the gravest first.
pub(super) fn check_pair(pair: &GateInput<'_>, t: &Thresholds) -> (PairGate, Vec<BrokenRule>) {
    if pair.may_be_no_pair {
        return check_possible_non_pair(pair, t);
    }
    let unjudged = pair.incomparable.map(str::to_owned).or_else(|| inconclusive(pair.head, pair.has_text, t));
    // If few mutants are mirrored or have a verdict, the report shows the score, but the score does
    // not fail the pair.
    let is_gated = has_enough_mutants(pair.head, t) && unjudged.is_none();
    let of_score = [check_mts(pair, t), check_increase(pair, t)].into_iter().flatten().filter(|_| is_gated);
    let differences: Vec<BrokenRule> =
        check_originals(pair, t).into_iter().chain(of_score).chain(check_limits(pair, t)).collect();
    // A difference counts even if there are few inputs. Only agreement needs more inputs.
    let weak = WeakEvidence::find(pair.head, t).filter(|_| differences.is_empty());
    let lost = Some(lost_inputs(pair)).filter(|lost| *lost > 0 && pair.incomparable.is_none()).map(Unclear::Lost);
    let undecided = || Some(pair.head.inputs_undecided).filter(|inputs| *inputs > 0).map(Unclear::Undecided);
    let unclear = lost
        .or_else(|| undecided().filter(|_| pair.head.inputs == 0))
        .or(unjudged.map(Unclear::Unjudged))
        .or_else(undecided)
        .or(weak.map(Unclear::Weak));
    let mut broken: Vec<BrokenRule> = differences.into_iter().chain(check_drift(pair, t)).collect();
    let fails = broken.iter().any(|rule| rule.fails);
    broken.extend(unclear.as_ref().and_then(|why| check_evidence(pair, why, fails, t)));
    broken.sort_by(BrokenRule::by_rank);
    let status = status(&broken, unclear.is_some(), is_gated);
    (PairGate { status, reasons: broken.iter().map(|b| b.text.clone()).collect() }, broken)
}

/// Returns the result for two functions with weak evidence that they are a pair.
///
/// No other rule applies to such a pair.
fn check_possible_non_pair(pair: &GateInput<'_>, t: &Thresholds) -> (PairGate, Vec<BrokenRule>) {
    let (equal, of) = (pair.head.inputs_equal, pair.head.inputs);
    let why = format!(
        "the evidence for this pair is weak, and its functions agree on {equal} of {of} inputs: name the pair \
         under `pairs` in mts.yml, or list the Java function under `unpaired`"
    );
    let gate = PairGate::inconclusive(&format!("inconclusive: {why}"));
    let rule = BrokenRule {
        code: ExitCode::Incomplete,
        fails: can_fail(t.on_inconclusive == GateAction::Fail, t),
        by: 0.0,
        text: format!("inconclusive: {why}"),
        headline: format!("the gate cannot judge `{}`: {why}", pair.name),
    };
    (gate, if t.on_inconclusive == GateAction::Pass { Vec::new() } else { vec![rule] })
}

/// Reports whether a pair fails the gate because its original functions disagree.
///
/// The result is false if the functions may be no pair.
#[must_use]
pub fn has_failing_originals(pair: &PairReport, t: &Thresholds) -> bool {
    !pair.may_be_no_pair && check_originals(&GateInput::from_pair(pair), t).is_some_and(|rule| rule.fails)
}

/// Returns the broken rule for originals that disagree on too many inputs.
fn check_originals(pair: &GateInput<'_>, t: &Thresholds) -> Option<BrokenRule> {
    let (head, name) = (pair.head, pair.name);
    let ca = open_ca(head).filter(|ca| *ca < t.min_ca - EPSILON)?;
    let is_worse = pair.disagreements.is_none_or(|change| change.new > 0);
    let (equal, accepted, of) = (head.inputs_equal, head.inputs_accepted, head.inputs);
    let besides = if accepted > 0 { format!(" and {accepted} are accepted") } else { String::new() };
    let needed = percent(t.min_ca);
    let against_base = pair.disagreements.map(compared_with_base).unwrap_or_default();
    let fixes = pair.disagreements.filter(|change| change.fixed > 0);
    let fixes = fixes.map(|change| format!("; the change fixes {}", inputs(change.fixed))).unwrap_or_default();
    let open = of - (equal + accepted).min(of);
    Some(BrokenRule {
        code: ExitCode::Disagree,
        fails: can_fail(t.fail_on != FailOn::Regression || is_worse, t),
        by: t.min_ca - ca,
        text: format!(
            "the original functions agree on {equal} of {of} inputs{besides}, required: {needed}{against_base}{fixes}"
        ),
        headline: format!("the original functions of `{name}` disagree on {open} of {of} inputs{against_base}"),
    })
}

/// Returns the broken rule for an MTS that is, or may be, above its limit.
fn check_mts(pair: &GateInput<'_>, t: &Thresholds) -> Option<BrokenRule> {
    let GatedScore { score: mts, compared, bound } = gated_score(pair.head, t)?;
    let is_new = pair.base.is_none();
    let limit = if is_new { t.new_max_mts.unwrap_or(t.max_mts) } else { t.max_mts };
    // If no mutant counts at both revisions, the gate cannot compute an increase.
    let was_below = pair.base.is_some_and(|base| base.mts_open.is_some_and(|before| before <= limit + EPSILON));
    let is_regression = is_new || pair.increase.is_none() && was_below;
    let (by, text, headline) = if mts > limit + EPSILON {
        let text = format!("MTS {} is above {}", beyond(mts, limit), number(limit));
        (mts - limit, text, mts_headline(pair, mts, limit))
    } else if compared > limit + EPSILON && bound.is_some() {
        let above = beyond_by_interval(mts, compared, limit);
        (compared - limit, format!("MTS {above}"), format!("MTS of `{}` {above}", pair.name))
    } else {
        return None;
    };
    let fails = can_fail(t.fail_on != FailOn::Regression || is_regression, t);
    Some(BrokenRule { code: ExitCode::Gate, fails, by, text, headline })
}

/// Describes an MTS above its limit, compared with the base.
fn mts_headline(pair: &GateInput<'_>, mts: f64, limit: f64) -> String {
    let name = pair.name;
    let before = pair.base.and_then(|base| base.mts_open);
    match before.filter(|before| number(*before) != number(mts)) {
        Some(before) if before < mts => format!("MTS of `{name}` rose from {} to {}", number(before), number(mts)),
        Some(before) => {
            format!("MTS of `{name}` fell from {} to {}, above {}", number(before), number(mts), number(limit))
        }
        None => format!("MTS of `{name}` is {}, above {}", beyond(mts, limit), number(limit)),
    }
}

/// Returns the broken rule for an MTS that rose, or may have risen, too much.
fn check_increase(pair: &GateInput<'_>, t: &Thresholds) -> Option<BrokenRule> {
    let highest = pair.increase_interval.map(|interval| interval.high).filter(|_| t.on == GateOn::LowerBound);
    let rise = pair.increase.map(|rise| highest.map_or(rise, |highest| highest.max(rise)));
    let rise = rise.filter(|rise| *rise > t.max_mts_increase + EPSILON)?;
    let (rose, allowed) = (beyond(rise, t.max_mts_increase), number(t.max_mts_increase));
    let is_sure = pair.increase.is_some_and(|estimate| estimate > t.max_mts_increase + EPSILON);
    let rose = if is_sure { format!("rose by {rose}") } else { format!("may have risen by {rose}") };
    Some(BrokenRule {
        code: ExitCode::Gate,
        fails: can_fail(t.fail_on != FailOn::Threshold, t),
        by: rise - t.max_mts_increase,
        text: format!("MTS {rose}; the limit of the increase is {allowed}"),
        headline: format!("MTS of `{}` {rose}", pair.name),
    })
}

/// Returns the broken rules for the numbers of fragments and variants.
fn check_limits(pair: &GateInput<'_>, t: &Thresholds) -> impl Iterator<Item = BrokenRule> {
    let limits = [
        (t.max_confirmed_fragments, "fragment", "confirmed", pair.fragments[0]),
        (t.max_latent_fragments, "fragment", "latent", pair.fragments[1]),
        (t.max_broken_variants, "variant", "broken", pair.variants),
    ];
    let fails = can_fail(t.fail_on != FailOn::Regression || pair.base.is_none(), t);
    let name = pair.name.to_owned();
    limits.into_iter().filter_map(move |(limit, noun, word, found)| {
        let limit = limit.filter(|limit| found > *limit)?;
        let are = if found == 1 { " is" } else { "s are" };
        Some(BrokenRule {
            code: ExitCode::Gate,
            fails,
            #[expect(clippy::cast_precision_loss, reason = "a function has few of them")]
            by: (found - limit) as f64,
            text: format!("{found} {noun}{are} {word}; the limit is {limit}"),
            headline: format!("{found} {noun}{are} {word} in `{name}`"),
        })
    })
}

/// Returns the broken rule for a change of only one side.
fn check_drift(pair: &GateInput<'_>, t: &Thresholds) -> Option<BrokenRule> {
    (pair.drift && t.on_drift != GateAction::Pass).then(|| BrokenRule {
        code: ExitCode::Gate,
        fails: can_fail(t.on_drift == GateAction::Fail, t),
        by: 0.0,
        text: "one side changed without the other".to_owned(),
        headline: format!("one side of `{}` changed without the other", pair.name),
    })
}

/// Returns the broken rule for a pair that the gate cannot judge because of `why`.
///
/// `fails_otherwise` tells whether another rule fails the pair.
fn check_evidence(pair: &GateInput<'_>, why: &Unclear, fails_otherwise: bool, t: &Thresholds) -> Option<BrokenRule> {
    let had_result = |base: &Scores| match why {
        Unclear::Lost(_) => true,
        Unclear::Unjudged(_) => has_enough_mutants(base, t) && inconclusive(base, pair.has_text, t).is_none(),
        Unclear::Undecided(_) => false,
        Unclear::Weak(weak) => weak.is_absent(base, t),
    };
    let was_gated = pair.was_comparable || lost_inputs(pair) > 0 || pair.base.is_some_and(had_result);
    let (action, since, and) = match was_gated {
        true => (t.on_newly_inconclusive, " any more", ", but not at the base"),
        false => (t.on_inconclusive, "", ""),
    };
    // A rule that fails the pair for another reason is more important. A pair that did not run always fails the gate,
    // unless `gate.fail-on` is `never`.
    let is_secondary = was_gated && fails_otherwise;
    let in_force = action == GateAction::Fail && !is_secondary || pair.not_run.is_some();
    (action != GateAction::Pass || in_force).then(|| BrokenRule {
        code: ExitCode::Incomplete,
        fails: can_fail(in_force, t),
        by: 0.0,
        text: format!("inconclusive{and}: {why}"),
        headline: format!("the gate cannot judge `{}`{since}: {why}", pair.name),
    })
}

/// Returns the status of a pair with these broken rules.
fn status(broken: &[BrokenRule], is_unclear: bool, is_gated: bool) -> PairStatus {
    if broken.iter().any(|b| b.fails && b.code != ExitCode::Incomplete) {
        PairStatus::Failed
    } else if is_unclear {
        PairStatus::Inconclusive
    } else if !is_gated {
        PairStatus::NotGated
    } else {
        PairStatus::Passed
    }
}

/// Describes how many disagreements the base also has. Empty if all of them are new.
fn compared_with_base(change: DisagreementChange) -> String {
    match (change.new, change.same_at_base) {
        (0, _) => "; the base has the same disagreements".to_owned(),
        (_, 0) => String::new(),
        (_, same) => format!("; the base has {same} of the disagreements too"),
    }
}

/// Reports whether the pair has enough mutants for the gate to check its MTS.
///
/// Few counted mutants are enough if the gate compares the upper end of the interval of a sample.
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

/// Returns the number of inputs that counted only at the base.
fn lost_inputs(pair: &GateInput<'_>) -> u64 {
    pair.disagreements.map_or(0, |change| change.lost)
}

/// Returns the reason why a pair is inconclusive. `None` if the pair is conclusive.
fn inconclusive(head: &Scores, has_text: bool, t: &Thresholds) -> Option<String> {
    if head.inputs == 0 {
        return Some("no input runs on both sides: give inputs in a suite file".to_owned());
    }
    if let Some(unknown) = share(head.unknown, head.counted + head.unknown).filter(|x| *x > UNKNOWN_LIMIT) {
        return Some(format!("{} of the pair's mutants have no verdict", percent(unknown)));
    }
    // A sampled pair may have enough mutants in a full run.
    let few = head.counted < t.min_mutants && (head.counted == 0 || !is_gated_by_bound(head, t));
    if let Some(sample) = head.sample.as_ref().filter(|all| few && t.min_mutants <= all.generated) {
        let (counted, run, generated, needed) = (head.counted, sample.run, sample.generated, t.min_mutants);
        let count = if counted == 1 { "counts" } else { "count" };
        return Some(format!(
            "cargo mts ran {run} of {generated} generated mutants, and only {counted} of them {count}; required: \
             {needed}"
        ));
    }
    let mirrored = share(head.counted, head.counted + head.unmirrored).filter(|_| has_text)?;
    (mirrored < t.min_mirrored - EPSILON).then(|| {
        let (of, needed) = (head.counted + head.unmirrored, percent(t.min_mirrored));
        let have = if head.counted == 1 { "has" } else { "have" };
        format!("only {} of {of} mutants {have} a counterpart in the port, required: {needed}", head.counted)
    })
}
