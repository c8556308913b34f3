//! Owns the representations that the port has for Java's objects.
//!
//! A port may represent a Java class in its own way: as an object, a tuple or a dict, with fewer
//! fields. But it must use one way. If the port has another representation on some inputs only,
//! it differs there.

use std::collections::{BTreeMap, BTreeSet};

/// The representations of Java's objects in the result of one call, or of several calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectShapes {
    /// The Java classes with a comparable representation, and the fields that both sides have.
    comparable: BTreeMap<String, BTreeSet<String>>,
    /// The fields that are set in Java, and that the port's object does not have, by Java class.
    missing_fields: BTreeMap<String, BTreeSet<String>>,
    /// The Java classes for which the port has an incomparable value.
    incomparable: BTreeSet<String>,
}

impl ObjectShapes {
    /// Adds an object that both sides have, with the fields that both have.
    pub(crate) fn add_comparable<'v>(&mut self, class: &str, fields: impl Iterator<Item = &'v str>) {
        self.comparable.entry(class.to_owned()).or_default().extend(fields.map(str::to_owned));
    }

    /// Adds a field that is set in Java, and that the port's object does not have.
    pub(crate) fn add_missing_field(&mut self, class: &str, field: &str) {
        self.missing_fields.entry(class.to_owned()).or_default().insert(field.to_owned());
    }

    /// Adds an object of Java for which the port has an incomparable value.
    pub(crate) fn add_incomparable(&mut self, class: &str) {
        self.incomparable.insert(class.to_owned());
    }

    /// Adds the comparable representations of another call.
    pub(crate) fn extend_comparable(&mut self, other: &Self) {
        for (class, fields) in &other.comparable {
            self.add_comparable(class, fields.iter().map(String::as_str));
        }
    }

    /// Reports whether a call has another representation than the calls of `known`.
    pub(crate) fn contradicts(&self, known: &Self) -> bool {
        let is_known = |class: &String| known.comparable.contains_key(class);
        let is_known_field = |(class, fields): (&String, &BTreeSet<String>)| {
            known.comparable.get(class).is_some_and(|known| fields.iter().any(|field| known.contains(field)))
        };
        self.incomparable.iter().any(is_known) || self.missing_fields.iter().any(is_known_field)
    }
}
