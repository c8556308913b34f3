//! Equality of values, decided by the static type on the Java side and, where the source
//! does not tell it, by the values themselves. Numbers, exceptions and unordered collections have
//! files of their own; whole outcomes are compared in `outcomes`.

use super::exceptions::{ExceptionTable, simple};
use super::{matching, numbers};
use crate::model::{JavaType, Primitive, State, Value};
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The results of a comparison, from good to bad; the worst part decides for the whole, so that what
/// differs in one part is different even where another part cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equality {
    /// Equal.
    Equal,
    /// Equal as values, yet of another type: an `int` came back as a float, a `boolean` as `0`.
    Drift,
    /// Of shapes that cannot be laid side by side, such as an object against a list: neither equal nor
    /// different.
    Incomparable,
    /// Different.
    Different,
}

impl Equality {
    /// Equal or different.
    #[must_use]
    pub fn when(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }
}

/// What a drift of type counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Types {
    /// A finding of its own that kills nothing.
    #[default]
    Drift,
    /// A difference.
    Strict,
}

/// What an exception of a Java mutant counts as; on originals it is always an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExceptionsMode {
    /// The mutant is anomalous (Guizzo et al. 2023, section 3).
    #[default]
    Paper,
    /// An output like any other.
    Compare,
}

/// How values are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// Whether a drift of type is a difference.
    pub types: Types,
    /// One relative tolerance for every float, Java `float` included; `None` for 1e-9 and 1e-5.
    pub rel_tol: Option<f64>,
    /// Floats bit by bit, NaN aside: no tolerance, and -0.0 differs from 0.0.
    pub exact_floats: bool,
    /// Which Python exceptions stand for which Java ones.
    pub exceptions: ExceptionTable,
    /// What a Java mutant's exception counts as.
    pub exceptions_mode: ExceptionsMode,
}

impl Rules {
    /// Whether a run of a Java mutant that ended so has an output that can be compared.
    #[must_use]
    pub fn is_output(&self, state: State) -> bool {
        match state {
            State::Ok => true,
            State::Exception => self.exceptions_mode == ExceptionsMode::Compare,
            _ => false,
        }
    }

    /// What values of different types are: drifted where they are equal as values and types are not
    /// strict, else different.
    pub(super) fn drift_when(&self, equal: bool) -> Equality {
        if equal && self.types != Types::Strict { Equality::Drift } else { Equality::Different }
    }
}

/// Compares a Java value of static type `ty` with a Python value.
#[must_use]
pub fn compare_values(java: &Value, python: &Value, ty: &JavaType, rules: &Rules) -> Equality {
    let (left, right) = (containers(&[java]), containers(&[python]));
    Comparer::new(rules, left, right).value(java, python, ty)
}

/// The containers of some values in the order of first sight: what a `Ref` counts.
pub(super) fn containers<'v>(roots: &[&'v Value]) -> Vec<&'v Value> {
    let mut found = Vec::new();
    let mut next: Vec<&Value> = roots.iter().rev().copied().collect();
    while let Some(value) = next.pop() {
        match value {
            Value::List(items) | Value::Set(items) => next.extend(items.iter().rev()),
            Value::Map(pairs) => next.extend(pairs.iter().rev().flat_map(|(k, v)| [v, k])),
            Value::Object { fields, .. } => next.extend(fields.iter().rev().map(|(_, v)| v)),
            _ => continue,
        }
        found.push(value);
    }
    found
}

/// One comparison of two outcomes, or of two values.
pub(super) struct Comparer<'v, 'r> {
    rules: &'r Rules,
    java: Vec<&'v Value>,
    python: Vec<&'v Value>,
    /// Pairs of containers that are being compared, or were found equal, by way of a reference: what
    /// ends the walk through a cycle. Sharing itself is no part of a value, so a copy on one side and
    /// a reference on the other are equal when what they hold is.
    assumed: Vec<(*const Value, *const Value)>,
    /// The first shapes met that do not go together, for people.
    unmatched: Option<String>,
}

