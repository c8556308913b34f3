//! Describes outcomes in short texts for people. For an object, the text shows the field or element
//! that differs. For a long value, the text shows only the characters around the difference.

use super::values::{LONGEST, capped, cut, exception};
use crate::equality::diff_path::DiffPath;
use crate::equality::rules::Rules;
use crate::outcomes::component::OutcomeComponent;
use crate::outcomes::locate;
use mts_model::{Language, Outcome, Reason, State, Value};

/// Describes one component of an outcome. Examples: `returns [-4, -3]`, `raises ZeroDivisionError:
/// division by zero`, `leaves a = [1]`, `prints "x\n"`.
#[must_use]
pub fn outcome(outcome: &Outcome, side: Language, component: OutcomeComponent, names: &[String]) -> String {
    let (what, value) = describe_parts(outcome, side, component, names, None);
    what + &cut(value, LONGEST)
}

/// Describes one component of both outcomes. The text of an object shows the field or element that
/// differs. The text of a long value shows only the characters around the difference.
#[must_use]
pub fn outcome_pair(
    java: &Outcome,
    python: &Outcome,
    component: OutcomeComponent,
    names: &[String],
) -> (String, String) {
    let rules = Rules::default();
    let place = locate::diff_path(java, python, component, &rules);
    let describe_parts = |outcome, side| describe_parts(outcome, side, component, names, place.as_ref());
    let ((what_java, a), (what_python, b)) =
        (describe_parts(java, Language::Java), describe_parts(python, Language::Python));
    let shared = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    (what_java + &cut_around(a, shared), what_python + &cut_around(b, shared))
}

/// Returns the verb and the whole value of one component of an outcome.
fn describe_parts(
    outcome: &Outcome,
    side: Language,
    component: OutcomeComponent,
    names: &[String],
    place: Option<&DiffPath<'_>>,
) -> (String, String) {
    let plain = |text: String| (text, String::new());
    let inside = place.map(|place| {
        let (paths, values) = (place.paths(), place.values);
        if side == Language::Java { (paths.0, values.0) } else { (paths.1, values.1) }
    });
    let inside = inside.filter(|(path, _)| !path.is_empty());
    match (outcome.state, component) {
        (State::Ok | State::Exception, OutcomeComponent::Argument(i)) => {
            let name = names.get(i).cloned().unwrap_or_else(|| format!("argument {}", i + 1));
            match (inside, outcome.args.get(i).and_then(Option::as_ref)) {
                (Some((path, after)), _) => (format!("leaves {name}{path} = "), whole(after)),
                (None, Some(after)) => (format!("leaves {name} = "), whole(after)),
                (None, None) => plain(format!("leaves {name} unchanged")),
            }
        }
        (State::Ok | State::Exception, OutcomeComponent::Receiver) => match (inside, &outcome.receiver) {
            (Some((path, after)), _) => (format!("leaves self{path} = "), whole(after)),
            (None, Some(after)) => ("leaves self = ".to_owned(), whole(after)),
            (None, None) => plain("leaves no receiver".to_owned()),
        },
        (State::Ok | State::Exception, OutcomeComponent::Stdout) => {
            ("prints ".to_owned(), whole(&Value::Str(outcome.stdout.clone())))
        }
        (State::Ok, _) if matches!(outcome.value, Value::ExitStatus(_)) => {
            plain(format!("ends with {}", capped(&outcome.value, LONGEST)))
        }
        (State::Ok, _) if outcome.value == Value::Null && side == Language::Java => {
            plain("returns nothing or null".to_owned())
        }
        (State::Ok, _) => match inside {
            Some((path, held)) => (format!("returns an object whose {} = ", path.trim_start_matches('.')), whole(held)),
            None => ("returns ".to_owned(), whole(&outcome.value)),
        },
        (State::Exception, _) => {
            let verb = if side == Language::Java { "throws" } else { "raises" };
            plain(format!("{verb} {}", exception(&outcome.value)))
        }
        (State::Timeout, _) => plain(with_reason("does not end in its budget", &outcome.reason)),
        (State::NotCompiled, _) if side == Language::Java => plain(with_reason("does not compile", &outcome.reason)),
        (State::NotCompiled, _) => plain(with_reason("does not parse or import", &outcome.reason)),
        (State::Incomplete, _) if outcome.reason == Reason::RunsOfPortDiffer => {
            plain("has different outcomes in two runs".to_owned())
        }
        (State::Incomplete, _) => plain(with_reason("ends without an outcome", &outcome.reason)),
        (State::Missing, _) => plain("has no translation".to_owned()),
    }
}

/// Returns a value as text, and cuts only a very long text.
fn whole(value: &Value) -> String {
    capped(value, 20_000)
}

/// Cuts a text to about [`LONGEST`] characters around the difference. The difference starts after the first `shared`
/// characters.
fn cut_around(text: String, shared: usize) -> String {
    /// The number of characters that the text shows before the difference.
    const BEFORE: usize = 40;
    if shared + BEFORE <= LONGEST || text.chars().count() <= LONGEST {
        return cut(text, LONGEST);
    }
    let rest: String = text.chars().skip(shared - BEFORE).collect();
    format!("...{}", cut(rest, LONGEST))
}

fn with_reason(what: &str, reason: &Reason) -> String {
    let reason = reason.to_string();
    let line = reason.lines().next().unwrap_or_default();
    if line.is_empty() { what.to_owned() } else { cut(format!("{what} ({line})"), LONGEST) }
}
