//! Compares values by Java's static type. If this type is unknown, the types of the values decide.
//!
//! Numbers, strings, names, exceptions and unordered collections have files of their own. Module
//! `outcomes` compares whole outcomes.

use super::diff_path::{DiffPath, DiffStep, DiffTracker};
use super::multiset_matching::{self as matching, sorted};
use super::normalization::exceptions::{is_same_message, reject_input};
use super::normalization::names::{
    FieldMap, NamedField, are_unset, class_of, entries_by_name, fields_by_name, has_default, is_record, is_same_class,
    names_constant, plain_constant, shared_fields,
};
use super::normalization::{return_conventions, texts};
use super::numbers;
use super::object_shapes::{ObjectShapes, ShapeKey};
use super::result::{Equality, IncomparableReason};
use super::rules::Rules;
use super::type_category::{Shape, has_no_order, is_not_object_shaped, keeps_order, number_type, truth};
use super::walk::references::resolve;
use super::walk::visited_pairs::VisitedPairs;
use mts_model::aliasing::containers;
use mts_model::{JavaType, PortSubstitutes, Primitive, ReturnConvention, Value, jdk};
use std::collections::BTreeSet;

/// Compares a Java value of static type `ty` with a Python value.
#[must_use]
pub fn compare_values(java: &Value, python: &Value, ty: &JavaType, rules: &Rules) -> Equality {
    let (left, right) = (containers(&[java]), containers(&[python]));
    Comparer::new(rules, left, right).reporting_unset_fields().value(java, python, ty)
}

/// The state of one comparison of two outcomes, or of two values.
pub(crate) struct Comparer<'v, 'r> {
    rules: &'r Rules,
    java: Vec<&'v Value>,
    python: Vec<&'v Value>,
    /// Pairs of containers that this comparison compares now, or found equal. If the comparison meets such a pair
    /// again, the pair counts as equal, so that the walk through a cycle ends. Aliasing is not a part of a value: a
    /// copy on one side equals a reference on the other side if their contents are equal.
    visited: VisitedPairs,
    /// The reason why the tool cannot compare the first incomparable pair of values.
    ///
    /// `None` if there is no such pair so far, or only collections with too many elements to match.
    incomparable_reason: Option<IncomparableReason>,
    /// The representations of the objects that were compared so far. `None` outside of [`Self::result`], and while the
    /// comparison tries possible pairs of elements of unordered collections.
    shapes: Option<ObjectShapes>,
    /// Java's names of the fields on the path to the current values.
    fields: Vec<&'v str>,
    /// Number of objects that enclose the current values.
    depth: usize,
    /// Whether null and an empty string in the same field have type drift.
    ///
    /// If `false`, the two values are equal. The rule applies only to the fields of the outermost object.
    reports_unset_fields: bool,
    /// Tracks the path to the difference; `None` if the caller does not need it.
    tracker: Option<DiffTracker<'v>>,
}

impl<'v, 'r> Comparer<'v, 'r> {
    /// Creates a comparison of values whose references are indexes into these containers.
    pub(crate) fn new(rules: &'r Rules, java: Vec<&'v Value>, python: Vec<&'v Value>) -> Self {
        Self {
            rules,
            java,
            python,
            visited: VisitedPairs::default(),
            incomparable_reason: None,
            shapes: None,
            fields: Vec::new(),
            depth: 0,
            reports_unset_fields: false,
            tracker: None,
        }
    }

    /// Makes this comparison also report unset strings of the outermost object; see [`Self::field`]. The comparison
    /// does not report unset strings of inner objects, because the pairs of their constructors report them.
    pub(crate) fn reporting_unset_fields(mut self) -> Self {
        self.reports_unset_fields = true;
        self
    }

    /// Makes this comparison also track the path to the worst difference between the two values.
    pub(crate) fn with_tracker(mut self) -> Self {
        self.tracker = Some(DiffTracker::default());
        self
    }

