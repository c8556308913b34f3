//! Findings from what was judged: one for each way in which the originals disagree, one for each kill,
//! one for a pair of which one side changed alone. Owns their ids, causes and order, so that renderers
//! only render. Causes found by replay are laid over these by whoever runs the replay.

use super::compare::Equality;
use super::compare::Rules;
use super::describe;
use super::exceptions::simple;
use super::names::is_unset;
use super::nulls;
use super::outcomes::{self, Comparison, Part};
use super::standing::Standing;
use super::verdict::{OriginalsJudged, outcome_at};
use mts_model::{
    Answer, Evidence, Finding, FindingKind, Input, InputOrigin, Language, Mutant, MutantVerdict, Outcome, Reason,
    Severity, State, Value, VariantOutcomes, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};

/// Heaviest evidence that is kept, in characters of JSON: a report may hold many thousand findings.
const LARGEST_EVIDENCE: usize = 8_000;

/// What findings on a pair need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct FindingPlace<'a> {
    /// [`mts_model::Pair::key`].
    pub key: &'a str,
    /// One-based line of the Java function.
    pub line_java: u32,
    /// One-based line of the Python function.
    pub line_python: u32,
    /// Names of the Java parameters.
    pub params: &'a [String],
    /// Whether only the class itself calls the Java function: on objects that others never meet so.
    pub is_private: bool,
}

/// `MTS-` and 12 hex digits over pair, kind, cause (or operator), text (of the edited node, normalised)
/// and its ordinal in the function: the same finding has the same id on every run, and edits elsewhere
/// do not change it.
#[must_use]
pub fn finding_id(pair: &str, kind: FindingKind, cause: &str, text: &str, ordinal: usize) -> String {
    let kind = match kind {
        FindingKind::Original => "original",
        FindingKind::Mutant => "mutant",
        FindingKind::Fragment => "fragment",
        FindingKind::Variant => "variant",
        FindingKind::Property => "property",
        FindingKind::Drift => "drift",
    };
    let mut hasher = blake3::Hasher::new();
    for part in [pair, kind, cause, text, &ordinal.to_string()] {
        // With its length before it, no part can be taken for the end of another.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    format!("MTS-{}", &hasher.finalize().to_hex()[..12])
}

/// A way in which the originals disagree: what came of the comparison, and in which words.
pub type Way = (Equality, String);

/// A disagreement, on one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The input.
    pub input: Input,
    /// What Java did on it.
    pub java: Outcome,
    /// What Python did on it.
    pub python: Outcome,
    /// The part of the outcomes in which they differ.
    pub part: Part,
    /// For mutants: the unmutated sides differ on it already.
    pub follows: bool,
}

/// The way of a comparison that is not equal.
#[must_use]
pub fn way_of(found: &Comparison, java: &Outcome, python: &Outcome, params: &[String]) -> Option<Way> {
    (found.equality != Equality::Equal).then(|| (found.equality, way(found, java, python, params)))
}

/// The inputs on which the originals disagree, by the way in which they do; the smallest first, extreme
/// ones last.
#[must_use]
pub fn ways(
    judged: &OriginalsJudged,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    params: &[String],
) -> BTreeMap<Way, Vec<usize>> {
    let mut by_way: BTreeMap<Way, Vec<usize>> = BTreeMap::new();
    for (i, found) in judged.per_input.iter().enumerate() {
        if let (Some(a), Some(b)) = (outcome_at(java, i), outcome_at(python, i))
            && let Some(way) = way_of(found, a, b, params)
        {
            by_way.entry(way).or_default().push(i);
        }
    }
    for at in by_way.values_mut() {
        at.sort_by_cached_key(|i| {
            inputs.get(*i).map_or((true, u128::MAX), |input| (is_extreme(input), describe::size(input)))
        });
    }
    by_way
}

fn is_extreme(input: &Input) -> bool {
    input.origin == InputOrigin::Extreme
}

