//! The types of a pair as conversion and comparison need them.

use crate::model::{Function, FunctionKind, JavaType, Pair, Signature};

/// What conversion and comparison need of the pair's types.
#[must_use]
pub fn signature(pair: &Pair) -> Signature {
    if pair.is_program() {
        return Signature::program();
    }
    let returns = match pair.java.kind {
        FunctionKind::Constructor => JavaType::Void,
        FunctionKind::Method if orders(&pair.java) => JavaType::sign(),
        _ => pair.java.returns.clone(),
    };
    Signature { params: pair.java.params.iter().map(|p| p.ty.clone()).collect(), returns }
}

/// Whether a method is what `Comparable` or `Comparator` ask for: both leave the number open but for its sign.
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
    use crate::lang::SourceFile;
    use crate::model::Language;

    #[test]
    fn an_ordering_returns_a_sign() {
        let text = "class A { int compareTo(A b) { return 2; } int compare(A a, A b) { return 2; } \
                    int compare(int a, int b) { return 2; } long compareTo(String a) { return 2; } int size() { return 2; } }";
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses");
        let found: Vec<bool> = file.functions.iter().map(orders).collect();
        assert_eq!(found, [true, true, false, false, false]);
    }
}
