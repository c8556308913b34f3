//! Type variables, and the types of the values that stand for them.

use crate::{JavaType, jdk};
use serde::{Deserialize, Serialize};

/// A type variable of a Java declaration, such as `Key` in `class Tree<Key extends Comparable<Key>>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TypeVariable {
    /// The name of the variable.
    pub name: String,
    /// The first bound; `None` without a bound.
    pub bound: Option<JavaType>,
}

impl TypeVariable {
    /// The name of the type that stands for each variable without a narrow bound.
    const ANY: &'static str = "T";

    /// Returns the type of the values for the variable. Integers fit wide bounds, such as
    /// `Comparable` and `Number`.
    fn input_type(&self) -> JavaType {
        let is_narrow = |bound: &&JavaType| bound.simple_class().is_some_and(|name| !jdk::is_above_boxes(name));
        self.bound.as_ref().filter(is_narrow).cloned().unwrap_or_else(|| JavaType::from_name(Self::ANY))
    }
}

impl JavaType {
    /// Returns the type with a type for the values of each of these variables.
    #[must_use]
    pub fn with_variables(&self, variables: &[TypeVariable]) -> Self {
        match self {
            Self::Array(element) => element.with_variables(variables).array_of(),
            Self::Class { name, args } if args.is_empty() => {
                let variable = variables.iter().rev().find(|variable| variable.name == *name);
                variable.map_or_else(|| self.clone(), TypeVariable::input_type)
            }
            Self::Class { name, args } => {
                let args = args.iter().map(|arg| arg.with_variables(variables)).collect();
                Self::Class { name: name.clone(), args }
            }
            other => other.clone(),
        }
    }
}