/// One finding for each way in which the originals differ, have drifted or cannot be compared: on a
/// smaller input than those that were judged where `smaller` has one that shows the same, else on the
/// one that `standings` has seen once more, or the smallest of them.
#[must_use]
#[expect(clippy::too_many_arguments, reason = "what was judged, and what was found out about it since")]
pub fn original_findings(
    place: &FindingPlace<'_>,
    judged: &OriginalsJudged,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    smaller: &BTreeMap<Way, Shown>,
    standings: &BTreeMap<Way, Standing>,
    accepted: &BTreeSet<String>,
) -> Vec<Finding> {
    let total = judged.per_input.len();
    let finding = |(way, at): (Way, Vec<usize>)| {
        let standing = standings.get(&way);
        let first = standing.map_or(*at.first()?, Standing::input);
        let given = inputs.get(first)?;
        let after = match standing {
            Some(Standing::After { shown, .. }) => Some(&**shown),
            _ => None,
        };
        let (input, evidence) = match smaller.get(&way).or(after) {
            Some(shown) => (&shown.input, (&shown.java, &shown.python, shown.part)),
            None => (given, (outcome_at(java, first)?, outcome_at(python, first)?, judged.per_input.get(first)?.part)),
        };
        let (equality, words) = way;
        let mut finding = blank(place, FindingKind::Original, &words);
        finding.id = original_id(place, &words);
        finding.accepted = accepted.contains(&finding.id);
        let inputs_of = if total == 1 { "input" } else { "inputs" };
        let extreme = match (is_extreme(given), is_extreme(input)) {
            (false, _) => "",
            (true, true) => ", extreme values only",
            (true, false) => ", extreme ones; smaller values show it too",
        };
        // It is told on one, and holds for all: the others are run in spite of it.
        let is_unimported = evidence.1.state == State::NotCompiled;
        finding.cause = match is_unimported {
            true => format!("{words}, whatever the input"),
            false => format!("{words}, on {} of {total} {inputs_of}{extreme}", at.len()),
        };
        finding.severity = match equality {
            Equality::Incomparable => {
                finding.cause.push_str("; left out of CA and MTS");
                Severity::Note
            }
            Equality::Different if !is_extreme(given) => Severity::Error,
            _ => Severity::Warning,
        };
        if equality == Equality::Different {
            weigh(&mut finding, place, evidence);
            if input.has_injected_state() && !is_unimported {
                give_notice(&mut finding, evidence);
            }
        }
        finding.unimported = is_unimported.then(|| evidence.1.reason.to_string());
        if let Some(standing) = standing {
            standing.tell(&mut finding, inputs, place.params);
        }
        show(&mut finding, place, Some(input), Some(evidence));
        Some(finding)
    };
    ways(judged, inputs, java, python, place.params).into_iter().filter_map(finding).collect()
}

/// What is known of a difference and makes it less grave: it follows from another one, or the objects are such
/// as no caller has.
fn weigh(finding: &mut Finding, place: &FindingPlace<'_>, (java, python, part): (&Outcome, &Outcome, Part)) {
    let unchecked = nulls::is_made_by_the_vm(java);
    // Where Java gives something and the port nothing, or lacks a name.
    let lacks = match python.state {
        State::Ok => part == Part::Return && python.value == Value::Null && java.value != Value::Null,
        _ => true,
    };
    let why = if part == Part::Exception && python.state == State::Ok && unchecked {
        ""
    } else if place.is_private && (unchecked || nulls::is_of_none(python)) {
        "; a private function, on an object as its own callers may never have it"
    } else if python.reason == Reason::TopLevelCallSkipped && lacks {
        finding.follows = true;
        "; most likely it follows from that: a call at the top of a module, which raises, was left out"
    } else {
        return;
    };
    finding.cause.push_str(why);
    finding.severity = finding.severity.max(Severity::Warning);
}

