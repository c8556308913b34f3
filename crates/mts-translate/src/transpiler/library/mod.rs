//! Holds the table of the Python forms of JDK calls.
//!
//! A row has the Java signature, the Python form of the mode `faithful`, the form of the mode `plain`, and the form for
//! a call that is a statement. An empty plain form means that the plain form is the faithful form. Without a form for a
//! statement, a statement has the form of the mode. In a signature, `#` stands for each primitive type. A signature
//! names its result type only if a type variable of the method decides the result type, or if the translation has
//! another type. The catalogue of the JDK has all other result types.
//!
//! In a form, `{0}` is the receiver, or the first argument of a static method. A word before the form, such as `cmp: `,
//! names the precedence of the form. A mark in the braces, such as `{0.}`, says how the form uses the argument:
//!
//! - `.`: before a dot
//! - `<`, `+` or `*`: as an operand of this operator
//! - `p`: as an operand of `**`
//! - `!`: as an operand of `not`
//! - `i`: as an index that counts from the start
//! - `s`: converted to a string
//! - `h`: in Java's iteration order
//! - `d`: the default value of the elements of this array
//! - `r`: as a regular expression
//!
//! `~=` separates two forms. The first form is for elements that Python and Java compare for equality in the same way,
//! and the second form is for all other elements. `~<` separates two forms in the same way, for the order of elements.
//! A `!` in place of the second form means that there is no form for the other elements.

mod big;
mod collections;
mod numbers;
mod objects;
mod row;
mod streams;
mod text;

use mts_lang::java::typed_ast::Library;
use row::LibraryRow;
use std::sync::LazyLock;

/// The Python forms of one JDK call.
pub(super) struct CallForms {
    pub(super) faithful: &'static str,
    pub(super) plain: &'static str,
    pub(super) statement: &'static str,
}

/// The signatures of the JDK calls with their Python forms, in the same order.
pub(super) struct LibraryTable {
    pub(super) library: Library,
    pub(super) forms: Vec<CallForms>,
}

const PRIMITIVES: [&str; 8] = ["int", "long", "char", "double", "boolean", "byte", "short", "float"];

/// The complete table of JDK calls.
///
/// The table has no signatures if one of them does not parse. A test checks that all signatures parse.
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

    /// The rows whose result is not that of the JDK.
    ///
    /// In a translation, a sequence of characters is a string, and a copy of an array has the type of its use.
    const OF_TRANSLATION: [&str; 3] =
        ["Array.clone()Object", "String.subSequence(int,int)String", "StringBuilder.subSequence(int,int)String"];

    #[test]
    fn a_library_row_has_a_result_type_only_if_the_jdk_table_cannot_give_it() {
        let rows = [text::ROWS, numbers::ROWS, collections::ROWS, streams::ROWS, objects::ROWS, big::ROWS].concat();
        let read = |text: &str| Some(format!("{:?}", Library::parse([text]).ok()?.row(0)?));
        let is_variable = |word: &str| word.len() == 1 && word.chars().all(char::is_uppercase);
        let mut problems = Vec::new();
        for signature in rows.iter().map(|row| row.0.replace('#', "int")) {
            let end = signature.rfind(')').expect("a parameter list") + 1;
            let (head, result) = signature.split_at(end);
            if result.is_empty() {
                continue;
            }
            let has_variable = result.split(|c: char| !c.is_alphanumeric()).any(is_variable);
            if read(&signature) == read(head) {
                problems.push(format!("the catalogue has the result of {signature}"));
            } else if !has_variable && !OF_TRANSLATION.contains(&&*signature) {
                problems.push(format!("the catalogue lacks the result of {signature}"));
            }
        }
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn every_signature_can_be_read() {
        assert!(KNOWN.forms.len() > 300);
        assert!(KNOWN.library.row(KNOWN.forms.len() - 1).is_some(), "the rows and the forms are as many");
    }
}
