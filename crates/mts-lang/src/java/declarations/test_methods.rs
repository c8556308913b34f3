//! Recognises the methods that a test framework calls: JUnit 3, 4 and 5, and TestNG.
//!
//! These methods test the code and have no port.

use super::is_class;
use crate::SourceFile;
use tree_sitter::Node;

/// The packages of the test frameworks.
const FRAMEWORKS: [&str; 3] = ["org.junit", "org.testng", "junit.framework"];

/// Recognises the test methods of a file.
#[derive(Clone, Copy)]
pub(super) struct TestMethods<'f> {
    text: &'f str,
    /// True if the file imports a test framework.
    imports: bool,
}

impl<'f> TestMethods<'f> {
    /// Finds out whether a file imports a test framework.
    pub fn new(file: &'f SourceFile) -> Self {
        let text = file.text.as_str();
        let root = file.root();
        let mut cursor = root.walk();
        let mut imported = root.children(&mut cursor).filter(|node| node.kind() == "import_declaration");
        let is_framework = |node: Node<'_>| {
            let mut cursor = node.walk();
            let mut names = node.named_children(&mut cursor);
            names.any(|name| FRAMEWORKS.iter().any(|framework| is_in_package(name_of(name, text), framework)))
        };
        Self { text, imports: imported.any(is_framework) }
    }

    /// Reports whether the method or constructor belongs to a test.
    ///
    /// The file must import a test framework. Then a method belongs to a test if it has an annotation of
    /// a framework, or if its class extends `TestCase`.
    pub fn contains(self, function: Node<'_>) -> bool {
        self.imports && (self.is_annotated(function) || self.is_in_test_case(function))
    }

    fn is_annotated(self, function: Node<'_>) -> bool {
        let mut cursor = function.walk();
        let Some(modifiers) = function.children(&mut cursor).find(|node| node.kind() == "modifiers") else {
            return false;
        };
        let mut cursor = modifiers.walk();
        let mut names = modifiers.children(&mut cursor).filter_map(|node| node.child_by_field_name("name"));
        names.any(|name| {
            let name = self.simple(name);
            let step = ["Before", "After"].iter().find_map(|word| name.strip_prefix(word));
            let is_step = |rest| matches!(rest, "" | "Class" | "Each" | "All" | "Method" | "Suite" | "Test" | "Groups");
            step.is_some_and(is_step)
                || matches!(name, "Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory" | "TestTemplate")
        })
    }

    fn is_in_test_case(self, function: Node<'_>) -> bool {
        let mut at = function;
        while let Some(around) = at.parent() {
            if is_class(around.kind()) {
                let superclass = around.child_by_field_name("superclass").and_then(|node| node.named_child(0));
                return superclass.is_some_and(|name| self.simple(name) == "TestCase");
            }
            at = around;
        }
        false
    }

    fn simple(self, name: Node<'_>) -> &'f str {
        let name = name_of(name, self.text);
        name.rsplit_once('.').map_or(name, |(_, simple)| simple)
    }
}

fn name_of<'f>(node: Node<'_>, text: &'f str) -> &'f str {
    node.utf8_text(text.as_bytes()).unwrap_or_default()
}

fn is_in_package(name: &str, package: &str) -> bool {
    name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
