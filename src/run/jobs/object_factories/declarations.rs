//! Records the classes and the enums of the Java files.

use crate::run::jobs::object_factories::class_names::binary;
use crate::run::jobs::object_factories::{DeclaredClass, ProjectFactories};
use crate::run::revision::Revision;
use mts_lang::java::Import;
use mts_model::Pair;
use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::sync::Arc;

impl ProjectFactories {
    /// Records the enums and the classes of a revision.
    ///
    /// If several files with ports declare a class of the same name, such as `Solution`, the class gets no recipes. The
    /// tool then makes a receiver only with the constructor in the file of the pair.
    pub(super) fn declare(&mut self, revision: &Revision, pairs: &[Pair]) {
        let (mut ambiguous, mut duplicates) = (Vec::new(), Vec::new());
        let ported: BTreeSet<&str> = pairs.iter().map(|pair| pair.java.file.as_str()).collect();
        for file in revision.java_files() {
            let package = mts_lang::java::package(file);
            let names = mts_lang::java::imports(file).iter().map(names_of_import);
            self.imported.insert(file.path.clone(), names.collect());
            for (name, constants) in mts_lang::java::enums(file) {
                if constants.is_empty() {
                    continue;
                }
                // Two enums with the same name and the same constants give the same values, so their name is not
                // ambiguous.
                let before = Arc::make_mut(&mut self.enums).insert(name.clone(), constants.clone());
                if before.is_some_and(|before| before != *constants) {
                    ambiguous.push(name.clone());
                }
            }
            for class in mts_lang::java::classes(file) {
                let binary = binary(package, &class.scope);
                let simple = class.scope.last().cloned().unwrap_or_default();
                self.simple.entry(simple).or_default().push(binary.clone());
                let (class, file) = (class.clone(), file.path.clone());
                let declared = DeclaredClass { class, package: package.to_owned(), file };
                let is_ported = |file: &String| ported.contains(file.as_str());
                match self.declared.entry(binary) {
                    Entry::Vacant(entry) => _ = entry.insert(declared),
                    // A recipe identifies a class by its name, so it cannot distinguish such classes.
                    Entry::Occupied(entry) if is_ported(&entry.get().file) && is_ported(&declared.file) => {
                        duplicates.push(entry.key().clone());
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        ambiguous.iter().for_each(|name| drop(Arc::make_mut(&mut self.enums).remove(name)));
        duplicates.iter().for_each(|name| drop(self.declared.remove(name)));
    }
}

/// Returns the simple name and the full name of an import.
///
/// An import of `package.*` has no simple name, so both names are `package.*`.
fn names_of_import(import: &Import) -> (String, String) {
    if import.is_wildcard {
        let all = format!("{}.*", import.name);
        return (all.clone(), all);
    }
    let simple = import.name.rsplit('.').next().unwrap_or(&import.name);
    (simple.to_owned(), import.name.clone())
}
