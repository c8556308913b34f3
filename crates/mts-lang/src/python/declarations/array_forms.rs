//! Finds the parameters that hold `bytes` or a string, from their uses in the body.
//!
//! If a parameter has an annotation, the annotation gives the type. The annotations `bytes` and `bytearray` count as
//! one type, so the uses decide between these two.

use super::super::{STR_METHODS, definition, modifies_list, parts};
use crate::SourceFile;
use mts_model::{ArrayForm, Function, JavaType, Primitive};
use tree_sitter::Node;

/// The methods of `str` that a list has too.
const LIST_METHODS: [&str; 2] = ["count", "index"];

/// The methods that only `bytes` has.
const BYTES_METHODS: [&str; 2] = ["decode", "hex"];

/// The modules and functions of the standard library that take `bytes` and no list.
const BYTES_CALLS: [&str; 7] = ["base64.", "binascii.", "hashlib.", "hmac.", "struct.", "zlib.", "int.from_bytes"];

/// The modules of the standard library that take a string and no list.
const TEXT_CALLS: [&str; 3] = ["re.", "shlex.", "unicodedata."];

/// Returns the form in which a parameter takes a Java array; `None` for a list.
///
/// Also `None` for a parameter `*args`, and for an annotation of another type.
///
/// `element` is the element type of the array: `byte` or `char`. `place` is the index of the parameter. If
/// `by_convention` is true, a parameter without an annotation counts as `bytes`, unless the function treats its
/// elements as signed numbers. A parameter counts as a string only if it has an annotation or a use as a string,
/// because most code for lists fails on a string.
#[must_use]
pub fn array_form(
    file: &SourceFile,
    function: &Function,
    place: usize,
    element: Primitive,
    by_convention: bool,
) -> Option<ArrayForm> {
    let param = function.params.get(place).filter(|param| !param.is_rest)?;
    let is_text = element == Primitive::Char;
    let annotation = if is_text { JavaType::String } else { JavaType::Primitive(Primitive::Byte).array_of() };
    let is_annotated = param.ty == annotation;
    if !is_annotated && param.ty != JavaType::Unknown {
        return None;
    }
    // The annotations `bytes` and `bytearray` give the same type.
    let signature = &file.text[function.span.start..function.body.start];
    let mut use_of = UseOfParam {
        name: &param.name,
        text: &file.text,
        is_text,
        is_compact: is_annotated || by_convention && !is_text,
        is_assigned: is_annotated && signature.contains("bytearray"),
        is_signed: false,
        elements: Vec::new(),
    };
    if let Some(body) = definition(file, function).and_then(|node| node.child_by_field_name("body")) {
        use_of.visit(body);
    }
    match (use_of.is_compact, use_of.is_assigned) {
        (false, _) => None,
        _ if use_of.is_signed && !is_annotated => None,
        // A string has no assignment to an element.
        (true, is_assigned) if is_text => (is_annotated || !is_assigned).then_some(ArrayForm::Str),
        (true, false) => Some(ArrayForm::Bytes),
        (true, true) => Some(ArrayForm::Bytearray),
    }
}

