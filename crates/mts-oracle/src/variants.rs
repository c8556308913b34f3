//! Variants of one side beside their original, and the findings on them: whether a change that keeps behaviour kept
//! it, who is to blame where it did not, and what is told of it. How a variant that may change behaviour is judged
//! is `verdict`'s, as with mutants.

use super::describe;
use super::findings::{FindingPlace, blank, finding_id, show};
use super::outcomes::Part;
use super::verdict::outcome_at;
use mts_model::{
    Finding, FindingKind, Input, Language, Outcome, Severity, State, Transformation, Value, VariantOutcomes,
    VariantVerdict,
};
use std::collections::BTreeSet;

/// What a variant of a side did, beside its original on the same inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The same wherever it can be told.
    Same,
    /// Something else on the nth input, in this part.
    Other(usize, Part),
    /// There is no input on which it can be told, or the first that tells ends without an outcome.
    Unclear,
}

/// Compares a variant with its original, which was run before it and behind it: where these two differ, the side is
/// not the same twice, and nothing can be told. Messages of exceptions may hold names and are no matter.
#[must_use]
pub fn beside(original: [&VariantOutcomes; 2], variant: &VariantOutcomes) -> Beside {
    let mut told = Beside::Unclear;
    for nth in 0..original[0].outcomes.len() {
        let (Some(first), Some(again)) = (outcome_at(original[0], nth), outcome_at(original[1], nth)) else { continue };
        let Some(own) = outcome_at(variant, nth) else { return Beside::Unclear };
        let has_outcome = |outcome: &Outcome| matches!(outcome.state, State::Ok | State::Exception);
        if !has_outcome(first) || apart(first, again).is_some() {
            continue;
        }
        if !has_outcome(own) && own.state != State::NotCompiled {
            return Beside::Unclear;
        }
        if let Some(part) = apart(first, own) {
            return Beside::Other(nth, part);
        }
        told = Beside::Same;
    }
    told
}

/// The first part in which two outcomes of one language differ. By text, so that NaN is itself.
fn apart(a: &Outcome, b: &Outcome) -> Option<Part> {
    if a.state != b.state {
        let thrown = |outcome: &Outcome| outcome.state == State::Exception;
        return Some(if thrown(a) || thrown(b) { Part::Exception } else { Part::State });
    }
    let text = |value: &Option<Value>| value.as_ref().map(Value::to_json);
    let class = |outcome: &Outcome| match &outcome.value {
        Value::Exception { class, .. } if outcome.state == State::Exception => Some(class.clone()),
        _ => None,
    };
    match (class(a), class(b)) {
        (Some(one), Some(other)) if one != other => return Some(Part::Exception),
        (Some(_), Some(_)) => {}
        _ if a.value.to_json() != b.value.to_json() => return Some(Part::Return),
        _ => {}
    }
    if let Some(at) = (0..a.args.len().max(b.args.len())).find(|at| {
        let of = |outcome: &Outcome| outcome.args.get(*at).and_then(text);
        of(a) != of(b)
    }) {
        return Some(Part::Argument(at));
    }
    if text(&a.receiver) != text(&b.receiver) {
        return Some(Part::Receiver);
    }
    (a.stdout != b.stdout).then_some(Part::Stdout)
}

/// The verdict on a change of the port that keeps behaviour and did not, with the reason: `reads` is what reads names
/// at run time in its module, with its line.
#[must_use]
pub fn blame(
    outcome: &Outcome,
    transformation: Transformation,
    reads: Option<(&str, u32)>,
) -> (VariantVerdict, String) {
    let message = match &outcome.value {
        Value::Exception { class, message } => format!("{class}: {message}"),
        _ => String::new(),
    };
    let by_name = ["unexpected keyword argument", "required keyword-only argument", "required positional argument"];
    let renames = transformation == Transformation::RenameParam;
    if let Some((word, line)) = reads {
        return (VariantVerdict::Broken, format!("the port reads names while it runs: `{word}`, line {line}"));
    }
    if renames && by_name.iter().any(|words| message.contains(words)) {
        return (VariantVerdict::Broken, "something passes the parameter by its name".to_owned());
    }
    if transformation == Transformation::AddParam && message.contains("argument") {
        return (VariantVerdict::Broken, "something counts on how many parameters there are".to_owned());
    }
    let why = "nothing in the port's module reads names while it runs, so the change is to blame, not the port";
    (VariantVerdict::Faulty, why.to_owned())
}

