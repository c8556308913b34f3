//! The mirror: replays a Java mutant's edit on the port that stands in the repository. What it
//! measures is whether both sides still behave alike when the same small change is made to both.
//! The two functions are aligned once (`alignment`), then each change is written down as text
//! edits at its counterpart (`replay`); where no exact counterpart stands the smallest aligned place
//! takes the translation of Java's (`splice`), and where there is none there is no mirror.

mod alignment;
pub mod classes;
pub mod counterparts;
mod edits;
mod java_semantics;
mod liveness;
mod match_rules;
mod reparse;
mod replay;
mod splice;
mod unmirrored_reason;

use super::{PairSource, Translation, Translator};
use alignment::Alignment;
use mts_model::error::Result;
use mts_model::{Mutant, Why};
use reparse::Reparsed;
use splice::Splicer;

/// The default translator: needs no network, no model and no configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mirror;

impl Translator for Mirror {
    fn name(&self) -> String {
        "mirror".to_owned()
    }

    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>> {
        let alignment = Alignment::new(source.pair, source.java_tree, source.python_tree, source.python);
        let splicer = Splicer::new(source, &alignment);
        let one = |mutant: &Mutant| {
            let exact = match reparse::read(source, mutant) {
                Reparsed::AsMeant => replay::replay(source, &alignment, &mutant.change),
                Reparsed::Other(tree) => replay::regroup(source, &alignment, &mutant.change, &tree),
                Reparsed::Unread => Err("printed without parentheses".into()),
            };
            exact.unwrap_or_else(|reason| {
                let reason = unmirrored_reason::reason(source.java_tree, &alignment, mutant.change.node(), reason);
                match splicer.splices(mutant) {
                    Ok(splices) => Translation::Spliced { splices, reason },
                    Err(why) => Translation::Unmirrored(Why { no_splice: Some(why.to_string()), ..reason.into() }),
                }
            })
        };
        Ok(requested.iter().filter_map(|at| mutants.get(*at)).map(one).collect())
    }
}
