//! Holds one call of a pair, and the forms of values, for both languages.

use mts_model::jdk::{self, Instantiation, TextForm, TypeShape};
use mts_model::report::{FactoryUse, PairReport, PortCallKind};
use mts_model::{ArrayForm, CallKind, EarlierCall, Finding, JavaType, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The reason why a value or a call has no code, for the user.
pub type Refusal = String;

/// The code of a call, with its imports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The import lines, sorted.
    pub imports: BTreeSet<String>,
    /// The expression of the call.
    pub expression: String,
}

/// One call of a pair, with all data for its code.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The Java package, or an empty text.
    pub package: String,
    /// The enclosing Java classes, joined by dots.
    pub class: String,
    /// The Java method, or `<init>` for a constructor.
    pub method: String,
    /// The names of the Java parameters.
    pub names: Vec<String>,
    /// The Java types of the parameters.
    pub params: Vec<JavaType>,
    /// The Java return type.
    pub returns: JavaType,
    /// The constructor arguments of the receiver with their types. A single recipe is the receiver
    /// itself. `None` means that there is no receiver.
    pub receiver: Option<Vec<(Value, JavaType)>>,
    /// The dotted name of the Python module.
    pub module: String,
    /// The qualified name of the function in the Python module.
    pub qualname: String,
    /// The way to call the Python function.
    pub kind: PortCallKind,
    /// The index of the Python parameter for each Java argument.
    pub positions: Vec<usize>,
    /// The forms of the Java arrays that the port does not take as a list.
    ///
    /// The key is the index of the Java argument.
    pub array_forms: BTreeMap<usize, ArrayForm>,
    /// The forms of the arrays for the constructor of the receiver.
    pub receiver_forms: BTreeMap<usize, ArrayForm>,
    /// The arguments in the order of the Java parameters.
    pub args: Vec<Value>,
    /// The calls that make and change objects in the port.
    pub factories: Vec<FactoryUse>,
}

/// The reason why a call with an object of a stub subclass has no code.
///
/// The text also says what the user can do.
const SYNTHESIZED: &str = "the call needs an object of a class that cargo mts generated for an abstract class or an interface: write such a \
                       class of your own in a test, and use its objects for the call";

impl Invocation {
    /// Returns the call that shows a finding.
    ///
    /// # Errors
    /// Returns an error if the report lacks data that the call needs.
    pub fn from_finding(pair: &PairReport, finding: &Finding) -> Result<Self, Refusal> {
        let Some(args) = &finding.arguments else {
            return Err("the report contains no input that shows this finding".into());
        };
        Self::with_arguments(pair, args, finding.evidence.as_ref().and_then(|evidence| evidence.receiver.as_ref()))
    }

    /// Returns one of the calls that must come before the call of a finding.
    ///
    /// # Errors
    /// Returns an error if [`Self::from_finding`] would return one.
    pub fn from_earlier_call(pair: &PairReport, call: &EarlierCall) -> Result<Self, Refusal> {
        Self::with_arguments(pair, &call.arguments, call.receiver.as_ref())
    }

