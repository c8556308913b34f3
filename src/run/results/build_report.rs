//! Builds the report from the results of all pairs: scores, findings and the gate.

use crate::run::context::{Commits, RunContext};
use crate::run::options::{Bound, Options};
use crate::run::plan::{Plan, PlannedPair};
use crate::run::results::baseline::BaselineEntry;
use crate::run::results::findings::{self, variants};
use crate::run::results::pair_results::{PairResult, PairRow};
use crate::run::results::program_report;
use crate::run::results::root_causes;
use crate::run::results::timestamp::utc;
use crate::run::suppression::accept_list::AcceptList;
use crate::run::workers::RuntimeInfo;
use mts_engine::{Coverage, Hunt, PairOutcome};
use mts_generate::pairing;
use mts_model::OutputRule;
use mts_model::compilation_unit::Access;
use mts_model::error::ExitCode;
use mts_model::report::{
    BaselineUse, Call, Conclusion, GateReason, GateReport, JavaSide, MakerCall, PairReport, PairStatus, PortCallKind,
    PythonSide, REPORT_VERSION, RunReport, Scores, Settings, Shard, Skipped, Timings, Tool,
};
use mts_model::{
    Factory, Finding, FindingKind, FunctionKind, Language, MutantVerdict, Pair, PairingRule, ProgressEvent, Severity,
};
use mts_oracle::findings::rank;
use mts_oracle::gate::{self, GateInput, Thresholds};
use mts_oracle::scores;
use mts_workers::SeededRandom;
use std::collections::BTreeSet;
use std::time::{Instant, SystemTime};

/// Computes the scores of a measured pair.
#[must_use]
pub fn scores(measured: &PairOutcome, accepted: &BTreeSet<String>) -> Scores {
    let branches = measured.adequacy.coverage.as_ref().and_then(Coverage::counts);
    let hunt = measured.adequacy.hunt.as_ref().map(Hunt::counts);
    Scores { branches, hunt, ..BaselineEntry::from_outcome(measured).scores(accepted) }
}

/// Returns the progress event of a finished job.
#[must_use]
pub fn progress(pair: &Pair, verdicts: &[MutantVerdict]) -> ProgressEvent {
    let verdicts = verdicts.iter().map(|mutant| mutant.verdict);
    let counts = verdicts.fold((0, 0), |(k, c), v| (k + u64::from(v.is_killed()), c + u64::from(v.is_counted())));
    ProgressEvent::PairDone { name: pair.name(), killed: counts.0, counted: counts.1 }
}

/// Counts the base results that come from a baseline.
fn baseline_use(results: &[PairResult], incompatible: Option<&String>) -> BaselineUse {
    let bases = || results.iter().filter_map(|result| result.base_known);
    let reused = bases().filter(|known| *known).count();
    let measured = bases().count() - reused;
    BaselineUse { reused, measured, incompatible: incompatible.cloned().filter(|_| measured > 0) }
}

/// Returns the values that vary between equal runs.
///
/// `baselines` is `None` if the user gave no baseline. The inner value is the reason why no
/// baseline was usable.
#[must_use]
pub fn timings(
    clock: Instant,
    (preparation, first_verdict): (f64, Option<f64>),
    workers: usize,
    resumed: usize,
    baselines: Option<&Option<String>>,
    results: &[PairResult],
) -> Timings {
    let seconds = clock.elapsed().as_secs_f64();
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let baseline = baselines.map(|incompatible| baseline_use(results, incompatible.as_ref()));
    let pairs = results.iter().filter_map(PairResult::timings).collect();
    let started = utc(since_epoch - seconds);
    Timings { seconds, started, first_verdict, workers, preparation, pairs, resumed, baseline }
}

/// The results of a run before the gate.
#[derive(Clone, Default)]
pub struct ReportParts {
    /// The plan of the pairs that ran here.
    pub plan: Plan,
    /// The notes about the jobs.
    pub notes: Vec<String>,
    /// The ignore comments that take effect only after the merge.
    pub pending_until_merge: Vec<String>,
    /// The result of each pair of the plan.
    pub results: Vec<PairResult>,
    /// The shard that ran; `None` for the complete run.
    pub shard: Option<Shard>,
    /// The runtimes of the run.
    pub runtime: RuntimeInfo,
    /// The values that vary between equal runs.
    pub timings: Timings,
}

