//! Decides whether a Java value and a Python value are equal. This module has the rules, the walk through two values,
//! and the normalization of values that the languages write differently. Module `outcomes` compares whole outcomes.

pub(crate) mod compare;
pub(crate) mod diff_path;
mod multiset_matching;
pub(crate) mod normalization;
pub(crate) mod numbers;
pub(crate) mod object_shapes;
pub(crate) mod result;
pub(crate) mod rules;
mod type_category;
pub(crate) mod walk;

pub use compare::compare_values;
pub use normalization::exceptions::ExceptionTable;
pub use result::{Equality, IncomparableReason};
pub use rules::Rules;
pub use type_category::{Shape, keeps_order};
