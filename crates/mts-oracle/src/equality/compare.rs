//! Equality of values, decided by the static type on the Java side and, where the source
//! does not tell it, by the values themselves. Numbers, texts, names, exceptions and unordered collections
//! have files of their own; whole outcomes are compared in `outcomes`.

use super::diff_path::{Place, Step, Trail};
use super::multiset_matching::{self as matching, sorted};
use super::normalization::exceptions::simple;
use super::normalization::names::{
    Field, Fields, by_name, class_of, is_record, is_same_class, is_unset, names_constant, plain_constant,
};
use super::normalization::{return_conventions, texts};
use super::numbers;
use super::references::resolve;
use super::result::{Equality, Unmatched};
use super::rules::Rules;
use super::type_category::{element, has_another_shape, has_no_order, keeps_order, number_type, shape};
use super::visited_pairs::Assumed;
use mts_model::aliasing::containers;
use mts_model::{JavaType, Primitive, ReturnConvention, Value};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// Compares a Java value of static type `ty` with a Python value.
#[must_use]
pub fn compare_values(java: &Value, python: &Value, ty: &JavaType, rules: &Rules) -> Equality {
    let (left, right) = (containers(&[java]), containers(&[python]));
    Comparer::new(rules, left, right).telling_unset().value(java, python, ty)
}

/// One comparison of two outcomes, or of two values.
pub(crate) struct Comparer<'v, 'r> {
    rules: &'r Rules,
    java: Vec<&'v Value>,
    python: Vec<&'v Value>,
    /// Pairs of containers that are being compared, or were found equal, by way of a reference: what
    /// ends the walk through a cycle. Sharing itself is no part of a value, so a copy on one side and
    /// a reference on the other are equal when what they hold is.
    assumed: Assumed,
    /// The first shapes met that do not go together, for people.
    unmatched: Option<Unmatched>,
    /// Objects around the values at hand.
    depth: usize,
    /// Whether fields of the outermost object that nothing set are told where they are kept in two ways.
    tells_unset: bool,
    /// Where the values differ, where that is asked for.
    trail: Option<Trail<'v>>,
}

impl<'v, 'r> Comparer<'v, 'r> {
    /// A comparison of values whose references count these containers.
    pub(crate) fn new(rules: &'r Rules, java: Vec<&'v Value>, python: Vec<&'v Value>) -> Self {
        Self {
            rules,
            java,
            python,
            assumed: Assumed::default(),
            unmatched: None,
            depth: 0,
            tells_unset: false,
            trail: None,
        }
    }

    /// The same, telling what nothing set: objects inside of others are told of where they are made.
    pub(crate) fn telling_unset(mut self) -> Self {
        self.tells_unset = true;
        self
    }

    /// The same, keeping where the values differ.
    pub(crate) fn keeping_place(mut self) -> Self {
        self.trail = Some(Trail::default());
        self
    }

