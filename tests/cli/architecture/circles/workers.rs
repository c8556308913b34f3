//! Finds circles between the files of the workers' own code, in Java and in Python.
//!
//! All Java classes are in one package, so a file has no imports of the others: it uses a file if it names the class of
//! this file. A Python file uses a file if it imports the module or a name of the module, also inside of a function.

use super::super::lexer::{Syntax, Token, read};
use super::super::scanner::{none, texts};
use super::graph::{Circle, Graph};
use mts_model::function::special_methods;
use mts_model::jdk;
use mts_model::value::port_substitutes;
use std::collections::BTreeMap;

/// The folder with the Java classes.
const JAVA: &str = "crates/mts-workers/src/harness/java";
/// The folder in which Python searches for the modules.
const PYTHON: &str = "crates/mts-workers/src/harness/python";
/// The package of the Java classes.
const PACKAGE: &str = "mts_harness";

/// The path and the text of a file.
type File = (String, String);

#[test]
fn no_files_of_the_workers_use_each_other_in_a_circle() {
    let mut java = texts(&[JAVA], "java");
    java.push((format!("{JAVA}/{}", jdk::JAVA_FILE), jdk::java_source()));
    let mut python = texts(&[PYTHON], "py");
    python.extend(
        [
            (jdk::PYTHON_MODULE, jdk::python_module()),
            (special_methods::PYTHON_MODULE, special_methods::python_module()),
            (port_substitutes::PYTHON_MODULE, port_substitutes::python_module()),
        ]
        .map(|(path, text)| (format!("{PYTHON}/{path}"), text)),
    );
    let mut problems = Vec::new();
    for (files, graph) in [(&java, java_graph(&java)), (&python, python_graph(&python, PYTHON))] {
        assert!(graph.uses() > files.len(), "the test finds the uses");
        problems.extend(graph.circles().iter().map(Circle::to_string));
    }
    none(&problems);
}

/// Returns the uses between Java files of one package. The name of a file is the name of its class.
fn java_graph(files: &[File]) -> Graph {
    let mut graph = Graph::new(files.iter().map(|(path, _)| path.clone()).collect());
    let class = |path: &str| path.rsplit('/').next().unwrap_or(path).trim_end_matches(".java").to_owned();
    let classes: BTreeMap<String, usize> = files.iter().enumerate().map(|(at, (path, _))| (class(path), at)).collect();
    for (user, (_, text)) in files.iter().enumerate() {
        let tokens = read(text, Syntax::Java);
        for (at, token) in tokens.iter().enumerate() {
            // Behind a dot is a member of another class, such as `Map.Entry`, except behind the package.
            let is_member = is_mark(&tokens, at.wrapping_sub(1), ".") && !is_mark(&tokens, at.wrapping_sub(2), PACKAGE);
            if let Some(used) = classes.get(&token.text).filter(|_| !token.is_literal && !is_member) {
                graph.add(user, *used, token.line);
            }
        }
    }
    graph
}

/// Returns the imports between Python files below a folder.
fn python_graph(files: &[File], root: &str) -> Graph {
    let mut graph = Graph::new(files.iter().map(|(path, _)| path.clone()).collect());
    let names: Vec<Vec<String>> = files.iter().map(|(path, _)| module_name(path, root)).collect();
    let modules: BTreeMap<&[String], usize> = names.iter().enumerate().map(|(at, name)| (&name[..], at)).collect();
    for (user, (path, text)) in files.iter().enumerate() {
        let package = match path.ends_with("/__init__.py") {
            true => &names[user][..],
            false => &names[user][..names[user].len() - 1],
        };
        for (line, name) in python_imports(&read(text, Syntax::Python), package) {
            // The last part is a module, or a name in the module before it.
            let parent = &name[..name.len() - 1];
            if let Some(used) = modules.get(&name[..]).or_else(|| modules.get(parent)) {
                graph.add(user, *used, line);
            }
        }
    }
    graph
}

/// Returns the parts of a Python module's name.
fn module_name(path: &str, root: &str) -> Vec<String> {
    let inside = path.strip_prefix(root).unwrap_or(path).trim_start_matches('/').trim_end_matches(".py");
    inside.split('/').filter(|part| *part != "__init__").map(str::to_owned).collect()
}

/// Returns the absolute names that a file of a package imports, with their lines.
fn python_imports(tokens: &[Token], package: &[String]) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for at in (0..tokens.len()).filter(|at| is_mark(tokens, *at, "import")) {
        let base = import_base(tokens, at, package);
        for (line, name) in imported_names(tokens, at) {
            found.push((line, [&base[..], &name].concat()));
        }
    }
    found
}

