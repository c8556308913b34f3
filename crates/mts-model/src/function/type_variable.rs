//! Type variables, and the types of the values that the tool generates for them.

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
    /// The type name in place of each variable that has no narrow bound.
    const ANY: &'static str = "T";

    /// Returns the type of the generated values for the variable.
    ///
    /// A bound that integers fit, such as `Comparable` or `Number`, gives [`Self::ANY`]. The bound may be another
    /// variable of `scope`.
    fn input_type(&self, scope: &[Self]) -> JavaType {
        let others: Vec<Self> = scope.iter().filter(|other| other.name != self.name).cloned().collect();
        let is_narrow = |bound: &JavaType| bound.simple_class().is_some_and(|name| !jdk::is_above_boxes(name));
        let bound = self.bound.as_ref().map(|bound| bound.with_variables(&others));
        bound.filter(is_narrow).unwrap_or_else(|| JavaType::from_name(Self::ANY))
    }
}

impl JavaType {
    /// Returns this type, with the type of generated values in place of each variable.
    #[must_use]
    pub fn with_variables(&self, variables: &[TypeVariable]) -> Self {
        match self {
            Self::Array(element) => element.with_variables(variables).array_of(),
            Self::Class { name, args } if args.is_empty() => {
                let variable = variables.iter().rev().find(|variable| variable.name == *name);
                variable.map_or_else(|| self.clone(), |variable| variable.input_type(variables))
            }
            Self::Class { name, args } => {
                let args = args.iter().map(|arg| arg.with_variables(variables)).collect();
                Self::Class { name: name.clone(), args }
            }
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_type_variable_are_integers_unless_its_bound_is_narrower() {
        let variable = |name: &str, bound: Option<&str>| TypeVariable {
            name: name.to_owned(),
            bound: bound.and_then(JavaType::parse),
        };
        let variables = [
            variable("Key", Some("Comparable<Key>")),
            variable("Any", None),
            variable("Count", Some("Number")),
            variable("Shape", Some("acme.Shape")),
            variable("Words", Some("CharSequence")),
            variable("Part", Some("Serializable")),
            variable("Edge", Some("Shape")),
            variable("Near", Some("Key")),
        ];
        let values = |text: &str| JavaType::parse(text).map(|ty| ty.with_variables(&variables).to_string());
        for (declared, expected) in [
            ("Key", "T"),
            ("Any[]", "T[]"),
            ("Map<Key, List<Count>>", "Map<T, List<T>>"),
            ("Shape", "acme.Shape"),
            ("List<Words>", "List<CharSequence>"),
            ("Part", "T"),
            ("Edge", "acme.Shape"),
            ("Near", "T"),
            ("Other", "Other"),
            ("int", "int"),
        ] {
            assert_eq!(values(declared).as_deref(), Some(expected), "{declared}");
        }
    }

    #[test]
    fn an_inner_declaration_hides_a_variable_of_the_same_name() {
        let outer = TypeVariable { name: "Held".to_owned(), bound: JavaType::parse("acme.Item") };
        let inner = TypeVariable { name: "Held".to_owned(), bound: None };
        assert_eq!(JavaType::from_name("Held").with_variables(&[outer, inner]), JavaType::from_name("T"));
    }
}
