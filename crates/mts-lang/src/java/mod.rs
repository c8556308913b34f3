//! The Java side: functions, class facts, tokens, and lowering with static types.

mod declarations;
mod definitions;
mod downlevel;
mod library;
mod lower;
mod tokens;
mod types;

#[cfg(test)]
mod tests;

pub use declarations::class_declaration::{ClassDeclaration, Declarations, Import};
pub use declarations::class_facts::{ClassFacts, Visibility, facts};
pub use declarations::classes::{classes, constants, enums, imports, package, public_class};
pub use declarations::imports::import_spans;
pub use declarations::mutates_receiver::sets_fields;
pub use tokens::{frame, token_spans, tokens};

pub(crate) use declarations::{functions, node_of};
pub(crate) use definitions::definitions;
pub(crate) use downlevel::readable;
pub(crate) use lower::lower;
pub(crate) use lower::symbols::Symbols;

pub mod probes;
pub mod ticks;
pub mod typed_ast;
