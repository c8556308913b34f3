//! Describes one finding in full, as text for a terminal.
//!
//! The text has the place, both functions with the edit, the input as code, both outcomes, and the
//! next commands. `commands` finds the sources, and `emit_test` writes tests.

mod explanation;
mod program;
mod source;

pub use explanation::{Explanation, Hunk, SourceSide, Sources};

use crate::report::codegen::{self, Invocation};
use crate::report::diagnosis;
use crate::report::escape::{shell, terminal as safe};
use crate::report::format::python_name;
use mts_model::report::ReportCommand;
use mts_model::{Finding, FindingKind, Severity};
use std::fmt::Write;

/// Renders the explanation as text.
#[must_use]
pub fn render(explained: &Explanation) -> String {
    let Explanation { pair, finding, .. } = explained;
    let mut out = String::new();
    let word = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    _ = writeln!(out, "{word}[{}]: {}", safe(&finding.id), safe(&finding.cause));
    _ = writeln!(out, "  --> {}:{} ({})", safe(&pair.java.file), finding.line_java, safe(&pair.name));
    _ = writeln!(out, "  --> {}:{} ({})", safe(&pair.python.file), finding.line_python, safe(&python_name(pair)));
    _ = writeln!(out, "\n{}", meaning(finding));
    if finding.accepted {
        _ = writeln!(out, "The team recorded this difference as intended.");
    }
    if finding.caused_by_other && finding.kind == FindingKind::Mutant {
        _ = writeln!(
            out,
            "The original functions already differ on this input. Most likely this difference is the cause of the finding."
        );
    }
    if let Some(dependence) = &finding.order_dependence {
        _ = writeln!(
            out,
            "When cargo mts ran the input alone, in freshly loaded classes and modules, this difference did not occur. \
             Most likely, {} keeps state between calls.",
            dependence.stateful_side.describe()
        );
    }
    _ = writeln!(out, "Reason for the pair: {}.", safe(&pair.reason));
    match &explained.sources {
        Sources::Found { java, python } => {
            out.push_str(&source::side("Java", java));
            out.push_str(&source::side("Python", python));
        }
        Sources::Missing(why) => {
            _ = writeln!(out, "\ncargo mts cannot show the sources: {}.", safe(why));
            edits(&mut out, finding);
        }
    }
    if let Some(changed) = &explained.changed {
        _ = writeln!(out, "\nNote: {}.", safe(changed));
    }
    input(&mut out, explained);
    outcomes(&mut out, finding);
    if let Some(cause) = diagnosis::describe(finding) {
        _ = writeln!(out, "\nCause: {}.", safe(&cause));
    }
    if let Some(fix) = diagnosis::fix(finding) {
        _ = writeln!(out, "\nFix: {}.", diagnosis::proof(fix));
        lines(&mut out, &fix.change.to_string());
    }
    if let Some(suggestion) = &finding.suggestion {
        _ = writeln!(out, "\nThe model's translation, which agrees with Java on all inputs:");
        lines(&mut out, suggestion);
    }
    next(&mut out, explained);
    out
}

/// Returns the meaning of a finding of this kind, in one or two sentences.
fn meaning(finding: &Finding) -> &'static str {
    match finding.kind {
        FindingKind::Original => {
            "The two original functions differ: one of them is wrong, or the difference is intended."
        }
        FindingKind::Mutant => {
            "cargo mts made the same small change to both functions, and now they differ. So the code at the two places may differ in meaning, even if all tests agree today."
        }
        FindingKind::Fragment => {
            "In isolation, a fragment (a part of the Java function) and its counterpart in the port differ."
        }
        FindingKind::Variant => variant_meaning(finding),
        FindingKind::Property => "A declared property does not hold.",
        FindingKind::Drift => {
            "Only one side of the pair changed: either the other side needs the change too, or the change concerns one side only."
        }
    }
}

/// Returns the meaning of a finding on a variant. The meaning depends on who must fix the
/// difference.
fn variant_meaning(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Note => {
            "cargo mts made a change that must keep behaviour, but the change itself altered the behaviour. This is a fault of cargo mts. The project has nothing to fix."
        }
        _ => {
            "cargo mts made a change to both functions that must keep behaviour, but the port behaves differently after the change."
        }
    }
}

