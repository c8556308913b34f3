//! Records how the port represents Java's objects.
//!
//! A port may represent a Java class in its own way: as an object, a tuple or a dict, with fewer fields. But the port
//! must use one way on all inputs. If the port has another representation on some inputs only, the port differs on
//! these inputs.

use super::type_category::Shape;
use std::collections::{BTreeMap, BTreeSet};

/// For each field, the shapes of the port's values that have or lack the field.
type FormsOfFields = BTreeMap<String, BTreeSet<Shape>>;

/// The place of a Java value in the result of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ShapeKey {
    /// The whole result, if it is not an object.
    Result(Shape),
    /// An object in the result.
    Object {
        /// Java's names of the fields from the result to the object.
        fields: Vec<String>,
        /// The Java class of the object.
        class: String,
    },
}

/// The representations of Java's objects in the result of one call, or of several calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectShapes {
    /// The objects with a comparable representation, and the fields that both sides have.
    comparable: BTreeMap<ShapeKey, FormsOfFields>,
    /// The fields that are set in Java, and that the port's object does not have.
    missing_fields: BTreeMap<ShapeKey, FormsOfFields>,
    /// The objects for which the port has an incomparable value.
    incomparable: BTreeSet<ShapeKey>,
}

impl ObjectShapes {
    /// Adds an object that the tool can compare.
    ///
    /// `form` is the shape of the port's value. `fields` are Java's names of the fields that both sides have.
    pub(crate) fn add_comparable<'v>(&mut self, key: ShapeKey, form: &Shape, fields: impl Iterator<Item = &'v str>) {
        let known = self.comparable.entry(key).or_default();
        for field in fields {
            known.entry(field.to_owned()).or_default().insert(form.clone());
        }
    }

    /// Adds a field that is set in Java and missing in the port's value.
    ///
    /// `form` is the shape of the port's value if this value is an object, which may compute the field on first use.
    /// `None` for another value, such as a dict.
    pub(crate) fn add_missing_field(&mut self, key: ShapeKey, form: Option<&Shape>, field: &str) {
        let known = self.missing_fields.entry(key).or_default();
        known.entry(field.to_owned()).or_default().extend(form.cloned());
    }

    /// Adds an object of Java for which the port has an incomparable value.
    pub(crate) fn add_incomparable(&mut self, key: ShapeKey) {
        self.incomparable.insert(key);
    }

    /// Adds the comparable representations of another call.
    pub(crate) fn extend_comparable(&mut self, other: &Self) {
        for (key, fields) in &other.comparable {
            let known = self.comparable.entry(key.clone()).or_default();
            for (field, forms) in fields {
                known.entry(field.clone()).or_default().extend(forms.iter().cloned());
            }
        }
    }

    /// Reports whether a call has another representation than the calls of `known`.
    ///
    /// A field may be missing in this call, although a value of the same shape has the field in another call. That is
    /// no other representation, because an object may compute the field on first use.
    pub(crate) fn contradicts(&self, known: &Self) -> bool {
        let is_known = |key: &ShapeKey| known.comparable.contains_key(key) && !self.comparable.contains_key(key);
        let has_other_form = |(key, fields): (&ShapeKey, &FormsOfFields)| {
            fields.iter().any(|(field, forms)| {
                let known = known.comparable.get(key).and_then(|fields| fields.get(field));
                known.is_some_and(|known| known.is_disjoint(forms))
            })
        };
        self.incomparable.iter().any(is_known) || self.missing_fields.iter().any(has_other_form)
    }
}
