//! A class, and the positions of its members.

use crate::java::typed_ast::tree::{Class, Method};
use mts_model::Span;

/// A class and the positions of its members.
#[derive(Clone)]
pub(in crate::java::typed_ast) struct Header {
    pub(in crate::java::typed_ast) class: Class,
    /// The span of each field's initialiser.
    pub(super) values: Vec<Option<Span>>,
    /// The span of each method; `None` for a generated method.
    pub(super) places: Vec<Option<Span>>,
    /// The span of each enum constant's arguments.
    pub(super) constant_places: Vec<Option<Span>>,
}

impl Header {
    /// Records a field without an initialiser.
    pub(super) fn component(&mut self) {
        self.values.push(None);
    }

    /// Adds a generated method.
    pub(super) fn add_generated(&mut self, method: Method) {
        self.class.methods.push(method);
        self.places.push(None);
    }
}

impl std::ops::Deref for Header {
    type Target = Class;

    fn deref(&self) -> &Class {
        &self.class
    }
}

impl std::ops::DerefMut for Header {
    fn deref_mut(&mut self) -> &mut Class {
        &mut self.class
    }
}
