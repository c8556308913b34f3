//! Builds the row of one pair in the report: scores, findings, notes and the call.
//!
//! `build_report` applies the gate to the rows.

use crate::run::context::RunContext;
use crate::run::options::{Bound, Options};
use crate::run::plan::PlannedPair;
use crate::run::results::baseline::BaselineEntry;
use crate::run::results::findings::{self, variants};
use crate::run::results::program_report;
use mts_engine::{Coverage, Hunt, PairOutcome};
use mts_generate::pairing;
use mts_model::compilation_unit::Access;
use mts_model::jdk;
use mts_model::report::{Call, FactoryUse, JavaSide, PairReport, PairStatus, PortCallKind, PythonSide, Scores};
use mts_model::{
    Factory, Finding, FindingKind, Function, FunctionKind, Language, ObjectDifferences, Pair, PairingRule, Severity,
};
use mts_oracle::findings::ranked;
use mts_oracle::scores;
use mts_workers::SeededRandom;
use std::collections::BTreeSet;

/// Computes the scores of a measured pair.
#[must_use]
pub fn scores(measured: &PairOutcome, accepted: &BTreeSet<String>) -> Scores {
    let branches = measured.adequacy.coverage.as_ref().and_then(Coverage::counts);
    let hunt = measured.adequacy.hunt.as_ref().map(Hunt::counts);
    Scores { branches, hunt, ..BaselineEntry::from_outcome(measured).scores(accepted) }
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
    let head_scores = scores(head, accepted);
    // Functions that agreed at the base are a pair, even if they disagree now.
    let agreed = base.is_some_and(|base| !may_be_no_pair(&planned.head, &base.scores(accepted)));
    let is_unsure = may_be_no_pair(&planned.head, &head_scores) && !agreed;
    let findings = pair_findings(planned, head, base, is_unsure, accepted);
    let fragments = head.fragments.as_ref().and_then(|found| found.as_ref().ok());
    let variants = variants::scores(head);
    let program = program_report::report(head, &context.programs, options);
    let generated = head.generated.operators.values().sum::<u64>();
    let increase_interval =
        |base: &BaselineEntry| scores::increase_interval(&base.verdicts, &head.verdicts(), accepted, generated);
    PairReport {
        name: planned.name.clone(),
        java: java_side(&planned.head.java),
        python: python_side(&planned.head.python),
        reason: planned.head.reason.detail.clone(),
        may_be_no_pair: is_unsure,
        changed: planned.changed(),
        drift: planned.has_drifted(),
        status: PairStatus::default(),
        dropped: head.dropped.clone(),
        reasons: Vec::new(),
        base: base.map(|base| base.scores(accepted)),
        increase: base.and_then(|base| scores::increase(&base.verdicts, &head.verdicts(), accepted)),
        increase_interval: base.and_then(increase_interval),
        disagreements: base.map(|base| base.disagreement_change(head, accepted)),
        notes: [
            measurement_notes(planned, head, base.is_some(), options),
            fragment_notes(head),
            variants.as_ref().and_then(variants::describe_failures).into_iter().collect(),
            program.as_ref().map(program_report::notes).into_iter().flatten().collect(),
        ]
        .concat(),
        head: Scores { fragments: fragments.map(|found| found.scores.clone()), variants, ..head_scores },
        call: Some(Call { factories: used_factories(head, &findings), ..call(context, head, options) }),
        objects: head.job.suite.objects.clone(),
        findings,
        program,
    }
}

/// Returns the findings of a pair, compared with the base, the most severe first.
///
/// If the functions may be no pair, each finding says so.
fn pair_findings(
    planned: &PlannedPair,
    head: &PairOutcome,
    base: Option<&BaselineEntry>,
    is_unsure: bool,
    accepted: &BTreeSet<String>,
) -> Vec<Finding> {
    let changed_alone = match (planned.has_drifted(), planned.java_changed) {
        (false, _) => None,
        (true, true) => Some(Language::Java),
        (true, false) => Some(Language::Python),
    };
    let is_same = base.map(|base| base.same_findings(head));
    let completed = |finding: Finding| {
        let same_at_base = is_same.as_ref().is_some_and(|is_same| is_same(&finding));
        let doubt = if is_unsure { "; perhaps the functions are not a pair" } else { "" };
        let age = if same_at_base && finding.kind == FindingKind::Original { "; the same at the base" } else { "" };
        Finding {
            severity: if is_unsure { finding.severity.max(Severity::Warning) } else { finding.severity },
            cause: [finding.cause.as_str(), doubt, age].concat(),
            same_at_base,
            ..finding
        }
    };
    let found = findings::findings(head, changed_alone, accepted);
    ranked(found.into_iter().map(completed).collect())
}