    /// Where the worst difference is, if that was kept.
    pub(crate) fn place(self) -> Option<Place<'v>> {
        self.trail.and_then(Trail::place)
    }

    /// Which shapes could not be compared, where some could not.
    pub(crate) fn unmatched(&self) -> Unmatched {
        self.unmatched.clone().unwrap_or_default()
    }

    pub(crate) fn value(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        let found = self.compared(java, python, ty);
        if let Some(trail) = &mut self.trail {
            trail.note(found, java, python);
        }
        found
    }

    /// Objects as wholes, but for some fields of theirs, by [`mts_model::plain_field`]; anything else as
    /// [`Self::value`].
    pub(crate) fn root(
        &mut self,
        java: &'v Value,
        python: &'v Value,
        ty: &JavaType,
        aside: &BTreeSet<String>,
    ) -> Equality {
        let (a, b) = (resolve(java, &self.java), resolve(python, &self.python));
        match (a, b) {
            (Some(Value::Object { class: c, fields: a }), Some(Value::Object { class: d, fields: b }))
                if !aside.is_empty() =>
            {
                let without = |mut fields: Fields<'v>| {
                    fields.retain(|name, _| !aside.contains(name));
                    fields
                };
                let (a, b) = (without(by_name(c, a)), without(by_name(d, b)));
                if a.keys().any(|name| b.contains_key(name)) {
                    self.object((java, &a), (python, &b))
                } else {
                    Equality::Equal
                }
            }
            _ => self.value(java, python, ty),
        }
    }

    fn compared(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        if let JavaType::Class { args, .. } = ty
            && matches!(ty.simple_class(), Some("Optional"))
        {
            // The workers open optionals: an empty one is null.
            return self.value(java, python, args.first().unwrap_or(&JavaType::Unknown));
        }
        if let Some(found) =
            ReturnConvention::of(ty).and_then(|convention| return_conventions::compare(java, python, convention))
        {
            if found == Equality::Incomparable {
                self.unmatched.get_or_insert(Unmatched::LeftOpen);
            }
            return found;
        }
        if let Some(found) = numbers::compare(java, python, number_type(ty), self.rules) {
            return found;
        }
        match (java, python) {
            (Value::Null, Value::Null) => Equality::Equal,
            (Value::Ref(_), _) | (_, Value::Ref(_)) => self.reference(java, python, ty),
            (Value::Str(a), Value::Str(b)) => texts::compare(a, b, self.rules),
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
            (Value::Object { class, fields }, Value::List(items)) if is_record(class, fields, items) => {
                self.depth += 1;
                let worst = fields.iter().zip(items).fold(Equality::Equal, |worst, ((name, x), y)| {
                    worst.max(self.within(Step::Field(name, name), |this| this.field(x, y)))
                });
                self.depth -= 1;
                worst
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
        if !self.assumed.add(pair) {
            return Equality::Equal;
        }
        self.value(a, b, ty)
    }

    fn sequence(&mut self, a: &'v [Value], b: &'v [Value], ty: &JavaType) -> Equality {
        if a.len() != b.len() {
            return Equality::Different;
        }
        let mut worst = Equality::Equal;
        for (at, (x, y)) in a.iter().zip(b).enumerate() {
            worst = worst.max(self.within(Step::Index(at), |this| this.value(x, y, ty)));
            if worst == Equality::Different {
                break;
            }
        }
        worst
    }

    fn unordered(&mut self, a: &'v [Value], b: &'v [Value], ty: &JavaType) -> Equality {
        let (left, right) = (sorted(a.iter()), sorted(b.iter()));
        let sure = a.iter().chain(b).all(matching::is_plain);
        self.whole(|this| {
            matching::unordered(&left, &right, sure, |i, j| this.attempt(|this| this.value(&a[i], &b[j], ty)))
        })
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
                    let keys = self.value(&x.0, &y.0, &key);
                    worst.max(keys).max(self.within(Step::Key(&x.0), |this| this.value(&x.1, &y.1, &held)))
                })
            } else {
                Equality::Different
            };
        } else {
            (sorted(a.iter().map(|(k, _)| k)), sorted(b.iter().map(|(k, _)| k)))
        };
        let sure = a.iter().chain(b).all(|(key, _)| matching::is_plain(key));
        let found = self.whole(|this| {
            matching::unordered(&left, &right, sure, |i, j| {
                this.attempt(|this| match this.value(&a[i].0, &b[j].0, &key) {
                    Equality::Different => Equality::Different,
                    keys => keys.max(this.value(&a[i].1, &b[j].1, &held)),
                })
            })
        });
        if self.trail.is_some() && found != Equality::Equal {
            // Once more for the place, by keys that are the same on both sides.
            for (k, x) in a {
                if let Some((_, y)) = b.iter().find(|(other, _)| other == k) {
                    self.within(Step::Key(k), |this| this.attempt(|this| this.value(x, y, &held)));
                }
            }
        }
        found
    }

    /// By the fields that both have: ports drop, add and rename what is nobody else's business.
    fn object(&mut self, (java, a): (&'v Value, &Fields<'v>), (python, b): (&'v Value, &Fields<'v>)) -> Equality {
        if a.is_empty() && b.is_empty() {
            return Equality::Equal;
        }
        let shared: Vec<(Field<'v>, Field<'v>)> =
            a.iter().filter_map(|(name, field)| Some((*field, *b.get(name)?))).collect();
        if shared.is_empty() {
            // Where one side of a class of one name keeps nothing there is nothing to differ in.
            let keeps_nothing = (a.is_empty() || b.is_empty()) && class_of(java) == class_of(python);
            return if keeps_nothing { Equality::Equal } else { self.incomparable(java, python) };
        }
        self.depth += 1;
        let worst = shared.into_iter().fold(Equality::Equal, |worst, (x, y)| {
            worst.max(self.within(Step::Field(&x.0, &y.0), |this| this.field(&x.1, &y.1)))
        });
        self.depth -= 1;
        worst
    }

    /// A field that was never set is null on one side and mostly empty on the other. What makes the object
    /// is told of it, and not again all that meets the object.
    fn field(&mut self, java: &'v Value, python: &'v Value) -> Equality {
        if is_unset(java) && is_unset(python) && java != python {
            let is_told = self.depth == 1 && self.tells_unset;
            let found = if is_told { self.rules.drift_when(true) } else { Equality::Equal };
            if let Some(trail) = &mut self.trail {
                trail.note(found, java, python);
            }
            return found;
        }
        self.value(java, python, &JavaType::Unknown)
    }

    /// Two values as the fields of outermost objects.
    pub(crate) fn field_of_root(&mut self, java: &'v Value, python: &'v Value) -> Equality {
        self.depth = 1;
        self.field(java, python)
    }

    /// A comparison one step further inside.
    fn within(&mut self, step: Step<'v>, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        if let Some(trail) = &mut self.trail {
            trail.enter(step);
        }
        let found = compare(self);
        if let Some(trail) = &mut self.trail {
            trail.leave();
        }
        found
    }

    /// A comparison that tries pairs which need not be one: where they differ is no place.
    fn whole(&mut self, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        let trail = self.trail.take();
        let found = compare(self);
        self.trail = trail;
        found
    }

    fn incomparable(&mut self, java: &Value, python: &Value) -> Equality {
        let shapes = || Unmatched::Other(format!("{} in Java, {} in Python", shape(java), shape(python)));
        self.unmatched.get_or_insert_with(shapes);
        Equality::Incomparable
    }

    /// A comparison whose assumptions are forgotten when it fails.
    fn attempt(&mut self, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        let before = self.assumed.len();
        let found = compare(self);
        if found >= Equality::Incomparable {
            self.assumed.forget(before);
        }
        found
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

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
