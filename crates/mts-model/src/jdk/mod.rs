//! The one catalogue of the JDK: types, exceptions, interfaces of one method, and results of methods. How a
//! value is generated, encoded or printed is decided by the crates that do so.

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
    has_open_order, has_pure_constructor, is_above_boxes, is_container_input, is_iterator, is_stream_or_exception,
    is_text_builder, is_variable, jdk_type, keeps_order, python_class, stream_kind, type_shape,
};
pub use row::{Instantiation, JdkType, Order, PythonClass, PythonText, StreamKind, Substitute, TextForm, TypeShape};
pub use signatures::{MethodResult, method_result, static_result};
pub use workers::{JAVA_FILE, PYTHON_MODULE, java_source, python_module};
