//! Makes a Java mutant's edit in the port of the repository.
//!
//! The mutants then test whether both sides still behave the same after the same small change. The module `alignment`
//! aligns the two functions. The module `replay` writes each change as text edits of its counterpart. If there is no
//! exact counterpart, the module `splice` translates the smallest aligned place around the change.

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

pub use alignment::LazyAlignment;
pub use splice::{Repair, repairs};

use super::{PairSource, Translation, Translator};
use alignment::Alignment;
use mts_model::error::Result;
use mts_model::{Mutant, Why};
use reparse::Reparsed;
use splice::Splicer;

impl<'a> PairSource<'a> {
    /// Returns the alignment of both functions.
    fn alignment(&self) -> &'a Alignment {
        let make = || Alignment::new(self.pair, self.java_tree, self.python_tree, self.python);
        self.alignment.get_or_init(make)
    }
}

/// The name of the mirror among the translators.
pub const MIRROR: &str = "mirror";

/// The default translator, which needs no network, no model and no configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mirror;

impl Translator for Mirror {
    fn name(&self) -> String {
        MIRROR.to_owned()
    }

    fn translate(
        &mut self,
        source: &PairSource<'_>,
        mutants: &[&Mutant],
        requested: &[usize],
    ) -> Result<Vec<Translation>> {
        let alignment = source.alignment();
        let splicer = Splicer::new(source, alignment);
        let one = |mutant: &Mutant| {
            let exact = match reparse::read(source, mutant) {
                Reparsed::Expected => replay::replay(source, alignment, &mutant.change),
                Reparsed::Other(tree) => replay::regroup(source, alignment, &mutant.change, &tree),
                Reparsed::Unparsed => Err("the mirror cannot parse the mutant's Java code".into()),
            };
            exact.unwrap_or_else(|reason| {
                let reason = unmirrored_reason::reason(source.java_tree, alignment, mutant.change.node(), reason);
                match splicer.splices(mutant) {
                    Ok(splices) => Translation::Spliced { splices, reason },
                    Err(why) => Translation::Unmirrored(Why { no_splice: Some(why.to_string()), ..reason.into() }),
                }
            })
        };
        Ok(requested.iter().filter_map(|at| mutants.get(*at).copied()).map(one).collect())
    }
}