/// A variant that is worth telling.
#[derive(Clone, Copy, Debug)]
pub struct VariantEvidence<'a> {
    /// What was done.
    pub transformation: Transformation,
    /// Its verdict.
    pub verdict: VariantVerdict,
    /// Why, for people.
    pub why: &'a str,
    /// What was changed, in words that hold no drawn name.
    pub subject: &'a str,
    /// How many variants with the same words come before it.
    pub ordinal: usize,
    /// One-based lines of the changes.
    pub lines: (u32, u32),
    /// Both changes, for people.
    pub edits: (&'a str, &'a str),
    /// The input that shows it, and the part in which outcomes differ.
    pub input: Option<(&'a Input, Part)>,
    /// The side that does something else with what it did before and after.
    pub outcomes: Option<(Language, &'a Outcome, &'a Outcome)>,
}

/// The finding on a variant; `None` for a verdict that is none.
#[must_use]
pub fn variant_finding(
    place: &FindingPlace<'_>,
    evidence: &VariantEvidence<'_>,
    accepted: &BTreeSet<String>,
) -> Option<Finding> {
    let name = evidence.transformation.name();
    let subject = brief(evidence.subject);
    let of = if subject.is_empty() { String::new() } else { format!(" of `{subject}`") };
    let side = evidence.outcomes.map_or(Language::Python, |(side, ..)| side);
    let (severity, cause) = match evidence.verdict {
        VariantVerdict::Broken => {
            let cause =
                format!("{name}{of} means nothing, and the port does something else after it: {}", evidence.why);
            (Severity::Warning, cause)
        }
        VariantVerdict::Faulty => {
            let side = if side == Language::Java { "Java" } else { "Python" };
            let cause = format!(
                "a fault of cargo mts, not of the project: {name}{of} should mean nothing, and the {side} side does \
                 something else after it ({})",
                evidence.why
            );
            (Severity::Note, cause)
        }
        _ => return None,
    };
    let mut finding = blank(place, FindingKind::Variant, &cause);
    finding.id = finding_id(place.key, FindingKind::Variant, name, evidence.subject, evidence.ordinal);
    finding.transformation = Some(evidence.transformation);
    finding.accepted = accepted.contains(&finding.id);
    finding.severity = severity;
    (finding.line_java, finding.line_python) = evidence.lines;
    finding.java_edit = Some(evidence.edits.0.to_owned()).filter(|edit| !edit.is_empty());
    finding.python_edit = Some(evidence.edits.1.to_owned()).filter(|edit| !edit.is_empty());
    show(&mut finding, place, evidence.input.map(|(input, _)| input), None);
    if let (Some((side, before, after)), Some((_, part))) = (evidence.outcomes, evidence.input) {
        let told = |outcome| describe::outcome(outcome, side, part, place.params);
        let own = Some(format!("{} after the change, {} before it", told(after), told(before)));
        let slot = if side == Language::Java { &mut finding.java_outcome } else { &mut finding.python_outcome };
        *slot = own;
    }
    Some(finding)
}