/// Returns the notes about the change, the inputs, the ignored mutants and the sample.
fn measurement_notes(planned: &PlannedPair, head: &PairOutcome, has_base: bool, options: &Options) -> Vec<String> {
    let suite = &head.job.suite;
    let objects = suite.objects.iter().flat_map(ObjectDifferences::notes).collect();
    let mut notes = [planned.dependency_notes(), suite.notes.clone(), objects, head.job.ignored.notes.clone()].concat();
    if planned.base.is_some() && !has_base {
        let note = "the base has no result for the same inputs, so the run does not compare the pair with the base";
        notes.push(note.to_owned());
    }
    let generated = head.generated.operators.values().sum::<u64>();
    if options.bound != Bound::All && (head.mutants.len() as u64) < generated {
        notes.push(format!("the run measured a sample: {} of {generated} mutants", head.mutants.len()));
    }
    notes
}

/// Returns the notes about a pair's fragments, or the reason why they could not run.
fn fragment_notes(head: &PairOutcome) -> Vec<String> {
    match &head.fragments {
        Some(Ok(found)) => std::iter::once(found.describe()).chain(found.notes.iter().cloned()).collect(),
        Some(Err(reason)) => vec![format!("the fragments of the pair could not run: {reason}")],
        None => Vec::new(),
    }
}

/// Describes the Java function of a pair.
fn java_side(java: &Function) -> JavaSide {
    JavaSide {
        file: java.file.clone(),
        class: java.scope.join("."),
        method: if java.qualified().ends_with("<init>") { "<init>".to_owned() } else { java.name.clone() },
        params: java.params.iter().map(|p| p.ty.to_string()).collect(),
        line: java.line,
        head_file: None,
        head_line: None,
    }
}

/// Describes the Python function of a pair.
fn python_side(python: &Function) -> PythonSide {
    PythonSide {
        file: python.file.clone(),
        qualname: python.qualified(),
        line: python.line,
        head_file: None,
        head_line: None,
    }
}

/// The confidence below which a pair by name is doubtful if its functions disagree.
const DOUBTFUL: f64 = 0.8;

/// Reports whether the functions may be no pair.
///
/// The evidence for the pair is weak, and the functions agree on fewer than half of the inputs. The
/// evidence is weak if the names or classes are only similar. The evidence is also weak if an
/// overload shares the port of another overload and has other parameter names.
pub(super) fn may_be_no_pair(pair: &Pair, scores: &Scores) -> bool {
    let is_weak = match pair.reason.rule {
        PairingRule::Evidence => true,
        PairingRule::Name => pair.reason.confidence < DOUBTFUL,
        PairingRule::Overload => !pairing::has_same_parameters(pair),
        _ => false,
    };
    is_weak && 2 * scores.inputs_equal < scores.inputs
}

/// Returns the factories of a pair that the inputs of its findings use.
fn used_factories(head: &PairOutcome, findings: &[Finding]) -> Vec<FactoryUse> {
    let taken = factories(findings);
    let known = head.job.python_context.factories.iter().filter(|factory| taken.contains(&factory.name));
    known.map(factory).collect()
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

fn factory(factory: &Factory) -> FactoryUse {
    FactoryUse {
        name: factory.name.clone(),
        params: factory.params.iter().map(ToString::to_string).collect(),
        module: factory.module.clone(),
        qualname: factory.qualname.clone(),
        kind: factory.kind,
        positions: factory.arguments.clone(),
        array_forms: factory.array_forms.clone(),
    }
}

/// Reports whether the files of a pair contain names of functions that draw random numbers.
fn may_draw(head: &PairOutcome, random: &SeededRandom) -> bool {
    let class = random.python.rsplit('.').next().unwrap_or_default();
    jdk::may_draw(&head.job.java.text) || head.job.python.text.contains(class)
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
        array_forms: python_entry.array_forms.clone(),
        receiver_forms: python_entry.receiver_forms.clone(),
        factories: Vec::new(),
    }
}
