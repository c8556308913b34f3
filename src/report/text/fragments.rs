//! Renders the fragments of pairs as text.
//!
//! The text has the counts and differences of each pair, and then the sums.

use crate::report::format::count;
use mts_model::{FragmentRow, FragmentScores, FragmentVerdict, IsolatedRow, IsolatedVerdict, PairFragments};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Renders the counts of fragments in one line. `None` means that no fragment was tested.
pub(in crate::report) fn summed(scores: &FragmentScores) -> Option<String> {
    let FragmentScores { eligible, aligned, tested, agree, confirmed, latent, masked, dismissed, .. } = scores;
    let share = scores.rti_agreement?;
    Some(format!(
        "fragments {share:.2} ({} of {tested} tested agree; {confirmed} confirmed, {latent} latent, {masked} masked; \
         {aligned} of {eligible} aligned)",
        agree + dismissed
    ))
}

/// The longest text of a fragment in characters.
const LONGEST: usize = 100;

/// Renders the fragments of the pairs. With `all`, the text shows every fragment.
///
/// Without `all`, the text shows the fragments that differ and that no smaller fragment explains. With
/// isolated translations, the text shows the isolated translations that differ.
#[must_use]
pub fn render(pairs: &[PairFragments], all: bool) -> String {
    let mut out = String::new();
    for pair in pairs {
        let rows: Vec<&FragmentRow> = if all { pair.fragments.iter().collect() } else { pair.rows_to_show() };
        if rows.is_empty() && pair.notes.is_empty() && pairs.len() > 1 {
            continue;
        }
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}: {}", pair.name, counts(&pair.scores));
        rows.iter().for_each(|row| line(&mut out, row));
        for note in &pair.notes {
            let _ = writeln!(out, "  note: {note}");
        }
    }
    let total: FragmentScores = pairs.iter().map(|pair| &pair.scores).sum();
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    for (reason, count) in pairs.iter().flat_map(|pair| &pair.ineligible) {
        *refused.entry(reason).or_default() += count;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let percent = |part: u64, whole: u64| if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
    let _ = writeln!(
        out,
        "{}: {} aligned ({:.0} % of them), {} tested in {}",
        number(total.eligible, "eligible fragment"),
        total.aligned,
        percent(total.aligned, total.eligible),
        total.tested,
        number(total.contexts, "context")
    );
    let _ = writeln!(
        out,
        "agree {}, confirmed {}, latent {}, masked {}, dismissed {}",
        total.agree, total.confirmed, total.latent, total.masked, total.dismissed
    );
    if let Some(share) = total.rti_agreement {
        let _ = writeln!(out, "rti_agreement {share:.4}");
    }
    let rows = || pairs.iter().flat_map(|pair| &pair.fragments).filter_map(|row| row.isolated.as_ref());
    if rows().next().is_some() {
        let of = |verdict: IsolatedVerdict| rows().filter(|isolated| isolated.verdict == verdict).count();
        let counts = IsolatedVerdict::ALL.map(|verdict| format!("{} {}", verdict.word(), of(verdict)));
        let _ = writeln!(out, "translated in isolation: {}", counts.join(", "));
        let enclosing = || rows().flat_map(|isolated| &isolated.enclosing);
        let dependent = enclosing().filter(|one| one.verdict == IsolatedVerdict::Dependent).count();
        let _ = writeln!(out, "comparisons with enclosing fragments: {}, dependent {dependent}", enclosing().count());
    }
    if !refused.is_empty() {
        let counts: Vec<String> = refused.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let _ = writeln!(out, "not eligible: {}", counts.join(", "));
    }
    out
}

fn counts(scores: &FragmentScores) -> String {
    let named = [
        (scores.confirmed, "confirmed"),
        (scores.latent, "latent"),
        (scores.masked, "masked"),
        (scores.dismissed, "dismissed"),
        (scores.agree, "agree"),
    ];
    let counts: Vec<String> = named.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    let counts = if counts.is_empty() { "none tested".to_owned() } else { counts.join(", ") };
    format!("{counts} of {}", number(scores.eligible, "fragment"))
}

fn number(n: u64, what: &str) -> String {
    count(usize::try_from(n).unwrap_or(usize::MAX), what)
}

/// Describes the distance of two translations. Empty without a distance.
fn describe_distance(distance: Option<u64>) -> String {
    distance.map_or(String::new(), |distance| format!(", {} apart", number(distance, "token")))
}

/// Writes a fragment with its isolated translation.
fn isolated(out: &mut String, row: &FragmentRow, isolated: &IsolatedRow) {
    let (verdict, distance) = (isolated.verdict.word(), describe_distance(isolated.distance));
    let _ = writeln!(out, "  {verdict} line {}{distance}: {}", row.line_java, brief(&row.java));
    for (label, text) in [("isolated translation", &isolated.python), ("part", &row.python)] {
        if let Some(text) = text {
            let _ = writeln!(out, "             {label}: {}", brief(text));
        }
    }
    if !isolated.why.is_empty() {
        let _ = writeln!(out, "             {}", isolated.why);
    }
    if let Some(context) = &isolated.context {
        let _ = writeln!(out, "             {}: {}", brief(context), isolated.outcomes.join(", "));
    }
    for around in isolated.enclosing.iter().filter(|around| around.verdict.differs()) {
        let (verdict, java, python) = (around.verdict.word(), brief(&around.java), brief(&around.python));
        let _ = writeln!(out, "             {verdict} in {java}{}: {python}", describe_distance(around.distance));
        if let Some(context) = &around.context {
            let _ = writeln!(out, "             {}: {}", brief(context), around.outcomes.join(", "));
        }
    }
}

fn line(out: &mut String, row: &FragmentRow) {
    if let Some(own) = &row.isolated {
        return isolated(out, row, own);
    }
    let java = brief(&row.java);
    let python = row.python.as_deref().map(brief).unwrap_or_default();
    let _ = writeln!(out, "  {:<10} line {}: {java}", row.verdict.word(), row.line_java);
    if let Some(place) = row.line_python {
        let _ = writeln!(out, "             port, line {place}: {python}");
    }
    if !row.why.is_empty() {
        let _ = writeln!(out, "             {}", row.why);
    }
    if let (Some(context), Some(difference)) = (&row.context, &row.difference) {
        let _ = writeln!(out, "             {}: {difference}", brief(context));
    }
    match (&row.input, &row.functions, row.verdict) {
        (Some(input), Some(functions), FragmentVerdict::Confirmed) => {
            let _ = writeln!(out, "             shown by {}: {functions}", brief(input));
        }
        (Some(input), _, FragmentVerdict::Masked) => {
            let _ = writeln!(out, "             {}: the functions agree", brief(input));
        }
        _ => {}
    }
}

/// Puts a text on one line and shortens it.
fn brief(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    format!("{}...", line.chars().take(LONGEST - 3).collect::<String>())
}
