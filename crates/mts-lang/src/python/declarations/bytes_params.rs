//! Finds the parameters of a function that hold `bytes`, from their uses in the body.
//!
//! A parameter with an annotation needs no such search, because the annotation is its type.

use super::super::{definition, parts};
use crate::SourceFile;
use mts_model::{Function, JavaType, Primitive};
use tree_sitter::Node;

/// The form in which a function takes binary data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BytesForm {
    /// `bytes`.
    Bytes,
    /// `bytearray`, because the function assigns elements.
    Bytearray,
}

/// The methods of `bytes` that a list does not have.
const METHODS: [&str; 20] = [
    "decode",
    "endswith",
    "find",
    "hex",
    "join",
    "ljust",
    "lstrip",
    "maketrans",
    "partition",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "startswith",
    "strip",
    "translate",
];

/// The methods that change a `bytearray`.
const CHANGES: [&str; 7] = ["append", "clear", "extend", "insert", "pop", "remove", "reverse"];

/// The modules and functions of the standard library that take `bytes` and no list.
const CALLS: [&str; 7] = ["base64.", "binascii.", "hashlib.", "hmac.", "struct.", "zlib.", "int.from_bytes"];

/// Returns the form of each parameter that holds binary data. `None` for the other parameters.
///
/// With `by_convention`, each parameter without an annotation counts as binary data, unless the
/// function treats the elements of the parameter as signed numbers. The caller selects the
/// parameters whose Java type is `byte[]`.
#[must_use]
pub fn bytes_params(file: &SourceFile, function: &Function, by_convention: bool) -> Vec<Option<BytesForm>> {
    let bytes = JavaType::Primitive(Primitive::Byte).array_of();
    let body = definition(file, function).and_then(|node| node.child_by_field_name("body"));
    let signature = &file.text[function.span.start..function.body.start];
    let form = |name: &str, ty: &JavaType| {
        let is_annotated = *ty == bytes;
        // The annotations `bytes` and `bytearray` give the same type.
        let is_array = is_annotated && signature.contains("bytearray");
        let is_bytes = is_annotated || by_convention && *ty == JavaType::Unknown;
        let mut use_of = UseOfParam {
            name,
            text: &file.text,
            is_bytes,
            is_assigned: is_array,
            is_signed: false,
            elements: Vec::new(),
        };
        if let Some(body) = body {
            use_of.visit(body);
        }
        match (use_of.is_bytes, use_of.is_assigned) {
            _ if use_of.is_signed && !is_annotated => None,
            (true, false) => Some(BytesForm::Bytes),
            (true, true) => Some(BytesForm::Bytearray),
            (false, _) => None,
        }
    };
    function.params.iter().map(|param| form(&param.name, &param.ty)).collect()
}

/// The use of a parameter in the body of its function.
struct UseOfParam<'f> {
    name: &'f str,
    text: &'f str,
    is_bytes: bool,
    /// Whether the function assigns an element.
    is_assigned: bool,
    /// Whether the function compares an element with zero, or negates it. Elements of `bytes` are not
    /// negative.
    is_signed: bool,
    /// The loop variables that hold an element.
    elements: Vec<&'f str>,
}

impl<'f> UseOfParam<'f> {
    fn text_of(&self, node: Node<'_>) -> &'f str {
        &self.text[node.byte_range()]
    }

    fn is_param(&self, node: Option<Node<'_>>) -> bool {
        node.is_some_and(|node| node.kind() == "identifier" && self.text_of(node) == self.name)
    }

    fn visit(&mut self, node: Node<'_>) {
        match node.kind() {
            "attribute" if self.is_param(node.child_by_field_name("object")) => {
                let name = node.child_by_field_name("attribute").map_or("", |name| self.text_of(name));
                self.is_bytes |= METHODS.contains(&name);
                self.is_assigned |= CHANGES.contains(&name);
            }
            "call" => {
                let takes_bytes = self.is_bytes_call(node);
                self.is_bytes |= takes_bytes;
            }
            "assignment" | "augmented_assignment" => {
                self.is_assigned |= node.child_by_field_name("left").is_some_and(|left| self.is_changed(left));
            }
            "for_statement" | "for_in_clause" if self.is_param(node.child_by_field_name("right")) => {
                self.elements.extend(node.child_by_field_name("left").map(|left| self.text_of(left)));
            }
            "comparison_operator" => {
                let sides = parts(node);
                let is_zero = sides.iter().any(|side| matches!(self.text_of(*side), "0" | "-1"));
                self.is_signed |= is_zero && self.orders(node) && sides.iter().any(|side| self.is_element(*side));
            }
            "unary_operator" => {
                self.is_signed |=
                    node.child_by_field_name("argument").is_some_and(|argument| self.is_element(argument));
            }
            "delete_statement" => self.is_assigned |= parts(node).into_iter().any(|part| self.is_changed(part)),
            _ => {}
        }
        parts(node).into_iter().for_each(|part| self.visit(part));
    }

    /// Reports whether a comparison has one of the operators `<`, `>`, `<=` and `>=`.
    fn orders(&self, comparison: Node<'_>) -> bool {
        let mut cursor = comparison.walk();
        comparison.children(&mut cursor).any(|part| matches!(part.kind(), "<" | ">" | "<=" | ">="))
    }

    /// Reports whether an expression is an element of the parameter.
    fn is_element(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "subscript" => self.is_param(node.child_by_field_name("value")),
            "identifier" => self.elements.contains(&self.text_of(node)),
            _ => false,
        }
    }

