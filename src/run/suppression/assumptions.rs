//! Finds the assume comments that are in force for a change.
//!
//! An assume comment can hide a finding on a fragment, so a change must not add an assume comment
//! for its own run. A comment is in force if the base has the comment too, or if there is no base.
//! Other comments take effect after the merge.

use crate::run::context::RunContext;
use crate::run::plan::PlannedPair;
use mts_generate::fragments::conditions::assumptions::assumptions;
use mts_lang::SourceFile;
use mts_model::Pair;
use std::collections::BTreeSet;

/// The assume comments of all pairs so far.
#[derive(Default)]
pub(crate) struct AssumptionUsage {
    pending_until_merge: Vec<String>,
    uses_own_comments: bool,
}

impl AssumptionUsage {
    /// Returns the conditions in a pair's assume comments that are not in force.
    pub fn assumptions_not_in_force(
        &mut self,
        context: &RunContext<'_>,
        planned: &PlannedPair,
        java: &SourceFile,
        pair: &Pair,
    ) -> BTreeSet<String> {
        let own = said(java, pair);
        if context.base.is_none() {
            self.uses_own_comments |= !own.is_empty();
            return BTreeSet::new();
        }
        let before = planned.base.as_ref().and_then(|pair| {
            let java = context.base_file(&pair.java.file)?;
            Some(said(java, pair).into_iter().map(|(_, text)| text).collect::<BTreeSet<_>>())
        });
        let before = before.unwrap_or_default();
        let (path, pair) = (&java.path, planned.name.clone());
        let waiting = own.into_iter().filter(|(_, text)| !before.contains(text));
        let waiting = waiting.inspect(|(line, text)| {
            self.pending_until_merge.push(format!("{path}:{line}: `mts: assume {text}` applies to `{pair}`"));
        });
        waiting.map(|(_, text)| text).collect()
    }

    /// Returns a note if the run has no base, and the waiting comments.
    ///
    /// A waiting comment takes effect only after the merge.
    pub fn into_notes(self) -> (Option<String>, Vec<String>) {
        let note = "the run has no base, so the assume comments of this revision are in force".to_owned();
        (self.uses_own_comments.then_some(note), self.pending_until_merge)
    }
}

/// Returns the lines and texts of a Java function's assume comments.
fn said(java: &SourceFile, pair: &Pair) -> Vec<(u32, String)> {
    let Some(tree) = java.lower(&pair.java) else { return Vec::new() };
    assumptions(java, &pair.java, &tree).found.into_iter().map(|one| (one.line, one.text)).collect()
}
