//! Formats scores, counts and names, and sorts pairs, for all reports.

use mts_model::report::{
    HuntCounts, Interval, NotRun, OptionalAnalysis, PairReport, PairStatus, RunReport, Scores, Skipped,
};
use mts_model::{Finding, FindingKind, ObjectDifferences, Severity};

/// The largest number of pair names in one sentence.
const MOST_NAMES: usize = 8;

/// Formats a score with two decimals, or as `-` for `None`.
///
/// A score other than zero that two decimals would show as zero gets four decimals.
pub(crate) fn score(x: Option<f64>) -> String {
    let Some(x) = x else { return "-".to_owned() };
    let short = format!("{x:.2}");
    match short.trim_start_matches('-') {
        "0.00" if x != 0.0 => format!("{x:.4}"),
        "0.00" => "0.00".to_owned(),
        _ => short,
    }
}

/// Formats the change of a score with its sign.
pub(crate) fn change(x: Option<f64>) -> String {
    match x {
        None => "-".to_owned(),
        Some(x) if x > 0.0 => format!("+{}", score(Some(x))),
        Some(x) => score(Some(x)),
    }
}

/// Returns the first seven digits of a commit id.
pub(crate) fn short(sha: &str) -> &str {
    sha.get(..7).unwrap_or(sha)
}

/// Formats a count with its noun: `1 pair`, `2 pairs`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Formats a score, with its interval if it is an estimate: `0.12 (0.08 to 0.17)`.
pub(crate) fn estimate(x: Option<f64>, interval: Option<Interval>) -> String {
    match interval {
        Some(Interval { low, high }) if x.is_some() => {
            format!("{} ({} to {})", score(x), score(Some(low)), score(Some(high)))
        }
        _ => score(x),
    }
}

/// Formats the MTS without accepted kills, with its interval if it is an estimate.
pub(crate) fn open_mts(scores: &Scores) -> String {
    estimate(scores.mts_open, scores.sample.as_ref().and_then(|sample| sample.mts_open))
}

/// Formats the MTS, with its interval if it is an estimate.
pub(crate) fn mts(scores: &Scores) -> String {
    estimate(scores.mts, scores.sample.as_ref().and_then(|sample| sample.mts))
}

/// Joins names for a sentence: the first eight, and the number of the others.
pub(crate) fn names(all: &[&str]) -> String {
    let shown = all.len().min(MOST_NAMES);
    let left = all.len() - shown;
    let more = if left == 0 { String::new() } else { format!(", and {left} more") };
    format!("{}{more}", all[..shown].join(", "))
}

/// Returns the rows of the pairs and files that the run did not analyse.
///
/// Pairs that need the same missing requirement share a row.
pub(crate) fn skipped_rows(report: &RunReport) -> Vec<Skipped> {
    let mut rows: Vec<(Vec<&str>, &Skipped)> = Vec::new();
    for row in &report.skipped {
        let can_share = matches!(row.not_run, Some(NotRun::MissingRequirement(_)));
        match rows.iter_mut().find(|(_, first)| can_share && first.not_run == row.not_run) {
            Some((names, _)) => names.push(&row.name),
            None => rows.push((vec![&row.name], row)),
        }
    }
    rows.into_iter().map(|(all, first)| Skipped { name: names(&all), ..first.clone() }).collect()
}

/// Describes the mutants that a sample skipped, and the dropped analyses. `None` without any.
pub(crate) fn not_run(report: &RunReport) -> Option<String> {
    let lines: Vec<String> = mutants_not_run(report).into_iter().chain(dropped(report)).collect();
    (!lines.is_empty()).then(|| lines.join("; "))
}

/// Describes the fragments and variants that the run dropped because the time was too short.
fn dropped(report: &RunReport) -> Option<String> {
    let of = |analysis: OptionalAnalysis, name: &str| {
        let pairs = report.pairs.iter().filter(|pair| pair.dropped.contains(&analysis)).count();
        (pairs > 0).then(|| format!("the {name} of {}", count(pairs, "pair")))
    };
    let all = [of(OptionalAnalysis::Fragments, "fragments"), of(OptionalAnalysis::Variants, "variants")];
    let named: Vec<String> = all.into_iter().flatten().collect();
    (!named.is_empty()).then(|| format!("the time was too short for {}", named.join(" and ")))
}

