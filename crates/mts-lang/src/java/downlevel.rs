//! Rewrites Java syntax that is newer than the grammar, without a change of length.
//!
//! A span is therefore valid in both texts.

use std::cell::LazyCell;

/// Returns the text in the syntax of Java before version 25; `None` without newer syntax.
///
/// A call `super(..)` or `this(..)` after other statements becomes a method call such as `_uper(..)`. A module
/// import becomes a class import.
pub(crate) fn readable(text: &str) -> Option<String> {
    let mut out: Option<Vec<u8>> = None;
    for (at, word) in text.match_indices("module ") {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        if line.trim() == "import" {
            out.get_or_insert_with(|| text.as_bytes().to_vec())[at..at + word.len()].fill(b' ');
        }
    }
    let code = LazyCell::new(|| code(text));
    for word in ["super", "this"] {
        for (at, _) in text.match_indices(word) {
            let behind = text[at + word.len()..].trim_start();
            // Reject most words quickly: a call has `(` or a comment after the word.
            if !behind.starts_with(['(', '/']) {
                continue;
            }
            let is_call = code[at + word.len()..].trim_ascii_start().starts_with(b"(");
            let before = code[..at].trim_ascii_end().last();
            if is_call && matches!(before, Some(b';' | b'}')) {
                out.get_or_insert_with(|| text.as_bytes().to_vec())[at] = b'_';
            }
        }
    }
    String::from_utf8(out?).ok()
}

/// Returns the text with blanks instead of comments and quoted text.
fn code(text: &str) -> Vec<u8> {
    let mut out = text.as_bytes().to_vec();
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let (open, end, escapes): (usize, &[u8], bool) = match rest {
            [b'/', b'/', ..] => (0, b"\n", false),
            [b'/', b'*', ..] => (0, b"*/", false),
            [b'"', b'"', b'"', ..] => (3, b"\"\"\"", true),
            [b'"', ..] => (1, b"\"", true),
            [b'\'', ..] => (1, b"'", true),
            _ => {
                at += 1;
                continue;
            }
        };
        let is_comment = open == 0;
        // In `/*/`, the star of the opening `/*` does not close the comment.
        let mut to = at + if is_comment { 2 } else { open };
        while to < text.len() && !text.as_bytes()[to..].starts_with(end) {
            to += if escapes && text.as_bytes()[to] == b'\\' { 2 } else { 1 };
        }
        let to = (to + if is_comment { end.len() } else { 0 }).min(text.len());
        out[at + open..to].fill(b' ');
        at = if is_comment { to } else { (to + end.len()).min(text.len()) };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::readable;
    use crate::SourceFile;
    use crate::ir::Kind;
    use mts_model::Language;

    #[test]
    fn comments_and_strings_before_the_constructor_call_are_no_statements() {
        let read = |body: &str| {
            let text = format!("class A extends B {{ A(int n) {{ {body} }} }}");
            let read = readable(&text);
            let file = SourceFile::parse("A.java", text, Language::Java).expect("a file");
            assert!(file.functions.iter().all(|function| function.broken.is_none()), "{body}");
            read.is_some_and(|read| read.contains("_uper"))
        };
        for body in [
            "n++; /* now; */ super(n);",
            "n++; // why\n super(n);",
            "if (n < 0) { n = 0; } // }\n /** and; */\n super(n);",
            "String s = \"/*\"; super /* it */ (n);",
            "char c = '\"'; // '\n super(n);",
        ] {
            assert!(read(body), "{body}");
        }
        for body in ["super(n);", "// first;\n super(n);", "/* {} */ super(n); n++;", "f(\"; super(n)\", '\\\\');"] {
            assert!(!read(body), "{body}");
        }
    }

    #[test]
    fn a_constructor_may_call_another_after_other_statements() {
        let text = "import module java.base;\nimport java.util.List;\nclass A extends B { int half; A(int n) { if (n < 0) { throw new E(); } half = n / 2; super(n); } \
                    A() { super(1); half = 0; } A(A a) { int n = a.half; this(n); } int f() { return super.f(); } }";
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("a file");
        assert_eq!(file.text, text);
        assert!(file.functions.iter().all(|function| function.broken.is_none()), "{:?}", file.functions);
        let tree = file.lower(&file.functions[0]).expect("a tree");
        let calls = |name: &str| {
            tree.preorder(tree.root)
                .into_iter()
                .any(|id| matches!(tree.kind(id), Kind::Call { name: own, .. } if own == name))
        };
        assert!(calls("super"), "it is read from the file's own text");
        assert_eq!(readable("class A { A() { super(1); } }"), None);
        assert_eq!(readable("import module java.base;").as_deref(), Some("import        java.base;"));
    }
}
