//! Resolves the type names that Java code writes to classes of the project.

use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::object_factories::class_names::{Place, binary};
use mts_model::jdk::{is_jdk_name, jdk_type};
use mts_model::{JavaType, Pair};

impl ProjectFactories {
    /// Returns the binary name of the project class to which a written name refers.
    ///
    /// The function prefers a class in the enclosing classes, then a class in the same package, unless the file imports
    /// a JDK class of this name. Otherwise, it accepts a class of another package if only one class matches, and if the
    /// file cannot use a JDK class of this name.
    pub(super) fn resolve(&self, written: &str, place: Place<'_>) -> Option<String> {
        let parts: Vec<String> = written.split('.').map(str::to_owned).collect();
        let simple = parts.last()?;
        let inside = |depth: usize| binary(place.package, &[&place.scope[..depth], &parts[..]].concat());
        let is_declared = |name: &String| self.declared.contains_key(name);
        let imports = self.imported.get(place.file);
        let import = imports.and_then(|names| names.get(&parts[0]));
        if import.is_some_and(|import| is_jdk_name(import)) {
            return None;
        }
        if let Some(near) = (0..=place.scope.len()).rev().map(inside).find(is_declared) {
            return Some(near);
        }
        // Java imports `java.lang.*` into every file.
        let sees = |package: &str| {
            package == "java.lang" || imports.is_some_and(|names| names.contains_key(&format!("{package}.*")))
        };
        let row = jdk_type(simple).filter(|row| parts.len() == 1 && sees(row.package));
        if row.is_some() && import.is_none() {
            return None;
        }
        // The class is in another package, and the code imports the class or writes its full name.
        let all = self.simple.get(simple)?;
        let ending = parts.join("$");
        let fits = |name: &&String| {
            let dotted = name.replace('$', ".");
            is_declared(name)
                && (dotted.ends_with(written) || name.rsplit('.').next() == Some(ending.as_str()))
                && import.is_none_or(|import| row.is_none() || dotted == *import)
        };
        let mut fitting = all.iter().filter(fits);
        let first = fitting.next()?;
        fitting.next().is_none().then(|| first.clone())
    }

    /// Replaces the project's classes in a type by their binary names. Enums keep their names.
    pub(super) fn resolved(&self, ty: &JavaType, place: Place<'_>) -> JavaType {
        self.with_binary_names(ty, place, &|_| true)
    }

    /// Returns the pair with binary names for project classes that have a JDK class's name.
    ///
    /// Only the types of the Java parameters change.
    #[must_use]
    pub fn with_project_names(&self, pair: &Pair) -> Pair {
        let mut own = pair.clone();
        for param in &mut own.java.params {
            param.ty = self
                .with_binary_names(&param.ty, Place::from_function(&pair.java), &|simple| jdk_type(simple).is_some());
        }
        own
    }

    fn with_binary_names(&self, ty: &JavaType, place: Place<'_>, is_wanted: &dyn Fn(&str) -> bool) -> JavaType {
        match ty {
            JavaType::Array(element) => self.with_binary_names(element, place, is_wanted).array_of(),
            JavaType::Class { name, args } => {
                let args = args.iter().map(|arg| self.with_binary_names(arg, place, is_wanted)).collect();
                let found =
                    ty.simple_class().filter(|simple| is_wanted(simple)).and_then(|_| self.resolve(name, place));
                let found = found.filter(|binary| !self.declared[binary].class.is_enum);
                JavaType::Class { name: found.unwrap_or_else(|| name.clone()), args }
            }
            other => other.clone(),
        }
    }
}