    /// Reports whether a target of an assignment is an element of the parameter.
    fn is_changed(&self, target: Node<'_>) -> bool {
        match target.kind() {
            "subscript" => self.is_param(target.child_by_field_name("value")),
            "pattern_list" | "tuple_pattern" | "list_pattern" | "expression_list" => {
                parts(target).into_iter().any(|part| self.is_changed(part))
            }
            _ => false,
        }
    }

    /// Reports whether a call shows that the parameter holds `bytes`.
    ///
    /// Such a call passes the parameter to a function that takes only `bytes`, or tests with
    /// `isinstance` whether the parameter is `bytes`.
    fn is_bytes_call(&mut self, call: Node<'_>) -> bool {
        let called = call.child_by_field_name("function").map_or("", |called| self.text_of(called));
        let arguments = call.child_by_field_name("arguments").map(parts).unwrap_or_default();
        let is_passed = arguments.iter().any(|argument| self.is_param(Some(*argument)));
        let asks = called == "isinstance" && arguments.last().is_some_and(|ty| self.text_of(*ty).contains("bytes"));
        self.is_assigned |= is_passed && (called.ends_with("pack_into") || called.ends_with("readinto"));
        is_passed && (asks || called.ends_with("BytesIO") || CALLS.iter().any(|known| called.starts_with(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    fn forms(text: &str) -> Vec<Option<BytesForm>> {
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parsed");
        bytes_params(&file, &file.functions[0], false)
    }

    #[test]
    fn a_parameter_that_is_used_as_bytes_holds_bytes() {
        use BytesForm::{Bytearray, Bytes};
        assert_eq!(forms("def f(data: bytes, n: int):\n    return data[n]\n"), [Some(Bytes), None]);
        assert_eq!(forms("def f(data, n):\n    return data.find(n)\n"), [Some(Bytes), None]);
        assert_eq!(forms("def f(data):\n    return int.from_bytes(data, 'big')\n"), [Some(Bytes)]);
        assert_eq!(forms("def f(data):\n    return isinstance(data, (bytes, str))\n"), [Some(Bytes)]);
        assert_eq!(forms("def f(data):\n    data[0] = 1\n    return data.hex()\n"), [Some(Bytearray)]);
        assert_eq!(forms("def f(data):\n    data.append(1)\n    return data[0], data.index(2)\n"), [None]);
        assert_eq!(forms("def f(data: bytearray):\n    return data[0]\n"), [Some(Bytearray)]);
        let swap = "def f(data: bytes):\n    data[0], data[1] = data[1], data[0]\n";
        assert_eq!(forms(swap), [Some(Bytearray)]);
        assert_eq!(forms("def f(data):\n    struct.pack_into('>i', data, 0, 7)\n"), [Some(Bytearray)]);
        assert_eq!(forms("def f(data, other):\n    return other.find(data)\n"), [None, Some(Bytes)]);
    }

    #[test]
    fn a_convention_holds_for_parameters_without_an_annotation() {
        use BytesForm::{Bytearray, Bytes};
        let text = "def f(data, items: list, out):\n    out[0] = data[1] ^ items[2]\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parsed");
        assert_eq!(bytes_params(&file, &file.functions[0], true), [Some(Bytes), None, Some(Bytearray)]);
        assert_eq!(bytes_params(&file, &file.functions[0], false), [None, None, None]);
        for signed in ["data[0] < 0", "sum(1 for b in data if b >= 0)", "-data[0]"] {
            let text = format!("def f(data):\n    return {signed}\n");
            let file = SourceFile::parse("a.py", text, Language::Python).expect("parsed");
            assert_eq!(bytes_params(&file, &file.functions[0], true), [None], "{signed}");
        }
    }
}
