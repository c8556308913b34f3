//! The definitions of a file: the parts that a change can touch.
//!
//! The change impact analysis compares the definitions of two revisions. From a changed definition, the analysis
//! follows the words of its tokens to other definitions. The modules `java` and `python` find the definitions.

use mts_model::Span;
use std::collections::BTreeSet;

/// A part of a file: a named definition, or code without a name.
///
/// Code without a name runs when the file is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The names that the part defines; empty for code without a name.
    ///
    /// A method that the language calls implicitly, such as `toString` or `__init__`, also has the name of its class.
    pub names: Vec<String>,
    /// The names of the enclosing classes, outermost first.
    pub scope: Vec<String>,
    /// The scope of the class, if all code of the class depends on this part.
    ///
    /// Examples are constructors, methods that the language calls implicitly, class headers and code
    /// without a name. If all code of the file depends on this part, the scope is empty.
    pub class: Option<Vec<String>>,
    /// The text range of the part.
    pub span: Span,
    /// The tokens without comments, docstrings, annotations and type hints.
    ///
    /// A docstring that code may read stays, and so does a type hint with an effect at run time. Modifiers that do not
    /// change the behaviour of code are absent.
    pub tokens: Vec<String>,
    /// Whether the part consists only of the base classes of a class.
    ///
    /// Python runs the hooks of base classes, such as `__init_subclass__`, when it loads the file. Without a hook,
    /// the part does not run code.
    pub is_subclass: bool,
    /// Whether code may reach the part through a base class of its class.
    pub is_virtual: bool,
    /// The names of the base classes, interfaces and metaclass, for the header of a class.
    pub bases: Vec<String>,
}

impl Definition {
    /// Creates a part on which no other part of its class depends.
    pub(crate) fn new(names: Vec<String>, scope: &[String], span: Span, tokens: Vec<String>) -> Self {
        let (class, bases) = Default::default();
        Self { names, scope: scope.to_vec(), class, span, tokens, is_subclass: false, is_virtual: false, bases }
    }

    /// Reports whether the part is the header of the class with this name.
    #[must_use]
    pub fn is_header_of(&self, class: &str) -> bool {
        self.class
            .as_ref()
            .is_some_and(|path| path.len() > self.scope.len() && path.last().is_some_and(|last| last == class))
    }

    /// Returns the name `word` if this part is a `from` import that binds the name.
    ///
    /// Returns `None` for other code and for an import of one name. Also returns `None` if the import renames any name,
    /// or if `word` is a part of the module's name.
    #[must_use]
    pub fn imported(&self, word: &str) -> Option<&str> {
        let renames = self.tokens.iter().any(|token| token == "as");
        if renames || self.names.len() < 2 || self.tokens.first().is_none_or(|first| first != "from") {
            return None;
        }
        let mut module = self.tokens.iter().take_while(|token| *token != "import");
        let name = self.names.iter().find(|name| *name == word)?;
        (!module.any(|token| token == word)).then_some(name)
    }

    /// Returns the words of the tokens, also the words in strings.
    ///
    /// Code may find a definition at run time by a name in a string.
    #[must_use]
    pub fn words(&self) -> BTreeSet<&str> {
        self.tokens.iter().flat_map(|token| words(token)).collect()
    }
}

