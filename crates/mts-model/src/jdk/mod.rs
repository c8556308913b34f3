//! The catalogue of the JDK: types, exceptions, functional interfaces, and result types of methods.
//!
//! Other crates decide how to generate, encode or print a value.

mod exceptions;
mod functions;
mod lookup;
mod row;
mod signatures;
mod types;
mod workers;

pub use exceptions::{EXCEPTIONS, JdkException, exception};
pub use functions::{FunctionalType, functional_type};
pub use lookup::{
    has_open_order, has_pure_constructor, is_above_boxes, is_container_input, is_exception_name, is_iterator,
    is_number, is_stream_or_exception, is_text_builder, is_variable, jdk_type, keeps_order, python_class, stream_kind,
    type_shape,
};
pub use row::{Instantiation, JdkType, Order, PythonClass, PythonText, StreamKind, Substitute, TextForm, TypeShape};
pub use signatures::{MethodResult, method_result, static_result};
pub use workers::{JAVA_FILE, PYTHON_MODULE, java_source, python_module};
