//! One finding told in full, for a person at a terminal: what it is, where, both functions with the
//! edit, the input as code of either language, both outcomes, and what to do about it. Where the
//! sources come from is the pipeline's business; tests are written in `emit_test`.

mod program;
mod source;

use super::code::{self, Invocation};
use super::escape::{shell, terminal as safe};
use super::python_name;
use mts_model::report::PairReport;
use mts_model::{Finding, FindingKind, Severity};
use serde::Serialize;
use std::fmt::Write;

/// A finding with what belongs to it.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The command that made the report.
    pub command: String,
    /// The run's relative tolerance of floats, where one is set.
    pub rel_tol: Option<f64>,
    /// The folder that sources were looked for from.
    pub directory: String,
    /// The pair, without its findings.
    pub pair: PairReport,
    /// The finding.
    pub finding: Finding,
    /// Both functions.
    pub sources: Sources,
    /// What of the files has changed since the run, in a sentence; absent where nothing has, as far as is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// Whether the outputs of whole programs are compared by AVATAR's rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_avatar: bool,
    /// Python classes that stand for the exception that Java threw.
    pub python_for: Vec<String>,
    /// Java classes that the exception that Python raised stands for.
    pub java_for: Vec<String>,
}

/// The text of both functions.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sources {
    /// As they were tested.
    Found {
        /// The Java function.
        java: Side,
        /// The Python function.
        python: Side,
    },
    /// Why they could not be had.
    Missing(String),
}

/// A function's text.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// Its file.
    pub file: String,
    /// One-based number of the first of `lines`.
    pub first_line: usize,
    /// One-based line of the function's name.
    pub function_line: usize,
    /// Whether Java lets no other class call it.
    pub is_private: bool,
    /// Whether it is called on an instance.
    pub is_method: bool,
    /// Its lines, unedited.
    pub lines: Vec<String>,
    /// What an edit makes of some of them, in order; empty where nothing is edited.
    pub hunks: Vec<Hunk>,
}

/// Lines that an edit changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hunk {
    /// One-based number of the first of `before`.
    pub line: usize,
    /// As they are.
    pub before: Vec<String>,
    /// As they are with the edit.
    pub after: Vec<String>,
}

/// The explanation as text.
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
        _ = writeln!(out, "The team recorded it as intended.");
    }
    if finding.follows && finding.kind == FindingKind::Mutant {
        _ = writeln!(out, "The unmutated sides differ on this input already: most likely it follows from that.");
    }
    if let Some(depends) = &finding.depends {
        _ = writeln!(
            out,
            "By itself the input shows nothing: {} keeps something between calls, in a class or a module.",
            depends.keeper
        );
    }
    _ = writeln!(out, "Why they are a pair: {}.", safe(&pair.reason));
    match &explained.sources {
        Sources::Found { java, python } => {
            out.push_str(&source::side("Java", java));
            out.push_str(&source::side("Python", python));
        }
        Sources::Missing(why) => {
            _ = writeln!(out, "\nThe sources are not shown: {}.", safe(why));
            edits(&mut out, finding);
        }
    }
    if let Some(changed) = &explained.changed {
        _ = writeln!(out, "\nNote: {}.", safe(changed));
    }
    input(&mut out, explained);
    outcomes(&mut out, finding);
    if let Some(suggestion) = &finding.suggestion {
        _ = writeln!(out, "\nA change to the port that was verified to make the sides agree:");
        lines(&mut out, suggestion);
    }
    next(&mut out, explained);
    out
}

/// What sort of finding it is, in a sentence or two.
fn meaning(finding: &Finding) -> &'static str {
    match finding.kind {
        FindingKind::Original => {
            "The two functions, as they stand, do not do the same on this input: one of them is wrong, or the difference is meant."
        }
        FindingKind::Mutant => {
            "The same small change was made to both functions, and now they part: they do not mean the same in this place, even where the tests agree today."
        }
        FindingKind::Fragment => "A part of the two functions, run by itself, does not do the same.",
        FindingKind::Variant => variant_meaning(finding),
        FindingKind::Property => "A property that was stated does not hold.",
        FindingKind::Drift => {
            "One side of the pair changed alone: either the other was forgotten, or the change is no matter of both."
        }
    }
}

/// What a finding on a variant means, by who is to fix it.
fn variant_meaning(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Note => {
            "A change that means nothing was made by cargo mts, and made wrongly: the project has nothing to fix."
        }
        _ => "A change that means nothing was made to both functions, and the port does something else after it.",
    }
}

fn edits(out: &mut String, finding: &Finding) {
    for (side, edit) in [("Java", &finding.java_edit), ("Python", &finding.python_edit)] {
        if let Some(edit) = edit {
            _ = writeln!(out, "\nThe edit in {side}:");
            lines(out, edit);
        }
    }
}

fn lines(out: &mut String, text: &str) {
    for line in text.lines() {
        _ = writeln!(out, "    {}", safe(line));
    }
}

fn input(out: &mut String, explained: &Explanation) {
    let Some(input) = &explained.finding.input else { return };
    match &explained.finding.depends {
        Some(depends) if depends.calls.is_empty() => {
            out.push_str("\nFirst: the inputs of the suite before it, too many to be listed\n");
        }
        Some(depends) => {
            for earlier in &depends.calls {
                _ = writeln!(out, "\nFirst: {}", safe(&earlier.input));
                as_code(out, &Invocation::earlier(&explained.pair, earlier));
            }
        }
        None => {}
    }
    _ = writeln!(out, "\nInput: {}", safe(input));
    match program::commands(explained) {
        Some(commands) => out.push_str(&commands),
        None => as_code(out, &Invocation::of(&explained.pair, &explained.finding)),
    }
}

/// A call in both languages.
fn as_code(out: &mut String, call: &Result<Invocation, code::Refusal>) {
    let written =
        |write: fn(&Invocation) -> Result<code::Code, code::Refusal>| call.clone().and_then(|call| write(&call));
    for (side, code) in [("Java", written(code::java::call)), ("Python", written(code::python::call))] {
        match code {
            Ok(code) => {
                _ = writeln!(out, "  in {side}:");
                for line in code.imports.iter().flat_map(|line| line.lines()).chain([code.expression.as_str()]) {
                    _ = writeln!(out, "    {}", safe(line));
                }
            }
            Err(why) => _ = writeln!(out, "  in {side}: not written as code, {}", safe(&why)),
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

fn next(out: &mut String, explained: &Explanation) {
    let id = shell(&explained.finding.id);
    let place = match explained.directory.as_str() {
        "." => String::new(),
        directory => format!(" -C {}", shell(directory)),
    };
    out.push_str("\nNext:\n");
    if explained.finding.evidence.is_some() {
        _ = writeln!(
            out,
            "  cargo mts explain {id}{place} --emit-test python   a test that fails until the port does what Java does"
        );
        _ = writeln!(out, "  cargo mts explain {id}{place} --emit-test java     the same the other way round");
    }
    if explained.finding.kind == FindingKind::Mutant {
        _ = writeln!(out, "  a comment `// mts: ignore` at the Java line leaves it out");
    }
    _ = writeln!(out, "  cargo mts accept {id}{place} --reason \"...\"   records the difference as intended");
}

#[cfg(test)]
mod tests;
