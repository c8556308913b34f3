//! The mirror: replays a Java mutant's edit on the port that stands in the repository. What it
//! measures is whether both sides still behave alike when the same small change is made to both.
//! The two functions are aligned once (`alignment`), then each change is written down as text
//! edits at its counterpart (`replay`); where no exact counterpart stands there is no mirror.

mod alignment;
mod faithful;
mod names;
mod opening;
mod plan;
mod port;
mod printed;
mod replay;
mod shapes;

use super::{PairSource, Translation, Translator};
use crate::error::Result;
use crate::model::Mutant;
use alignment::Alignment;

/// The default translator: needs no network, no model and no configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mirror;

impl Translator for Mirror {
    fn name(&self) -> String {
        "mirror".to_owned()
    }

    fn translate(&mut self, source: &PairSource<'_>, mutants: &[Mutant]) -> Result<Vec<Translation>> {
        let alignment = Alignment::new(source.pair, source.java_tree, source.python_tree);
        let one = |mutant: &Mutant| {
            if !printed::is_as_meant(source, mutant) {
                return Translation::Unmirrored("printed without parentheses".to_owned());
            }
            replay::replay(source, &alignment, &mutant.change)
                .unwrap_or_else(|reason| Translation::Unmirrored(reason.to_owned()))
        };
        Ok(mutants.iter().map(one).collect())
    }
}