/// One line, not too long.
fn brief(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Reason;

    fn run(outcomes: Vec<Outcome>) -> VariantOutcomes {
        VariantOutcomes { variant: 0, outcomes }
    }

    fn gives(n: i64) -> Outcome {
        Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) }
    }

    fn raises(class: &str, message: &str) -> Outcome {
        let value = Value::Exception { class: class.to_owned(), message: message.to_owned() };
        Outcome { value, ..Outcome::new(State::Exception) }
    }

    #[test]
    fn a_variant_is_told_from_its_original_where_that_is_the_same_twice() {
        let original = run(vec![gives(1), gives(2), raises("KeyError", "'a'")]);
        let of = |variant: Vec<Outcome>| beside([&original, &original], &run(variant));
        assert_eq!(of(vec![gives(1), gives(2), raises("KeyError", "'zz'")]), Beside::Same, "messages hold names");
        assert_eq!(of(vec![gives(1), gives(3), raises("KeyError", "'a'")]), Beside::Other(1, Part::Return));
        assert_eq!(of(vec![gives(1), raises("KeyError", "'a'")]), Beside::Other(1, Part::Exception));
        assert_eq!(of(vec![Outcome::new(State::NotCompiled)]), Beside::Other(0, Part::State));
        assert_eq!(of(vec![gives(1), Outcome::ended(State::Timeout, Reason::Ticks)]), Beside::Unclear);
        let counts = [run(vec![gives(1), gives(2)]), run(vec![gives(1), gives(7)])];
        let variant = run(vec![gives(1), gives(9)]);
        assert_eq!(beside([&counts[0], &counts[1]], &variant), Beside::Same, "the second input tells nothing");
        assert_eq!(beside([&counts[0], &counts[1]], &run(vec![gives(4)])), Beside::Other(0, Part::Return));
        assert_eq!(beside([&run(vec![]), &run(vec![])], &run(vec![])), Beside::Unclear);
    }

    #[test]
    fn who_is_to_blame_is_said_with_the_reason() {
        let of = |outcome: &Outcome, kind, reads| blame(outcome, kind, reads);
        let (verdict, why) = of(&gives(1), Transformation::AddLoop, Some(("locals", 7)));
        assert_eq!((verdict, why.contains("`locals`, line 7")), (VariantVerdict::Broken, true));
        let keyword = raises("TypeError", "f() got an unexpected keyword argument 'a'");
        assert_eq!(of(&keyword, Transformation::RenameParam, None).0, VariantVerdict::Broken);
        assert_eq!(of(&keyword, Transformation::AddLoop, None).0, VariantVerdict::Faulty);
        assert_eq!(of(&raises("NameError", "a"), Transformation::RenameParam, None).0, VariantVerdict::Faulty);
    }

    #[test]
    fn a_finding_is_marked_and_keeps_its_id_whatever_name_was_drawn() {
        let place = FindingPlace { key: "A.f", line_java: 1, line_python: 2, params: &[], is_private: false };
        let (before, after) = (gives(1), gives(2));
        let input = Input { receiver: None, args: Vec::new(), origin: mts_model::InputOrigin::Generated };
        let of = |verdict, edit| {
            let evidence = VariantEvidence {
                transformation: Transformation::RenameParam,
                verdict,
                why: "so",
                subject: "a",
                ordinal: 0,
                lines: (3, 4),
                edits: (edit, edit),
                input: Some((&input, Part::Return)),
                outcomes: Some((Language::Python, &before, &after)),
            };
            variant_finding(&place, &evidence, &BTreeSet::new())
        };
        let broken = of(VariantVerdict::Broken, "x").expect("a finding");
        assert_eq!((broken.severity, broken.transformation), (Severity::Warning, Some(Transformation::RenameParam)));
        assert_eq!(broken.python_outcome.as_deref(), Some("returns 2 after the change, returns 1 before it"));
        let faulty = of(VariantVerdict::Faulty, "y").expect("a finding");
        assert_eq!((faulty.id, faulty.severity), (broken.id, Severity::Note));
        assert!(faulty.cause.starts_with("a fault of cargo mts"), "{}", faulty.cause);
        assert!(of(VariantVerdict::Kept, "x").is_none() && of(VariantVerdict::Unclear, "x").is_none());
    }
}