/// Says that the port's own makers do not give what was called on, and that Java's fields were put there. What
/// fails then for want of something that the port itself always has is no certain difference.
fn give_notice(finding: &mut Finding, (_, python, _): (&Outcome, &Outcome, Part)) {
    finding.cause.push_str("; on an object as Java makes it, which the port's own makers do not");
    if nulls::is_of_none(python) || nulls::is_of_make(python) {
        finding.severity = finding.severity.max(Severity::Warning);
    }
}

/// On how many of the inputs that count for CA the originals differ in a way that is accepted.
#[must_use]
pub fn inputs_accepted(
    place: &FindingPlace<'_>,
    judged: &OriginalsJudged,
    inputs: &[Input],
    java: &VariantOutcomes,
    python: &VariantOutcomes,
    accepted: &BTreeSet<String>,
) -> usize {
    let counts = |(i, found): &(usize, &Comparison)| {
        found.equality == Equality::Different && inputs.get(*i).is_some_and(|one| one.origin != InputOrigin::Extreme)
    };
    let is_accepted = |(i, found): &(usize, &Comparison)| {
        let outcomes = outcome_at(java, *i).zip(outcome_at(python, *i));
        outcomes.is_some_and(|(a, b)| accepted.contains(&original_id(place, &way(found, a, b, place.params))))
    };
    if accepted.is_empty() {
        return 0;
    }
    judged.per_input.iter().enumerate().filter(counts).filter(is_accepted).count()
}

fn original_id(place: &FindingPlace<'_>, way: &str) -> String {
    finding_id(place.key, FindingKind::Original, way, "", 0)
}

/// A way to differ, in words that do not depend on the values: inputs that differ in the same way are
/// one finding.
fn way(found: &Comparison, java: &Outcome, python: &Outcome, params: &[String]) -> String {
    let what = match found.equality {
        Equality::Incomparable if found.part == Part::State => {
            return found.detail.lines().next().unwrap_or_default().to_owned();
        }
        Equality::Incomparable if found.is_left_open => format!("is not compared: {}", found.detail),
        Equality::Incomparable => format!("cannot be compared ({}; there is no setting for it yet)", found.detail),
        Equality::Drift => drifts(found.part, java, python).to_owned(),
        _ => "differs".to_owned(),
    };
    match found.part {
        Part::Return => format!("the return value {what}"),
        Part::Argument(i) => {
            let name = params.get(i).cloned().unwrap_or_else(|| (i + 1).to_string());
            format!("the argument `{name}` {what} after the call")
        }
        Part::Receiver if what == UNSET => "fields of the receiver that nothing set are kept in another way".to_owned(),
        Part::Receiver => {
            let rules = Rules::default();
            let field = outcomes::place(java, python, Part::Receiver, &rules).and_then(|place| place.field());
            let field = field.map(|name| format!("'s `{name}`")).unwrap_or_default();
            format!("the receiver{field} {what} after the call")
        }
        Part::Stdout => format!("the output {what}"),
        Part::Exception => match (thrown(java), thrown(python)) {
            (Some(a), Some(b)) => format!("Java throws {a}, Python raises {b}"),
            (Some(a), None) if nulls::is_made_by_the_vm(java) => {
                format!("Java throws {a} for want of a check, Python returns")
            }
            (Some(a), None) => format!("Java throws {a}, Python returns"),
            (None, Some(b)) => format!("Java returns, Python raises {b}"),
            (None, None) => "the exception differs".to_owned(),
        },
        Part::State => {
            format!("Java {}, Python {}", ended(java.state, Language::Java), ended(python.state, Language::Python))
        }
    }
}

/// What an unset field's drift is called inside of [`way`].
const UNSET: &str = "is unset in another way";

/// How a part has drifted.
fn drifts(part: Part, java: &Outcome, python: &Outcome) -> &'static str {
    if part == Part::Stdout {
        return SAID;
    }
    let rules = Rules::default();
    let place = outcomes::place(java, python, part, &rules);
    match place.as_ref().map(|place| place.values) {
        Some((a, b)) if is_unset(a) && is_unset(b) => UNSET,
        Some((Value::Str(_), Value::Str(_))) => SAID,
        None if matches!((&java.value, &python.value), (Value::Str(_), Value::Str(_))) && part == Part::Return => SAID,
        _ => "is of another type",
    }
}

