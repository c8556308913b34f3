//! Factories of recipes: the Python counterpart of each Java factory, and stub subclasses. The workers construct the
//! objects.

use super::Value;
use crate::{JavaType, Primitive};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a factory is called on the Python side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A call of the enclosing class.
    Constructor,
    /// A call of a stub subclass, because the enclosing class is abstract.
    StubSubclass,
    /// A call of the enclosing class with Java's outer object as first argument.
    InnerConstructor,
    /// A call of the function.
    Function,
    /// A method call on an object; a property gets a value.
    Method,
    /// A call with the object as first argument.
    ObjectFirst,
    /// An attribute of an object, which gets a value.
    Attribute,
    /// No call: the port uses a tuple of the arguments.
    Tuple,
}

impl Value {
    /// Whether it holds an object with injected Java state.
    #[must_use]
    pub fn has_injected_state(&self) -> bool {
        match self {
            Self::Recipe(recipe) => recipe.injected_state.is_some() || recipe.values().any(Self::has_injected_state),
            Self::List(items) | Self::Set(items) => items.iter().any(Self::has_injected_state),
            Self::Map(pairs) => pairs.iter().any(|(key, held)| key.has_injected_state() || held.has_injected_state()),
            _ => false,
        }
    }

    /// Whether every object in it has injected Java state.
    #[must_use]
    pub(crate) fn is_fully_injected(&self) -> bool {
        match self {
            Self::Recipe(recipe) => recipe.injected_state.is_some(),
            Self::List(items) | Self::Set(items) => items.iter().all(Self::is_fully_injected),
            Self::Map(pairs) => pairs.iter().all(|(key, held)| key.is_fully_injected() && held.is_fully_injected()),
            _ => true,
        }
    }
}

/// The Python class that ports a Java class.
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
    /// How the port calls it.
    pub kind: CallKind,
    /// Python position of each Java argument.
    pub arguments: Vec<usize>,
    /// Methods of the stub subclass for Java's abstract methods; empty for other factories.
    pub stub_methods: Vec<StubMethod>,
}

/// A method of a stub subclass: it prints its call and returns a constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StubMethod {
    /// Its Java name, which it prints.
    pub java: String,
    /// The name of its counterpart.
    pub python: String,
    /// Whether it prints its arguments; all have types with equal text in both languages.
    pub shows: bool,
    /// Its constant.
    pub gives: StubReturn,
}

/// The constant that a stub method returns, by its type.
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
    /// The constant of a return type.
    #[must_use]
    pub fn for_type(returns: &JavaType) -> Self {
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
            on: Some(Box::new(Value::Recipe(Box::new(builder)))),
            args: Vec::new(),
            modifiers: vec![Step {
                factory: "Cup.setLabel(String,double)".to_owned(),
                args: vec![Value::Null, Value::Float(f64::INFINITY)],
            }],
            injected_state: Some(Box::new(Value::Object { class: "acme.Cup".to_owned(), fields: Vec::new() })),
        };
        let made = Value::Recipe(Box::new(cup.clone()));
        assert_eq!(Value::from_json(&made.to_json()), Ok(made));
        let mut factories = Vec::new();
        cup.factories(&mut factories);
        assert_eq!(factories, ["Cup.Builder.build()", "Cup.setLabel(String,double)", "Cup.builder()"]);
    }
}