impl<'v, 'r> Comparer<'v, 'r> {
    /// A comparison of values whose references count these containers.
    pub(super) fn new(rules: &'r Rules, java: Vec<&'v Value>, python: Vec<&'v Value>) -> Self {
        Self { rules, java, python, assumed: Vec::new(), unmatched: None }
    }

    /// Which shapes could not be compared, where some could not.
    pub(super) fn unmatched(&self) -> &str {
        self.unmatched.as_deref().unwrap_or_default()
    }

    pub(super) fn value(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        if let JavaType::Class { args, .. } = ty
            && matches!(ty.simple_class(), Some("Optional"))
        {
            // The workers open optionals: an empty one is null.
            return self.value(java, python, args.first().unwrap_or(&JavaType::Unknown));
        }
        if let Some(found) = numbers::compare(java, python, number_type(ty), self.rules) {
            return found;
        }
        match (java, python) {
            (Value::Null, Value::Null) => Equality::Equal,
            (Value::Ref(_), _) | (_, Value::Ref(_)) => self.reference(java, python, ty),
            (Value::Str(a), Value::Str(b)) => Equality::when(a == b),
            (Value::Str(_) | Value::Utf16(_), Value::Str(_) | Value::Utf16(_)) => {
                Equality::when(units(java) == units(python))
            }
            (Value::Str(_) | Value::Utf16(_), Value::Int(n)) | (Value::Int(n), Value::Str(_) | Value::Utf16(_)) => {
                let text = if matches!(java, Value::Int(_)) { python } else { java };
                let is_char = ty.unboxed() == Some(Primitive::Char);
                self.rules.drift_when(is_char && code_point(text).is_some_and(|point| i64::from(point) == *n))
            }
            (Value::List(a), Value::List(b)) if has_no_order(ty) => self.unordered(a, b, &element(ty)),
            (Value::List(a), Value::List(b)) => self.sequence(a, b, &element(ty)),
            (Value::List(a), Value::Bytes(b)) | (Value::Bytes(b), Value::List(a)) => bytes(a, b),
            (Value::Bytes(a), Value::Bytes(b)) => Equality::when(a == b),
            // A `char[]` that came back as one string.
            (Value::List(items), Value::Str(s)) | (Value::Str(s), Value::List(items)) => {
                let is_chars = element(ty).unboxed() == Some(Primitive::Char);
                self.rules.drift_when(is_chars && spelled(items).is_some_and(|text| text == *s))
            }
            // A set of Python has no order, so none can be asked of it.
            (Value::Set(a), Value::Set(b)) => self.unordered(a, b, &element(ty)),
            // Python has no sorted or linked set: a list in the same order is the nearest thing.
            (Value::Set(a), Value::List(b)) | (Value::List(a), Value::Set(b)) if keeps_order(ty) => {
                self.sequence(a, b, &element(ty)).max(self.rules.drift_when(true))
            }
            (Value::Map(a), Value::Map(b)) => self.map(a, b, ty),
            (Value::Object { .. }, Value::Object { .. }) if is_same_class(java, python).is_some() => {
                if is_same_class(java, python) == Some(true) {
                    Equality::Equal
                } else {
                    self.incomparable(java, python)
                }
            }
            (Value::Object { class: c, fields: a }, Value::Object { class: d, fields: b }) => {
                self.object((java, &by_name(c, a)), (python, &by_name(d, b)))
            }
            (Value::Enum(constant), Value::Object { class, fields })
            | (Value::Object { class, fields }, Value::Enum(constant))
                if names_constant(constant, &by_name(class, fields)) =>
            {
                self.rules.drift_when(true)
            }
            (Value::Object { .. }, other) | (other, Value::Object { .. }) if has_another_shape(other) => {
                self.incomparable(java, python)
            }
            (Value::Enum(a), Value::Enum(b)) => Equality::when(plain_constant(a) == plain_constant(b)),
            (Value::Enum(a), Value::Str(b)) | (Value::Str(b), Value::Enum(a)) => self.rules.drift_when(simple(a) == b),
            (Value::Exception { class: a, .. }, Value::Exception { class: b, .. }) => {
                Equality::when(self.rules.exceptions.matches(a, b))
            }
            _ => Equality::Different,
        }
    }