/// What the drift of a text is called.
const SAID: &str = "names nothing, truth or classes in its language's words";

fn thrown(outcome: &Outcome) -> Option<String> {
    match &outcome.value {
        Value::Exception { class, .. } if outcome.state == State::Exception => {
            Some(simple(class.split('<').next().unwrap_or_default()).to_owned())
        }
        _ => None,
    }
}

fn ended(state: State, side: Language) -> &'static str {
    match state {
        State::Ok => "returns",
        State::NotCompiled if side == Language::Python => "does not parse or import",
        State::NotCompiled => "does not compile",
        State::Exception if side == Language::Python => "raises",
        State::Exception => "throws",
        State::Timeout => "does not end in its budget",
        State::Incomplete => "ends without an outcome",
        State::Missing => "is missing",
    }
}

/// Evidence for a kill beside the verdict itself.
#[derive(Clone, Copy, Debug)]
pub struct KillEvidence<'a> {
    /// The mutant.
    pub mutant: &'a Mutant,
    /// The edit on the Python side, for people.
    pub python_edit: Option<&'a str>,
    /// One-based line of that edit.
    pub line_python: Option<u32>,
    /// The separating input.
    pub input: Option<&'a Input>,
    /// Whether the unmutated sides differ on it already.
    pub follows: bool,
    /// What both mutants did on it, and the part in which that differs.
    pub outcomes: Option<(&'a Outcome, &'a Outcome, Part)>,
}

/// The finding on a killed mutant; `None` for any other verdict. Its id is the mutant's own.
#[must_use]
pub fn mutant_finding(
    place: &FindingPlace<'_>,
    verdict: &MutantVerdict,
    evidence: &KillEvidence<'_>,
    accepted: &BTreeSet<String>,
) -> Option<Finding> {
    let Verdict::Killed(reason) = verdict.verdict else { return None };
    let operator = verdict.operator.name();
    let mut finding = blank(place, FindingKind::Mutant, "");
    finding.id.clone_from(&verdict.id);
    finding.operator = Some(verdict.operator);
    finding.accepted = accepted.contains(&verdict.id);
    finding.follows = evidence.follows;
    finding.cause =
        format!("after the {operator} edit `{}` the sides part ({})", evidence.mutant.summary, reason.word());
    finding.severity = Severity::Warning;
    finding.line_java = evidence.mutant.line;
    finding.line_python = evidence.line_python.unwrap_or(place.line_python);
    finding.edit_summary = Some(evidence.mutant.summary.clone());
    finding.java_edit = Some(evidence.mutant.summary.clone());
    finding.python_edit = evidence.python_edit.map(str::to_owned);
    show(&mut finding, place, evidence.input, evidence.outcomes);
    Some(finding)
}

/// The finding on a pair of which only one side changed (`java` or `python`).
#[must_use]
pub fn drift_finding(place: &FindingPlace<'_>, changed: Language, accepted: &BTreeSet<String>) -> Finding {
    let cause = match changed {
        Language::Java => "the Java side changed and the Python port did not",
        Language::Python => "the Python port changed and the Java side did not",
    };
    let mut finding = blank(place, FindingKind::Drift, cause);
    finding.id = finding_id(place.key, FindingKind::Drift, cause, "", 0);
    finding.accepted = accepted.contains(&finding.id);
    finding.severity = Severity::Warning;
    finding
}

pub(super) fn blank(place: &FindingPlace<'_>, kind: FindingKind, cause: &str) -> Finding {
    Finding {
        id: String::new(),
        kind,
        operator: None,
        transformation: None,
        cause: cause.to_owned(),
        severity: Severity::Note,
        line_java: place.line_java,
        line_python: place.line_python,
        head_line_java: None,
        head_line_python: None,
        changed_line_java: None,
        changed_line_python: None,
        input: None,
        java_outcome: None,
        python_outcome: None,
        edit_summary: None,
        java_edit: None,
        python_edit: None,
        suggestion: None,
        arguments: None,
        follows: false,
        depends: None,
        unimported: None,
        accepted: false,
        evidence: None,
    }
}

