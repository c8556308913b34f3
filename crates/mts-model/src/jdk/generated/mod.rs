//! Generates the parts of the workers and of the manual that repeat the catalogue's facts.

pub mod java_class;
mod manual;
pub mod python_module;