/// Describes the sample of mutants that ran. `None` if the run drew no sample.
fn mutants_not_run(report: &RunReport) -> Option<String> {
    let sample = report.scores.sample.as_ref()?;
    let asked = match &report.settings.limit {
        Some(bound) if report.reproducible => format!(" of {bound}"),
        Some(bound) => format!(" within {bound}"),
        None => String::new(),
    };
    let (run, generated, left) = (sample.run, sample.generated, sample.generated - sample.run);
    let none = report.pairs.iter().filter(|pair| pair.head.sample.as_ref().is_some_and(|own| own.run == 0)).count();
    let none = if none > 0 { format!("; no mutant of {} ran", count(none, "pair")) } else { String::new() };
    Some(format!(
        "a sample{asked}: {run} of {generated} mutants ran, {left} did not{none}; each MTS is an estimate, with the \
         95 % interval of the MTS of all mutants"
    ))
}

/// Formats the evidence for a pair.
///
/// The evidence is the number of inputs, and the branches that the inputs take. If the inputs are
/// all possible inputs, the text also has the number of possible inputs: `2 of 2 inputs`.
pub(crate) fn evidence(scores: &Scores) -> String {
    let possible = scores.inputs_possible.filter(|possible| *possible <= scores.inputs);
    let inputs = match possible {
        Some(possible) => {
            format!("{} of {}", scores.inputs, count(usize::try_from(possible).unwrap_or(usize::MAX), "input"))
        }
        None => count(usize::try_from(scores.inputs).unwrap_or(usize::MAX), "input"),
    };
    match branches(scores) {
        Some(branches) => format!("{inputs}, {branches} branches"),
        None => inputs,
    }
}

/// Formats the branches that the inputs of a pair take, such as `7 of 8`. `None` if unknown.
pub(crate) fn branches(scores: &Scores) -> Option<String> {
    scores.branches.map(|branches| format!("{} of {}", branches.taken, branches.all))
}

/// Formats the hunt of a pair.
///
/// An example is `hunt: no difference in 1024 calls, 12 of 12 branches`.
fn hunt(hunt: &HuntCounts) -> String {
    let calls = count(usize::try_from(hunt.calls).unwrap_or(usize::MAX), "call");
    let branches = hunt.branches.map(|branches| format!(", {} of {} branches", branches.taken, branches.all));
    let found = match hunt.found {
        0 => "no difference".to_owned(),
        found => format!("differences on {}", count(usize::try_from(found).unwrap_or(usize::MAX), "input")),
    };
    format!("hunt: {found} in {calls}{}", branches.unwrap_or_default())
}

/// Formats the counts of a pair's hunt, variants and fragments in one line.
///
/// `None` if none of these analyses has a result.
pub(crate) fn beside_mutants(scores: &Scores) -> Option<String> {
    let fragments = scores.fragments.as_ref().filter(|counts| counts.tested > 0).map(|counts| {
        let differing = [(counts.confirmed, "confirmed"), (counts.latent, "latent"), (counts.masked, "masked")];
        let differing = differing.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}"));
        let differing: Vec<String> = differing.collect();
        match differing.is_empty() {
            true => format!("fragments: {} of {} agree", counts.agree + counts.dismissed, counts.tested),
            false => format!("fragments: {}", differing.join(", ")),
        }
    });
    let parts: Vec<String> = scores.hunt.iter().map(hunt).chain(variants(scores)).chain(fragments).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Formats the counts of the variants of a pair or of a run. `None` if no variant has a verdict.
pub(crate) fn variants(scores: &Scores) -> Option<String> {
    let counts = scores.variants.as_ref().filter(|counts| counts.tested > 0)?;
    Some(format!("variants: {} of {} keep the behaviour", counts.preserved, counts.tested))
}

/// Formats the number of Java functions without a port.
///
/// With a base, the function counts only the changed functions.
pub(crate) fn without_port(report: &RunReport) -> String {
    let what = if report.base_sha.is_some() { "changed Java function" } else { "Java function" };
    format!("{} without a port", count(report.unpaired.len(), what))
}

