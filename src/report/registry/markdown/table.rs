//! Renders the tables of the comment: the pairs with their broken rules, and the counts.

use super::links::{Links, cut};
use crate::report::escape::{cell_code, cell_sentence, code, markdown};
use crate::report::format::{
    PairWord, beside_mutants, branches, by_interest, change, count, evidence, mts, open_mts, pair_word, python_name,
    score,
};
use mts_model::report::{PairReport, PairStatus, RunReport};
use std::fmt::Write;

/// The largest number of pairs for rows with up to four broken rules.
///
/// With more pairs, each row shows one broken rule, so that the findings below remain visible.
const MOST_ROWS_IN_FULL: usize = 6;

/// Renders the line above the table: the number of failed pairs and the scores.
pub(super) fn summary(report: &RunReport) -> String {
    let failed = report.pairs.iter().filter(|pair| pair.status == PairStatus::Failed).count();
    let mut parts = vec![format!("{failed} of {} failed", count(report.pairs.len(), "pair"))];
    let (new, old): (Vec<&PairReport>, Vec<&PairReport>) = report.pairs.iter().partition(|pair| pair.base.is_none());
    let pool = |scores: Vec<&mts_model::report::Scores>| {
        let (open, counted) =
            scores.iter().fold((0, 0), |(k, n), s| (k + s.killed - s.accepted.min(s.killed), n + s.counted));
        (counted > 0).then(|| open as f64 / counted as f64)
    };
    if report.scores.sample.is_some() {
        // The samples of the pairs may have different rates. Only the score of the report weights
        // the samples.
        parts.push(format!("all pairs: **{}**", open_mts(&report.scores)));
        parts.push("MTS, lower is better".to_owned());
        return parts.join(" · ");
    }
    if !old.is_empty() && report.base_sha.is_some() {
        let (base, head) =
            (old.iter().filter_map(|p| p.base.as_ref()).collect(), old.iter().map(|p| &p.head).collect());
        let which = if old.len() == 1 { "the pair".to_owned() } else { format!("the {}", count(old.len(), "pair")) };
        let (base, head) = (score(pool(base)), score(pool(head)));
        parts.push(format!("{which} also in the base: {base} → **{head}**"));
    }
    if !new.is_empty() {
        let what = if report.base_sha.is_some() { "new pair" } else { "pair" };
        parts.push(format!("{}: {}", count(new.len(), what), score(pool(new.iter().map(|p| &p.head).collect()))));
    }
    parts.push("MTS, lower is better".to_owned());
    parts.join(" · ")
}

/// Renders a table with at most `most` pairs, the most important pair first.
pub(super) fn pairs(report: &RunReport, links: &Links<'_>, most: usize) -> String {
    let mut out = "| Verdict | Pair (Java → Python) | Base MTS | Head MTS | Δ | Killed | Needs |\n".to_owned();
    out.push_str("|---|---|--:|--:|--:|--:|---|\n");
    let all = by_interest(report);
    for pair in all.iter().take(most) {
        let verdict = match pair_word(pair) {
            PairWord::Fail => "❌ fail",
            PairWord::Differs => "⚠️ differs",
            PairWord::Unclear => "❔ unclear",
            PairWord::Info => "➖ info",
            PairWord::Pass if pair.base.is_some() && pair.increase == Some(0.0) => "➖ same",
            PairWord::Pass => "✅ pass",
        };
        let ((java, java_line), (python, python_line)) = (pair.java.at_head(), pair.python.at_head());
        let java = links.line(&pair.name, java, java_line);
        let python = links.line(&python_name(pair), python, python_line);
        let (base, delta) = match &pair.base {
            None => ("*new*".to_owned(), "new".to_owned()),
            Some(base) => {
                let delta = pair.increase.map_or_else(|| "not comparable".to_owned(), |x| change(Some(x)));
                (open_mts(base), delta)
            }
        };
        let (head, killed) = (open_mts(&pair.head), pair.head.killed - pair.head.accepted.min(pair.head.killed));
        let accepted =
            if pair.head.accepted > 0 { format!(" + {} accepted", pair.head.accepted) } else { String::new() };
        let counted = pair.head.counted;
        let needs = needs(pair, all.len() > MOST_ROWS_IN_FULL);
        let beside: Vec<String> = std::iter::once(evidence(&pair.head)).chain(beside_mutants(&pair.head)).collect();
        let beside = format!("<br><sub>{}</sub>", beside.join("; "));
        _ = writeln!(
            out,
            "| {verdict} | {java} → {python}{beside} | {base} | **{head}** | {delta} | {killed} of {counted}{accepted} | {needs} |"
        );
    }
    if all.len() > most {
        _ = writeln!(out, "\n{} more in the report.", count(all.len() - most, "pair"));
    }
    out
}

/// Renders the first four broken rules of a pair, and counts the others.
///
/// The short form has only the first rule and this number. Without a broken rule, the text is `✓`, or says what the gate
/// does not check.
fn needs(pair: &PairReport, in_short: bool) -> String {
    if pair.reasons.is_empty() {
        let text = match pair.status {
            PairStatus::NotGated => "too few counted mutants: the gate does not check the MTS",
            PairStatus::Inconclusive => "inconclusive: the gate does not check the pair",
            PairStatus::Passed | PairStatus::Failed => "✓",
        };
        return text.to_owned();
    }
    // A broken rule fails the pair or gives a warning.
    let sign = if pair.status == PairStatus::Failed { "✗" } else { "⚠" };
    let most = if in_short { 1 } else { 4 };
    let reasons: Vec<String> =
        pair.reasons.iter().take(most).map(|reason| format!("{sign} {}", cell_sentence(&cut(reason)))).collect();
    let more = pair.reasons.len().saturating_sub(most);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    reasons.join("<br>") + &more
}

/// Renders a table with the counts of at most `most` pairs behind their scores.
pub(super) fn counts(report: &RunReport, most: usize) -> String {
    let mut out =
        "| Pair | Mutants | Survived | Killed | Anomalous | Unmirrored | Unknown | Accepted | Ignored | MTS | Inputs | Branches | CA |\n"
            .to_owned();
    out.push_str("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    let all = by_interest(report);
    for pair in all.iter().take(most) {
        let s = &pair.head;
        let mutants = s.counted + s.anomalous + s.unmirrored + s.unknown;
        let survived = s.counted - s.killed.min(s.counted);
        _ = writeln!(
            out,
            "| {} | {mutants} | {survived} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            cell_code(&cut(&pair.name)),
            s.killed,
            s.anomalous,
            s.unmirrored,
            s.unknown,
            s.accepted,
            s.ignored,
            mts(s),
            s.inputs,
            branches(s).unwrap_or_default(),
            score(s.ca_tests)
        );
    }
    if all.len() > most {
        _ = writeln!(out, "\n{} more in the report.", count(all.len() - most, "pair"));
    }
    _ = writeln!(out, "\nSeed {}, translator {}.", code(&report.seed), markdown(&report.settings.translator));
    out
}