    /// Returns a call with these arguments. `made_of` has the constructor arguments of the receiver.
    fn with_arguments(pair: &PairReport, args: &[Value], made_of: Option<&Vec<Value>>) -> Result<Self, Refusal> {
        let Some(call) = &pair.call else {
            return Err(
                "an earlier version of cargo mts wrote the report, and that version did not record how to call the pair".into()
            );
        };
        if pair.program.is_some() {
            return Err("the pair is a whole program: run both sides on the standard input above".into());
        }
        let mut factories = Vec::new();
        args.iter().chain(made_of.into_iter().flatten()).for_each(|value| value.factories(&mut factories));
        let is_made = |kind: CallKind| {
            let mut own = call.factories.iter().filter(|factory| factory.kind == kind);
            own.any(|factory| factories.contains(&factory.name.as_str()))
        };
        if is_made(CallKind::InnerConstructor) || call.kind == PortCallKind::InnerConstructor {
            return Err(
                "the call needs an object of an inner class, and a test would have to make the enclosing object first"
                    .into(),
            );
        }
        if is_made(CallKind::WithArguments) {
            return Err(
                "Java makes an object of the input with a builder, and the port makes this object with keyword arguments"
                    .into(),
            );
        }
        if is_made(CallKind::StubSubclass) {
            return Err(format!(
                "{SYNTHESIZED}; the methods of the generated class print their calls and return a constant"
            ));
        }
        match call.kind {
            PortCallKind::StubSubclass => {
                return Err(SYNTHESIZED.to_owned());
            }
            PortCallKind::Nested => {
                return Err(
                    "the port is nested in another function, so a test cannot call the port directly: write a test of the outer function"
                        .into(),
                );
            }
            _ => {}
        }
        if call.uses_random {
            return Err(
                "both sides may draw random numbers from the seed of the run, and a test would draw other numbers: use a generator with a fixed seed, or inspect the pair with `cargo mts run --pair`"
                    .into(),
            );
        }
        let ty = |text: &String| JavaType::parse(text).unwrap_or_default();
        let params: Vec<JavaType> = pair.java.params.iter().map(ty).collect();
        if params.len() != args.len() || call.positions.len() != args.len() {
            return Err(
                "in the report, the number of arguments differs from the number of parameters: run cargo mts again"
                    .into(),
            );
        }
        let receiver = match &call.receiver {
            None => None,
            Some(types) => {
                let Some(values) = made_of.cloned() else {
                    return Err("the report does not contain the arguments that construct the receiver".into());
                };
                let types = if let [Value::Recipe(_)] = values.as_slice() { &vec!["Object".to_owned()] } else { types };
                Some(values.into_iter().zip(types.iter().map(ty)).collect())
            }
        };
        Ok(Self {
            package: call.package.clone(),
            class: pair.java.class.clone(),
            method: pair.java.method.clone(),
            names: call.names.clone(),
            params,
            returns: JavaType::parse(&call.returns).unwrap_or_default(),
            receiver,
            module: call.module.clone(),
            qualname: pair.python.qualname.clone(),
            kind: call.kind,
            positions: call.positions.clone(),
            array_forms: call.array_forms.clone(),
            receiver_forms: call.receiver_forms.clone(),
            args: args.to_vec(),
            factories: call.factories.clone(),
        })
    }
}

/// The form of a Java class's values in the value model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueShape {
    /// A list with an order.
    Sequence,
    /// A set.
    Set,
    /// A map.
    Map,
    /// Another class of the JDK. The shape of each value decides the code.
    Open,
    /// `Optional`.
    Optional,
    /// A class of the JDK with values that the model writes as a text.
    Written(TextForm),
    /// A class of the project.
    Project,
}

/// Returns the form of the values of the class with this simple name.
pub(super) fn shape(simple: &str) -> ValueShape {
    let Some(row) = jdk::jdk_type(simple) else {
        return if jdk::is_variable(simple) { ValueShape::Open } else { ValueShape::Project };
    };
    match row.shape {
        TypeShape::Sequence => ValueShape::Sequence,
        TypeShape::Set => ValueShape::Set,
        TypeShape::Map => ValueShape::Map,
        TypeShape::Optional => ValueShape::Optional,
        TypeShape::Text
        | TypeShape::BigInteger
        | TypeShape::Decimal
        | TypeShape::Number
        | TypeShape::Variable
        | TypeShape::Any => ValueShape::Open,
        TypeShape::Other => row.text_form().map_or(ValueShape::Project, ValueShape::Written),
    }
}

/// Returns the class whose constructor makes a collection of the type `simple`.
///
/// For example, `List` gives `ArrayList`.
///
/// # Errors
/// Returns an error if the tool knows no such class.
pub(super) fn instantiated(simple: &str) -> Result<&str, Refusal> {
    match jdk::jdk_type(simple).map(|row| row.instantiation) {
        Some(Instantiation::As(class)) => Ok(class),
        Some(Instantiation::Never) => Err(format!("cargo mts does not know how to construct a `{simple}`")),
        Some(Instantiation::Itself | Instantiation::Empty) | None => Ok(simple),
    }
}

