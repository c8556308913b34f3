//! How calls of the JDK are translated. A row is a signature, the faithful form, the plain form and the form as a
//! statement; an empty form equals the one before it.
//!
//! In a form, `{0}` is the receiver (of a static method, the first argument), and a mark shows how it is inserted: `.`
//! before a dot, `< + * p !` as an operand of that operator, `i` as an index from the start, `s` as a string, `h` in
//! iteration order, `d` as the default of an array's elements, `r` as a regular expression. `~=` separates a form for
//! elements with Java's equality from one for all others, `~<` likewise for order; `!` is none.

mod big;
mod collections;
mod numbers;
mod objects;
mod streams;
mod text;

use mts_lang::java::typed_ast::Library;
use std::sync::LazyLock;

/// Signature, faithful form, plain form, statement.
type LibraryRow = (&'static str, &'static str, &'static str, &'static str);

/// The Python forms of a row.
pub(super) struct CallForms {
    pub(super) faithful: &'static str,
    pub(super) plain: &'static str,
    pub(super) statement: &'static str,
}

/// The signatures with their forms.
pub(super) struct LibraryTable {
    pub(super) library: Library,
    pub(super) forms: Vec<CallForms>,
}

const PRIMITIVES: [&str; 8] = ["int", "long", "char", "double", "boolean", "byte", "short", "float"];

/// The complete table. A signature that cannot be parsed is dropped; a test shows that there is none.
pub(super) static KNOWN: LazyLock<LibraryTable> = LazyLock::new(|| {
    let (mut signatures, mut forms) = (Vec::new(), Vec::new());
    for (signature, faithful, plain, statement) in
        [text::ROWS, numbers::ROWS, collections::ROWS, streams::ROWS, objects::ROWS, big::ROWS].concat()
    {
        let each = if signature.contains('#') { &PRIMITIVES[..] } else { &[""] };
        for primitive in each {
            signatures.push(signature.replace('#', primitive));
            let plain = if plain.is_empty() { faithful } else { plain };
            forms.push(CallForms { faithful, plain, statement });
        }
    }
    let library = Library::parse(signatures.iter().map(String::as_str)).unwrap_or_default();
    LibraryTable { library, forms }
});

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::jdk::{self, MethodResult, TypeShape};
    use mts_model::{JavaType, Primitive};

    /// Rows whose result is another than Java's, because what the translation makes is another type.
    const OTHERWISE: &[&str] = &[
        // A list tells `remove(int)` from `remove(Object)`.
        "List<E>.remove(int)E",
        // Only its statement is translated, or no result is used.
        "Deque<E>.offerFirst(E)void",
        // A stack returns what is pushed, a deque does not.
        "Deque<E>.push(E)void",
        "Map<K,V>.keySet()KeyView<K>",
        "Map<K,V>.entrySet()Collection<Entry<K,V>>",
    ];

    #[test]
    fn the_results_are_those_of_the_catalogue_of_the_jdk() {
        let mut compared = 0;
        let rows = [text::ROWS, numbers::ROWS, collections::ROWS, streams::ROWS, objects::ROWS, big::ROWS].concat();
        for signature in rows.iter().map(|row| row.0).filter(|signature| !OTHERWISE.contains(signature)) {
            let text = signature.replace('#', "int");
            let (is_static, text) = text.strip_prefix("static ").map_or((false, &text[..]), |rest| (true, rest));
            let (head, rest) = text.split_once('(').expect("a parameter list");
            let (inside, returns) = rest.rsplit_once(')').expect("a parameter list");
            let (class, name) = head.rsplit_once('.').expect("a class");
            let params = JavaType::parse(&format!("P<{}>", inside.replace("...", "[]")));
            let Some(JavaType::Class { args, .. }) =
                params.filter(|_| !inside.is_empty()).or(Some(JavaType::named("P")))
            else {
                continue;
            };
            let class = class.split('<').next().unwrap_or_default();
            let row = jdk::jdk_type(class);
            let found = match row.filter(|row| row.is_collection()).map(|row| row.shape) {
                _ if is_static && Primitive::from_box(class).is_some() => {
                    jdk::static_result("wrapper", name, args.len())
                }
                _ if is_static => jdk::static_result(class, name, args.len()),
                Some(TypeShape::Map) => jdk::method_result("Map", name, args.len()),
                Some(_) => jdk::method_result("Collection", name, args.len()),
                None => jdk::method_result(class, name, args.len()),
            };
            if let Some(MethodResult::Type(listed)) = found {
                let listed = listed.to_string().replace(", ", ",").replace("Map.Entry", "Entry");
                assert_eq!(listed, returns.replace(['K', 'T'], "E"), "{signature}");
                compared += 1;
            }
        }
        assert!(compared > 250, "{compared}");
    }

    #[test]
    fn every_signature_can_be_read() {
        assert!(KNOWN.forms.len() > 300);
        assert!(KNOWN.library.row(KNOWN.forms.len() - 1).is_some(), "the rows and the forms are as many");
    }
}
