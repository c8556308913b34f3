//! Builds the report from the results of all pairs, and applies the gate. `pair_report` builds the
//! rows.

use crate::run::context::{Commits, RunContext};
use crate::run::options::{Bound, Options};
use crate::run::plan::Plan;
use crate::run::results::pair_results::{CompletedPair, FinishedPair, PairRow, PropertyChecks, Suggestion};
use crate::run::results::program_report;
use crate::run::results::root_causes;
use crate::run::results::timestamp::format_utc;
use crate::run::suppression::accept_list::AcceptList;
use crate::run::workers::RuntimeInfo;
use mts_model::OutputRule;
use mts_model::error::ExitCode;
use mts_model::report::{
    BaselineUse, Conclusion, GateReason, GateReport, PairReport, REPORT_VERSION, RunReport, Scores, Settings, Shard,
    Skipped, Timings, Tool,
};
use mts_model::{Finding, FindingKind, Function, MutantVerdict, ProgressEvent, Severity};
use mts_oracle::findings::ranked;
use mts_oracle::gate::{self, GateInput, GateResult, PairGate, Thresholds};
use mts_oracle::scores;
use mts_translate::mirror::MIRROR;
use std::time::{Instant, SystemTime};

/// Returns the progress event of a finished job.
#[must_use]
pub fn progress(name: String, verdicts: &[MutantVerdict]) -> ProgressEvent {
    let verdicts = verdicts.iter().map(|mutant| mutant.verdict);
    let counts = verdicts.fold((0, 0), |(k, c), v| (k + u64::from(v.is_killed()), c + u64::from(v.is_counted())));
    ProgressEvent::PairDone { name, killed: counts.0, counted: counts.1 }
}

/// Counts the base results from a baseline, and those that the run measured.
fn baseline_use(results: &[CompletedPair], incompatible: Option<&String>) -> BaselineUse {
    let bases = || results.iter().filter_map(|pair| pair.finished.result.base_known);
    let reused = bases().filter(|known| *known).count();
    let measured = bases().count() - reused;
    BaselineUse { reused, measured, incompatible: incompatible.cloned().filter(|_| measured > 0) }
}

/// Returns the timings of a run, which vary between equal runs.
///
/// `baselines` is `None` if the user gave no baseline. The inner value is the reason why no baseline was usable.
#[must_use]
pub fn timings(
    clock: Instant,
    (preparation, first_verdict): (f64, Option<f64>),
    workers: usize,
    resumed: usize,
    baselines: Option<&Option<String>>,
    results: &[CompletedPair],
) -> Timings {
    let seconds = clock.elapsed().as_secs_f64();
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let baseline = baselines.map(|incompatible| baseline_use(results, incompatible.as_ref()));
    let pairs = results.iter().filter_map(|pair| pair.finished.result.timings()).collect();
    let started = format_utc(since_epoch - seconds);
    Timings { seconds, started, first_verdict, workers, preparation, pairs, resumed, baseline }
}

/// The results of a run before the gate.
#[derive(Clone, Default)]
pub struct ReportParts {
    /// The plan of the run.
    pub plan: Plan,
    /// The notes about the jobs.
    pub notes: Vec<String>,
    /// The ignore comments and assume comments that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
    /// The pairs of the run, or of its shard, with their results.
    pub results: Vec<CompletedPair>,
    /// Whether a second run with the same settings may get other suggestions.
    pub varies: bool,
    /// The shard that ran; `None` for the complete run.
    pub shard: Option<Shard>,
    /// The versions of Java and CPython in the run.
    pub runtime: RuntimeInfo,
    /// The parts of the sandbox that were in force.
    ///
    /// The list is empty before a worker has run a job.
    pub sandbox: Vec<String>,
    /// The timings of the run, which vary between equal runs.
    pub timings: Timings,
}

