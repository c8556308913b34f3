//! Compares method names that a port changes by convention.
//!
//! For example, `toString` becomes `__str__`, and the accessor `getName` becomes the property `name`. The
//! module `identifiers` compares spellings.

use super::identifiers::{has_end, has_start, identifier_similarity, is_same_identifier, joined, words};
use super::types::is_called;
use mts_model::function::special_methods::python_names;
use mts_model::{Function, FunctionKind, JavaType};

/// Rates how well a Python name fits a Java name, with the reason.
///
/// The rate is from 0 to 1.
pub(in crate::pairing) fn name_fit(java: &Function, python: &Function) -> (f64, &'static str) {
    if python.kind == FunctionKind::Attribute {
        return (attribute_fit(java, python), "accessor and attribute");
    }
    match (java.kind == FunctionKind::Constructor, python.name.as_str()) {
        (true, "__init__") => return (1.0, "constructor"),
        (true, "__new__") => return (0.9, "constructor"),
        (true, _) | (false, "__init__" | "__new__") => return (0.0, "a constructor and a method"),
        _ => {}
    }
    if is_special(&python.name) {
        return (idiom_fit(java, &python.name), "conventional name");
    }
    let own = identifier_similarity(&java.name, &python.name);
    let mut best = match own {
        own if own >= 1.0 => return (1.0, "same name"),
        own if own >= 0.9 => (own, "same name, abbreviated"),
        own => (own, "similar name"),
    };
    let mut offer = |score: f64, why: &'static str| {
        if score > best.0 {
            best = (score, why);
        }
    };
    offer(idiom_fit(java, &python.name), "conventional name");
    offer(accessor_fit(java, python), "accessor and property");
    offer(typed_fit(java, python), "name and the type of a parameter");
    if let Some(class) = java.scope.last().filter(|_| python.scope.is_empty())
        && joined(class) + &joined(&java.name) == joined(&python.name)
    {
        offer(0.95, "class name and method name");
    }
    best
}

/// Rates an overload with a type in its Python name, such as `write(int)` and `write_int`.
fn typed_fit(java: &Function, python: &Function) -> f64 {
    // Most names fail this fast test. The function then need not split them into words.
    if !has_start(&python.name, &java.name) {
        return 0.0;
    }
    let (stem, all) = (words(&java.name), words(&python.name));
    let Some(rest) = all.strip_prefix(stem.as_slice()).filter(|rest| !rest.is_empty()) else { return 0.0 };
    if java.params.iter().any(|param| is_called(&param.ty, rest)) { 0.93 } else { 0.0 }
}

/// Reports whether Python itself calls methods with this name, such as `__str__`.
pub(in crate::pairing) fn is_special(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// Returns the conventional Python names of a Java method.
pub(in crate::pairing) fn conventional(java: &Function) -> impl Iterator<Item = &'static str> {
    python_names(&java.name, java.params.len())
}

fn idiom_fit(java: &Function, name: &str) -> f64 {
    // A helper may have the name `_to_str`, but a special method has only one spelling.
    let fits = |known: &str| if is_special(known) { known == name } else { is_same_identifier(known, name) };
    match conventional(java).position(fits) {
        Some(0) => 0.97,
        Some(_) => 0.9,
        None => 0.0,
    }
}

/// Returns the field of an accessor, normalized.
///
/// The field of `getFullName()` is `fullname`, of `isOpen()` `open`, and of `setName(x)` `name`.
pub(in crate::pairing) fn accessed(function: &Function) -> Option<String> {
    let parts = words(&function.name);
    let (first, rest) = parts.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let params = match first.as_str() {
        "get" | "is" | "has" => 0,
        "set" | "with" => 1,
        _ => return None,
    };
    (function.params.len() == params).then(|| rest.concat())
}

/// Rates an accessor and a property, such as `getName()` and `name`.
///
/// A setter such as `setName(x)` fits the setter of the property.
fn accessor_fit(java: &Function, python: &Function) -> f64 {
    let fits =
        java.params.len() == python.params.len() && !python.scope.is_empty() && has_end(&java.name, &python.name);
    let same = |name: String| name == joined(&python.name);
    if fits && accessed(java).is_some_and(same) { 0.9 } else { 0.0 }
}

/// Rates an accessor, or a record's `name()`, against an attribute.
///
/// A private attribute, such as `_name`, gets a lower rate.
fn attribute_fit(java: &Function, python: &Function) -> f64 {
    if java.kind != FunctionKind::Method {
        return 0.0;
    }
    let name = joined(&python.name);
    let of_record = java.params.is_empty() && java.returns != JavaType::Void && joined(&java.name) == name;
    // The attribute of the accessor `isOpen` may be `open` or `is_open`.
    let whole = accessed(java).is_some() && joined(&java.name) == name;
    if !of_record && !whole && accessed(java).as_ref() != Some(&name) {
        return 0.0;
    }
    if python.name.starts_with('_') { 0.6 } else { 0.85 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::tests::{java, python};

    fn fit(a: &str, b: &str) -> f64 {
        name_fit(&java(a), &python(b)).0
    }

    #[test]
    fn java_methods_fit_the_special_methods_of_the_same_purpose() {
        assert!(fit("A.java#A.toString()", "a.py:A.__str__") > 0.95);
        assert!(fit("A.java#A.toString()", "a.py:A.to_string") > 0.95);
        assert!(fit("A.java#A.equals(Object)", "a.py:A.__eq__(other)") > 0.95);
        assert!(fit("A.java#A.size()", "a.py:A.__len__") > 0.95);
        assert!(fit("A.java#A.get(int)", "a.py:A.__getitem__(key)") > 0.95);
        assert!(fit("A.java#A.get()", "a.py:A.__getitem__(key)") < 0.1);
        assert!(fit("A.java#A.str()", "a.py:A.__str__") < 0.1);
    }

    #[test]
    fn a_type_in_the_name_distinguishes_overloads() {
        assert!(fit("A.java#A.write(int x)", "a.py:A.write_int(x)") > 0.9);
        assert!(fit("A.java#A.write(String x)", "a.py:A._write_str(x)") > 0.9);
        assert!(fit("A.java#A.write(Order x)", "a.py:A.write_order(x)") > 0.9);
        assert!(fit("A.java#A.write(String x)", "a.py:A.write_int(x)") < 0.7);
        assert!(fit("A.java#A.write(Object x)", "a.py:A.write_int(x)") < 0.7);
    }

    #[test]
    fn accessors_become_properties() {
        assert!(fit("A.java#A.getFullName()", "a.py:A.full_name") > 0.85);
        assert!(fit("A.java#A.isOpen()", "a.py:A.open") > 0.85);
        assert!(fit("A.java#A.setName(String)", "a.py:A.name(value)") > 0.85);
        assert!(fit("A.java#A.getBit(int)", "a.py:A.bit") < 0.7);
    }

    #[test]
    fn constructors_fit_constructors_only() {
        assert!(fit("A.java#A.<init>(int)", "a.py:A.__init__(x)") > 0.99);
        assert!(fit("A.java#A.<init>(int)", "a.py:A.a(x)") < 0.1);
        assert!(fit("A.java#A.init(int)", "a.py:A.__init__(x)") < 0.1);
    }

    #[test]
    fn a_module_function_may_carry_the_class_name() {
        assert!(fit("A.java#Money.split(int)", "a.py:money_split(n)") > 0.9);
    }
}
