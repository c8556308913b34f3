//! The classes, enums, imports, constants and package of a Java file, as data.

use mts_model::{JavaType, TypeVariable};
use std::collections::BTreeSet;

/// A class, interface, enum or record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDeclaration {
    /// The names of the enclosing classes and of the class itself, outermost first.
    pub scope: Vec<String>,
    /// The supertypes as the source writes them.
    pub above: Vec<JavaType>,
    /// True if a constructor call without an outer object makes an object of the class.
    ///
    /// False for an interface, abstract class, enum or inner class.
    pub is_concrete: bool,
    /// True if the declaration is an interface or an abstract class that is not inner.
    pub is_abstract: bool,
    /// True if the objects of the class need an outer object.
    ///
    /// False for an abstract class.
    pub is_inner: bool,
    /// True if the declaration is an enum.
    pub is_enum: bool,
    /// The parameter types of the constructors; of the default constructor if none is declared.
    ///
    /// Empty for an interface.
    pub constructors: Vec<Vec<JavaType>>,
    /// The type variables of the class and its enclosing classes.
    pub type_variables: Vec<TypeVariable>,
    /// The fields in the order of the only constructor's parameters.
    ///
    /// Empty unless the constructor stores each parameter in one field and the class has no other
    /// instance fields. A record has its components, if the record declares no constructor.
    pub components: Vec<String>,
    /// The names of the instance fields that the class declares.
    pub fields: Vec<String>,
    /// True if the declaration extends another class.
    pub has_superclass: bool,
}

/// An import of a Java file, also a static import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The dotted name, without `static` and without `.*`.
    pub name: String,
    /// True if the import ends with `.*`.
    pub is_wildcard: bool,
}

/// The package, imports, classes, enums and constants of a file.
pub struct Declarations {
    pub(super) package: String,
    pub(super) imports: Vec<Import>,
    pub(super) classes: Vec<ClassDeclaration>,
    pub(super) enums: Vec<(String, Vec<String>)>,
    pub(super) constants: BTreeSet<String>,
}