    /// Returns the path to the worst difference. `None` if the comparison did not track the path.
    pub(crate) fn into_path(self) -> Option<DiffPath<'v>> {
        self.tracker.and_then(DiffTracker::into_path)
    }

    /// Takes the recorded reason why the tool cannot compare some values.
    ///
    /// `None` if there are no such values so far, or only collections with too many elements.
    pub(crate) fn take_incomparable_reason(&mut self) -> Option<IncomparableReason> {
        self.incomparable_reason.take()
    }

    /// Compares the results of two calls. Also returns the representations of their objects.
    pub(crate) fn result(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> (Equality, ObjectShapes) {
        self.shapes = Some(ObjectShapes::default());
        let found = self.value(java, python, ty);
        let mut shapes = self.shapes.take().unwrap_or_default();
        if !matches!(java, Value::Object { .. }) {
            let key = || ShapeKey::Result(Shape::new(java));
            match (found, python) {
                (Equality::Incomparable, Value::Object { .. }) => shapes.add_incomparable(key()),
                (Equality::Incomparable, _) => {}
                _ => shapes.add_comparable(key(), &Shape::new(python), std::iter::empty()),
            }
        }
        (found, shapes)
    }

    pub(crate) fn value(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        let found = self.compare_kinds(java, python, ty);
        self.noted(found, java, python)
    }

    fn noted(&mut self, found: Equality, java: &'v Value, python: &'v Value) -> Equality {
        if let Some(tracker) = &mut self.tracker {
            tracker.note(found, java, python);
        }
        found
    }

    /// Compares two values. If both values are objects, the function skips their fields in `ignored_fields`, but not
    /// the fields of inner objects. The names of the fields have the form of [`mts_model::plain_field`].
    pub(crate) fn value_except(
        &mut self,
        java: &'v Value,
        python: &'v Value,
        ty: &JavaType,
        ignored_fields: &BTreeSet<String>,
    ) -> Equality {
        let (a, b) = (resolve(java, &self.java), resolve(python, &self.python));
        match (a, b) {
            (Some(Value::Object { class: c, fields: a }), Some(Value::Object { class: d, fields: b }))
                if !ignored_fields.is_empty() =>
            {
                let without = |mut fields: FieldMap<'v>| {
                    fields.retain(|name, _| !ignored_fields.contains(name));
                    fields
                };
                let (a, b) = (without(fields_by_name(c, a)), without(fields_by_name(d, b)));
                if a.keys().any(|name| b.contains_key(name)) {
                    self.object((java, &a), (python, &b))
                } else {
                    Equality::Equal
                }
            }
            _ => self.value(java, python, ty),
        }
    }

    fn compare_kinds(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        if let JavaType::Class { args, .. } = ty
            && jdk::is_optional(ty)
        {
            // The workers unwrap optionals: an empty optional is null.
            return self.value(java, python, args.first().unwrap_or(&JavaType::Unknown));
        }
        if let Some(found) =
            ReturnConvention::from_type(ty).and_then(|convention| return_conventions::compare(java, python, convention))
        {
            if found == Equality::Incomparable {
                self.incomparable_reason.get_or_insert(IncomparableReason::Unspecified);
            }
            return found;
        }
        if let Some(found) = numbers::compare(java, python, number_type(ty), self.rules) {
            return found;
        }
        let element = ty.element().unwrap_or(&JavaType::Unknown);
        match (java, python) {
            (Value::Null, Value::Null) => Equality::Equal,
            (Value::Ref(_), _) | (_, Value::Ref(_)) => self.reference(java, python, ty),
            (Value::Bool(value), _) if *ty == JavaType::Primitive(Primitive::Boolean) && truth(python).is_some() => {
                self.rules.type_drift_if(truth(python) == Some(*value))
            }
            (Value::Str(a), Value::Str(b)) => texts::compare(a, b, self.rules),
            (Value::Str(_) | Value::Utf16(_), Value::Str(_) | Value::Utf16(_)) => {
                Equality::from_bool(utf16_units(java) == utf16_units(python))
            }
            (Value::Str(_) | Value::Utf16(_), Value::Int(n)) | (Value::Int(n), Value::Str(_) | Value::Utf16(_)) => {
                let text = if matches!(java, Value::Int(_)) { python } else { java };
                // If the type is unknown, as for a field, the integer may be the code of the character.
                let is_char = ty.unboxed() == Some(Primitive::Char) || *ty == JavaType::Unknown && *text == *java;
                self.rules.type_drift_if(is_char && code_point(text).is_some_and(|point| i64::from(point) == *n))
            }
            (Value::List(a), Value::List(b)) if has_no_order(ty) => self.unordered(a, b, element),
            (Value::List(a), Value::List(b)) => self.sequence(a, b, element),
            (Value::List(a), Value::Bytes(b)) | (Value::Bytes(b), Value::List(a)) => numbers::bytes(a, b),
            (Value::Bytes(a), Value::Bytes(b)) => Equality::from_bool(a == b),
            // Java has a `char[]`, and Python has one string. If the type is unknown, as for a field, the elements
            // decide.
            (Value::List(items), Value::Str(s)) | (Value::Str(s), Value::List(items)) => {
                let is_char = |item: &Value| matches!(item, Value::Str(text) if text.chars().count() == 1);
                let is_of_java = matches!(java, Value::List(_));
                let is_chars = element.unboxed() == Some(Primitive::Char)
                    || *ty == JavaType::Unknown && is_of_java && items.iter().all(is_char);
                self.rules.type_drift_if(is_chars && joined(items).is_some_and(|text| text == *s))
            }
            // A Python set has no order.
            (Value::Set(a), Value::Set(b)) => self.unordered(a, b, element),
            // Python has no sorted or linked set, so a list in the same order corresponds to a Java
            // set of this type.
            (Value::Set(a), Value::List(b)) | (Value::List(a), Value::Set(b)) if keeps_order(ty) => {
                self.sequence(a, b, element).max(self.rules.type_drift_if(true))
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
                self.object((java, &fields_by_name(c, a)), (python, &fields_by_name(d, b)))
            }
            (Value::Enum(constant), Value::Object { class, fields })
            | (Value::Object { class, fields }, Value::Enum(constant))
                if names_constant(constant, &fields_by_name(class, fields)) =>
            {
                self.rules.type_drift_if(true)
            }
            (Value::Object { class, fields }, Value::List(items)) if is_record(class, fields, items) => {
                self.note_shape(class, |shapes, key| {
                    shapes.add_comparable(key, &Shape::new(python), std::iter::empty());
                });
                self.depth += 1;
                let worst = fields.iter().zip(items).fold(Equality::Equal, |worst, ((name, x), y)| {
                    worst.max(self.within(DiffStep::Field(name, name), |this| this.field(x, y)))
                });
                self.depth -= 1;
                worst
            }
            (Value::Object { class, fields }, Value::Map(entries)) => {
                // The port may represent the object as a dict, whose keys are the fields that the port retains.
                let (a, b) = (fields_by_name(class, fields), entries_by_name(entries).unwrap_or_default());
                let is_record = !b.is_empty() && shared_fields(&a, &b).len() == b.len();
                if is_record { self.object((java, &a), (python, &b)) } else { self.incomparable(java, python) }
            }
            (Value::Map(entries), Value::Object { class, fields }) => {
                let (a, b) = (entries_by_name(entries).unwrap_or_default(), fields_by_name(class, fields));
                let is_record = !a.is_empty() && shared_fields(&a, &b).len() == a.len();
                if is_record { self.object((java, &a), (python, &b)) } else { self.incomparable(java, python) }
            }
            (Value::Object { .. }, other) | (other, Value::Object { .. }) if is_not_object_shaped(other) => {
                self.incomparable(java, python)
            }
            (Value::Enum(a), Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Null)
                if PortSubstitutes::unported(a).is_some() =>
            {
                let why = || IncomparableReason::UnportedEnum(PortSubstitutes::unported(a).unwrap_or(a).to_owned());
                self.incomparable_reason.get_or_insert_with(why);
                Equality::Incomparable
            }
            (Value::Enum(a), Value::Enum(b)) => Equality::from_bool(plain_constant(a) == plain_constant(b)),
            (Value::Enum(a), Value::Str(b)) | (Value::Str(b), Value::Enum(a)) => {
                self.rules.type_drift_if(plain_constant(a) == plain_constant(b))
            }
            (Value::Exception { class: a, message: why_java }, Value::Exception { class: b, message: why_python }) => {
                if self.rules.exceptions.corresponds((a, why_java), (b, why_python)) {
                    Equality::Equal
                } else {
                    // Both sides report the same failure on purpose, with exceptions of different classes.
                    self.rules.type_drift_if(is_same_message(why_java, why_python) || reject_input(a, b))
                }
            }
            _ => Equality::Different,
        }
    }

    fn reference(&mut self, java: &'v Value, python: &'v Value, ty: &JavaType) -> Equality {
        let (Some(a), Some(b)) = (resolve(java, &self.java), resolve(python, &self.python)) else {
            return Equality::from_bool(java == python);
        };
        let pair = (std::ptr::from_ref(a), std::ptr::from_ref(b));
        if !self.visited.add(pair) {
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
            worst = worst.max(self.within(DiffStep::Index(at), |this| this.value(x, y, ty)));
            if worst == Equality::Different {
                break;
            }
        }
        worst
    }

    fn unordered(&mut self, a: &'v [Value], b: &'v [Value], ty: &JavaType) -> Equality {
        let (left, right) = (sorted(a.iter()), sorted(b.iter()));
        let sure = a.iter().chain(b).all(matching::is_plain);
        self.without_tracking(|this| {
            matching::unordered(&left, &right, sure, |i, j| this.attempt(|this| this.value(&a[i], &b[j], ty)))
        })
    }

    fn map(&mut self, a: &'v [(Value, Value)], b: &'v [(Value, Value)], ty: &JavaType) -> Equality {
        let (key, value) = match ty {
            JavaType::Class { args, .. } if args.len() == 2 => (args[0].clone(), args[1].clone()),
            _ => (JavaType::Unknown, JavaType::Unknown),
        };
        let (left, right) = if keeps_order(ty) {
            // Entries at the same position must be equal. The comparison tries no other order.
            return if a.len() == b.len() {
                a.iter().zip(b).fold(Equality::Equal, |worst, (x, y)| {
                    let keys = self.value(&x.0, &y.0, &key);
                    worst.max(keys).max(self.within(DiffStep::Key(&x.0), |this| this.value(&x.1, &y.1, &value)))
                })
            } else {
                Equality::Different
            };
        } else {
            (sorted(a.iter().map(|(k, _)| k)), sorted(b.iter().map(|(k, _)| k)))
        };
        let sure = a.iter().chain(b).all(|(key, _)| matching::is_plain(key));
        let found = self.without_tracking(|this| {
            matching::unordered(&left, &right, sure, |i, j| {
                this.attempt(|this| match this.value(&a[i].0, &b[j].0, &key) {
                    Equality::Different => Equality::Different,
                    keys => keys.max(this.value(&a[i].1, &b[j].1, &value)),
                })
            })
        });
        if self.tracker.is_some() && found != Equality::Equal {
            // This second pass finds the path to the difference, by the keys that both sides have.
            for (k, x) in a {
                if let Some((_, y)) = b.iter().find(|(other, _)| other == k) {
                    self.within(DiffStep::Key(k), |this| this.attempt(|this| this.value(x, y, &value)));
                }
            }
        }
        found
    }

    /// Compares objects by the fields that both objects have.
    ///
    /// A port may drop, add and rename private fields.
    fn object(&mut self, (java, a): (&'v Value, &FieldMap<'v>), (python, b): (&'v Value, &FieldMap<'v>)) -> Equality {
        if a.is_empty() && b.is_empty() {
            return Equality::Equal;
        }
        let shared = shared_fields(a, b);
        if shared.is_empty() {
            // Two objects of classes with the same name are equal if one of them has no fields.
            let has_no_fields = (a.is_empty() || b.is_empty()) && class_of(java) == class_of(python);
            return if has_no_fields { Equality::Equal } else { self.incomparable(java, python) };
        }
        self.note_fields((java, a), python, &shared);
        self.depth += 1;
        let worst = shared.into_iter().fold(Equality::Equal, |worst, (x, y)| {
            worst.max(self.within(DiffStep::Field(x.0, y.0), |this| this.field(x.1, y.1)))
        });
        self.depth -= 1;
        worst
    }

    /// Compares a field. A port may keep a text as its UTF-8 bytes.
    ///
    /// A field has type drift if it is null on one side and empty on the other side. But a string that is empty on one
    /// side equals null, unless this comparison reports unset fields and the object is the outermost one.
    fn field(&mut self, java: &'v Value, python: &'v Value) -> Equality {
        let is_reported = self.depth == 1 && self.reports_unset_fields;
        let known = match (java, python) {
            (Value::Str(text), Value::Bytes(bytes)) => self.rules.type_drift_if(text.as_bytes() == bytes),
            (Value::Str(text), Value::Null) | (Value::Null, Value::Str(text)) if text.is_empty() && !is_reported => {
                Equality::Equal
            }
            _ if are_unset(java, python) => self.rules.type_drift_if(true),
            // A missing enum is one fault of the port, and not a fault of each object with a constant of the enum.
            (Value::Enum(constant), Value::Null) if PortSubstitutes::unported(constant).is_some() => Equality::Equal,
            _ => return self.value(java, python, &JavaType::Unknown),
        };
        self.noted(known, java, python)
    }

    /// Compares two values by the rule for the fields of outermost objects.
    pub(crate) fn field_of_root(&mut self, java: &'v Value, python: &'v Value) -> Equality {
        self.depth = 1;
        self.field(java, python)
    }

    /// Runs a comparison of the values to which `step` leads.
    fn within(&mut self, step: DiffStep<'v>, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        let field = if let DiffStep::Field(java, _) = step { Some(java) } else { None };
        self.fields.extend(field);
        if let Some(tracker) = &mut self.tracker {
            tracker.enter(step);
        }
        let found = compare(self);
        if field.is_some() {
            self.fields.pop();
        }
        if let Some(tracker) = &mut self.tracker {
            tracker.leave();
        }
        found
    }

    /// Runs a comparison of possible pairs of elements, and records no difference and no representation.
    fn without_tracking(&mut self, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        let (tracker, shapes) = (self.tracker.take(), self.shapes.take());
        let found = compare(self);
        (self.tracker, self.shapes) = (tracker, shapes);
        found
    }

    /// Records the representation of an object of this Java class.
    fn note_shape(&mut self, class: &str, note: impl FnOnce(&mut ObjectShapes, ShapeKey)) {
        if let Some(shapes) = &mut self.shapes {
            let fields = self.fields.iter().map(|field| (*field).to_owned()).collect();
            note(shapes, ShapeKey::Object { fields, class: class.to_owned() });
        }
    }

    /// Records the fields of both sides, and the set fields that only Java has.
    fn note_fields(
        &mut self,
        (java, fields): (&Value, &FieldMap<'v>),
        python: &Value,
        shared: &[(NamedField<'v>, NamedField<'v>)],
    ) {
        let Value::Object { class, .. } = java else { return };
        let is_shared = |name: &str| shared.iter().any(|(field, _)| field.0 == name);
        let missing = fields.values().filter(|field| !is_shared(field.0) && !has_default(field.1));
        self.note_shape(class, |shapes, key| {
            let form = Shape::new(python);
            shapes.add_comparable(key.clone(), &form, shared.iter().map(|(field, _)| field.0));
            let lazy = Some(&form).filter(|_| matches!(python, Value::Object { .. }));
            missing.for_each(|field| shapes.add_missing_field(key.clone(), lazy, field.0));
        });
    }

    fn incomparable(&mut self, java: &Value, python: &Value) -> Equality {
        if let Value::Object { class, .. } = java {
            self.note_shape(class, ObjectShapes::add_incomparable);
        }
        let shapes = || IncomparableReason::Shapes { java: Shape::new(java), python: Shape::new(python) };
        self.incomparable_reason.get_or_insert_with(shapes);
        Equality::Incomparable
    }

    /// Runs a comparison. Values that differ or are incomparable leave no new pairs in `visited`.
    fn attempt(&mut self, compare: impl FnOnce(&mut Self) -> Equality) -> Equality {
        let before = self.visited.len();
        let found = compare(self);
        if found >= Equality::Incomparable {
            self.visited.forget(before);
        }
        found
    }
}

fn utf16_units(value: &Value) -> Vec<u16> {
    match value {
        Value::Str(s) => s.encode_utf16().collect(),
        Value::Utf16(utf16_units) => utf16_units.clone(),
        _ => Vec::new(),
    }
}

/// Returns the code point of a string of one character. The character may be a lone surrogate.
fn code_point(text: &Value) -> Option<u32> {
    match text {
        Value::Str(s) => {
            let mut points = s.chars();
            points.next().filter(|_| points.next().is_none()).map(u32::from)
        }
        Value::Utf16(utf16_units) if utf16_units.len() == 1 => Some(u32::from(utf16_units[0])),
        _ => None,
    }
}

fn joined(items: &[Value]) -> Option<String> {
    let text = |item: &Value| if let Value::Str(s) = item { Some(s.clone()) } else { None };
    items.iter().map(text).collect()
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
