//! Tracks the path to the worst difference inside of two values. Module `compare` walks through the values.

use super::result::Equality;
use crate::display::values;
use mts_model::Value;

/// A step from a value to a value inside of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum DiffStep<'v> {
    /// A step into a field, with its name in Java and in Python.
    Field(&'v str, &'v str),
    /// A step into an element.
    Index(usize),
    /// A step into the value of a map's key.
    Key(&'v Value),
}

/// A tracker of the path to the current values, and of the worst difference.
#[derive(Debug, Default)]
pub(crate) struct DiffTracker<'v> {
    steps: Vec<DiffStep<'v>>,
    worst: Option<(Equality, DiffPath<'v>)>,
}

/// The path to a difference in two values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DiffPath<'v> {
    steps: Vec<DiffStep<'v>>,
    /// The values at the end of the path, in Java and in Python.
    pub values: (&'v Value, &'v Value),
}

impl<'v> DiffTracker<'v> {
    pub fn enter(&mut self, step: DiffStep<'v>) {
        self.steps.push(step);
    }

    pub fn leave(&mut self) {
        self.steps.pop();
    }

    /// Records a result at the current path, if it is worse than the recorded result.
    ///
    /// The walk reports inner values before outer values. An outer value is often as bad as its worst inner value. Then
    /// the recorded path stays the path to the inner value.
    pub fn note(&mut self, found: Equality, java: &'v Value, python: &'v Value) {
        let known = self.worst.as_ref().map_or(Equality::Equal, |(worst, _)| *worst);
        if found > known {
            self.worst = Some((found, DiffPath { steps: self.steps.clone(), values: (java, python) }));
        }
    }

    pub fn into_path(self) -> Option<DiffPath<'v>> {
        self.worst.map(|(_, place)| place)
    }
}

impl<'v> DiffPath<'v> {
    /// Returns Java's name of the field in the first step. `None` if the first step is not a field.
    pub fn field(&self) -> Option<&'v str> {
        match self.steps.first() {
            Some(DiffStep::Field(java, _)) => Some(*java),
            _ => None,
        }
    }

    /// Returns the path in Java's names and in Python's names, such as `.options['a'].argName`.
    pub fn paths(&self) -> (String, String) {
        let (mut java, mut python) = (String::new(), String::new());
        for step in &self.steps {
            match step {
                DiffStep::Field(a, b) => {
                    java.extend([".", a]);
                    python.extend([".", b]);
                }
                DiffStep::Index(at) => {
                    [&mut java, &mut python].into_iter().for_each(|path| *path += &format!("[{at}]"))
                }
                DiffStep::Key(key) => {
                    let key = values::capped(key, 24);
                    [&mut java, &mut python].into_iter().for_each(|path| *path += &format!("[{key}]"));
                }
            }
        }
        (java, python)
    }
}
