//! Fields that Java stores and the port computes: which names are worth asking its objects for. Reading a property runs
//! code, so none is asked for that no field of the class's Java side could be compared with.

use super::Project;
use crate::lang;
use crate::model::{Language, plain_field};
use crate::pipeline::revision::Revision;
use std::collections::BTreeSet;

/// The names of all properties of the port, by [`plain_field`].
pub(super) fn properties(revision: &Revision) -> BTreeSet<String> {
    let names = revision.files(Language::Python).flat_map(lang::python::properties);
    names.map(|name| plain_field("", &name)).collect()
}

impl Project {
    /// Those of these names that are fields of a class, or of one above it.
    pub(super) fn computed(&self, class: &str, properties: &BTreeSet<String>) -> Vec<String> {
        let Some(declared) = self.declared.get(class).filter(|_| !properties.is_empty()) else { return Vec::new() };
        let above = self.above(declared);
        let all = above.iter().filter_map(|name| self.declared.get(name)).chain([declared]);
        let fields: BTreeSet<String> =
            all.flat_map(|one| &one.class.fields).map(|field| plain_field(class, field)).collect();
        fields.into_iter().filter(|field| properties.contains(field)).collect()
    }
}
