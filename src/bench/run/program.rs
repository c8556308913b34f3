//! The result of one measured program, in the form of the benchmark's tables.

use crate::bench::results::program_result::{MutantRow, PortRun, ProgramResult};
use crate::run::results::findings::{changed_text, variants};
use crate::run::results::pair_report;
use mts_engine::PairOutcome;
use mts_model::{KillReason, TextEdit, Verdict};
use std::collections::BTreeSet;

/// Returns the result of one program. Without a port, the result has no CA.
pub(super) fn program(id: String, measured: &PairOutcome, port: Option<PortRun>) -> ProgramResult {
    let change = |text: &str, edits: &[TextEdit]| {
        changed_text::change(text, edits).map(|lines| lines.to_string()).unwrap_or_default()
    };
    let row = |m: &mts_engine::MutantResult| MutantRow {
        mutant: m.mutant.id.clone(),
        operator: m.mutant.operator,
        line: m.mutant.line,
        change: m.mutant.summary.clone(),
        state: m.java_state,
        verdict: m.verdict.verdict,
        mirrored: m.verdict.verdict.is_counted() && m.verdict.verdict != Verdict::Killed(KillReason::Missing),
        exact: m.verdict.exact,
        why: m.verdict.why.clone(),
        java_edit: change(&measured.job.java.text, &m.mutant.edits),
        python_edit: change(&measured.job.python.text, &m.python_edits),
        edits: m.python_edits.clone(),
    };
    let mut scores = pair_report::scores(measured, &BTreeSet::new());
    if port.is_none() {
        (scores.ca_tests, scores.inputs, scores.inputs_equal, scores.inputs_type_drifted) = (None, 0, 0, 0);
    }
    scores.variants = variants::scores(measured);
    let killed = measured.mutants.iter().filter(|m| m.verdict.verdict.is_killed()).count();
    ProgramResult {
        id,
        findings: u64::try_from(killed + usize::from(scores.inputs_equal < scores.inputs)).unwrap_or(u64::MAX),
        java_mutants: u64::try_from(measured.adequacy.mutants).unwrap_or(u64::MAX),
        distinguished: u64::try_from(measured.adequacy.distinguished).unwrap_or(u64::MAX),
        port,
        mutants: measured.mutants.iter().map(row).collect(),
        scores,
    }
}
