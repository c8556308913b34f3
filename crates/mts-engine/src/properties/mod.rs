//! Checks properties of translators and of ports.
//!
//! A property is a rule that functions and their translations must keep. A property is data
//! ([`mts_model::Property`]); the built-in properties are a table and run like a user's properties.
//! `definition` validates a property, `language` evaluates its expressions, and `engine` checks it
//! on a corpus. `session` runs one test, and `search` searches for a better translation. The
//! package `cargo-mts` reads properties from files and reports results.

pub mod definition;
pub mod engine;
pub mod language;
pub mod program;
pub mod runs;
pub mod search;
pub mod session;

pub use definition::builtin::{BuiltinProperties, table, translator};
pub use definition::checked::CheckedProperty;
pub use engine::{Engine, PropertyPlan, PropertyTranslator, TranslatorUnderTest};
pub use language::expression;
pub use program::{TestPort, TestProgram};
pub use runs::Workers;
pub use session::{RunCache, Session, TestResult};