    fn reference(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        let (Some(a), Some(b)) = (resolve(java, &self.java), resolve(python, &self.python)) else {
            return Equality::when(java == python);
        };
        let pair = (std::ptr::from_ref(a), std::ptr::from_ref(b));
        if self.assumed.contains(&pair) {
            return Equality::Equal;
        }
        self.assumed.push(pair);
        self.value(a, b, ty)
    }

    fn sequence(&mut self, a: &'v [Value], b: &'v [Value], ty: &JavaType) -> Equality {
        if a.len() != b.len() {
            return Equality::Different;
        }
        let mut worst = Equality::Equal;
        for (x, y) in a.iter().zip(b) {
            worst = worst.max(self.value(x, y, ty));
            if worst == Equality::Different {
                break;
            }
        }
        worst
    }

    fn unordered(&mut self, a: &'v [Value], b: &'v [Value], ty: &JavaType) -> Equality {
        let (left, right) = (sorted(a.iter()), sorted(b.iter()));
        matching::unordered(&left, &right, |i, j| self.attempt(|this| this.value(&a[i], &b[j], ty)))
    }

    fn map(&mut self, a: &'v [(Value, Value)], b: &'v [(Value, Value)], ty: &JavaType) -> Equality {
        let (key, held) = match ty {
            JavaType::Class { args, .. } if args.len() == 2 => (args[0].clone(), args[1].clone()),
            _ => (JavaType::Unknown, JavaType::Unknown),
        };
        let (left, right) = if keeps_order(ty) {
            // Only the given order is tried: position by position.
            return if a.len() == b.len() {
                a.iter().zip(b).fold(Equality::Equal, |worst, (x, y)| {
                    worst.max(self.value(&x.0, &y.0, &key)).max(self.value(&x.1, &y.1, &held))
                })
            } else {
                Equality::Different
            };
        } else {
            (sorted(a.iter().map(|(k, _)| k)), sorted(b.iter().map(|(k, _)| k)))
        };
        matching::unordered(&left, &right, |i, j| {
            self.attempt(|this| match this.value(&a[i].0, &b[j].0, &key) {
                Equality::Different => Equality::Different,
                keys => keys.max(this.value(&a[i].1, &b[j].1, &held)),
            })
        })
    }

    /// By the fields that both have: ports drop, add and rename what is nobody else's business.
    fn object(&mut self, (java, a): (&'v Value, &Fields<'v>), (python, b): (&'v Value, &Fields<'v>)) -> Equality {
        if a.is_empty() && b.is_empty() {
            return Equality::Equal;
        }
        let shared: Vec<(&'v Value, &'v Value)> =
            a.iter().filter_map(|(name, value)| Some((*value, *b.get(name)?))).collect();
        if shared.is_empty() {
            // Where one side of a class of one name keeps nothing there is nothing to differ in.
            let keeps_nothing = (a.is_empty() || b.is_empty()) && class_of(java) == class_of(python);
            return if keeps_nothing { Equality::Equal } else { self.incomparable(java, python) };
        }
        shared.into_iter().fold(Equality::Equal, |worst, (x, y)| worst.max(self.field(x, y)))
    }

    /// A field that was never set is null on one side and mostly empty on the other.
    fn field(&mut self, java: &'v Value, python: &'v Value) -> Equality {
        if is_unset(java) && is_unset(python) && java != python {
            return self.rules.drift_when(true);
        }
        self.value(java, python, &JavaType::Unknown)
    }

    fn incomparable(&mut self, java: &Value, python: &Value) -> Equality {
        self.unmatched.get_or_insert_with(|| format!("{} in Java, {} in Python", shape(java), shape(python)));
        Equality::Incomparable
    }

