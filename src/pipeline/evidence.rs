//! From the measurement of a pair to its findings: which disagreements are told, with which input,
//! which outcomes and which change on either side. Owns the wording; ranking is `judgement`'s,
//! layout `report`'s.

use crate::analysis::Measured;
use crate::analysis::measure::MutantResult;
use crate::judgement::{self, Equality};
use crate::model::{Finding, FindingKind, Input, Pair, Severity, TextEdit, span};
use crate::report::describe;

/// Findings of one pair, gravest first.
#[must_use]
pub fn findings(measured: &Measured, drift: Option<&str>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    found.extend(original(measured));
    found.extend(measured.mutants.iter().filter(|m| m.verdict.verdict.is_killed()).map(|m| mutant(measured, m)));
    found.extend(drift.map(|why| drifted(&measured.job.pair, why)));
    judgement::rank(&mut found);
    found
}

/// The first input on which the unmutated pair differs, or drifts in type when none differs.
fn original(measured: &Measured) -> Option<Finding> {
    let compared = &measured.originals.per_input;
    let first = |wanted: Equality| compared.iter().position(|c| c.equality == wanted);
    let (at, severity) = match first(Equality::Different) {
        Some(at) => (at, Severity::Error),
        None => (first(Equality::Drift)?, Severity::Warning),
    };
    let count = compared.iter().filter(|c| c.equality == compared[at].equality).count();
    let what = if severity == Severity::Error { "disagrees" } else { "returns another type" };
    let comparison = &compared[at];
    Some(Finding {
        cause: format!("the port {what} on {count} of {} inputs: {}", compared.len(), comparison.detail),
        java_outcome: measured.java_original.get(at).map(|o| describe::outcome(o)),
        python_outcome: measured.python_original.get(at).map(|o| describe::outcome(o)),
        ..blank(&measured.job.pair, FindingKind::Original, severity, measured.input(at), "original", "")
    })
}

fn mutant(measured: &Measured, result: &MutantResult) -> Finding {
    let job = &measured.job;
    let input = result.verdict.input.and_then(|at| measured.input(at));
    let python_line = result.python_edits.first().map(|edit| edit.span.line(&job.python.text));
    let (java, python) = match &result.separating {
        Some((java, python)) => (Some(describe::outcome(java)), Some(describe::outcome(python))),
        None => (None, None),
    };
    let base = blank(&job.pair, FindingKind::Mutant, Severity::Warning, input, "", "");
    Finding {
        id: result.mutant.id.clone(),
        cause: format!("with {} ({}) on both sides: {}", result.mutant.summary, result.mutant.operator, result.verdict.why),
        line_java: result.mutant.line,
        line_python: python_line.unwrap_or(job.pair.python.line),
        java_outcome: java,
        python_outcome: python,
        java_edit: Some(change(&job.java.text, &result.mutant.edits)),
        python_edit: Some(change(&job.python.text, &result.python_edits)).filter(|text| !text.is_empty()),
        ..base
    }
}

fn drifted(pair: &Pair, why: &str) -> Finding {
    Finding { cause: why.to_owned(), ..blank(pair, FindingKind::Drift, Severity::Warning, None, "drift", why) }
}

fn blank(pair: &Pair, kind: FindingKind, severity: Severity, input: Option<&Input>, cause: &str, text: &str) -> Finding {
    let names: Vec<&str> = pair.java.params.iter().map(|p| p.name.as_str()).collect();
    Finding {
        id: judgement::finding_id(&pair.key(), kind, cause, text),
        kind,
        cause: String::new(),
        severity,
        line_java: pair.java.line,
        line_python: pair.python.line,
        input: input.map(|input| describe::input(&names, input)),
        java_outcome: None,
        python_outcome: None,
        java_edit: None,
        python_edit: None,
        suggestion: None,
        arguments: input.map(|input| input.args.clone()),
        accepted: false,
    }
}

/// The lines that edits touch, before and after: `- old` and `+ new`, one line each.
#[must_use]
pub fn change(source: &str, edits: &[TextEdit]) -> String {
    let (Some(first), Some(last)) =
        (edits.iter().map(|e| e.span.start).min(), edits.iter().map(|e| e.span.end).max())
    else {
        return String::new();
    };
    let start = source[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = source[last..].find('\n').map_or(source.len(), |at| last + at);
    let moved: Vec<TextEdit> = edits
        .iter()
        .map(|e| TextEdit::new(span::Span::new(e.span.start - start, e.span.end - start), e.text.clone()))
        .collect();
    let old = &source[start..end];
    let Some(new) = span::apply(old, &moved) else { return String::new() };
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let shorter = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(shorter).take_while(|(a, b)| a == b).count();
    let mut text = String::new();
    for (sign, lines) in [('-', &old[head..old.len() - tail]), ('+', &new[head..new.len() - tail])] {
        for line in lines {
            text.push_str(&format!("{sign} {}\n", line.trim_end()));
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Span;

    #[test]
    fn a_change_shows_only_the_lines_that_differ() {
        let source = "def f(a):\n    b = a + 1\n    return b\n";
        let at = source.find('+').expect("there");
        assert_eq!(change(source, &[TextEdit::new(Span::new(at, at + 1), "-")]), "-     b = a + 1\n+     b = a - 1");
    }

    #[test]
    fn lines_between_two_edits_are_left_out_at_the_ends_only() {
        let source = "a\nb\nc\nd\n";
        let edits = [TextEdit::new(Span::new(2, 3), "x"), TextEdit::new(Span::new(6, 7), "y")];
        assert_eq!(change(source, &edits), "- b\n- c\n- d\n+ x\n+ c\n+ y");
    }

    #[test]
    fn no_edit_is_no_change() {
        assert_eq!(change("a\n", &[]), "");
    }
}
