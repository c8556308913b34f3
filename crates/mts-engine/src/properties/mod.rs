//! Properties of translators and of ports: what has to hold between functions and their translations. A
//! property is data ([`mts_model::Property`]); the built-in ones are one table, and run by what runs a
//! user's. [`checked`] reads one, [`engine`] checks it for a translator, [`session`] for one test. Where
//! properties are written down, and what is told of them, is decided above.

pub mod builtin;
pub mod checked;
pub mod engine;
pub mod expression;
mod inspect;
pub mod program;
pub mod question;
pub mod relation;
pub mod runs;
pub mod search;
pub mod session;

pub use builtin::{Table, table};
pub use checked::Checked;
pub use engine::{Engine, Plan, Taker, Translates};
pub use program::{Port, Program};
pub use runs::Workers;
pub use session::{Memory, Session, Shown};
