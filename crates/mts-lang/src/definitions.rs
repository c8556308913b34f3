//! The definitions of a file: the parts that a change can touch.
//!
//! The change impact analysis compares definitions, and follows their words to other definitions.
//! The modules `java` and `python` find the definitions.

use mts_model::Span;
use std::collections::BTreeSet;

/// A part of a file: a named definition, or code without a name.
///
/// Code without a name runs when the file is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The names that the part defines; empty for code without a name.
    pub names: Vec<String>,
    /// The names of the enclosing classes, outermost first.
    pub scope: Vec<String>,
    /// The scope of the class, if all code of the class depends on this part.
    ///
    /// Such parts are constructors, class headers and code without a name. Code outside classes has
    /// the empty scope.
    pub class: Option<Vec<String>>,
    /// The text range of the part.
    pub span: Span,
    /// The tokens without comments, docstrings, annotations and type hints, and without modifiers that
    /// do not change what code does.
    pub tokens: Vec<String>,
}

impl Definition {
    /// Returns the words of the tokens, also the words in strings.
    ///
    /// Code may find a definition at run time by a name in a string.
    #[must_use]
    pub fn words(&self) -> BTreeSet<&str> {
        self.tokens.iter().flat_map(|token| words(token)).collect()
    }
}

/// Returns the words of a text: runs of letters, digits and underscores.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceFile;
    use mts_model::Language;

    fn described(path: &str, text: &str) -> Vec<String> {
        let language = Language::of_path(path).unwrap();
        let file = SourceFile::parse(path, text.to_owned(), language).unwrap();
        let line = |d: Definition| format!("{}|{}|{}", d.scope.join("."), d.names.join(","), d.tokens.join(" "));
        file.definitions().into_iter().map(line).collect()
    }

    #[test]
    fn java_definitions_are_headers_members_and_initialisers() {
        let text = "package p;\nimport q.R;\n@X public class A extends B {\n  /** doc */ private static final int C = 1, D = 2;\n\
                    static { D2.run(); }\n  A() { }\n  @Override public int f(final int x) { return x; }\n\
                    enum E { ONE(1), TWO; }\n}\n";
        assert_eq!(
            described("A.java", text),
            [
                "|R|import q . R ;",
                "|A|class A extends B",
                "A|C,D|static final int C = 1 , D = 2 ;",
                "A||static { D2 . run ( ) ; }",
                "A|A|A ( ) { }",
                "A|f|int f ( int x ) { return x ; }",
                "A|E|enum E",
                "A.E|ONE|ONE ( 1 )",
                "A.E|TWO|TWO",
            ]
        );
    }

    #[test]
    fn python_definitions_are_headers_members_and_statements() {
        let text = "\"\"\"doc\"\"\"\nimport a.b, c as d\nfrom m import x as y, z\nR: int = 3\n\
                    class K(Base):\n    \"\"\"doc\"\"\"\n    n: int\n    def f(self, p: int = 1) -> int:\n        return p\n\
                    K.f = other\nif R:\n    def g(): return 1\nelse:\n    def g(): return 2\n\
                    if __name__ == '__main__':\n    g()\n";
        assert_eq!(
            described("a.py", text),
            [
                "|a,d|import a . b , c as d",
                "|y,z|from m import x as y , z",
                "|R|R = 3",
                "|K|class K ( Base ) n",
                "K|n|n",
                "K|f|def f ( self , p = 1 ) : INDENT return p NEWLINE DEDENT",
                "||K . f = other",
                "||if R : INDENT g NEWLINE DEDENT else : INDENT g NEWLINE DEDENT",
                "|g|def g ( ) : INDENT return 1 NEWLINE DEDENT",
                "|g|def g ( ) : INDENT return 2 NEWLINE DEDENT",
            ]
        );
    }

    #[test]
    fn an_assignment_with_an_effect_reaches_all_code_of_its_class_or_file() {
        let text = "a = 1\nb = f(1)\nc = (a := 2)\nd = [g(x) for x in e]\nclass K:\n    n = 1\n    __bool__ = other\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).unwrap();
        let reaching = file.definitions().into_iter().filter(|d| d.class.is_some()).flat_map(|d| d.names);
        assert_eq!(reaching.collect::<Vec<_>>(), ["b", "c", "d", "K", "__bool__"]);
    }

    /// Returns the places of a Python file whose code without a name differs between two texts.
    fn changes_all(before: &str, after: &str) -> bool {
        let reaching = |text: &str| {
            let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).unwrap();
            let all = file.definitions().into_iter().filter(|d| d.class == Some(Vec::new()) && d.names.is_empty());
            all.map(|d| d.tokens).collect::<Vec<_>>()
        };
        reaching(before) != reaching(after)
    }

    #[test]
    fn a_header_that_runs_code_reaches_all_code_of_its_file() {
        let plain = "def f(a, b=1):\n    return a\n\n\nclass K(Base):\n    pass\n";
        for (old, new) in
            [("a, b", "a: g(), b"), ("b=1", "b=g()"), ("def", "@g\ndef"), ("(Base)", "(g())"), ("class", "@g()\nclass")]
        {
            assert!(changes_all(plain, &plain.replace(old, new)), "{new}");
        }
        for (old, new) in
            [("a, b", "a: int, b"), ("b=1", "b=2"), ("def", "@functools.cache\ndef"), ("(Base)", "(Other)")]
        {
            assert!(!changes_all(plain, &plain.replace(old, new)), "{new}");
        }
        assert!(changes_all(plain, &format!("from m import *\n{plain}")));
    }

    #[test]
    fn a_main_guard_is_code_if_the_file_may_bind_the_name_of_the_module() {
        let guard = "if __name__ == '__main__':\n    f()\n";
        let read = "log = getLogger(__name__)\nx = f'{__name__}.y'\nn = type(x).__name__\n";
        assert!(!changes_all(&format!("{read}{guard}"), &format!("{read}{guard}    g()\n")));
        for binding in [
            "__name__ = x\n",
            "from m import x as __name__\n",
            "globals()['__name__'] = x\n",
            "def __name__(): pass\n",
            "m.__name__ = x\n",
        ] {
            assert!(changes_all(&format!("{binding}{guard}"), &format!("{binding}{guard}    g()\n")), "{binding}");
        }
    }

    #[test]
    fn a_type_hint_is_code_if_code_reads_it_or_it_makes_a_field_of_another_kind() {
        let hinted = |text: &str, hint: &str| described("a.py", &text.replace("HINT", hint)).concat();
        let differ = |text: &str| hinted(text, "int") != hinted(text, "float");
        assert!(!differ("def f(a: HINT, b: HINT = 1) -> HINT:\n    return a\n\n\nx: HINT = 1\n"));
        assert!(differ("def f(a: HINT):\n    return f.__annotations__\n"));
        let field = "@dataclass\nclass K:\n    n: HINT = 1\n";
        assert_ne!(hinted(field, "int"), hinted(field, "ClassVar[int]"));
    }

    #[test]
    fn text_without_meaning_does_not_change_the_tokens() {
        let java = |text: &str| described("A.java", text).concat();
        let python = |text: &str| described("a.py", text).concat();
        let plain = java("class A { int x = 1; int f(int a) { return a; } }");
        assert_eq!(
            plain,
            java(
                "/** d */ public final class A {\n // c\n @Y private int x = 1;\n\n @Z int f(@N int a) { return a; } }"
            )
        );
        assert_ne!(plain, java("class A { int x = 1; private int f(int a) { return a; } }"), "another overload");
        assert_ne!(plain, java("class A { final int x = 1; int f(int a) { return a; } }"), "another initialisation");
        assert_ne!(plain, java("class A { static int x = 1; int f(int a) { return a; } }"));
        let plain = python("x = 1\n\ndef f(a, b=2):\n    return a\n");
        assert_eq!(
            plain,
            python("'doc'\nx: int = 1  # c\ndef f(a: int, b: int = 2) -> int:\n    'doc'\n\n    return a\n")
        );
        assert_ne!(plain, python("x = 1\n\n@d\ndef f(a, b=2):\n    return a\n"));
    }
}
