//! Counts the places of a file that may name a function.

use crate::SourceFile;
use crate::python::{scopes, span_of};
use mts_model::Language;
use tree_sitter::Node;

/// Returns the number of places that may name a function called `name`.
///
/// The places are declarations, calls, references and imports. Comments and strings do not count. In Java, a variable
/// or a field of this name is not the function. In Python, a local variable or a keyword of a call is not the function.
#[must_use]
pub fn mentions(file: &SourceFile, name: &str) -> usize {
    let mut count = 0;
    let mut todo = vec![file.root()];
    while let Some(node) = todo.pop() {
        if node.kind() == "identifier" {
            count += usize::from(span_of(node).slice(&file.text) == name);
            continue;
        }
        for (at, child) in children(node).into_iter().enumerate() {
            let is_other = match file.language {
                Language::Java => child.kind() == "identifier" && !is_method_name(node, child, at),
                Language::Python => is_hidden(node, child, name, &file.text),
            };
            if !is_other {
                todo.push(child);
            }
        }
    }
    count
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// Reports whether an identifier may name a method. Java keeps the names of methods apart from those of variables.
fn is_method_name(parent: Node<'_>, child: Node<'_>, at: usize) -> bool {
    match parent.kind() {
        "method_declaration" | "method_invocation" => parent.child_by_field_name("name") == Some(child),
        "method_reference" => at > 0,
        // An import, or a text that does not parse.
        "scoped_identifier" | "ERROR" => true,
        _ => false,
    }
}

/// Reports whether a Python node cannot name a function called `name`.
///
/// The node can name only a keyword of a call, a parameter or a local variable.
fn is_hidden(parent: Node<'_>, child: Node<'_>, name: &str, text: &str) -> bool {
    let is_field = |field: &str| parent.child_by_field_name(field) == Some(child);
    match parent.kind() {
        "keyword_argument" => is_field("name"),
        "function_definition" => is_field("body") && scopes::binds(parent, name, text),
        "parameters" | "lambda_parameters" => child.kind() == "identifier",
        "default_parameter" | "typed_default_parameter" => is_field("name"),
        "typed_parameter" | "list_splat_pattern" | "dictionary_splat_pattern" => parent.named_child(0) == Some(child),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, language: Language) -> usize {
        mentions(&SourceFile::parse("A", text.to_owned(), language).expect("parses"), "sum")
    }

    #[test]
    fn comments_strings_and_java_variables_do_not_mention_a_method() {
        let text = r#"class A {
            /** The sum of sum. */
            int sum(int a) { int sum = a; sum++; return sum(sum) + this.sum(1); } // sum
            Object other() { String s = "sum"; this.sum = 1; return (F) this::sum; }
        }"#;
        assert_eq!(count(text, Language::Java), 4, "a declaration, two calls and a reference");
        assert_eq!(count("import static a.B.sum; class A { }", Language::Java), 1);
    }

    #[test]
    fn a_local_name_of_another_python_function_does_not_mention_the_function() {
        let text = "def sum(a):\n    '''The sum.'''\n    return a  # sum\n";
        assert_eq!(count(text, Language::Python), 1);
        let with = |more: &str| count(&format!("{text}{more}"), Language::Python) - 1;
        for (more, expected) in [
            ("def f(sum):\n    return sum + 1\n", 0),
            ("def f(x):\n    sum = x\n    return sum\n", 0),
            ("def f(x):\n    for sum in x:\n        print(sum)\n", 0),
            ("def f(x):\n    return sum(x)\n", 1),
            ("def f(x, g=sum):\n    sum = g\n    return sum\n", 1),
            ("def f(x):\n    global sum\n    sum = x\n", 2),
            ("f(sum=1)\n", 0),
            ("f(sum)\n", 1),
            ("x.sum\n", 1),
            ("def f(x):\n    x.sum = 1\n    return sum\n", 2),
        ] {
            assert_eq!(with(more), expected, "{more}");
        }
    }
}