/// Reports whether the class with this simple name is an unbounded number, such as `BigInteger`.
pub(super) fn is_big(simple: &str) -> bool {
    matches!(jdk::type_shape(simple), TypeShape::BigInteger | TypeShape::Decimal)
}

/// Reports whether an enum constant stands for a function that both workers know.
pub(super) fn is_function(constant: &str) -> bool {
    jdk::behaviour(constant).is_some()
}

/// Returns the type argument with the index `n`.
///
/// The element type of an array is its type argument 0. Without such an argument, the type is
/// unknown.
pub(super) fn argument(ty: &JavaType, n: usize) -> JavaType {
    match ty {
        JavaType::Array(element) if n == 0 => (**element).clone(),
        JavaType::Class { args, .. } => args.get(n).cloned().unwrap_or_default(),
        _ => JavaType::Unknown,
    }
}

/// Decodes UTF-16 units to characters. A lone surrogate gives an `Err` with the unit.
pub(super) fn units(units: &[u16]) -> impl Iterator<Item = Result<char, u16>> {
    char::decode_utf16(units.iter().copied()).map(|unit| unit.map_err(|lone| lone.unpaired_surrogate()))
}

/// Replaces every reference `{"$ref": n}` by a copy of value number `n`.
///
/// `None` if a value contains itself or is nested too deeply. The numbers `n` count through all
/// roots, as in an outcome.
#[must_use]
pub fn unshared(roots: &[&Value]) -> Option<Vec<Value>> {
    let mut known: Vec<&Value> = Vec::new();
    let mut next: Vec<&Value> = roots.iter().rev().copied().collect();
    while let Some(value) = next.pop() {
        match value {
            Value::List(items) | Value::Set(items) => next.extend(items.iter().rev()),
            Value::Map(pairs) => next.extend(pairs.iter().rev().flat_map(|(key, item)| [item, key])),
            Value::Object { fields, .. } => next.extend(fields.iter().rev().map(|(_, item)| item)),
            _ => continue,
        }
        known.push(value);
    }
    roots.iter().map(|root| copied(root, &known, 0)).collect()
}

/// The largest depth of a value.
///
/// A deeper value contains itself, or is too deep for a person to read.
const DEEPEST: usize = 64;

/// Copies a value without references. `known` has the values by their numbers.
fn copied(value: &Value, known: &[&Value], depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    let copied_value = |value: &Value| copied(value, known, depth + 1);
    Some(match value {
        Value::Ref(n) => copied_value(known.get(usize::try_from(*n).ok()?)?)?,
        Value::List(items) => Value::List(items.iter().map(copied_value).collect::<Option<_>>()?),
        Value::Set(items) => Value::Set(items.iter().map(copied_value).collect::<Option<_>>()?),
        Value::Map(pairs) => Value::Map(
            pairs.iter().map(|(key, item)| Some((copied_value(key)?, copied_value(item)?))).collect::<Option<_>>()?,
        ),
        Value::Object { class, fields } => Value::Object {
            class: class.clone(),
            fields: fields
                .iter()
                .map(|(name, item)| Some((name.clone(), copied_value(item)?)))
                .collect::<Option<_>>()?,
        },
        other => other.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_becomes_a_copy_across_the_parts_of_an_outcome() {
        let list = Value::List(vec![Value::Int(1)]);
        let both = unshared(&[&list, &Value::Ref(0)]).expect("no cycle");
        assert_eq!(both, [list.clone(), list]);
    }

    #[test]
    fn a_value_that_contains_itself_has_no_copy() {
        assert_eq!(unshared(&[&Value::List(vec![Value::Ref(0)])]), None);
    }
}