/// Builds the report of a complete run, or of one shard.
#[must_use]
pub fn report(context: &RunContext<'_>, parts: ReportParts, options: &Options) -> RunReport {
    let ReportParts { plan, notes, pending_until_merge, results, shard, runtime, timings } = parts;
    // Only the first shard reports notes about the run as a whole.
    let tells_all = shard.as_ref().is_none_or(|shard| shard.index == 1);
    let (of_run, notes) = if tells_all { run_notes(context, &plan, notes, options) } else { Default::default() };
    let unpaired = if tells_all { plan.unpaired } else { Vec::new() };
    let (mut pairs, mut places, mut skipped) = (Vec::new(), Vec::new(), of_run);
    let mut functions = Vec::new();
    for ((at, planned), result) in plan.pairs.iter().enumerate().zip(results) {
        match result.row {
            PairRow::Scored(row) => {
                pairs.push(*row);
                functions.push(&planned.head.java);
                places.extend(shard.as_ref().and_then(|shard| shard.pair_indexes.get(at)));
            }
            PairRow::Skipped(reason) => skipped.push(Skipped::new(planned.head.java.selector(), reason)),
        }
    }
    root_causes::link(&mut pairs, &functions, context.head);
    skipped.sort_by(|a, b| (&a.name, &a.reason).cmp(&(&b.name, &b.reason)));
    let pending_until_merge = [context.pending_until_merge.clone(), pending_until_merge].concat();
    let Commits { base, head, tested, .. } = context.commits.clone();
    let mut report = RunReport {
        version: REPORT_VERSION,
        tool: Tool { name: "cargo-mts".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        seed: format!("{:#x}", options.seed),
        command: options.command,
        base_sha: base,
        head_sha: head,
        tested_sha: tested,
        conclusion: Conclusion::Incomplete,
        headline: String::new(),
        gate: GateReport { pending_until_merge, ..GateReport::default() },
        scores: Scores::default(),
        pairs,
        unpaired,
        skipped,
        notes,
        settings: settings(options, runtime),
        shard: shard.map(|shard| Shard { pair_indexes: places, ..shard }),
        reproducible: !matches!(options.bound, Bound::Time(_)),
        timings,
        folder: context.folder.clone(),
    };
    context.head_lines.translate(&mut report);
    context.changed_lines.mark(&mut report, context.head, &context.head_lines);
    judge(&mut report, &options.thresholds);
    report
}

/// Builds the report of an interrupted run from the results so far. The gate fails.
#[must_use]
pub fn interrupted_report(context: &RunContext<'_>, parts: ReportParts, options: &Options) -> RunReport {
    let is_scored = |result: &&PairResult| matches!(result.row, PairRow::Scored(_));
    let (scored, all) = (parts.results.iter().filter(is_scored).count(), parts.results.len());
    let headline = format!("the run was interrupted: {scored} of {all} pairs have results");
    let report = report(context, parts, options);
    let mut gate = GateReport { passed: false, exit_code: ExitCode::Interrupted as i32, ..report.gate };
    gate.reasons.insert(0, headline.clone());
    gate.broken_rules.insert(0, GateReason { pair: None, reason: headline.clone(), fails: true });
    RunReport { conclusion: Conclusion::Incomplete, headline, gate, reproducible: false, ..report }
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
    notes.extend(program_report::unmade(&options.settings.mutation.operators));
    (skipped, notes)
}

/// Computes the scores over all pairs and applies the gate.
///
/// For a shard, the function does not apply the gate: the report shows the statuses of the pairs,
/// and the shard passes.
pub fn judge(report: &mut RunReport, thresholds: &Thresholds) {
    let overall = scores::overall(report.pairs.iter().map(|pair| &pair.head));
    // A pair cannot have more inputs than the run allows.
    let min_inputs = thresholds.min_inputs.min(u64::try_from(report.settings.max_inputs).unwrap_or(u64::MAX));
    let thresholds = &Thresholds { min_inputs, ..thresholds.clone() };
    let empty = Scores::default();
    let pairs = report.pairs.iter().map(gate_input);
    let inputs: Vec<GateInput<'_>> = pairs.chain(report.skipped.iter().map(|row| skipped(row, &empty))).collect();
    let gated = gate::gate(&inputs, &overall, thresholds, report.gate.pending_until_merge.clone());
    for (pair, word) in report.pairs.iter_mut().zip(&gated.pairs) {
        pair.status = word.status;
        pair.reasons.clone_from(&word.reasons);
    }
    (report.conclusion, report.headline, report.gate) = (gated.conclusion, gated.headline, gated.report);
    report.scores = overall;
    if let Some(shard) = &report.shard {
        let pairs = report.pairs.len();
        let pairs = if pairs == 1 { "1 pair".to_owned() } else { format!("{pairs} pairs") };
        report.headline = format!(
            "Shard {} of {}: {pairs} scored; `cargo mts merge` joins the shards and applies the gate",
            shard.index, shard.count
        );
        (report.gate.passed, report.gate.exit_code) = (true, 0);
    }
}

fn gate_input(pair: &PairReport) -> GateInput<'_> {
    GateInput {
        name: &pair.name,
        base: pair.base.as_ref(),
        head: &pair.head,
        increase: pair.increase,
        increase_interval: pair.increase_interval,
        disagreements: pair.disagreements,
        fragments: [Severity::Error, Severity::Warning].map(|severity| open(pair, FindingKind::Fragment, severity)),
        // The gate counts warnings. Invalid transformations, and variants that only show the same
        // difference as a mutant, are notes.
        variants: open(pair, FindingKind::Variant, Severity::Warning),
        drift: pair.drift && !pair.findings.iter().any(|f| f.kind == FindingKind::Drift && f.accepted),
        may_be_no_pair: pair.may_be_no_pair,
        has_text: pair.call.as_ref().is_none_or(|call| call.kind != PortCallKind::Attribute),
        incomparable: incomparable(pair),
        not_run: None,
        was_comparable: false,
    }
}

