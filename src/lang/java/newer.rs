//! Java that is newer than the grammar: text of the same length that the grammar reads as it is meant.
//! Spans hold in both, and what is read from a file is always its own text.

/// The text as Java of before 25: `super(..)` and `this(..)` behind other statements of a constructor as calls of
/// methods, the import of a module as one of a class; `None` where there is nothing of it.
pub(in crate::lang) fn readable(text: &str) -> Option<String> {
    let mut out: Option<Vec<u8>> = None;
    for (at, word) in text.match_indices("module ") {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        if line.trim() == "import" {
            out.get_or_insert_with(|| text.as_bytes().to_vec())[at..at + word.len()].fill(b' ');
        }
    }
    for word in ["super", "this"] {
        for (at, _) in text.match_indices(word) {
            let before = text[..at].trim_end();
            let is_call = text[at + word.len()..].trim_start().starts_with('(');
            if is_call && before.ends_with([';', '}']) {
                out.get_or_insert_with(|| text.as_bytes().to_vec())[at] = b'_';
            }
        }
    }
    String::from_utf8(out?).ok()
}

#[cfg(test)]
mod tests {
    use super::readable;
    use crate::lang::SourceFile;
    use crate::lang::core::Kind;
    use crate::model::Language;

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
