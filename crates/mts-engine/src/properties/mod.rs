//! Owns properties of translators and of ports: what has to hold between functions and their translations.
//!
//! A property is data ([`mts_model::Property`]); the built-in ones are a table and run like a user's. `definition`
//! validates a property, `language` evaluates its expressions, `engine` checks it on a corpus, `session` runs one test,
//! `search` looks for a better translation. Reading properties from files and reporting results is left to the package
//! above.

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