/// Builds the report of a complete run, or of one shard.
///
/// `interrupted` is the headline of an interrupted run.
#[must_use]
pub fn report(
    context: &RunContext<'_>,
    parts: ReportParts,
    options: &Options,
    interrupted: Option<String>,
) -> RunReport {
    let ReportParts { plan, notes, pending_until_merge, results, varies, shard, runtime, sandbox, timings } = parts;
    // Only the first shard reports notes about the run as a whole.
    let tells_all = shard.as_ref().is_none_or(|shard| shard.index == 1);
    let (of_run, notes) = if tells_all { run_notes(context, &plan, notes, options) } else { Default::default() };
    let unpaired = if tells_all { plan.unpaired } else { Vec::new() };
    let (mut pairs, mut places, mut skipped) = (Vec::new(), Vec::new(), of_run);
    let mut scored = Vec::new();
    for (at, CompletedPair { finished, checks, suggestion }) in results.into_iter().enumerate() {
        let FinishedPair { planned, result } = finished;
        match result.row {
            PairRow::Scored(row) => {
                let row = match checks {
                    Some(checks) => with_checks(*row, checks, &context.accepted, options),
                    None => *row,
                };
                pairs.push(with_suggestion(row, suggestion));
                scored.push(planned);
                places.extend(shard.as_ref().and_then(|shard| shard.pair_indexes.get(at)));
            }
            PairRow::Skipped { reason, was_comparable } => {
                skipped.push(Skipped { was_comparable, ..Skipped::new(planned.head.java.selector(), reason) });
            }
        }
    }
    let functions: Vec<&Function> = scored.iter().map(|planned| &planned.head.java).collect();
    let pairs = root_causes::linked(pairs, &functions, context.head);
    skipped.sort_by(|a, b| (&a.name, &a.reason).cmp(&(&b.name, &b.reason)));
    let pending_until_merge = [context.pending_until_merge.clone(), pending_until_merge].concat();
    let Commits { base, head, tested, .. } = context.commits.clone();
    let marked =
        |pair| context.changed_lines.mark(context.head_lines.translate(pair), context.head, &context.head_lines);
    let pairs = pairs.into_iter().map(marked).collect();
    let shard = shard.map(|shard| Shard { pair_indexes: places, ..shard });
    let (settings, reproducible) =
        (settings(options, runtime, sandbox), !matches!(options.bound, Bound::Time(_)) && !varies);
    let gated = Gated::new(pairs, (&skipped, &settings), &options.thresholds, pending_until_merge, shard.as_ref());
    let is_complete = interrupted.is_none();
    let Gated { pairs, scores, conclusion, headline, gate } = match interrupted {
        Some(headline) => gated.interrupted(headline),
        None => gated,
    };
    RunReport {
        version: REPORT_VERSION,
        tool: Tool { name: "cargo-mts".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        seed: format!("{:#x}", options.seed),
        command: options.command,
        base_sha: base,
        head_sha: head,
        tested_sha: tested,
        conclusion,
        headline,
        gate,
        scores,
        pairs,
        unpaired,
        skipped,
        notes,
        settings,
        shard,
        reproducible: reproducible && is_complete,
        timings,
        folder: context.folder.clone(),
    }
}

/// Returns the row of a pair with the results of its declared properties.
///
/// The row also gets a note for each entry of the accept list that matches no finding any more.
fn with_checks(row: PairReport, checks: PropertyChecks, accepted: &AcceptList, options: &Options) -> PairReport {
    let findings = [row.findings, checks.findings].concat();
    let findings = if checks.counts.is_some() { ranked(findings) } else { findings };
    let row = PairReport { findings, head: Scores { properties: checks.counts, ..row.head }, ..row };
    let stale = accepted.stale(&row, &options.settings.mutation.operators);
    PairReport { notes: [row.notes, checks.notes, stale].concat(), ..row }
}

/// Returns a pair's row with the result of the search for a better translation.
///
/// The first error about the original functions that is not accepted shows the translation.
fn with_suggestion(row: PairReport, suggestion: Option<Suggestion>) -> PairReport {
    let Some(Suggestion { mut translation, note }) = suggestion else { return row };
    let with_text = |finding: Finding| match finding.is_open(FindingKind::Original, Severity::Error) {
        true => Finding { suggestion: translation.take().or(finding.suggestion.clone()), ..finding },
        false => finding,
    };
    let findings = row.findings.into_iter().map(with_text).collect();
    PairReport { findings, notes: [row.notes, vec![note]].concat(), ..row }
}

/// Builds the report of an interrupted run from the results so far. The gate fails.
#[must_use]
pub fn interrupted_report(context: &RunContext<'_>, parts: ReportParts, options: &Options) -> RunReport {
    let is_scored = |pair: &&CompletedPair| matches!(pair.finished.result.row, PairRow::Scored(_));
    let (scored, all) = (parts.results.iter().filter(is_scored).count(), parts.results.len());
    let headline = format!("the run was interrupted: {scored} of {all} pairs have results");
    report(context, parts, options, Some(headline))
}

/// Returns the skipped files and functions, and the notes, about the whole run.
fn run_notes(
    context: &RunContext<'_>,
    plan: &Plan,
    of_jobs: Vec<String>,
    options: &Options,
) -> (Vec<Skipped>, Vec<String>) {
    let skipped = [plan.skipped.clone(), context.head.skipped.clone()].concat();
    let mut notes = [context.notes.clone(), plan.notes.clone(), of_jobs].concat();
    if plan.unchanged > 0 {
        let pairs = if plan.unchanged == 1 { "pair" } else { "pairs" };
        notes.push(format!("the run skipped {} unchanged {pairs}", plan.unchanged));
    }
    notes.extend(context.accepted.gone(&context.head.paths));
    notes.extend(program_report::describe_unsupported_operators(&options.settings.mutation.operators));
    (skipped, notes)
}

/// The pairs with their statuses, the scores over all pairs, and the gate's result.
struct Gated {
    pairs: Vec<PairReport>,
    scores: Scores,
    conclusion: Conclusion,
    headline: String,
    gate: GateReport,
}

impl Gated {
    /// Computes the scores over all pairs and applies the gate.
    ///
    /// For a shard, the function does not apply the gate: the report shows the statuses of the
    /// pairs, and the shard passes.
    fn new(
        pairs: Vec<PairReport>,
        (skipped, settings): (&[Skipped], &Settings),
        thresholds: &Thresholds,
        pending_until_merge: Vec<String>,
        shard: Option<&Shard>,
    ) -> Self {
        let scores = scores::overall(pairs.iter().map(|pair| &pair.head));
        // A pair cannot have more inputs than the run allows.
        let min_inputs = thresholds.min_inputs.min(u64::try_from(settings.max_inputs).unwrap_or(u64::MAX));
        let thresholds = &Thresholds { min_inputs, ..thresholds.clone() };
        let empty = Scores::default();
        let skipped = skipped.iter().map(|row| GateInput::from_skipped(row, &empty));
        let inputs: Vec<GateInput<'_>> = pairs.iter().map(GateInput::from_pair).chain(skipped).collect();
        let GateResult { report, conclusion, headline, pairs: words, .. } =
            gate::gate(&inputs, &scores, thresholds, pending_until_merge);
        let with_status =
            |(pair, word): (PairReport, PairGate)| PairReport { status: word.status, reasons: word.reasons, ..pair };
        let pairs: Vec<PairReport> = pairs.into_iter().zip(words).map(with_status).collect();
        let Some(shard) = shard else { return Self { pairs, scores, conclusion, headline, gate: report } };
        let scored = if pairs.len() == 1 { "1 pair".to_owned() } else { format!("{} pairs", pairs.len()) };
        let headline = format!(
            "Shard {} of {}: {scored} scored; `cargo mts merge` joins the shards and applies the gate",
            shard.index, shard.count
        );
        Self { pairs, scores, conclusion, headline, gate: GateReport { passed: true, exit_code: 0, ..report } }
    }

    /// Returns the same pairs, with a gate that fails because the run was interrupted.
    fn interrupted(self, headline: String) -> Self {
        let mut gate = GateReport { passed: false, exit_code: ExitCode::Interrupted as i32, ..self.gate };
        gate.reasons.insert(0, headline.clone());
        gate.broken_rules.insert(0, GateReason { pair: None, reason: headline.clone(), fails: true });
        Self { conclusion: Conclusion::Incomplete, headline, gate, ..self }
    }
}

/// Returns a merged report with the scores over all pairs and the gate's result.
#[must_use]
pub fn judged(merged: RunReport, thresholds: &Thresholds) -> RunReport {
    let pending_until_merge = merged.gate.pending_until_merge;
    let rows = (&merged.skipped[..], &merged.settings);
    let Gated { pairs, scores, conclusion, headline, gate } =
        Gated::new(merged.pairs, rows, thresholds, pending_until_merge, merged.shard.as_ref());
    RunReport { pairs, scores, conclusion, headline, gate, ..merged }
}

fn settings(options: &Options, runtime: RuntimeInfo, sandbox: Vec<String>) -> Settings {
    let rules = &options.settings.rules;
    Settings {
        translator: MIRROR.to_owned(),
        exceptions: rules.exceptions_mode,
        types: rules.types,
        output: Some(rules.programs).filter(|rule| *rule != OutputRule::default()),
        rel_tol: if rules.exact_floats { Some(0.0) } else { rules.rel_tol },
        operators: options.settings.mutation.operators.clone(),
        exception_table: rules.exceptions.extra().clone(),
        max_inputs: options.max_inputs,
        limit: options.bound.describe(),
        sandbox,
        java: runtime.java,
        python: runtime.python,
    }
}
