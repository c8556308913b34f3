//! The library: what calls of the JDK become. A row is a signature, the faithful form, the plain
//! form and the form as a statement; an empty form is the one before it.
//!
//! In a form, `{0}` is the receiver (of a static method, the first argument), and a mark says how
//! it is put in: `.` as what something is taken of, `< + * p !` as an operand of that operator, `i`
//! as an index that counts from the beginning, `s` as text, `h` in the order of iteration, `d` the
//! default of an array's elements, `r` as a regular expression. `~=` parts a form for elements that
//! Python compares as Java does from one for all others, `~<` likewise for order; `!` is none.

mod big;
mod collections;
mod numbers;
mod objects;
mod streams;
mod text;

use mts_lang::java::typed_ast::Library;
use std::sync::LazyLock;

/// Signature, faithful form, plain form, statement.
type Row = (&'static str, &'static str, &'static str, &'static str);

/// The forms of a row.
pub(super) struct Forms {
    pub(super) faithful: &'static str,
    pub(super) plain: &'static str,
    pub(super) statement: &'static str,
}

/// The signatures, and beside each its forms.
pub(super) struct Known {
    pub(super) library: Library,
    pub(super) forms: Vec<Forms>,
}

const PRIMITIVES: [&str; 8] = ["int", "long", "char", "double", "boolean", "byte", "short", "float"];

/// All that is known. A signature that cannot be read is left out: a test says that there is none.
pub(super) static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let (mut signatures, mut forms) = (Vec::new(), Vec::new());
    for (signature, faithful, plain, statement) in
        [text::ROWS, numbers::ROWS, collections::ROWS, streams::ROWS, objects::ROWS, big::ROWS].concat()
    {
        let each = if signature.contains('#') { &PRIMITIVES[..] } else { &[""] };
        for primitive in each {
            signatures.push(signature.replace('#', primitive));
            let plain = if plain.is_empty() { faithful } else { plain };
            forms.push(Forms { faithful, plain, statement });
        }
    }
    let library = Library::parse(signatures.iter().map(String::as_str)).unwrap_or_default();
    Known { library, forms }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_can_be_read() {
        assert!(KNOWN.forms.len() > 300);
        assert!(KNOWN.library.row(KNOWN.forms.len() - 1).is_some(), "the rows and the forms are as many");
    }
}
