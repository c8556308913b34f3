//! The factories that recipes call, with their Python counterparts, and stub subclasses.
//!
//! The workers construct the objects of recipes.

use super::Value;
use super::array_form::ArrayForm;
use crate::{JavaType, Primitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How Python code calls a factory. An unknown word in a report reads as `function`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// A call of the class.
    Constructor,
    /// A call of a stub subclass, because the class is abstract.
    StubSubclass,
    /// A call of the class with the outer object's port as the first argument.
    InnerConstructor,
    /// A method call on an object. If the method is a property, an assignment to the property.
    Method,
    /// A call of a function with the object as the first argument.
    ObjectFirst,
    /// An assignment to an attribute of an object.
    Attribute,
    /// No call: the port's object only gets the state of Java's object.
    ///
    /// The reason is that no call takes Java's arguments.
    Bare,
    /// No call: the port uses a tuple of the arguments.
    Tuple,
    /// No call: a Java builder represents the keyword arguments of the port's class.
    Arguments,
    /// No call: one keyword argument. The last part of the Python name is the name of the
    /// parameter.
    Argument,
    /// A call of the class with the keyword arguments of the builder.
    WithArguments,
    /// No call: the port does not use the object.
    JavaOnly,
    /// A call of a function.
    #[serde(other)]
    Function,
}

impl Value {
    /// Reports whether this value contains an object with injected Java state.
    #[must_use]
    pub fn has_injected_state(&self) -> bool {
        self.contains(&|value| matches!(value, Self::Recipe(recipe) if recipe.injected_state.is_some()))
    }

    /// Reports whether the port needs a class of its own for this value.
    ///
    /// Injected Java state and enum constants need such a class.
    #[must_use]
    pub fn needs_class_port(&self) -> bool {
        self.has_injected_state() || self.contains(&|value| matches!(value, Self::Enum(_)))
    }

    /// Reports whether a condition holds for this value, or for a value inside it.
    ///
    /// The function does not search the fields of a [`Value::Object`], and not the injected state.
    fn contains(&self, holds: &dyn Fn(&Self) -> bool) -> bool {
        holds(self)
            || match self {
                Self::Recipe(recipe) => recipe.values().any(|value| value.contains(holds)),
                Self::List(items) | Self::Set(items) => items.iter().any(|value| value.contains(holds)),
                Self::Map(pairs) => pairs.iter().any(|(key, item)| key.contains(holds) || item.contains(holds)),
                _ => false,
            }
    }

    /// Drops the injected Java state of every recipe in this value.
    pub(crate) fn drop_injected_state(&mut self) {
        match self {
            Self::Recipe(recipe) => {
                recipe.injected_state = None;
                recipe.values_mut().for_each(Self::drop_injected_state);
            }
            Self::List(items) | Self::Set(items) => items.iter_mut().for_each(Self::drop_injected_state),
            Self::Map(pairs) => pairs.iter_mut().for_each(|(key, item)| {
                key.drop_injected_state();
                item.drop_injected_state();
            }),
            _ => {}
        }
    }

    /// Reports whether every outermost recipe in this value has injected Java state.
    ///
    /// The injected state of a recipe covers all objects that the recipe's object contains.
    #[must_use]
    pub(crate) fn is_fully_injected(&self) -> bool {
        match self {
            Self::Recipe(recipe) => recipe.injected_state.is_some(),
            Self::List(items) | Self::Set(items) => items.iter().all(Self::is_fully_injected),
            Self::Map(pairs) => pairs.iter().all(|(key, item)| key.is_fully_injected() && item.is_fully_injected()),
            _ => true,
        }
    }
}

/// The Python class that ports a Java class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Port {
    /// Dotted name of the Python module.
    pub module: String,
    /// Qualified name of the class inside the module.
    pub qualname: String,
}

/// The ports of Java classes, by the binary name of the Java class.
pub type Ports = BTreeMap<String, Port>;

/// A constructor or method of the Java project that recipes call, with its Python counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factory {
    /// The name of the factory in the form of selectors, such as `Option.<init>(String,boolean)`. `<init>` stands for a
    /// constructor.
    pub name: String,
    /// Binary name of the Java class, such as `acme.Option$Builder`.
    pub class: String,
    /// Name of the Java method; empty for a constructor.
    pub method: String,
    /// The parameter types of the Java method or constructor.
    pub params: Vec<JavaType>,
    /// Dotted name of the Python module.
    pub module: String,
    /// The qualified name inside the Python module.
    pub qualname: String,
    /// The way in which Python code calls the counterpart.
    pub kind: CallKind,
    /// The Python position of each Java argument.
    pub arguments: Vec<usize>,
    /// The Java arrays that the counterpart does not take as a list, by argument index.
    pub array_forms: BTreeMap<usize, ArrayForm>,
    /// The methods of the stub subclass that implement Java's abstract methods. Empty for other factories.
    pub stub_methods: Vec<StubMethod>,
}

/// A method of a stub subclass, which prints its call and returns a constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StubMethod {
    /// The Java name of the method. The method prints this name.
    pub java: String,
    /// The Python name of the method.
    pub python: String,
    /// Whether the method prints its arguments.
    ///
    /// This needs arguments whose types have the same text in both languages.
    pub shows: bool,
    /// The constant that the method returns.
    pub gives: StubReturn,
}

/// The constant that a stub method returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StubReturn {
    /// `null` in Java, `None` in Python, or no value.
    Null,
    /// `false`.
    No,
    /// The integer 1.
    Whole,
    /// The float 1.0.
    Real,
    /// The letter `a`.
    Letter,
    /// The name of the method, as a string.
    Name,
}

impl StubReturn {
    /// Returns the constant for a return type.
    #[must_use]
    pub fn from_type(returns: &JavaType) -> Self {
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
    fn a_written_recipe_is_read_back_unchanged() {
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