/// Counts the findings of this kind and severity that are not accepted.
fn open(pair: &PairReport, kind: FindingKind, severity: Severity) -> u64 {
    let is_open = |f: &&Finding| f.kind == kind && f.severity == severity && !f.accepted;
    pair.findings.iter().filter(is_open).count() as u64
}

/// Returns the reason why no input of a pair could be compared.
///
/// Returns `None` if an input could be compared.
fn incomparable(pair: &PairReport) -> Option<&str> {
    let is_why = |f: &&Finding| f.kind == FindingKind::Original && f.severity == Severity::Note;
    let why = pair.findings.iter().filter(|_| pair.head.inputs == 0).find(is_why)?;
    Some(&why.cause)
}

/// Converts a skipped pair or file to an input of the gate.
///
/// A skipped pair must not pass the gate without a message.
fn skipped<'a>(row: &'a Skipped, empty: &'a Scores) -> GateInput<'a> {
    GateInput {
        name: &row.name,
        base: None,
        head: empty,
        increase: None,
        increase_interval: None,
        disagreements: None,
        drift: false,
        fragments: [0, 0],
        variants: 0,
        may_be_no_pair: false,
        has_text: true,
        incomparable: Some(&row.reason),
        not_run: row.not_run.as_ref(),
        was_comparable: row.was_comparable,
    }
}

