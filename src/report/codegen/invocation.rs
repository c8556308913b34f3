//! One call of a pair, and the shapes of values, for the code of both languages.

use mts_model::jdk::{self, Instantiation, TextForm, TypeShape};
use mts_model::report::{MakerCall, PairReport};
use mts_model::{EarlierCall, Finding, JavaType, Value};
use std::collections::BTreeSet;

/// The reason why a value has no code: `a value of class X cannot be made`.
pub type Refusal = String;

/// A call as code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Import lines, in order.
    pub imports: BTreeSet<String>,
    /// The expression.
    pub expression: String,
}

/// One call of a pair, with all that its code needs.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// Java package, or empty.
    pub package: String,
    /// Enclosing Java classes joined by dots.
    pub class: String,
    /// Java method; `<init>` for a constructor.
    pub method: String,
    /// Names of the Java parameters.
    pub names: Vec<String>,
    /// Java types of the parameters.
    pub params: Vec<JavaType>,
    /// Java's return type.
    pub returns: JavaType,
    /// Arguments of the receiver's constructor with their types, where there is a receiver.
    pub receiver: Option<Vec<(Value, JavaType)>>,
    /// Dotted name of the Python module.
    pub module: String,
    /// Qualified name in it.
    pub qualname: String,
    /// How a caller reaches the function, as in [`mts_model::report::Call::kind`].
    pub form: String,
    /// Python position of each Java argument.
    pub positions: Vec<usize>,
    /// Arguments by Java parameter position.
    pub args: Vec<Value>,
    /// How the port makes and changes objects.
    pub factories: Vec<MakerCall>,
}

/// The reason and the hint for an object of a generated stub subclass.
const MADE_UP: &str = "it is called on an object of a class that this tool made up below an abstract one: write such a \
                       class in a test of your own, and call it as shown above";

impl Invocation {
    /// The call that shows a finding.
    ///
    /// # Errors
    /// Why there is none: the report does not hold what a call is made of.
    pub fn from_finding(pair: &PairReport, finding: &Finding) -> Result<Self, Refusal> {
        let Some(args) = &finding.arguments else { return Err("no single input shows this finding".into()) };
        Self::with(pair, args, finding.evidence.as_ref().and_then(|evidence| evidence.receiver.as_ref()))
    }

    /// A call that has to come before it.
    ///
    /// # Errors
    /// As [`Self::from_finding`].
    pub fn earlier(pair: &PairReport, call: &EarlierCall) -> Result<Self, Refusal> {
        Self::with(pair, &call.arguments, call.receiver.as_ref())
    }

    fn with(pair: &PairReport, args: &[Value], made_of: Option<&Vec<Value>>) -> Result<Self, Refusal> {
        let Some(call) = &pair.call else {
            return Err(
                "the report was written by an earlier version, which did not keep how the pair is called".into()
            );
        };
        if pair.program.is_some() {
            return Err("it is a whole program: run both sides on the standard input above".into());
        }
        let mut factories = Vec::new();
        args.iter().chain(made_of.into_iter().flatten()).for_each(|value| value.factories(&mut factories));
        let is_made = |form: &str| {
            let mut own = call.factories.iter().filter(|factory| factory.kind == form);
            own.any(|factory| factories.contains(&factory.name.as_str()))
        };
        if is_made("inner_constructor") {
            return Err(
                "an object of an inner class, which the port makes with the one that it is in, is not written as code"
                    .into(),
            );
        }
        if is_made("stub_subclass") {
            return Err(format!(
                "{MADE_UP}; its methods without a body print how they are called, and give a constant"
            ));
        }
        match call.kind.as_str() {
            "stub_subclass" => return Err(format!("{MADE_UP}: what is abstract makes no object by itself")),
            "nested" => {
                return Err(
                    "the port is nested in another function, and was given the variables around it: write a test \
                            of the function that it is in"
                        .into(),
                );
            }
            _ => {}
        }
        if call.uses_random {
            return Err(
                "its sides may draw random numbers, which followed from the run's seed, and would draw others in a \
                        test: give it a generator with a seed of its own, or look at it by `cargo mts run --pair`"
                    .into(),
            );
        }
        let ty = |text: &String| JavaType::parse(text).unwrap_or_default();
        let params: Vec<JavaType> = pair.java.params.iter().map(ty).collect();
        if params.len() != args.len() || call.positions.len() != args.len() {
            return Err("the arguments in the report do not fit the parameters".into());
        }
        let receiver = match &call.receiver {
            None => None,
            Some(types) => {
                let Some(values) = made_of.cloned() else {
                    return Err("the report does not hold what the receiver is made of".into());
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
            form: call.kind.clone(),
            positions: call.positions.clone(),
            args: args.to_vec(),
            factories: call.factories.clone(),
        })
    }
}

/// The shape that a value of a Java container has in the value model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueShape {
    /// In an order.
    Sequence,
    /// A set.
    Set,
    /// A map.
    Map,
    /// Another class of the JDK; the value gives the shape.
    Open,
    /// `Optional`.
    Optional,
    /// A class of the JDK whose values are written as one text.
    Written(TextForm),
    /// A class of the project.
    Project,
}

