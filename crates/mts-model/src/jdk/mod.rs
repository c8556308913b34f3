//! The catalogue of the JDK's types: what their values are and how both sides make them. How a value is generated, encoded
//! or printed is decided by the rooms that do so.

mod shapes;
mod streams;

pub use shapes::{TypeShape, type_shape};
pub use streams::{StreamKind, is_exception, is_stream_or_exception, stream_kind};
