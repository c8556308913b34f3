//! Compares whole programs by exit status and output, under the configured rule. This module also
//! classifies a run by the classes of Ahmad et al.'s tables ([`ProgramEnding`]).

use crate::equality::normalization::exceptions::simple;
use crate::equality::result::Equality;
use crate::equality::rules::Rules;
use mts_model::report::ProgramEnding;
use mts_model::{Outcome, OutputRule, Reason, State, Value};

/// The distance below which two numbers are equal by AVATAR's rule (Ahmad et al. 2023).
const NEAR: f64 = 1e-6;

/// Compares two programs that ended with an exit status. Returns the results for the status and for the output.
/// AVATAR's rule does not compare the status, but Python's standard error must be empty.
pub(crate) fn compare_programs(java: &Outcome, python: &Outcome, rules: &Rules) -> [Equality; 2] {
    let same = Equality::from_bool(java.value == python.value);
    match rules.programs {
        OutputRule::Exact => [same, compare_output(&java.stdout, &python.stdout, rules)],
        OutputRule::Avatar if has_stderr_output(python) => [Equality::Different; 2],
        OutputRule::Avatar => [Equality::Equal, compare_output(&java.stdout, &python.stdout, rules)],
    }
}

/// Compares two outputs.
pub(crate) fn compare_output(expected: &str, found: &str, rules: &Rules) -> Equality {
    Equality::from_bool(match rules.programs {
        OutputRule::Exact => trimmed(expected) == trimmed(found),
        OutputRule::Avatar => is_near(expected, found),
    })
}

/// Reports whether a program wrote to standard error and still ended with an exit status.
fn has_stderr_output(outcome: &Outcome) -> bool {
    outcome.reason == Reason::Stderr
}

/// Returns the lines without blanks at their ends, and without empty lines at the end.
fn trimmed(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn is_near(expected: &str, found: &str) -> bool {
    let (expected, found) = (expected.trim(), found.trim());
    if found.is_empty() {
        return false;
    }
    let (expected, found): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    expected.len() == found.len() && expected.iter().zip(found).all(|(a, b)| is_near_line(a.trim(), b.trim()))
}

fn is_near_line(expected: &str, found: &str) -> bool {
    if expected == found {
        return true;
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.split_whitespace().collect(), found.split_whitespace().collect());
    let near = |(a, b): (&&str, &str)| {
        *a == b || a.parse().ok().zip(b.parse().ok()).is_some_and(|(a, b): (f64, f64)| (a - b).abs() < NEAR)
    };
    a.len() == b.len() && a.iter().zip(b).all(near)
}

/// How a program's run ended, compared with its expected output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedRun {
    /// How the run ended.
    pub ending: ProgramEnding,
    /// The class of the exception, or another cause. `None` if the run did not end with a runtime error.
    pub error: Option<String>,
}

impl ClassifiedRun {
    /// Classifies a run against the expected output or the other side's outcome.
    #[must_use]
    pub fn new(run: &Outcome, expected: Expected<'_>, rules: &Rules) -> Self {
        match run.state {
            State::NotCompiled => Self::without_error(ProgramEnding::CompileError),
            State::Timeout => Self::without_error(ProgramEnding::Timeout),
            State::Exception => match &run.value {
                Value::Exception { class, .. } => {
                    Self::runtime_error(simple(class.split('<').next().unwrap_or_default()))
                }
                _ => Self::runtime_error("exception"),
            },
            State::Incomplete | State::Missing => Self::runtime_error("no outcome"),
            State::Ok if rules.programs == OutputRule::Avatar && has_stderr_output(run) => {
                Self::runtime_error("standard error")
            }
            State::Ok => {
                let equal = match expected {
                    Expected::Printed(text) => compare_output(text, &run.stdout, rules) == Equality::Equal,
                    Expected::Outcome(other) if other.state == State::Ok => {
                        compare_programs(other, run, rules) == [Equality::Equal; 2]
                    }
                    Expected::Outcome(_) => false,
                };
                Self::without_error(if equal { ProgramEnding::Success } else { ProgramEnding::Failure })
            }
        }
    }

    fn without_error(ending: ProgramEnding) -> Self {
        Self { ending, error: None }
    }

    fn runtime_error(cause: &str) -> Self {
        Self { ending: ProgramEnding::RuntimeError, error: Some(cause.to_owned()) }
    }
}

/// The reference for a program's run.
#[derive(Clone, Copy, Debug)]
pub enum Expected<'a> {
    /// An expected output that a user wrote.
    Printed(&'a str),
    /// The other side's outcome.
    Outcome(&'a Outcome),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(programs: OutputRule) -> Rules {
        Rules { programs, ..Rules::default() }
    }

    fn is_equal_output(programs: OutputRule, a: &str, b: &str) -> bool {
        compare_output(a, b, &by(programs)) == Equality::Equal
    }

    #[test]
    fn the_exact_rule_ignores_trailing_blanks_and_trailing_empty_lines() {
        assert!(is_equal_output(OutputRule::Exact, "1 2 \r\nx\n\n", "1 2\nx"));
        assert!(!is_equal_output(OutputRule::Exact, " 1", "1"), "blanks before count");
        assert!(!is_equal_output(OutputRule::Exact, "true", "True"), "words of a language are output like any other");
        assert!(!is_equal_output(OutputRule::Exact, "1.0", "1"));
        assert!(is_equal_output(OutputRule::Exact, "", "\n"));
    }

    #[test]
    fn the_avatar_rule_accepts_close_numbers_and_surrounding_blanks() {
        assert!(is_equal_output(OutputRule::Avatar, " a  0.5\nb", "a 0.5000009\n b \n"));
        assert!(!is_equal_output(OutputRule::Avatar, "0.5", "0.500002"));
        assert!(!is_equal_output(OutputRule::Avatar, "a b", "a"), "as many words");
        assert!(!is_equal_output(OutputRule::Avatar, "a\nb", "a"), "as many lines");
        assert!(!is_equal_output(OutputRule::Avatar, "", ""), "an empty output is a failure");
        assert!(is_equal_output(OutputRule::Avatar, "1", "1.0"));
        assert!(!is_equal_output(OutputRule::Avatar, "yes", "Yes"));
    }

    #[test]
    fn output_on_standard_error_is_an_error_only_under_the_rule_of_avatar() {
        let exit = |status: i32| Outcome {
            value: Value::ExitStatus(status),
            stdout: "1".to_owned(),
            ..Outcome::new(State::Ok)
        };
        let (java, mut python) = (exit(0), exit(0));
        assert_eq!(compare_programs(&java, &python, &by(OutputRule::Avatar)), [Equality::Equal; 2]);
        python.reason = Reason::Stderr;
        assert_eq!(compare_programs(&java, &python, &by(OutputRule::Exact)), [Equality::Equal; 2]);
        assert_eq!(compare_programs(&java, &python, &by(OutputRule::Avatar)), [Equality::Different; 2]);
        let error = ClassifiedRun::runtime_error("standard error");
        assert_eq!(ClassifiedRun::new(&python, Expected::Printed("1"), &by(OutputRule::Avatar)), error);
        let ending = |rule| ClassifiedRun::new(&exit(3), Expected::Outcome(&java), &by(rule)).ending;
        assert_eq!(ending(OutputRule::Exact), ProgramEnding::Failure);
        assert_eq!(ending(OutputRule::Avatar), ProgramEnding::Success);
    }
}
