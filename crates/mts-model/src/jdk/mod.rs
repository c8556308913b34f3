//! The catalogue of the JDK: types, exceptions, functional interfaces, and results and effects of methods.
//!
//! Other crates decide how to generate, encode or print a value.

mod behaviours;
mod constants;
mod effects;
mod exceptions;
mod functions;
mod generated;
mod lookup;
mod names;
mod row;
mod signatures;
mod types;

pub use behaviours::{FUNCTION_CLASS, behaviour, behaviours_of};
pub use constants::{JdkConstant, constant, is_limit};
pub use effects::{
    calls_no_new_method, is_called_implicitly, is_immutable, is_impure_object_method, is_object_method, is_unsteady,
    may_block, may_draw, may_modify, may_resize,
};
pub use exceptions::{
    ABOVE_INDEX_EXCEPTIONS, EXCEPTIONS, GENERAL_EXCEPTIONS, GENERAL_REJECTIONS, INDEX_EXCEPTIONS, JdkException,
    LOOKUPS, NULL_CHECK, NULL_DEREFERENCES, RAISED_ON_PURPOSE, REJECTION, exception,
};
pub use functions::{FunctionalType, functional_type};
pub use generated::java_class::{JAVA_FILE, java_source};
pub use generated::python_module::{PYTHON_MODULE, python_module};
pub use lookup::{
    has_open_order, has_pure_constants, has_pure_constructor, has_pure_statics, is_above_boxes, is_above_texts,
    is_container_input, is_iterator, is_number, is_optional, is_pure, is_stream_or_exception, is_text_builder,
    jdk_type, keeps_order, optional_primitive, parents, python_class, shape_by_name, stream_kind, type_shape,
};
pub use names::{is_exception_name, is_jdk_name, is_variable};
pub use row::{
    Instantiation, JdkType, Order, Part, PythonClass, PythonText, Samples, StreamKind, Substitute, TextForm, TypeShape,
};
pub use signatures::{MethodResult, method_result, static_field, static_result};
pub use types::TYPES;
