//! What the assume comments of a function say of its fragments, and what became of each comment.

use super::tested::Tested;
use crate::analysis::measure::PairJob;
use crate::fragments::Fragment;
use crate::fragments::assumed::{Assumption, Assumptions, assumptions};
use crate::judgement::describe;
use crate::lang::SourceFile;
use crate::lang::core::Tree;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The comments of one function.
pub(super) struct Said {
    source: Arc<SourceFile>,
    /// Those that hold, and whether a fragment has all that they read.
    found: Vec<(Assumption, bool)>,
    wrong: Vec<(u32, String)>,
}

impl Said {
    /// Takes down what holds already at the fragments that it is about.
    pub fn of(job: &PairJob, tree: &Tree, fragments: &mut [Fragment]) -> Self {
        let Assumptions { mut found, wrong } = assumptions(&job.java, &job.pair.java, tree);
        found.retain(|one| !job.ignored.unassumed.contains(&one.text));
        let mut apply = |one: &Assumption| fragments.iter_mut().filter_map(|f| one.apply(f).then_some(())).count() > 0;
        let found = found.into_iter().map(|one| (apply(&one), one)).map(|(fits, one)| (one, fits)).collect();
        Self { source: Arc::clone(&job.java), found, wrong }
    }

    /// What is to be told of them.
    pub fn told(&self, tested: &[Tested]) -> Vec<String> {
        let path = &self.source.path;
        let mut out: Vec<String> = self.wrong.iter().map(|(line, what)| format!("{path}:{line}: {what}")).collect();
        let idle = self.found.iter().filter(|(_, fits)| !fits);
        out.extend(
            idle.map(|(one, _)| format!("{path}:{}: `mts: assume {}` is about no fragment", one.line, one.text)),
        );
        let contrary = tested.iter().filter_map(|tested| {
            let state = tested.named(tested.contrary.as_ref()?);
            let values: Vec<String> =
                state.iter().map(|(name, value)| format!("{name} = {}", describe::value(value))).collect();
            let line = tested.fragment.span.line(&self.source.text);
            Some(format!(
                "{path}:{line}: an input comes here with {}: its assume comments do not hold",
                values.join(", ")
            ))
        });
        let contrary: BTreeSet<String> = contrary.collect();
        out.extend(contrary);
        out
    }
}