    /// A comparison whose assumptions are forgotten when it fails.
    fn attempt(&mut self, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        let before = self.assumed.len();
        let found = compare(self);
        if found >= Equality::Incomparable {
            self.assumed.truncate(before);
        }
        found
    }
}

fn number_type(ty: &JavaType) -> Option<Primitive> {
    match ty.simple_class() {
        Some("OptionalDouble") => Some(Primitive::Double),
        Some("OptionalInt") => Some(Primitive::Int),
        Some("OptionalLong") => Some(Primitive::Long),
        _ => ty.unboxed(),
    }
}

fn resolve<'v>(value: &'v Value, containers: &[&'v Value]) -> Option<&'v Value> {
    match value {
        Value::Ref(n) => containers.get(usize::try_from(*n).ok()?).copied(),
        other => Some(other),
    }
}

fn units(value: &Value) -> Vec<u16> {
    match value {
        Value::Str(s) => s.encode_utf16().collect(),
        Value::Utf16(units) => units.clone(),
        _ => Vec::new(),
    }
}

/// The code point of a string of one, a lone surrogate included.
fn code_point(text: &Value) -> Option<u32> {
    match text {
        Value::Str(s) => {
            let mut points = s.chars();
            points.next().filter(|_| points.next().is_none()).map(u32::from)
        }
        Value::Utf16(units) if units.len() == 1 => Some(u32::from(units[0])),
        _ => None,
    }
}

fn spelled(items: &[Value]) -> Option<String> {
    let text = |item: &Value| if let Value::Str(s) = item { Some(s.clone()) } else { None };
    items.iter().map(text).collect()
}

/// Java's `byte[]` holds -128 to 127, Python's `bytes` 0 to 255: the same eight bits.
fn bytes(items: &[Value], bytes: &[u8]) -> Equality {
    let byte = |item: &Value| match item {
        Value::Int(n) => n.to_i8().map(i8::cast_unsigned),
        _ => None,
    };
    Equality::when(items.len() == bytes.len() && items.iter().zip(bytes).all(|(a, b)| byte(a) == Some(*b)))
}

fn element(ty: &JavaType) -> JavaType {
    match ty {
        JavaType::Array(element) => (**element).clone(),
        JavaType::Class { args, .. } if args.len() == 1 => args[0].clone(),
        _ => JavaType::Unknown,
    }
}

/// Sets and maps whose order is part of their meaning.
fn keeps_order(ty: &JavaType) -> bool {
    const MARKS: [&str; 6] = ["Linked", "Tree", "Sorted", "Navigable", "Sequenced", "ConcurrentSkipList"];
    ty.simple_class().is_some_and(|name| MARKS.iter().any(|mark| name.starts_with(mark)))
}

/// Collections that are lists to the workers, yet iterate in an order that Java leaves open.
fn has_no_order(ty: &JavaType) -> bool {
    matches!(ty.simple_class(), Some("PriorityQueue" | "PriorityBlockingQueue"))
}

/// What stands where an object could stand and is none. Nothing at all is an answer of its own: an
/// object against `null` is different.
fn has_another_shape(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Object { .. } | Value::Exception { .. } | Value::Ref(_))
}

/// Whether an object that stands for an enum constant carries its name.
fn names_constant(constant: &str, fields: &Fields<'_>) -> bool {
    let is_its = |held: Option<&&Value>| matches!(held, Some(Value::Str(name)) if plain_constant(name) == plain_constant(constant));
    // The worker says which constant of its own class an object is.
    is_its(fields.get("name")) || is_its(fields.get("constant"))
}

/// The name of a constant without its class, case and underscores: ports write `FAST_MODE` as `fast_mode`
/// or `FastMode`.
fn plain_constant(constant: &str) -> String {
    simple(constant).replace('_', "").to_lowercase()
}