/// Builds the row of a pair from the results at both revisions.
///
/// The row does not have a gate status yet.
#[must_use]
pub fn pair(
    context: &RunContext<'_>,
    planned: &PlannedPair,
    head: &PairOutcome,
    base: Option<&BaselineEntry>,
    options: &Options,
) -> PairReport {
    let accepted = &context.accepted.ids;
    let changed_alone = match (planned.drifted(), planned.java_changed) {
        (false, _) => None,
        (true, true) => Some(Language::Java),
        (true, false) => Some(Language::Python),
    };
    let Pair { java, python, reason, .. } = &planned.head;
    let mut notes = [planned.dependency_notes(), head.job.suite.notes.clone(), head.job.ignored.notes.clone()].concat();
    if planned.base.is_some() && base.is_none() {
        notes.push("the base has no result for the same inputs, so there is no comparison".to_owned());
    }
    let generated = head.generated.operators.values().sum::<u64>();
    if options.bound != Bound::All && (head.mutants.len() as u64) < generated {
        notes.push(format!("the run measured a sample: {} of {generated} mutants", head.mutants.len()));
    }
    let fragments = match &head.fragments {
        Some(Ok(found)) => Some(found),
        Some(Err(reason)) => {
            notes.push(format!("the fragments of the pair could not run: {reason}"));
            None
        }
        None => None,
    };
    if let Some(found) = fragments {
        notes.push(found.describe());
        notes.extend(found.notes.iter().cloned());
    }
    let variants = variants::scores(head);
    notes.extend(variants.as_ref().and_then(variants::describe_failures));
    let head_scores = scores(head, accepted);
    // If the functions agreed at the base, they are a pair.
    let agreed = base.is_some_and(|base| !may_be_no_pair(&planned.head, &base.scores(accepted)));
    let is_unsure = may_be_no_pair(&planned.head, &head_scores) && !agreed;
    let mut findings = findings::findings(head, changed_alone, accepted);
    if is_unsure {
        for finding in &mut findings {
            finding.severity = finding.severity.max(Severity::Warning);
            finding.cause.push_str("; perhaps the functions are not a pair");
        }
    }
    if let Some(base) = base {
        base.mark(&mut findings, head);
        rank(&mut findings);
    }
    let mut report = PairReport {
        name: planned.head.name(),
        java: JavaSide {
            file: java.file.clone(),
            class: java.scope.join("."),
            method: if java.qualified().ends_with("<init>") { "<init>".to_owned() } else { java.name.clone() },
            params: java.params.iter().map(|p| p.ty.to_string()).collect(),
            line: java.line,
            head_file: None,
            head_line: None,
        },
        python: PythonSide {
            file: python.file.clone(),
            qualname: python.qualified(),
            line: python.line,
            head_file: None,
            head_line: None,
        },
        reason: reason.detail.clone(),
        may_be_no_pair: is_unsure,
        changed: planned.changed(),
        drift: planned.drifted(),
        status: PairStatus::default(),
        dropped: head.dropped.clone(),
        reasons: Vec::new(),
        base: base.map(|base| base.scores(accepted)),
        head: Scores { fragments: fragments.map(|found| found.scores.clone()), variants, ..head_scores },
        increase: base.and_then(|base| scores::increase(&base.verdicts, &head.verdicts(), accepted)),
        increase_interval: base
            .and_then(|base| scores::increase_interval(&base.verdicts, &head.verdicts(), accepted, generated)),
        disagreements: base.map(|base| base.disagreement_change(head, accepted)),
        findings,
        notes,
        call: Some(call(context, head, options)),
        program: program_report::report(head, &context.programs, options),
    };
    if let Some(program) = &report.program {
        report.notes.extend(program_report::notes(program));
    }
    let taken = factories(&report.findings);
    let known = head.job.python_context.factories.iter().filter(|factory| taken.contains(&factory.name));
    if let Some(call) = &mut report.call {
        call.factories = known.map(factory).collect();
    }
    report
}

/// The confidence below which a pair by name is doubtful if its functions disagree.
const DOUBTFUL: f64 = 0.8;

/// Reports whether the functions may be no pair.
///
/// The evidence for the pair is weak, and the functions agree on fewer than half of the inputs. The
/// evidence is weak if the names or classes are only similar. It is also weak if an overload shares
/// the port of another overload and has other parameter names.
fn may_be_no_pair(pair: &Pair, scores: &Scores) -> bool {
    let is_weak = match pair.reason.rule {
        PairingRule::Evidence => true,
        PairingRule::Name => pair.reason.confidence < DOUBTFUL,
        PairingRule::Overload => !pairing::has_same_parameters(pair),
        _ => false,
    };
    is_weak && 2 * scores.inputs_equal < scores.inputs
}

/// Adds a note for each entry of the accept list that matches no finding of a pair any more.
///
/// The caller must add all findings before this call.
#[must_use]
pub fn with_stale_notes(mut results: Vec<PairResult>, accepted: &AcceptList, options: &Options) -> Vec<PairResult> {
    for result in &mut results {
        if let PairRow::Scored(row) = &mut result.row {
            let stale = accepted.stale(row, &options.settings.mutation.operators);
            row.notes.extend(stale);
        }
    }
    results
}

