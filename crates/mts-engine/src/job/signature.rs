//! The types of a pair for conversion and comparison, and its return convention.

use mts_model::function::special_methods;
use mts_model::{Function, FunctionKind, JavaType, Pair, ReturnConvention, Signature};

/// Returns the types for converting and comparing the values of a pair.
#[must_use]
pub fn signature(pair: &Pair) -> Signature {
    if pair.is_program() {
        return Signature::program();
    }
    let returns = match pair.java.kind {
        FunctionKind::Constructor => JavaType::Void,
        _ => convention(&pair.java, &pair.python).map_or_else(|| pair.java.returns.clone(), ReturnConvention::ty),
    };
    Signature { params: pair.java.params.iter().map(|p| p.ty.clone()).collect(), returns }
}

/// Returns the convention for the port's result, if the port returns another value than Java.
fn convention(java: &Function, python: &Function) -> Option<ReturnConvention> {
    if java.kind != FunctionKind::Method {
        return None;
    }
    let special = Some(python.name.as_str()).filter(|_| python.kind == FunctionKind::Method).unwrap_or_default();
    if orders(java) {
        return Some(match special {
            "__lt__" => ReturnConvention::LessThanZero,
            "__le__" => ReturnConvention::AtMostZero,
            "__gt__" => ReturnConvention::GreaterThanZero,
            "__ge__" => ReturnConvention::AtLeastZero,
            _ => ReturnConvention::Sign,
        });
    }
    match (java.name.as_str(), special) {
        ("isEmpty", "__bool__") => return Some(ReturnConvention::Negated),
        ("hashCode", "__hash__") => return Some(ReturnConvention::Unspecified),
        _ => {}
    }
    // The port of an assignment, of `del` or of the end of a `with` returns no value. An operator such as `a += b`
    // returns `a`, but the Java method may return a primitive value.
    let sets = python.returns == JavaType::Void
        || python.kind == FunctionKind::Attribute && !java.params.is_empty()
        || special_methods::is_statement(special)
        || special_methods::is_in_place(special) && java.returns.unboxed().is_some();
    (sets && java.returns != JavaType::Void).then_some(ReturnConvention::Ignored)
}

/// Reports whether a method implements `Comparable` or `Comparator`, whose results count only by
/// their sign.
fn orders(java: &Function) -> bool {
    let types: Vec<&JavaType> = java.params.iter().map(|param| &param.ty).collect();
    let shaped = match (java.name.as_str(), types.as_slice()) {
        ("compareTo", [_]) => true,
        ("compare", [a, b]) => a == b && a.primitive().is_none(),
        _ => false,
    };
    shaped && java.returns == JavaType::INT
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_lang::SourceFile;
    use mts_model::Language;

    fn java(text: &str) -> Vec<Function> {
        SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses").functions.clone()
    }

    #[test]
    fn an_ordering_returns_a_sign() {
        let text = "class A { int compareTo(A b) { return 2; } int compare(A a, A b) { return 2; } \
                    int compare(int a, int b) { return 2; } long compareTo(String a) { return 2; } int size() { return 2; } }";
        let found: Vec<bool> = java(text).iter().map(orders).collect();
        assert_eq!(found, [true, true, false, false, false]);
    }

    #[test]
    fn a_special_method_returns_javas_result_by_its_own_convention() {
        let java = java(
            "class A { int compareTo(A b) { return 2; } boolean isEmpty() { return true; } int hashCode() { return 2; } \
             Object put(int k, int v) { return null; } void set(int k, int v) { } boolean add(A a) { return true; } \
             A plus(A a) { return a; } int size() { return 2; } A withName(String n) { return this; } }",
        );
        let names = "__lt__ cmp __bool__ empty __hash__ hash_code __setitem__ __iadd__ __add__ __iter__ __len__ name";
        let mut text = "class A:\n".to_owned();
        for name in names.split(' ') {
            text += &format!("    def {name}(self, *all):\n        pass\n");
        }
        text += "    @name.setter\n    def name(self, value):\n        pass\n";
        let file = SourceFile::parse("a.py", text, Language::Python).expect("parses");
        let read = |method: &str, port: &str| {
            let java = java.iter().find(|java| java.name == method).expect("a method");
            let python = file.functions.iter().rfind(|python| python.name == port).expect("a port");
            convention(java, python)
        };
        assert_eq!(read("compareTo", "__lt__"), Some(ReturnConvention::LessThanZero));
        assert_eq!(read("compareTo", "cmp"), Some(ReturnConvention::Sign));
        assert_eq!(read("isEmpty", "__bool__"), Some(ReturnConvention::Negated));
        assert_eq!(read("isEmpty", "empty"), None);
        assert_eq!(read("hashCode", "__hash__"), Some(ReturnConvention::Unspecified));
        assert_eq!(read("hashCode", "hash_code"), None, "a number that the port's own name promises");
        assert_eq!(read("put", "__setitem__"), Some(ReturnConvention::Ignored));
        assert_eq!(read("set", "__setitem__"), None, "nothing is nothing");
        assert_eq!(read("add", "__iadd__"), Some(ReturnConvention::Ignored));
        assert_eq!(read("plus", "__iadd__"), None, "both give an object");
        assert_eq!(read("plus", "__add__"), None);
        assert_eq!(read("size", "__iter__"), None, "no assignment, though it begins like one");
        assert_eq!(read("withName", "name"), Some(ReturnConvention::Ignored), "what a property sets");
    }
}
