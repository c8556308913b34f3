//! Creates the ids and the evidence of findings, and sorts the findings.

use crate::display;
use crate::equality::Rules;
use crate::outcomes::OutcomeComponent;
use crate::outcomes::locate;
use mts_model::{Answer, Evidence, Finding, FindingKind, Input, Outcome, Severity, Value};
use std::collections::BTreeMap;

/// Maximum size of one finding's evidence, in characters of JSON. A report may hold many thousand
/// findings.
const LARGEST_EVIDENCE: usize = 8_000;

/// The facts about a pair that its findings need.
#[derive(Clone, Copy, Debug)]
pub struct FindingContext<'a> {
    /// The key of the pair, see [`mts_model::Pair::key`].
    pub key: &'a str,
    /// One-based line of the Java function.
    pub line_java: u32,
    /// One-based line of the Python function.
    pub line_python: u32,
    /// Names of the Java parameters.
    pub params: &'a [String],
    /// Whether only the function's own class calls the Java function. The objects of an input may then be objects that
    /// no caller passes.
    pub is_private: bool,
}

/// Returns the id of a finding: `MTS-` and 12 hex digits of a hash. The id stays the same on every
/// run and after edits elsewhere.
///
/// The hash covers the pair, the kind, `identity`, the normalized text of the edited node, and `ordinal`. `identity` is
/// the key of the disagreement or the name of the operator, never a text for people. `ordinal` is the number of nodes
/// with the same text that come earlier in the function.
#[must_use]
pub fn finding_id(pair: &str, kind: FindingKind, identity: &str, text: &str, ordinal: usize) -> String {
    let kind = match kind {
        FindingKind::Original => "original",
        FindingKind::Mutant => "mutant",
        FindingKind::Fragment => "fragment",
        FindingKind::Variant => "variant",
        FindingKind::Property => "property",
        FindingKind::Drift => "drift",
    };
    let mut hasher = blake3::Hasher::new();
    for component in [pair, kind, identity, text, &ordinal.to_string()] {
        // The hash includes the length of each part. So two different lists of parts never give the
        // same bytes.
        hasher.update(&(component.len() as u64).to_le_bytes());
        hasher.update(component.as_bytes());
    }
    format!("MTS-{}", &hasher.finalize().to_hex()[..12])
}

pub(crate) fn new_finding(place: &FindingContext<'_>, kind: FindingKind, cause: &str) -> Finding {
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
        diagnosis: None,
        differing_call: None,
        arguments: None,
        caused_by_other: false,
        same_at_base: false,
        order_dependence: None,
        import_error: None,
        caused_by: None,
        accepted: false,
        evidence: None,
    }
}

pub(crate) fn attach_witness(
    finding: &mut Finding,
    place: &FindingContext<'_>,
    input: Option<&Input>,
    outcomes: Option<(&Outcome, &Outcome, OutcomeComponent)>,
) {
    finding.input = input.map(|input| display::input(place.params, input));
    finding.arguments = input.map(|input| input.args.clone());
    if let Some((java, python, component)) = outcomes {
        finding.evidence = input.and_then(|input| evidence(input, java, python, component));
        let (java, python) = display::outcome_pair(java, python, component, place.params);
        (finding.java_outcome, finding.python_outcome) = (Some(java), Some(python));
    }
}

/// Returns the values behind a finding; `None` if they are too large for the report.
fn evidence(input: &Input, java: &Outcome, python: &Outcome, component: OutcomeComponent) -> Option<Evidence> {
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
    let path = locate::diff_path(java, python, component, &Rules::default()).map(|place| place.paths().0);
    (weight(java) + weight(python) <= LARGEST_EVIDENCE).then(|| Evidence {
        receiver: input.receiver.clone(),
        component: component.kind(),
        path: path.filter(|path| !path.is_empty()),
        java: answer(java),
        python: answer(python),
    })
}

/// Estimates the number of characters of a value in JSON.
fn weight(value: &Value) -> usize {
    let own = match value {
        Value::Str(s) | Value::Enum(s) => s.len(),
        Value::Utf16(units) => units.len() * 6,
        Value::Bytes(bytes) => bytes.len() * 2,
        Value::Exception { class, message } => class.len() + message.len(),
        Value::List(items) | Value::Set(items) => items.iter().map(weight).sum(),
        Value::Map(pairs) => pairs.iter().map(|(key, item)| weight(key) + weight(item)).sum(),
        Value::Object { fields, .. } => fields.iter().map(|(name, item)| name.len() + weight(item)).sum(),
        _ => 0,
    };
    own + 8
}

/// Returns the findings in the order in which a reviewer should read them.
///
/// Open findings come before accepted findings, findings that are new since the base before old findings, more severe
/// findings before less severe ones, and differences of the originals before kills. Kills on the Java line with the
/// most kills come first, so that a reviewer reads about one cause in one place.
#[must_use]
pub fn ranked(mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut at_line: BTreeMap<(FindingKind, u32), usize> = BTreeMap::new();
    for finding in &findings {
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
        (f.accepted, f.same_at_base, f.severity, kind, usize::MAX - crowd, f.line_java, unshown, length, f.id.clone())
    });
    findings
}