/// Returns the names of the factories in the inputs of findings.
fn factories(findings: &[Finding]) -> BTreeSet<String> {
    let mut names = Vec::new();
    for finding in findings {
        let receiver = finding.evidence.iter().flat_map(|evidence| evidence.receiver.iter().flatten());
        let earlier = finding.order_dependence.iter().flat_map(|dependence| &dependence.calls);
        let earlier = earlier.flat_map(|call| call.arguments.iter().chain(call.receiver.iter().flatten()));
        let all = finding.arguments.iter().flatten().chain(receiver).chain(earlier);
        all.for_each(|value| value.factories(&mut names));
    }
    names.into_iter().map(str::to_owned).collect()
}

fn factory(factory: &Factory) -> MakerCall {
    MakerCall {
        name: factory.name.clone(),
        params: factory.params.iter().map(ToString::to_string).collect(),
        module: factory.module.clone(),
        qualname: factory.qualname.clone(),
        kind: factory.kind,
        positions: factory.arguments.clone(),
    }
}

/// Reports whether the files of a pair contain names of functions that draw random numbers.
fn may_draw(head: &PairOutcome, random: &SeededRandom) -> bool {
    let class = random.python.rsplit('.').next().unwrap_or_default();
    let in_java = ["Random", "random()", "shuffle("].iter().any(|word| head.job.java.text.contains(word));
    in_java || head.job.python.text.contains(class)
}

/// Describes how the tool calls the functions of a pair.
fn call(context: &RunContext<'_>, head: &PairOutcome, options: &Options) -> Call {
    let Pair { java, python, arguments, .. } = &head.job.pair;
    let (java_entry, python_entry) = (&head.job.java_context.entry, &head.job.python_context.entry);
    let (module, _) = context.head.module(&python.file, &options.roots);
    let is_constructor = java.kind == FunctionKind::Constructor;
    let has_receiver = !java_entry.is_static && !is_constructor;
    let has_outer_object = is_constructor && mts_lang::java::facts(&head.job.java, java).is_inner;
    Call {
        package: java.package.clone(),
        names: java.params.iter().map(|param| param.name.clone()).collect(),
        returns: java_entry.signature.returns.to_string(),
        receiver: has_receiver.then(|| java_entry.receiver.iter().map(ToString::to_string).collect()),
        module: module.name,
        import_folder: module.folder,
        kind: match (python_entry.access, python_entry.is_constructor, python_entry.on_instance) {
            _ if python.kind == FunctionKind::Nested => PortCallKind::Nested,
            _ if has_outer_object => PortCallKind::InnerConstructor,
            (Access::Attribute, ..) => PortCallKind::Attribute,
            (Access::Property, ..) => PortCallKind::Property,
            (Access::ObjectFirst, ..) => PortCallKind::ObjectFirst,
            (Access::Call, true, _) if python_entry.is_abstract => PortCallKind::StubSubclass,
            (Access::Call, true, _) => PortCallKind::Constructor,
            (Access::Call, false, true) => PortCallKind::Method,
            (Access::Call, false, false) => PortCallKind::Function,
        },
        uses_random: options.random.as_ref().is_some_and(|random| may_draw(head, random)),
        positions: arguments.clone(),
        factories: Vec::new(),
    }
}

fn settings(options: &Options, runtime: RuntimeInfo) -> Settings {
    let rules = &options.settings.rules;
    Settings {
        translator: "mirror".to_owned(),
        exceptions: rules.exceptions_mode,
        types: rules.types,
        output: Some(rules.programs).filter(|rule| *rule != OutputRule::default()),
        rel_tol: if rules.exact_floats { Some(0.0) } else { rules.rel_tol },
        operators: options.settings.mutation.operators.clone(),
        exception_table: rules.exceptions.extra().clone(),
        max_inputs: options.max_inputs,
        limit: options.bound.describe(),
        sandbox: runtime.sandbox,
        java: runtime.java,
        python: runtime.python,
    }
}
