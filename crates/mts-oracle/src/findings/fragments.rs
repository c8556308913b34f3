//! Builds the findings on fragments.
//!
//! There is one finding for each fragment that differs, unless a smaller fragment explains the
//! difference.

use super::disagreement::is_extreme;
use super::finding::{FindingContext, attach_witness, finding_id, new_finding};
use crate::display;
use crate::outcomes::OutcomeComponent;
use mts_model::{Finding, FindingKind, FragmentVerdict, Input, Outcome, Severity, State};
use std::collections::BTreeSet;

/// The note that the fault is probably in the Java code.
const SUSPECT: &str = "; the Java code compares boxed objects by identity, which is probably a bug in Java";

/// The evidence for a finding on a differing fragment.
#[derive(Clone, Copy, Debug)]
pub struct FragmentEvidence<'a> {
    /// The verdict on the fragment.
    pub verdict: FragmentVerdict,
    /// The text of the fragment in Java, and the text of its counterpart.
    pub texts: (&'a str, &'a str),
    /// The one-based lines of the fragment and of its counterpart.
    pub lines: (u32, u32),
    /// The number of earlier fragments of the function with the same text.
    pub ordinal: usize,
    /// The context as text, and the outcomes of both sides.
    pub context: (&'a str, &'a Outcome, &'a Outcome),
    /// The values and results of both sides in the context, as a text for people.
    pub detail: &'a str,
    /// Whether Java compares boxed objects by identity in the fragment.
    pub java_suspect: bool,
    /// An input that reaches the context, and on which the functions differ.
    ///
    /// The input comes with both outcomes and the component that differs. `None` if the tool found
    /// no input.
    pub reaching_input: Option<(&'a Input, &'a Outcome, &'a Outcome, OutcomeComponent)>,
    /// Whether the input is outside of the functions' domain.
    pub is_outside: bool,
}

/// Builds the finding on a fragment; `None` if its verdict is not a finding.
#[must_use]
pub fn fragment_finding(
    place: &FindingContext<'_>,
    evidence: &FragmentEvidence<'_>,
    accepted: &BTreeSet<String>,
) -> Option<Finding> {
    let is_extreme = evidence.reaching_input.is_some_and(|(input, ..)| is_extreme(input));
    let (severity, why) = match evidence.verdict {
        FragmentVerdict::Confirmed if is_extreme => {
            (Severity::Warning, "confirmed: the whole functions differ too, only with extreme values")
        }
        FragmentVerdict::Confirmed if evidence.is_outside => {
            (Severity::Warning, "confirmed: the whole functions differ too, on an input outside of their domain")
        }
        FragmentVerdict::Confirmed => (Severity::Error, "confirmed: the whole functions differ too"),
        FragmentVerdict::Latent => {
            (Severity::Warning, "latent: cargo mts found no input with which the functions reach these values")
        }
        FragmentVerdict::Masked => {
            (Severity::Note, "masked: the functions agree, because later code hides the difference")
        }
        _ => return None,
    };
    let (java, python) = (brief(evidence.texts.0), brief(evidence.texts.1));
    let (values, own, other) = evidence.context;
    let suspect = if evidence.java_suspect { SUSPECT } else { "" };
    let cause = format!(
        "`{java}` and the port's `{python}`, run in isolation, differ ({why}); with {values}: {}{suspect}",
        evidence.detail
    );
    let mut finding = new_finding(place, FindingKind::Fragment, &cause);
    finding.id = finding_id(place.key, FindingKind::Fragment, "fragment", &java, evidence.ordinal);
    finding.accepted = accepted.contains(&finding.id);
    finding.severity = severity;
    (finding.line_java, finding.line_python) = evidence.lines;
    match evidence.reaching_input.filter(|_| evidence.verdict == FragmentVerdict::Confirmed) {
        Some((input, java, python, component)) => {
            attach_witness(&mut finding, place, Some(input), Some((java, python, component)))
        }
        None => {
            let is_thrown = own.state == State::Exception || other.state == State::Exception;
            let component = if is_thrown { OutcomeComponent::Exception } else { OutcomeComponent::Return };
            let (java, python) = display::outcome_pair(own, other, component, &[]);
            finding.input = Some(format!("{values} (in the fragment)"));
            (finding.java_outcome, finding.python_outcome) = (Some(java), Some(python));
        }
    }
    Some(finding)
}

/// Returns the text as one line with single spaces, and cuts a long line. The hash in the finding's
/// id covers this line.
fn brief(text: &str) -> String {
    const LONGEST: usize = 160;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{InputOrigin, Value};

    #[test]
    fn the_severity_of_a_fragment_finding_follows_its_verdict_and_its_id_survives_a_move() {
        let place = FindingContext { key: "A.f", line_java: 1, line_python: 2, params: &[], is_private: false };
        let outcome = |n| Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) };
        let (java, python) = (outcome(-3), outcome(-4));
        let finding_of = |verdict, lines| {
            let evidence = FragmentEvidence {
                verdict,
                texts: ("a /\n 2", "a // 2"),
                lines,
                ordinal: 0,
                context: ("a = -7", &java, &python),
                detail: "Java returns -3, Python returns -4",
                java_suspect: lines.0 == 7,
                reaching_input: None,
                is_outside: false,
            };
            fragment_finding(&place, &evidence, &BTreeSet::new())
        };
        let latent = finding_of(FragmentVerdict::Latent, (4, 5)).expect("a finding");
        assert_eq!((latent.severity, latent.line_java, latent.line_python), (Severity::Warning, 4, 5));
        assert!(latent.cause.starts_with("`a / 2` and the port's `a // 2`"), "{}", latent.cause);
        let moved = finding_of(FragmentVerdict::Confirmed, (9, 9)).expect("a finding");
        assert_eq!((moved.id, moved.severity), (latent.id, Severity::Error));
        assert!(finding_of(FragmentVerdict::Dismissed, (1, 1)).is_none());
        let suspect = finding_of(FragmentVerdict::Confirmed, (7, 7)).expect("a finding");
        assert!(suspect.cause.ends_with("probably a bug in Java"), "{}", suspect.cause);
    }

    #[test]
    fn a_fragment_that_only_extreme_or_outside_inputs_confirm_is_a_warning() {
        let place = FindingContext { key: "A.f", line_java: 1, line_python: 2, params: &[], is_private: false };
        let outcome = |n| Outcome { value: Value::Int(n), ..Outcome::new(State::Ok) };
        let (java, python) = (outcome(i64::from(i32::MIN)), outcome(1 << 31));
        let severity = |origin, is_outside| {
            let input = Input { receiver: None, args: vec![Value::Int(i64::from(i32::MAX))], origin };
            let evidence = FragmentEvidence {
                verdict: FragmentVerdict::Confirmed,
                texts: ("a + 1", "a + 1"),
                lines: (3, 4),
                ordinal: 0,
                context: ("a = 2147483647", &java, &python),
                detail: "",
                java_suspect: false,
                reaching_input: Some((&input, &java, &python, OutcomeComponent::Return)),
                is_outside,
            };
            fragment_finding(&place, &evidence, &BTreeSet::new()).expect("a finding").severity
        };
        assert_eq!(severity(InputOrigin::Extreme, false), Severity::Warning);
        assert_eq!(severity(InputOrigin::Generated, true), Severity::Warning);
        assert_eq!(severity(InputOrigin::Generated, false), Severity::Error);
    }
}
