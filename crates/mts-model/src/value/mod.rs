//! Values of both languages that the processes exchange, and recipes of the project's objects.
//!
//! The workers convert values to objects of Java or Python, and `mts-oracle` compares values.

pub mod aliasing;
pub mod array_form;
mod json;
pub mod port_substitutes;
mod recipe;
pub mod tolerance;

pub use json::float_text;
pub use port_substitutes::{Literal, PortSubstitutes, rename_attributes, substitute_inputs, substitute_outcome};
pub use recipe::{CallKind, Factory, Port, Ports, StubMethod, StubReturn};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A value of either side.
///
/// The JSON form of each kind of value:
///
/// - `null`, booleans, strings and lists: the same in JSON
/// - an integer: a JSON integer within 64 bits, else `{"$int": "-0x..."}`
/// - a float: `{"$float": "<shortest round trip>"}`, also with `nan`, `inf` and `-inf`
/// - a string with lone surrogates: `{"$utf16": [units]}`
/// - bytes: `{"$bytes": "hex"}`
/// - a set: `{"$set": [...]}`
/// - a map: `{"$map": [[key, value], ...]}`
/// - an object: `{"$object": "Class", "fields": {...}}`
/// - an enum constant: `{"$enum": "Class.NAME"}`
/// - an exit status: `{"$exit": status}`
/// - an exception: `{"$exception": "Class", "message": "..."}`
/// - a reference: `{"$ref": n}` for the container with index n in the outcome, counted from 0 in order of first
///   occurrence
/// - a recipe (see [`Recipe`]): `{"$new": "Class.<init>(int)"}`, with up to four more keys. The keys `on`, `args`,
///   `modifiers` and `injected_state` hold the field of the same name. A key is absent if its field is empty or `None`.
///   An element of `modifiers` is `["Class.method(int)", [...]]`: the name of the called method and its arguments
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`, `None`, `void`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer within 64 bits.
    Int(i64),
    /// An integer beyond 64 bits. An integer within 64 bits always has the variant `Int`.
    Big(BigInt),
    /// A float or double.
    Float(f64),
    /// A string of code points. A Java `char` is a string with one code point.
    Str(String),
    /// The UTF-16 units of a string with lone surrogates.
    Utf16(Vec<u16>),
    /// Bytes (Python `bytes`; Java's `byte[]` is a list of integers).
    Bytes(Vec<u8>),
    /// An array, a list or a tuple.
    List(Vec<Value>),
    /// A set, in the iteration order of its side.
    Set(Vec<Value>),
    /// A map, in the iteration order of its side.
    Map(Vec<(Value, Value)>),
    /// An object with its class name and fields.
    Object {
        /// The class name in the language of the side.
        class: String,
        /// The fields in the order of their declaration.
        fields: Vec<(String, Value)>,
    },
    /// An enum constant.
    Enum(String),
    /// The exit status of a whole program. Only outcomes contain exit statuses.
    ExitStatus(i32),
    /// An object that a recipe constructs. Only inputs contain recipes.
    Recipe(Box<Recipe>),
    /// An exception as a value, or as the end of a call.
    Exception {
        /// The class name: the full name in Java, `__name__` in Python. In Python, the names of the base classes
        /// follow, separated by `<`, because the exception table also has base classes.
        class: String,
        /// The message. Exceptions of corresponding classes are equal, whatever their messages are.
        message: String,
    },
    /// A reference to an earlier container of the same outcome, for cycles and shared objects.
    Ref(u32),
}

impl Value {
    /// Creates the value of an integer: `Int` within 64 bits, else `Big`.
    #[must_use]
    pub fn integer(n: BigInt) -> Self {
        n.to_i64().map_or(Self::Big(n), Self::Int)
    }

    /// Returns a size for shrinking: the sum of absolute numbers and lengths.
    ///
    /// A number counts as at most 2^100. NaN and the infinities count as 2^100.
    #[must_use]
    pub fn extent(&self) -> u128 {
        const FAR: u128 = 1 << 100;
        let all = |items: &mut dyn Iterator<Item = &Self>| {
            items.fold(0, |sum: u128, item| sum.saturating_add(1).saturating_add(item.extent()))
        };
        match self {
            Self::Null | Self::Ref(_) | Self::ExitStatus(_) => 0,
            Self::Bool(b) => u128::from(*b),
            Self::Int(n) => u128::from(n.unsigned_abs()),
            Self::Big(n) => n.magnitude().to_u128().map_or(FAR, |n| n.min(FAR)),
            Self::Float(x) if x.is_finite() => (x.abs().ceil() as u128).min(FAR),
            Self::Float(_) => FAR,
            Self::Str(s) | Self::Enum(s) => s.chars().count() as u128,
            Self::Utf16(units) => units.len() as u128,
            Self::Bytes(bytes) => bytes.len() as u128,
            Self::List(items) | Self::Set(items) => all(&mut items.iter()),
            Self::Map(pairs) => all(&mut pairs.iter().flat_map(|(key, item)| [key, item])),
            Self::Object { fields, .. } => all(&mut fields.iter().map(|(_, item)| item)),
            Self::Recipe(recipe) => all(&mut recipe.values()) + 4 * recipe.modifiers.len() as u128,
            Self::Exception { message, .. } => message.len() as u128,
        }
    }

    /// Collects the names of the factories that the recipes in this value call.
    pub fn factories<'v>(&'v self, found: &mut Vec<&'v str>) {
        match self {
            Self::Recipe(recipe) => recipe.factories(found),
            Self::List(items) | Self::Set(items) => items.iter().for_each(|item| item.factories(found)),
            Self::Map(pairs) => pairs.iter().for_each(|(key, item)| {
                key.factories(found);
                item.factories(found);
            }),
            Self::Object { fields, .. } => fields.iter().for_each(|(_, item)| item.factories(found)),
            _ => {}
        }
    }

    /// Returns the approximate size in memory, in bytes.
    #[must_use]
    pub fn weight(&self) -> usize {
        let all = |items: &[Self]| items.iter().map(Self::weight).sum();
        let inner = match self {
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::ExitStatus(_) | Self::Ref(_) => 0,
            Self::Big(n) => usize::try_from(n.bits() / 8).unwrap_or_default(),
            Self::Str(text) | Self::Enum(text) => text.len(),
            Self::Utf16(units) => units.len() * 2,
            Self::Bytes(bytes) => bytes.len(),
            Self::List(items) | Self::Set(items) => all(items),
            Self::Map(pairs) => pairs.iter().map(|(key, item)| key.weight() + item.weight()).sum(),
            Self::Object { class, fields } => {
                class.len() + fields.iter().map(|(name, item)| name.len() + item.weight()).sum::<usize>()
            }
            Self::Recipe(recipe) => {
                recipe.factory.len()
                    + recipe.modifiers.iter().map(|step| step.factory.len()).sum::<usize>()
                    + recipe.values().map(Value::weight).sum::<usize>()
            }
            Self::Exception { class, message } => class.len() + message.len(),
        };
        size_of::<Self>() + inner
    }
}

/// The calls that construct one object of the project on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The name of the [`Factory`] for the object, such as `Option.<init>(String,boolean)`.
    pub factory: String,
    /// The receiver of the factory call: a builder or an outer object.
    pub on: Option<Box<Value>>,
    /// The arguments of the factory call.
    pub args: Vec<Value>,
    /// The calls that modify the object, in order.
    pub modifiers: Vec<Step>,
    /// The field values of Java's object, if the port constructs a different object. The worker sets these fields in
    /// the port's object. The number in a [`Value::Ref`] in this state is an index among the containers of this state.
    pub injected_state: Option<Box<Value>>,
}

/// A call that modifies a constructed object.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The name of the called [`Factory`]. The worker ignores the result of the call.
    pub factory: String,
    /// The arguments of the call.
    pub args: Vec<Value>,
}

impl Recipe {
    /// Returns the receiver of the factory call and the arguments of all calls.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.on.as_deref().into_iter().chain(&self.args).chain(self.modifiers.iter().flat_map(|step| &step.args))
    }

    /// Returns mutable references to the values of [`Recipe::values`].
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let steps = self.modifiers.iter_mut().flat_map(|step| &mut step.args);
        self.on.as_deref_mut().into_iter().chain(&mut self.args).chain(steps)
    }

    /// Collects the names of all factories that this recipe and the recipes inside it call.
    pub fn factories<'r>(&'r self, found: &mut Vec<&'r str>) {
        found.push(&self.factory);
        found.extend(self.modifiers.iter().map(|step| step.factory.as_str()));
        self.values().for_each(|value| value.factories(found));
    }
}