pub(super) fn show(
    finding: &mut Finding,
    place: &FindingPlace<'_>,
    input: Option<&Input>,
    outcomes: Option<(&Outcome, &Outcome, Part)>,
) {
    finding.input = input.map(|input| describe::input(place.params, input));
    finding.arguments = input.map(|input| input.args.clone());
    if let Some((java, python, part)) = outcomes {
        finding.evidence = input.and_then(|input| evidence(input, java, python, part));
        let (java, python) = describe::both(java, python, part, place.params);
        (finding.java_outcome, finding.python_outcome) = (Some(java), Some(python));
    }
}

/// The values behind a finding; `None` when they are too large to be kept for every finding.
fn evidence(input: &Input, java: &Outcome, python: &Outcome, part: Part) -> Option<Evidence> {
    let answer = |outcome: &Outcome| Answer {
        state: outcome.state,
        value: outcome.value.clone(),
        arguments: outcome.args.clone(),
        receiver: outcome.receiver.clone(),
        stdout: outcome.stdout.clone(),
        note: outcome.reason.to_string(),
        reason: outcome.reason.clone(),
    };
    let weight = |outcome: &Outcome| {
        let values = outcome.args.iter().flatten().chain(&outcome.receiver).chain([&outcome.value]);
        values.map(weight).sum::<usize>() + outcome.stdout.len()
    };
    let part = match part {
        Part::Return => "return",
        Part::Argument(_) => "argument",
        Part::Receiver => "receiver",
        Part::Stdout => "stdout",
        Part::Exception => "exception",
        Part::State => "state",
    };
    (weight(java) + weight(python) <= LARGEST_EVIDENCE).then(|| Evidence {
        receiver: input.receiver.clone(),
        part: part.to_owned(),
        java: answer(java),
        python: answer(python),
    })
}

/// About the number of characters that a value takes in JSON.
fn weight(value: &Value) -> usize {
    let own = match value {
        Value::Str(s) | Value::Enum(s) => s.len(),
        Value::Utf16(units) => units.len() * 6,
        Value::Bytes(bytes) => bytes.len() * 2,
        Value::Exception { class, message } => class.len() + message.len(),
        Value::List(items) | Value::Set(items) => items.iter().map(weight).sum(),
        Value::Map(pairs) => pairs.iter().map(|(key, held)| weight(key) + weight(held)).sum(),
        Value::Object { fields, .. } => fields.iter().map(|(name, held)| name.len() + weight(held)).sum(),
        _ => 0,
    };
    own + 8
}

/// Puts findings in the order in which a reviewer should read them: open before accepted; the originals'
/// differences first, then whatever is graver; kills by the Java line that most of them share, so that
/// one cause is read once.
pub fn rank(findings: &mut [Finding]) {
    let mut at_line: BTreeMap<(FindingKind, u32), usize> = BTreeMap::new();
    for finding in findings.iter() {
        *at_line.entry((finding.kind, finding.line_java)).or_default() += 1;
    }
    findings.sort_by_cached_key(|f| {
        let kind = match f.kind {
            FindingKind::Original => 0,
            FindingKind::Fragment => 1,
            FindingKind::Mutant => 2,
            FindingKind::Variant => 3,
            FindingKind::Property => 4,
            FindingKind::Drift => 5,
        };
        let crowd = at_line.get(&(f.kind, f.line_java)).copied().unwrap_or_default();
        let unshown = f.input.is_none();
        let length = f.input.as_ref().map_or(0, String::len);
        (f.accepted, f.severity, kind, usize::MAX - crowd, f.line_java, unshown, length, f.id.clone())
    });
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
