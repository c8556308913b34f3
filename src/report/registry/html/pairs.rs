//! Renders the table of the pairs, and a section for each pair.
//!
//! A section has the places, the counts, the findings, the scores by operator and the notes.

use super::finding;
use super::list::list;
use crate::report::escape::{page, page_sentence};
use crate::report::format::{
    PairWord, beside_mutants, by_interest, change, count, estimate, evidence, open_mts, pair_word, python_name,
};
use mts_model::report::{ChangedSides, PairReport, RunReport};
use std::fmt::Write;

/// Renders a row for each pair, the worst pair first.
pub(super) fn table(report: &RunReport) -> String {
    let mut out = "<div class=\"scroll\"><table class=\"wide\">\n<thead><tr><th>Verdict</th><th>Pair</th>\
                   <th class=\"n\">Base MTS</th><th class=\"n\">Head MTS</th><th class=\"n\">Change</th>\
                   <th class=\"n\">Killed</th><th class=\"n\">Inputs equal</th><th class=\"needs\">Needs</th></tr></thead>\n<tbody>\n"
        .to_owned();
    for (at, pair) in by_interest(report).into_iter().enumerate() {
        let s = &pair.head;
        let base = pair.base.as_ref().map_or_else(|| "new".to_owned(), open_mts);
        let delta = match (&pair.base, pair.increase) {
            (Some(_), None) => "not comparable".to_owned(),
            (_, increase) => change(increase),
        };
        let accepted = if s.accepted > 0 { format!(" + {} accepted", s.accepted) } else { String::new() };
        let needs: Vec<String> = pair.reasons.iter().map(|reason| page_sentence(reason)).collect();
        _ = writeln!(
            out,
            "<tr><td class=\"word {}\">{}</td><td class=\"name\"><a href=\"#pair-{at}\"><code>{}</code></a> → \
             <code>{}</code></td><td class=\"n\">{base}</td><td class=\"n\"><strong>{}</strong></td>\
             <td class=\"n\">{delta}</td><td class=\"n\">{} of {}{accepted}</td><td class=\"n\">{} of {}</td><td>{}</td></tr>",
            pair.status,
            word(pair),
            page(&pair.name),
            page(&python_name(pair)),
            open_mts(s),
            s.killed - s.accepted.min(s.killed),
            s.counted,
            s.inputs_equal,
            s.inputs,
            needs.join("<br>")
        );
    }
    out + "</tbody></table></div>"
}

/// Renders the section of one pair. `at` is the index of the pair in the table.
pub(super) fn section(report: &RunReport, pair: &PairReport, at: usize) -> String {
    let mut out = "<section>\n".to_owned();
    _ = writeln!(
        out,
        "<h2 id=\"pair-{at}\"><code>{}</code> → <code>{}</code> <span class=\"word {}\">{}</span></h2>",
        page(&pair.name),
        page(&python_name(pair)),
        pair.status,
        word(pair)
    );
    let ((java, java_line), (python, python_line)) = (pair.java.at_head(), pair.python.at_head());
    let changed = match pair.changed {
        ChangedSides::Both => "both sides changed",
        ChangedSides::Java => "only the Java side changed",
        ChangedSides::Python => "only the Python side changed",
        ChangedSides::None => "neither side changed",
    };
    _ = writeln!(
        out,
        "<p class=\"faint\"><code>{}:{java_line}</code> · <code>{}:{python_line}</code> · {changed} · reason for the pair: {}</p>",
        page(java),
        page(python),
        page_sentence(&pair.reason)
    );
    let s = &pair.head;
    let parts = [
        (s.anomalous, "anomalous (the Java mutant does not compile or fails)"),
        (s.unmirrored, "unmirrored (the port has no counterpart)"),
        (s.unknown, "unknown (cargo mts could not decide)"),
    ];
    let counts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if !counts.is_empty() {
        _ = writeln!(out, "<p class=\"faint\">Mutants that do not count: {}</p>", counts.join(" · "));
    }
    if s.inputs_type_drifted > 0 {
        let drifted = s.inputs_type_drifted;
        _ = writeln!(out, "<p class=\"faint\">Inputs that agree except for a type: {drifted}</p>");
    }
    if let Some(spliced) = s.spliced().filter(|spliced| *spliced > 0) {
        _ = writeln!(
            out,
            "<p class=\"faint\">Counted mutants: {} with an exact counterpart · {spliced} with a splice</p>",
            s.exact
        );
    }
    let evidence: Vec<String> = std::iter::once(evidence(s)).chain(beside_mutants(s)).collect();
    _ = writeln!(out, "<p class=\"faint\">{}</p>", page_sentence(&evidence.join("; ")));
    for group in finding::groups(pair) {
        out.push_str(&finding::card(report, pair, &group));
    }
    let accepted = pair.findings.iter().filter(|finding| finding.accepted).count();
    if accepted > 0 {
        _ = writeln!(
            out,
            "<p class=\"faint\">{accepted} accepted {} not shown</p>",
            if accepted == 1 { "finding" } else { "findings" }
        );
    }
    out.push_str(&operators(pair));
    if !pair.notes.is_empty() {
        _ = writeln!(out, "<div class=\"faint\">{}</div>", list(&pair.notes));
    }
    out + "</section>\n"
}

/// Renders a folded table with the score of each operator.
fn operators(pair: &PairReport) -> String {
    if pair.head.per_operator.is_empty() {
        return String::new();
    }
    let mut out = format!(
        "<details><summary>{}</summary>\n<div class=\"scroll\"><table>\n<thead><tr><th>Operator</th><th>What it changes</th>\
         <th class=\"n\">Counted</th><th class=\"n\">Killed</th><th class=\"n\">Accepted</th><th class=\"n\">MTS</th></tr></thead>\n<tbody>\n",
        count(pair.head.per_operator.len(), "operator")
    );
    for (operator, s) in &pair.head.per_operator {
        _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td></tr>",
            operator.name(),
            page(operator.description()),
            s.counted,
            s.killed,
            s.accepted,
            estimate(s.mts, s.interval)
        );
    }
    out + "</tbody></table></div>\n</details>\n"
}

/// Returns the sign and the word for a pair, such as `✓ pass`.
fn word(pair: &PairReport) -> &'static str {
    match pair_word(pair) {
        PairWord::Fail => "✗ fail",
        PairWord::Differs => "⚠ differs",
        PairWord::Unclear => "? unclear",
        PairWord::Info => "– info",
        PairWord::Pass => "✓ pass",
    }
}