/// The shape of a value, for people.
fn shape(value: &Value) -> String {
    let word = match value {
        Value::Object { class, .. } => return format!("an object of `{}`", simple(class)),
        Value::Enum(constant) => return format!("the constant `{constant}`"),
        Value::Made(recipe) => return format!("what `{}` makes", recipe.maker),
        Value::Exception { .. } => "an exception",
        Value::List(_) => "a list",
        Value::Set(_) => "a set",
        Value::Map(_) => "a map",
        Value::Bytes(_) => "bytes",
        Value::Str(_) | Value::Utf16(_) => "a string",
        Value::Bool(_) => "a boolean",
        Value::Int(_) | Value::Big(_) | Value::Float(_) => "a number",
        Value::Null | Value::Ref(_) => "nothing",
    };
    word.to_owned()
}

/// An object's fields by [`plain_name`].
pub(super) type Fields<'v> = BTreeMap<String, &'v Value>;

/// The part of a field's name that both languages' habits leave: no underscores, no case, no `m_`, no
/// mangling of private Python names.
pub(super) fn plain_name(class: &str, name: &str) -> String {
    let mangled = format!("_{}__", simple(class).trim_start_matches('_'));
    let own = name.strip_prefix(&mangled).unwrap_or(name).trim_start_matches('_');
    own.strip_prefix("m_").filter(|rest| !rest.is_empty()).unwrap_or(own).replace('_', "").to_lowercase()
}

/// Whether a field says that nothing was set: null, or an empty text.
fn is_unset(value: &Value) -> bool {
    matches!(value, Value::Null) || matches!(value, Value::Str(text) if text.is_empty())
}

/// The own name of the class that a value stands for, where it is a class and no object of it.
fn names_class(value: &Value) -> Option<&str> {
    let Value::Object { class, fields } = value else { return None };
    let (name, held) = fields.first()?;
    match (class.as_str(), name.as_str(), held) {
        ("java.lang.Class", "text", Value::Str(text)) => text.rsplit([' ', '.', '$']).next(),
        ("type" | "ABCMeta" | "EnumMeta" | "EnumType", "name", Value::Str(name)) => Some(name),
        _ => None,
    }
}

/// Whether one of two classes is what a port has in the place of the other; nothing where they are none.
fn is_same_class(java: &Value, python: &Value) -> Option<bool> {
    let (java, python) = (names_class(java)?, names_class(python)?);
    Some(match python {
        "str" => matches!(java, "String" | "CharSequence" | "Character" | "char"),
        "int" => {
            matches!(java, "Integer" | "Long" | "Short" | "Byte" | "BigInteger" | "int" | "long" | "short" | "byte")
        }
        "float" => matches!(java, "Double" | "Float" | "Number" | "double" | "float"),
        "bool" => matches!(java, "Boolean" | "boolean"),
        "list" => java == "Collection" || java.ends_with("List"),
        "dict" => java.ends_with("Map"),
        "set" => java.ends_with("Set"),
        "object" => java == "Object",
        other => java == other,
    })
}

/// The own name of an object's class.
fn class_of(value: &Value) -> Option<&str> {
    match value {
        Value::Object { class, .. } => class.rsplit(['.', '$']).next(),
        _ => None,
    }
}

fn by_name<'v>(class: &str, fields: &'v [(String, Value)]) -> Fields<'v> {
    fields.iter().map(|(name, value)| (plain_name(class, name), value)).collect()
}

/// Indexes in an order that equal plain values of both sides share.
fn sorted<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<usize> {
    let values: Vec<&Value> = values.collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| plain_order(values[*a], values[*b]));
    order
}

fn plain_order(a: &Value, b: &Value) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) => 0,
        Value::Str(_) => 1,
        _ => 2,
    };
    let number = |value: &Value| match value {
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Int(n) => n.to_f64().unwrap_or(f64::NAN),
        Value::Big(n) => n.to_f64().unwrap_or(f64::NAN),
        Value::Float(x) => *x,
        _ => 0.0,
    };
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => x.cmp(y),
        (Value::Str(x), Value::Str(y)) => x.cmp(y),
        // A stable sort leaves what has no plain order as it came.
        _ => rank(a).cmp(&rank(b)).then_with(|| number(a).total_cmp(&number(b))),
    }
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