/// Returns the absolute name between `from` and the `import` at a position. Empty without `from`.
fn import_base(tokens: &[Token], import: usize, package: &[String]) -> Vec<String> {
    let before = tokens[..import].iter().rposition(|token| token.line < tokens[import].line);
    let start_of_line = before.map_or(0, |last| last + 1);
    let Some(from) = (start_of_line..import).find(|at| is_mark(tokens, *at, "from")) else { return Vec::new() };
    let words: Vec<&str> = tokens[from + 1..import].iter().map(|token| token.text.as_str()).collect();
    // The first dot stands for the package, and each further dot for the package around it.
    let dots = words.iter().take_while(|word| **word == ".").count();
    let mut base = match dots {
        0 => Vec::new(),
        _ => package[..(package.len() + 1).saturating_sub(dots)].to_vec(),
    };
    base.extend(words.iter().filter(|word| **word != ".").map(|word| (*word).to_owned()));
    base
}

/// Returns the parts of the names behind the `import` at a position, with their lines.
fn imported_names(tokens: &[Token], import: usize) -> Vec<(usize, Vec<String>)> {
    let (line, is_in_brackets) = (tokens[import].line, is_mark(tokens, import + 1, "("));
    let is_inside = |token: &&Token| if is_in_brackets { token.text != ")" } else { token.line == line };
    let inside = tokens[import + 1..].iter().take_while(is_inside);
    let words: Vec<&Token> = inside.filter(|token| token.text != "(").collect();
    let names = words.split(|word| word.text == ",").filter(|name| !name.is_empty());
    let parts = |name: &[&Token]| -> Vec<String> {
        let before_as = name.iter().map(|word| word.text.as_str()).take_while(|word| *word != "as");
        before_as.filter(|word| *word != ".").map(str::to_owned).collect()
    };
    names.map(|name| (name[0].line, parts(name))).collect()
}

/// Reports whether the token at a position is this word or mark.
fn is_mark(tokens: &[Token], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| !token.is_literal && token.text == text)
}

#[test]
fn java_classes_that_name_each_other_are_a_circle() {
    let circles = |back: &str| {
        let first = "package mts_harness;\n/** Not {@link B}. */\nfinal class A { B b; }".to_owned();
        let second = format!("package mts_harness;\nfinal class B {{ {back} }}");
        let circles =
            java_graph(&[("java/run/A.java".to_owned(), first), ("java/B.java".to_owned(), second)]).circles();
        circles.iter().map(Circle::to_string).collect::<Vec<_>>()
    };
    for none in ["", "/* A */ // A", "String s = \"A\"; char c = '\"';", "Map.A a;", "int A1; int aA;"] {
        assert_eq!(circles(none), [""; 0], "{none}");
    }
    let expected = "java/run/A.java, java/B.java:\n    java/run/A.java:3 uses java/B.java\n    java/B.java:2 uses java/run/A.java\n";
    for back in ["A a;", "Object o = A.of();", "Run r = A::of;", "mts_harness.A a;", "char c = '\"'; A a;"] {
        assert_eq!(circles(back), [expected], "{back}");
    }
}

#[test]
fn python_modules_that_import_each_other_are_a_circle() {
    let circles = |back: &str| {
        let files = [
            ("own/__init__.py", "\"\"\"The package.\"\"\""),
            ("own/a.py", "import os\nfrom .b.c import d"),
            ("own/b/__init__.py", ""),
            ("own/b/c.py", back),
        ];
        let files = files.map(|(path, text)| (format!("python/{path}"), text.to_owned()));
        python_graph(&files, "python").circles().into_iter().map(|circle| circle.files).collect::<Vec<_>>()
    };
    for none in [
        "import a",
        "from a import d",
        "from . import a",
        "from .. import e",
        "'''from ..a import e'''",
        "# from ..a import e",
        "def f():\n    raise E from own\nimport os",
    ] {
        assert_eq!(circles(none), Vec::<Vec<String>>::new(), "{none}");
    }
    for back in [
        "from ..a import e",
        "from .. import e, a",
        "from ..a import (\n    e as f,\n    g,\n)",
        "from .. import (\n    e,\n    a,\n)",
        "from own.a import *",
        "from own import a as b",
        "import os, own.a as b",
        "def f():\n    from ..a import e",
    ] {
        assert_eq!(circles(back), [["python/own/a.py", "python/own/b/c.py"]], "{back}");
    }
}