/// Writes the edits of a mutant or a variant, if the sources are missing.
fn edits(out: &mut String, finding: &Finding) {
    for (side, edit) in [("Java", &finding.java_edit), ("Python", &finding.python_edit)] {
        if let Some(edit) = edit {
            _ = writeln!(out, "\nThe edit in {side}:");
            lines(out, &edit.to_string());
        }
    }
}

fn lines(out: &mut String, text: &str) {
    for line in text.lines() {
        _ = writeln!(out, "    {}", safe(line));
    }
}

/// Writes the input of the finding, and before it the calls that must run first.
fn input(out: &mut String, explained: &Explanation) {
    let Some(input) = &explained.finding.input else { return };
    match &explained.finding.order_dependence {
        Some(dependence) if dependence.calls.is_empty() => {
            out.push_str("\nFirst: calls with earlier inputs of the suite, which the report does not list\n");
        }
        Some(dependence) => {
            for earlier in &dependence.calls {
                _ = writeln!(out, "\nFirst: {}", safe(&earlier.input));
                as_code(out, &Invocation::from_earlier_call(&explained.pair, earlier));
            }
        }
        None => {}
    }
    _ = writeln!(out, "\nInput: {}", safe(input));
    match program::commands(explained) {
        Some(commands) => out.push_str(&commands),
        None => as_code(out, &Invocation::from_finding(&explained.pair, &explained.finding)),
    }
}

/// Writes a call as code in both languages.
fn as_code(out: &mut String, call: &Result<Invocation, codegen::Refusal>) {
    let written =
        |write: fn(&Invocation) -> Result<codegen::Code, codegen::Refusal>| call.clone().and_then(|call| write(&call));
    for (side, code) in [("Java", written(codegen::java::call)), ("Python", written(codegen::python::call))] {
        match code {
            Ok(code) => {
                _ = writeln!(out, "  in {side}:");
                for line in code.imports.iter().flat_map(|line| line.lines()).chain([code.expression.as_str()]) {
                    _ = writeln!(out, "    {}", safe(line));
                }
            }
            Err(why) => _ = writeln!(out, "  in {side}: cargo mts cannot write the call as code: {}", safe(&why)),
        }
    }
}

fn outcomes(out: &mut String, finding: &Finding) {
    let sides = [("Java  ", &finding.java_outcome), ("Python", &finding.python_outcome)];
    if sides.iter().any(|(_, outcome)| outcome.is_some()) {
        out.push('\n');
    }
    for (side, outcome) in sides {
        if let Some(outcome) = outcome {
            _ = writeln!(out, "{side} {}", safe(outcome));
        }
    }
}

/// Writes the commands that the user can run next.
fn next(out: &mut String, explained: &Explanation) {
    let id = shell(&explained.finding.id);
    let place = match explained.directory.as_str() {
        "." => String::new(),
        directory => format!(" -C {}", shell(directory)),
    };
    out.push_str("\nNext:\n");
    if diagnosis::fix(&explained.finding).is_some() && explained.command == ReportCommand::Run {
        _ = writeln!(out, "  cargo mts fix {id}{place}   writes the fix and runs the pair again");
    }
    if explained.finding.evidence.is_some() {
        _ = writeln!(
            out,
            "  cargo mts explain {id}{place} --emit-test python   a test that fails until the port behaves like Java"
        );
        _ = writeln!(
            out,
            "  cargo mts explain {id}{place} --emit-test java     a test that fails until Java behaves like the port"
        );
    }
    if explained.finding.kind == FindingKind::Mutant {
        _ = writeln!(
            out,
            "  a comment `// mts: ignore` at the end of the Java line excludes all mutants of the line (in a pull request: after the merge)"
        );
    }
    _ = writeln!(out, "  cargo mts accept {id}{place} --reason \"...\"   records the difference as intended");
}

#[cfg(test)]
mod tests;
