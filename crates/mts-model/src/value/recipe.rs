//! How recipes of objects are called: which Python function stands for which Java one, and what objects take over from
//! Java. Making the object is the workers' business.

use super::Value;
use crate::{JavaType, Primitive};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a factory is called on the Python side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// The class around it is called.
    Constructor,
    /// A class below the one around it is made up, and called: the one around it is abstract.
    Subclass,
    /// The class around it is called, first with the object that Java's is in.
    Inner,
    /// It is called as it stands.
    Function,
    /// It is called on an object; a property is set.
    Method,
    /// It is called with the object as its first argument.
    Given,
    /// It is an attribute of an object, which is set.
    Attribute,
    /// There is none: the port has a tuple of the arguments.
    Tuple,
}

impl Value {
    /// Whether an object in it is given to the port as Java makes it.
    #[must_use]
    pub fn has_injected_state(&self) -> bool {
        match self {
            Self::Made(recipe) => recipe.injected_state.is_some() || recipe.values().any(Self::has_injected_state),
            Self::List(items) | Self::Set(items) => items.iter().any(Self::has_injected_state),
            Self::Map(pairs) => pairs.iter().any(|(key, held)| key.has_injected_state() || held.has_injected_state()),
            _ => false,
        }
    }

    /// Whether no object in it is left to the port to make.
    #[must_use]
    pub(crate) fn is_fully_injected(&self) -> bool {
        match self {
            Self::Made(recipe) => recipe.injected_state.is_some(),
            Self::List(items) | Self::Set(items) => items.iter().all(Self::is_fully_injected),
            Self::Map(pairs) => pairs.iter().all(|(key, held)| key.is_fully_injected() && held.is_fully_injected()),
            _ => true,
        }
    }
}

/// Where a class of the Java project has its port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Port {
    /// Dotted name of the Python module.
    pub module: String,
    /// Qualified name of the class inside it.
    pub qualname: String,
}

/// Ports by the Java classes' binary names.
pub type Ports = BTreeMap<String, Port>;

/// A constructor, static method or method of the Java project, with its counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factory {
    /// Class, name and parameter types as selectors write them; a constructor is `<init>`.
    pub name: String,
    /// Binary name of the Java class, such as `acme.Option$Builder`.
    pub class: String,
    /// Name of the Java method; empty for a constructor.
    pub method: String,
    /// Its parameter types.
    pub params: Vec<JavaType>,
    /// Dotted name of the Python module.
    pub module: String,
    /// Qualified name inside it.
    pub qualname: String,
    /// How that is called.
    pub form: CallKind,
    /// Python position of each Java argument.
    pub arguments: Vec<usize>,
    /// What a class that is made up has in the place of the methods that Java has no body for; nothing for others.
    pub stub_methods: Vec<StubMethod>,
}

/// A method without a body, as a class that is made up has it: it prints how it is called, and gives a constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StubMethod {
    /// Its name in Java, which is printed.
    pub java: String,
    /// The name of its counterpart.
    pub python: String,
    /// Whether its arguments are printed: all are of types that both languages write alike.
    pub shows: bool,
    /// What it returns: 1 for a whole number, 1.0 for another, its name for a text, false, or nothing.
    pub gives: StubReturn,
}

/// The constant that such a method gives, by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StubReturn {
    /// `null`, or nothing.
    Null,
    /// `false`.
    No,
    /// 1.
    Whole,
    /// 1.0.
    Real,
    /// The letter `a`.
    Letter,
    /// The method's name.
    Name,
}

impl StubReturn {
    /// What a method of this type gives.
    #[must_use]
    pub fn of(returns: &JavaType) -> Self {
        match returns {
            JavaType::Primitive(Primitive::Boolean) => Self::No,
            JavaType::Primitive(Primitive::Char) => Self::Letter,
            JavaType::Primitive(Primitive::Float | Primitive::Double) => Self::Real,
            JavaType::Primitive(_) => Self::Whole,
            JavaType::String => Self::Name,
            _ => Self::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, Step};

    #[test]
    fn a_recipe_is_read_back_as_it_was_written() {
        let builder = Recipe {
            factory: "Cup.builder()".to_owned(),
            on: None,
            args: Vec::new(),
            modifiers: Vec::new(),
            injected_state: None,
        };
        let cup = Recipe {
            factory: "Cup.Builder.build()".to_owned(),
            on: Some(Box::new(Value::Made(Box::new(builder)))),
            args: Vec::new(),
            modifiers: vec![Step {
                factory: "Cup.setLabel(String,double)".to_owned(),
                args: vec![Value::Null, Value::Float(f64::INFINITY)],
            }],
            injected_state: Some(Box::new(Value::Object { class: "acme.Cup".to_owned(), fields: Vec::new() })),
        };
        let made = Value::Made(Box::new(cup.clone()));
        assert_eq!(Value::from_json(&made.to_json()), Ok(made));
        let mut factories = Vec::new();
        cup.factories(&mut factories);
        assert_eq!(factories, ["Cup.Builder.build()", "Cup.setLabel(String,double)", "Cup.builder()"]);
    }
}