/// The use of a parameter in the body of its function.
struct UseOfParam<'f> {
    name: &'f str,
    text: &'f str,
    /// Whether the Java array has characters, and not bytes.
    is_text: bool,
    /// Whether the function takes `bytes` or a string, and not a list.
    is_compact: bool,
    /// Whether the function assigns or removes an element of the parameter.
    ///
    /// If the array has characters, this is also true if the function assigns the parameter itself.
    is_assigned: bool,
    /// Whether the function uses an element as a signed number.
    ///
    /// The function compares the order of an element and 0 or -1, such as `data[0] < 0`, or applies a unary operator
    /// to an element. Elements of `bytes` are not negative.
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
                self.is_compact |=
                    BYTES_METHODS.contains(&name) || STR_METHODS.contains(&name) && !LIST_METHODS.contains(&name);
                self.is_assigned |= modifies_list(name);
            }
            "call" => {
                let takes_no_list = self.takes_no_list(node);
                self.is_compact |= takes_no_list;
            }
            // A list cannot be a key of a dict, so a parameter in this place is a string.
            "subscript" => {
                self.is_compact |= self.is_text && self.is_param(node.child_by_field_name("subscript"));
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
    ///
    /// In a function on text, the parameter itself counts too.
    fn is_changed(&self, target: Node<'_>) -> bool {
        match target.kind() {
            "subscript" => self.is_param(target.child_by_field_name("value")),
            "identifier" => self.is_text && self.is_param(Some(target)),
            "pattern_list" | "tuple_pattern" | "list_pattern" | "expression_list" => {
                parts(target).into_iter().any(|part| self.is_changed(part))
            }
            _ => false,
        }
    }

    /// Reports whether a call shows that the parameter holds `bytes` or a string.
    ///
    /// Such a call passes the parameter to a function that takes no list, or tests with
    /// `isinstance` whether the parameter is `bytes` or a string.
    fn takes_no_list(&mut self, call: Node<'_>) -> bool {
        let called = call.child_by_field_name("function").map_or("", |called| self.text_of(called));
        let arguments = call.child_by_field_name("arguments").map(parts).unwrap_or_default();
        let is_passed = arguments.iter().any(|argument| self.is_param(Some(*argument)));
        let (word, calls) = if self.is_text { ("str", &TEXT_CALLS[..]) } else { ("bytes", &BYTES_CALLS[..]) };
        let names =
            |ty: &Node<'_>| self.text_of(*ty).split(|c: char| !c.is_alphanumeric() && c != '_').any(|n| n == word);
        let asks = called == "isinstance" && arguments.last().is_some_and(names);
        self.is_assigned |= is_passed && (called.ends_with("pack_into") || called.ends_with("readinto"));
        let reads = called.ends_with(if self.is_text { "StringIO" } else { "BytesIO" });
        is_passed && (asks || reads || calls.iter().any(|known| called.starts_with(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ArrayForm::{Bytearray, Bytes, Str};
    use mts_model::Language;

    fn forms(text: &str, element: Primitive, by_convention: bool) -> Vec<Option<ArrayForm>> {
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parsed");
        let function = &file.functions[0];
        let form = |place| array_form(&file, function, place, element, by_convention);
        (0..function.params.len()).map(form).collect()
    }

    fn byte_forms(text: &str) -> Vec<Option<ArrayForm>> {
        forms(text, Primitive::Byte, false)
    }

    #[test]
    fn a_parameter_that_is_used_as_bytes_holds_bytes() {
        assert_eq!(byte_forms("def f(data: bytes, n: int):\n    return data[n]\n"), [Some(Bytes), None]);
        assert_eq!(byte_forms("def f(data, n):\n    return data.find(n)\n"), [Some(Bytes), None]);
        assert_eq!(byte_forms("def f(data):\n    return int.from_bytes(data, 'big')\n"), [Some(Bytes)]);
        assert_eq!(byte_forms("def f(data):\n    return isinstance(data, (bytes, str))\n"), [Some(Bytes)]);
        assert_eq!(byte_forms("def f(data):\n    data[0] = 1\n    return data.hex()\n"), [Some(Bytearray)]);
        assert_eq!(byte_forms("def f(data):\n    data.append(1)\n    return data[0], data.index(2)\n"), [None]);
        assert_eq!(byte_forms("def f(data: bytearray):\n    return data[0]\n"), [Some(Bytearray)]);
        let swap = "def f(data: bytes):\n    data[0], data[1] = data[1], data[0]\n";
        assert_eq!(byte_forms(swap), [Some(Bytearray)]);
        assert_eq!(byte_forms("def f(data):\n    struct.pack_into('>i', data, 0, 7)\n"), [Some(Bytearray)]);
        assert_eq!(byte_forms("def f(data, other):\n    return other.find(data)\n"), [None, Some(Bytes)]);
    }

    #[test]
    fn a_parameter_that_is_used_as_text_holds_a_string() {
        let text_forms = |text| forms(text, Primitive::Char, false);
        assert_eq!(text_forms("def f(word: str, n: int):\n    return word[n]\n"), [Some(Str), None]);
        assert_eq!(text_forms("def f(word):\n    return word.upper()\n"), [Some(Str)]);
        assert_eq!(text_forms("def f(word):\n    return re.match('a', word)\n"), [Some(Str)]);
        assert_eq!(text_forms("def f(word):\n    return isinstance(word, str)\n"), [Some(Str)]);
        assert_eq!(text_forms("def f(word, cache):\n    return cache[word], word[0]\n"), [Some(Str), None]);
        assert_eq!(text_forms("def f(word):\n    return word[0] + ''.join(word)\n"), [None]);
        assert_eq!(text_forms("def f(word):\n    word.reverse()\n    return word.strip()\n"), [None]);
        assert_eq!(text_forms("def f(word: list):\n    word = ''.join(word)\n    return word.strip()\n"), [None]);
        assert_eq!(text_forms("def f(word):\n    word = ''.join(word)\n    return word.strip()\n"), [None]);
        assert_eq!(text_forms("def f(word):\n    return isinstance(word, Struct)\n"), [None]);
        assert_eq!(text_forms("def f(*word: str):\n    return word[0]\n"), [None]);
    }

    #[test]
    fn a_convention_holds_for_parameters_without_an_annotation() {
        let text = "def f(data, items: list, out):\n    out[0] = data[1] ^ items[2]\n";
        assert_eq!(forms(text, Primitive::Byte, true), [Some(Bytes), None, Some(Bytearray)]);
        assert_eq!(byte_forms(text), [None, None, None]);
        assert_eq!(forms(text, Primitive::Char, true), [None, None, None]);
        for signed in ["data[0] < 0", "sum(1 for b in data if b >= 0)", "-data[0]"] {
            let text = format!("def f(data):\n    return {signed}\n");
            assert_eq!(forms(&text, Primitive::Byte, true), [None], "{signed}");
        }
    }
}