/// The shape of the values of a class, by its simple name.
pub(super) fn shape(simple: &str) -> ValueShape {
    let Some(row) = jdk::jdk_type(simple) else {
        return if jdk::is_variable(simple) { ValueShape::Open } else { ValueShape::Project };
    };
    match row.shape {
        TypeShape::Sequence => ValueShape::Sequence,
        TypeShape::Set => ValueShape::Set,
        TypeShape::Map => ValueShape::Map,
        TypeShape::Optional => ValueShape::Optional,
        TypeShape::Text | TypeShape::BigInteger | TypeShape::Decimal | TypeShape::Variable | TypeShape::Any => {
            ValueShape::Open
        }
        TypeShape::Other => row.text_form().map_or(ValueShape::Project, ValueShape::Written),
    }
}

/// The class whose constructor makes a collection.
pub(super) fn instantiated(simple: &str) -> Result<&str, Refusal> {
    match jdk::jdk_type(simple).map(|row| row.instantiation) {
        Some(Instantiation::As(class)) => Ok(class),
        Some(Instantiation::Never) => Err(format!("the tool does not know how to construct a `{simple}`")),
        Some(Instantiation::Itself) | None => Ok(simple),
    }
}

/// Whether a class of this simple name is a number without bound.
pub(super) fn is_big(simple: &str) -> bool {
    matches!(jdk::type_shape(simple), TypeShape::BigInteger | TypeShape::Decimal)
}

/// Whether an enum constant is a function of both workers; other constants are in capitals.
pub(super) fn is_function(constant: &str) -> bool {
    constant.strip_prefix("Lambda.").is_some_and(|how| how.starts_with(char::is_lowercase))
}

/// The `n`-th type argument, unknown where there is none.
pub(super) fn argument(ty: &JavaType, n: usize) -> JavaType {
    match ty {
        JavaType::Array(element) if n == 0 => (**element).clone(),
        JavaType::Class { args, .. } => args.get(n).cloned().unwrap_or_default(),
        _ => JavaType::Unknown,
    }
}

/// The text of UTF-16 units, pairs of surrogates put together; lone ones as `Err`.
pub(super) fn units(units: &[u16]) -> impl Iterator<Item = Result<char, u16>> {
    char::decode_utf16(units.iter().copied()).map(|unit| unit.map_err(|lone| lone.unpaired_surrogate()))
}

/// Values with every `{"$ref": n}` replaced by a copy of what it stands for; `None` when a value
/// contains itself. The roots are numbered together, as in an outcome.
#[must_use]
pub fn unshared(roots: &[&Value]) -> Option<Vec<Value>> {
    let mut known: Vec<&Value> = Vec::new();
    let mut next: Vec<&Value> = roots.iter().rev().copied().collect();
    while let Some(value) = next.pop() {
        match value {
            Value::List(items) | Value::Set(items) => next.extend(items.iter().rev()),
            Value::Map(pairs) => next.extend(pairs.iter().rev().flat_map(|(key, held)| [held, key])),
            Value::Object { fields, .. } => next.extend(fields.iter().rev().map(|(_, held)| held)),
            _ => continue,
        }
        known.push(value);
    }
    roots.iter().map(|root| copied(root, &known, 0)).collect()
}

/// Deeper than this a value contains itself, or is no thing to show.
const DEEPEST: usize = 64;

fn copied(value: &Value, known: &[&Value], depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    let again = |value: &Value| copied(value, known, depth + 1);
    Some(match value {
        Value::Ref(n) => again(known.get(usize::try_from(*n).ok()?)?)?,
        Value::List(items) => Value::List(items.iter().map(again).collect::<Option<_>>()?),
        Value::Set(items) => Value::Set(items.iter().map(again).collect::<Option<_>>()?),
        Value::Map(pairs) => {
            Value::Map(pairs.iter().map(|(key, held)| Some((again(key)?, again(held)?))).collect::<Option<_>>()?)
        }
        Value::Object { class, fields } => Value::Object {
            class: class.clone(),
            fields: fields.iter().map(|(name, held)| Some((name.clone(), again(held)?))).collect::<Option<_>>()?,
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