/// Returns the simple names of the base classes in a header, without type arguments.
///
/// The names include interfaces, and the names and values of Python's keyword arguments except the word `metaclass`.
pub(crate) fn base_names(list: &str) -> Vec<String> {
    let (mut depth, mut plain) = (0_usize, String::new());
    for c in list.chars() {
        match c {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let names = plain.split(|c: char| c.is_whitespace() || matches!(c, ',' | '='));
    let names = names.filter_map(|name| name.rsplit('.').next());
    let is_name = |name: &&str| !matches!(*name, "" | "extends" | "implements" | "metaclass");
    names.filter(is_name).map(str::to_owned).collect()
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
        let language = Language::from_path(path).unwrap();
        let file = SourceFile::parse(path, text.to_owned(), language).unwrap();
        let line = |d: Definition| format!("{}|{}|{}", d.scope.join("."), d.names.join(","), d.tokens.join(" "));
        file.definitions().into_iter().filter(|d| !d.is_subclass).map(line).collect()
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

    #[test]
    fn a_name_finds_only_its_own_part_of_an_import_of_several_names() {
        let text = "from m import x, y, z\nimport a, b\ndef x(): return y\nfrom m import x as y, z as x\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).unwrap();
        let all = file.definitions();
        assert_eq!(all[0].imported("x"), Some("x"));
        assert_eq!(["m", "q"].map(|word| all[0].imported(word)), [None; 2], "the module, or another name");
        assert_eq!(all[3].imported("x"), None, "an alias is another name");
        assert_eq!([&all[1], &all[2]].map(|part| part.imported("a")), [None; 2]);
    }

    #[test]
    fn the_header_of_a_class_has_its_bases_and_a_method_may_override() {
        let java =
            "class A<T> extends B<T> implements C, q.D { void f() { } private void g() { } static void h() { } }";
        let python = "class A(B[T], m.C, metaclass=D):\n    n = 1\n    def f(self): pass\n";
        for (path, text, bases, overriding) in
            [("A.java", java, &["B", "C", "D"][..], &["f"][..]), ("a.py", python, &["B", "C", "D"], &["n", "f"])]
        {
            let file = SourceFile::parse(path, text.to_owned(), Language::from_path(path).unwrap()).unwrap();
            let all = file.definitions();
            let header = all.iter().find(|part| part.is_header_of("A")).expect("a header");
            assert_eq!(header.bases, bases);
            let names = all.iter().filter(|part| part.is_virtual).flat_map(|part| &part.names);
            assert_eq!(names.collect::<Vec<_>>(), overriding);
        }
    }

    /// Reports whether code without a name differs between two texts of a Python file.
    fn changes_all(before: &str, after: &str) -> bool {
        let reaching = |text: &str| {
            let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).unwrap();
            let all = file.definitions().into_iter().filter(|d| !d.is_subclass);
            let all = all.filter(|d| d.class == Some(Vec::new()) && d.names.is_empty());
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
        for (old, new) in [("a, b", "a: int, b"), ("b=1", "b=2"), ("def", "@property\ndef"), ("(Base)", "(Other)")] {
            assert!(!changes_all(plain, &plain.replace(old, new)), "{new}");
        }
        assert!(changes_all(plain, &format!("from m import *\n{plain}")));
    }

    #[test]
    fn a_decorator_is_harmless_only_if_the_library_defines_its_name() {
        let function = "def f(a):\n    return a\n";
        let runs = |before: &str, decorator: &str| {
            changes_all(&format!("{before}{function}"), &format!("{before}@{decorator}\n{function}"))
        };
        for (before, decorator) in [
            ("from functools import cache\n", "cache"),
            ("import functools\n", "functools.cache"),
            ("import functools as ft\n", "ft.cache"),
            ("from abc import *\n", "property"),
            ("", "property"),
        ] {
            assert!(!runs(before, decorator), "{before}{decorator}");
        }
        for (before, decorator) in [
            ("", "cache"),
            ("from helpers import cache\n", "cache"),
            ("from .functools import cache\n", "cache"),
            ("from functools import cache\ncache = mine\n", "cache"),
            ("from functools import cache\nfor cache in x:\n    pass\n", "cache"),
            ("from functools import cache\ndef g():\n    global cache\n    cache = 1\n", "cache"),
            ("def property(f):\n    return f\n", "property"),
            ("from helpers import *\n", "property"),
            ("import helpers\n", "helpers.cache"),
            ("x = Mine()\n", "x.setter"),
        ] {
            assert!(runs(before, decorator), "{before}{decorator}");
        }
    }

    #[test]
    fn an_accessor_decorator_of_a_property_is_harmless() {
        let class = |getter: &str, setter: &str| {
            format!(
                "class K:\n    @{getter}\n    def n(self):\n        return 1\n    {setter}\n    def n(self, v):\n        pass\n"
            )
        };
        assert!(!changes_all(&class("property", ""), &class("property", "@n.setter")));
        assert!(changes_all(&class("mine", ""), &class("mine", "@n.setter")));
    }

    #[test]
    fn a_metaclass_of_the_project_and_an_argument_of_a_class_run_code() {
        let imports = "from abc import ABCMeta\nfrom m import Meta\n";
        let class = |bases: &str| format!("{imports}class K({bases}):\n    pass\n");
        assert!(!changes_all(&class("B"), &class("B, metaclass=ABCMeta")));
        assert!(changes_all(&class("B"), &class("B, metaclass=Meta")));
        assert!(changes_all(&class("B"), &class("B, flag=1")));
        assert!(changes_all(&class("B"), &class("B[1]")));
    }

    #[test]
    fn a_subscript_runs_code_unless_its_value_is_of_the_library() {
        let imports = "import typing\nfrom collections.abc import Mapping\nfrom m import K\n";
        let function = |hint: &str| format!("{imports}def f(a: {hint}, b=1):\n    return a\n");
        for hint in ["list[int]", "typing.List[int]", "Mapping[str, int]"] {
            assert!(!changes_all(&function("int"), &function(hint)), "{hint}");
        }
        for hint in ["K[1]", "list[K[1]]", "m.K[1]"] {
            assert!(changes_all(&function("int"), &function(hint)), "{hint}");
        }
        let shadowed = |hint: &str| format!("from m import list\n{}", function(hint));
        assert!(changes_all(&shadowed("int"), &shadowed("list[int]")));
        assert!(changes_all(&function("int"), &function("int").replace("b=1", "b=K[1]")));
        let reaches = |text: &str| {
            let file = SourceFile::parse("a.py", format!("{imports}{text}"), Language::Python).unwrap();
            file.definitions().iter().any(|d| d.names == ["x"] && d.class.is_some())
        };
        assert!(reaches("x = K[1]\n") && reaches("x: K[1] = 1\n"));
        assert!(!reaches("x = {1: 2}[1]\n") && !reaches("x: typing.Dict[str, int] = {}\n"));
        assert_ne!(described("a.py", "x: K[1] = 1\n"), described("a.py", "x: K[2] = 1\n"));
    }

    #[test]
    fn a_class_body_that_runs_code_of_the_project_reaches_all_code_of_its_file() {
        let class = |value: &str| format!("from dataclasses import field\nclass K:\n    n = {value}\n");
        let reached = |value: &str| {
            let file = SourceFile::parse("a.py", class(value), Language::Python).unwrap();
            file.definitions().into_iter().find(|d| d.names == ["n"]).and_then(|d| d.class)
        };
        assert_eq!(reached("g()"), Some(Vec::new()));
        assert_eq!(reached("field(default=1)"), Some(vec!["K".to_owned()]));
        assert_eq!(reached("field(default=g())"), Some(Vec::new()));
        assert_eq!(reached("1"), None);
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
    fn a_type_hint_matters_if_code_reads_it_or_it_changes_the_kind_of_a_field() {
        let hinted = |text: &str, hint: &str| described("a.py", &text.replace("HINT", hint)).concat();
        let differ = |text: &str| hinted(text, "int") != hinted(text, "float");
        assert!(!differ("def f(a: HINT, b: HINT = 1) -> HINT:\n    return a\n\n\nx: HINT = 1\n"));
        assert!(differ("def f(a: HINT):\n    return f.__annotations__\n"));
        let field = "@dataclass\nclass K:\n    n: HINT = 1\n";
        assert_ne!(hinted(field, "int"), hinted(field, "ClassVar[int]"));
    }

    #[test]
    fn text_without_effect_does_not_change_the_tokens() {
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