/// Returns the commands that repeat a `check`, at most three.
///
/// Each pair of files has one command. The commands lack other flags of the original command.
pub(crate) fn check_commands(report: &RunReport) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for pair in by_interest(report) {
        let (java, python) = (super::escape::shell(&pair.java.file), super::escape::shell(&pair.python.file));
        let tests = pair.program.as_ref().map(|program| format!(" --tests {}", super::escape::shell(&program.folder)));
        let tests = tests.unwrap_or_default();
        let line = format!("cargo mts check {java} {python}{tests} --seed {}", super::escape::shell(&report.seed));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.truncate(3);
    lines
}

/// The word with which the reports describe a pair, the most important word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PairWord {
    /// The pair breaks a rule, and the rule fails the run.
    Fail,
    /// The original functions have a difference that the base lacks. The pair does not fail.
    Differs,
    /// The results are too few for a decision.
    Unclear,
    /// The pair has too few counted mutants, so the gate does not check its MTS.
    Info,
    /// The pair breaks no rule that fails the run.
    Pass,
}

/// Returns the word for a pair.
///
/// The word is never [`PairWord::Pass`] if the original functions have an open difference that the
/// base lacks, even if the gate is off.
pub(crate) fn pair_word(pair: &PairReport) -> PairWord {
    let is_new = |finding: &Finding| {
        let counts = !finding.accepted && !finding.same_at_base;
        finding.kind == FindingKind::Original && finding.severity == Severity::Error && counts
    };
    match pair.status {
        PairStatus::Failed => PairWord::Fail,
        _ if pair.findings.iter().any(is_new) => PairWord::Differs,
        PairStatus::Inconclusive => PairWord::Unclear,
        PairStatus::NotGated => PairWord::Info,
        PairStatus::Passed => PairWord::Pass,
    }
}

/// Sorts the pairs by importance: by their words, then by their MTS.
///
/// The highest MTS comes first. The words `Info` and `Pass` have the same importance. Pairs with the
/// same word and MTS have the order of their names.
pub(crate) fn by_interest(report: &RunReport) -> Vec<&PairReport> {
    let mut pairs: Vec<&PairReport> = report.pairs.iter().collect();
    let rank = |pair: &PairReport| pair_word(pair).min(PairWord::Info);
    let worst = |pair: &PairReport| pair.head.mts_open.unwrap_or(0.0);
    pairs.sort_by(|a, b| rank(a).cmp(&rank(b)).then(worst(b).total_cmp(&worst(a))).then(a.name.cmp(&b.name)));
    pairs
}

/// Describes the calls that must come before the input of a finding.
///
/// `None` if the finding does not depend on earlier calls.
pub(crate) fn earlier(finding: &Finding) -> Option<String> {
    let calls = &finding.order_dependence.as_ref()?.calls;
    let inputs: Vec<&str> = calls.iter().map(|call| call.input.as_str()).collect();
    Some(if inputs.is_empty() { "calls that the report does not list".to_owned() } else { inputs.join("; then ") })
}

/// Returns the file name without `.py` and the qualified name of the Python side: `money.split`.
pub(crate) fn python_name(pair: &PairReport) -> String {
    let file = pair.python.file.rsplit('/').next().unwrap_or_default();
    let stem = file.strip_suffix(".py").unwrap_or(file);
    format!("{stem}.{}", pair.python.qualname)
}

/// Returns the notes on the run, and a note on objects that differ.
pub(crate) fn run_notes(report: &RunReport) -> Vec<String> {
    let objects: Vec<(&PairReport, &ObjectDifferences)> =
        report.pairs.iter().filter_map(|pair| pair.objects.as_ref().map(|objects| (pair, objects))).collect();
    let sum = |number: fn(&ObjectDifferences) -> u64| objects.iter().map(|(_, one)| number(one)).sum::<u64>();
    let [proposed, injected, skipped] = [sum(|one| one.proposed), sum(|one| one.injected), sum(|one| one.skipped)];
    let worst = objects.iter().rev().max_by_key(|(_, one)| one.skipped + one.injected);
    let note = worst.map(|(pair, worst)| {
        format!(
            "the port constructs other objects than Java in {}, for example in `{}`: {}; of {proposed} proposed inputs, \
             {skipped} did not run, and {injected} ran with field values from Java; run the pairs of the constructors",
            count(objects.len(), "pair"),
            pair.name,
            worst.reason
        )
    });
    report.notes.iter().cloned().chain(note).collect()
}
