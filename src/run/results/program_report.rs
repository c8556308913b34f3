//! The report of a pair of whole programs on their tests.

use crate::run::options::Options;
use crate::run::plan::program_pair::ProgramPair;
use mts_engine::{PairOutcome, TestCase};
use mts_model::OutputRule;
use mts_model::report::{ProgramEnding, ProgramReport, TestReport};
use mts_model::{CopyOutcomes, Counterpart, Operator, Outcome, Pair, State};
use mts_oracle::Rules;
use mts_oracle::programs::{ClassifiedRun, Expected};

/// Returns how both sides of a program end on each test.
///
/// The result is empty for a pair of functions.
#[must_use]
pub fn endings(measured: &PairOutcome, rules: &Rules) -> Vec<[ClassifiedRun; 2]> {
    let Some(program) = &measured.job.program else { return Vec::new() };
    let nothing = Outcome::new(State::Incomplete);
    // A program that does not compile fails on every test.
    let at = |side: &CopyOutcomes, nth: usize| {
        let whole = side.outcomes.iter().find(|outcome| outcome.state == State::NotCompiled);
        whole.or(side.outcomes.get(nth)).cloned().unwrap_or_else(|| nothing.clone())
    };
    let one = |(nth, test): (usize, &TestCase)| {
        let (java, python) = (at(&measured.java_original, nth), at(&measured.python_original, nth));
        let written = test.expected.as_deref().map(Expected::Printed);
        let wanted = written.unwrap_or(Expected::Outcome(&java));
        let mut own = ClassifiedRun::new(&python, wanted, rules);
        // The expected output of a test contains no exit status, so Java's exit status is the
        // expected exit status.
        let counts = rules.programs == OutputRule::Exact;
        if own.ending == ProgramEnding::Success
            && counts
            && written.is_some()
            && java.state == State::Ok
            && java.value != python.value
        {
            own.ending = ProgramEnding::Failure;
        }
        [ClassifiedRun::new(&java, wanted, rules), own]
    };
    program.tests.iter().enumerate().map(one).collect()
}

/// Builds the report of a pair of programs on their tests.
///
/// Returns `None` for a pair of functions.
#[must_use]
pub fn report(measured: &PairOutcome, programs: &[ProgramPair], options: &Options) -> Option<ProgramReport> {
    let (program, pair) = (measured.job.program.as_ref()?, &measured.job.pair);
    let own = programs.iter().find(|one| one.java == pair.java.file && one.python == pair.python.file);
    let folder = own.map(|entry| entry.place.clone()).unwrap_or_default();
    let paired = program.members.iter().filter_map(|member| member.pair.as_ref());
    let counterpart = |pair: &Pair| Counterpart {
        python: pair.python.selector(),
        line: pair.python.line,
        arguments: pair.arguments.clone(),
    };
    let counterparts = paired.map(|pair| (pair.java.selector(), counterpart(pair))).collect();
    let tests = program.tests.len() as u64;
    let mut found = ProgramReport { folder, tests, counterparts, ..ProgramReport::default() };
    for (test, [java, python]) in program.tests.iter().zip(endings(measured, &options.settings.rules)) {
        found.with_expected_output += u64::from(test.expected.is_some());
        *found.endings.entry(python.ending).or_default() += 1;
        if let Some(class) = &python.error {
            *found.runtime_errors.entry(class.clone()).or_default() += 1;
        }
        let (java, ClassifiedRun { ending, error }) = (java.ending, python);
        found.rows.push(TestReport { name: test.name.clone(), java, python: ending, error });
    }
    Some(found)
}

/// Returns notes on a program's tests.
///
/// The notes contain the results, and the tests that the Java program fails.
#[must_use]
pub fn notes(program: &ProgramReport) -> Vec<String> {
    let mut notes = vec![crate::report::programs::line(program)];
    let wrong: Vec<&str> =
        program.rows.iter().filter(|row| row.java == ProgramEnding::Failure).map(|row| row.name.as_str()).collect();
    if !wrong.is_empty() {
        let tests = if wrong.len() == 1 { "test" } else { "tests" };
        notes.push(format!(
            "the Java program itself does not print the expected output of {tests} {}",
            wrong.join(", ")
        ));
    }
    notes
}

/// Returns a note about the class-level operators that the tool does not support.
///
/// Returns `None` if the run uses no class-level operator.
#[must_use]
pub fn describe_unsupported_operators(operators: &[Operator]) -> Option<String> {
    if !operators.iter().any(|operator| operator.is_class_level()) {
        return None;
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (operator, why) in
        Operator::CLASS.iter().filter_map(|operator| Some((operator.name(), operator.unsupported_reason()?)))
    {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(operator),
            None => reasons.push((why, vec![operator])),
        }
    }
    let lines: Vec<String> = reasons.iter().map(|(why, names)| format!("{}: {why}", names.join(", "))).collect();
    Some(format!("cargo mts does not support these class-level operators: {}", lines.join("; ")))
}
