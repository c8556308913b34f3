//! Finds the spans of a function's name and parameters, and all parameter uses.

use crate::{SourceFile, java, python};
use mts_model::{Function, Language, Span};
use tree_sitter::Node;

/// The spans of a function's name and parameters in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name of the function.
    pub name: Span,
    /// The text range between the parentheses.
    pub list: Span,
    /// Each parameter with its type and modifiers, including the receiver.
    pub params: Vec<Span>,
    /// True if the function has its own type parameters.
    pub is_generic: bool,
}

/// Returns the signature spans of a function; `None` if it has no parameter list.
#[must_use]
pub fn head(file: &SourceFile, function: &Function) -> Option<Head> {
    let node = node_of(file, function)?;
    let list = node.child_by_field_name("parameters")?;
    let mut cursor = list.walk();
    let params = list.named_children(&mut cursor).filter(|child| !child.is_extra()).map(span).collect();
    let is_generic = node.child_by_field_name("type_parameters").is_some();
    let list = span(list);
    Some(Head {
        name: span(node.child_by_field_name("name")?),
        list: Span::new(list.start + 1, list.end.checked_sub(1)?),
        params,
        is_generic,
    })
}

/// Returns every occurrence of a parameter in the function, including the declaration.
///
/// Returns `None` if the name may have another meaning. Either code binds the name again, or Python code may read the
/// name at run time with `locals`, `vars`, `globals`, `eval` or `exec`.
#[must_use]
pub fn uses(file: &SourceFile, function: &Function, name: &str) -> Option<Vec<Span>> {
    let root = node_of(file, function)?;
    let (mut found, mut is_clear) = (Vec::new(), true);
    with_ancestors(root, file.language, |node, parent, is_bound| {
        if node.kind() != "identifier" {
            return;
        }
        let text = span(node).slice(&file.text);
        if file.language == Language::Python && matches!(text, "locals" | "vars" | "eval" | "exec" | "globals") {
            is_clear = false;
        }
        if text != name {
            return;
        }
        if parent.is_some_and(|parent| is_member(node, parent, root, file.language)) {
            return;
        }
        match parent.filter(|_| !is_bound) {
            Some(_) => found.push(span(node)),
            None => is_clear = false,
        }
    });
    is_clear.then_some(found)
}

/// Visits every node with its parent.
///
/// `see` also gets whether an ancestor may bind the names of the node again. The function keeps the ancestors, because
/// `Node::parent` searches from the root, which takes cubic time in a long expression.
fn with_ancestors<'t>(root: Node<'t>, language: Language, mut see: impl FnMut(Node<'t>, Option<Node<'t>>, bool)) {
    let mut cursor = root.walk();
    let mut above: Vec<(Node<'t>, bool)> = Vec::new();
    loop {
        let node = cursor.node();
        let is_bound = above.last().is_some_and(|(parent, is_bound)| {
            *is_bound || *parent != root && binds_again(*parent, node, root, language)
        });
        see(node, above.last().map(|(parent, _)| *parent), is_bound);
        if cursor.goto_first_child() {
            above.push((node, is_bound));
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            above.pop();
        }
    }
}

/// Reports whether an identifier names something other than a variable.
///
/// Examples are a field, a method, a label, a keyword argument, an annotation, and the function itself.
fn is_member(node: Node<'_>, parent: Node<'_>, root: Node<'_>, language: Language) -> bool {
    let is_field = |name: &str| parent.child_by_field_name(name) == Some(node);
    let own = match (language, parent.kind()) {
        (Language::Java, "field_access") => is_field("field"),
        (Language::Java, "method_invocation" | "element_value_pair") => is_field("name") || is_field("key"),
        (Language::Java, "method_reference") => parent.named_child(0) != Some(node),
        (Language::Java, "labeled_statement") => parent.named_child(0) == Some(node),
        (Language::Java, "break_statement" | "continue_statement" | "switch_label" | "marker_annotation")
        | (Language::Java, "annotation") => true,
        (Language::Python, "attribute") => is_field("attribute"),
        (Language::Python, "keyword_argument") => is_field("name"),
        _ => false,
    };
    own || (parent == root && is_field("name"))
}

/// Reports whether a node may give another meaning to the names in this child.
fn binds_again(node: Node<'_>, child: Node<'_>, root: Node<'_>, language: Language) -> bool {
    let is_field = |name: &str| node.child_by_field_name(name) == Some(child);
    match node.kind() {
        "class_body" | "scoped_identifier" | "catch_formal_parameter" => true,
        "global_statement" | "nonlocal_statement" | "import_statement" | "import_from_statement" => true,
        "lambda_expression" | "lambda" => is_field("parameters"),
        "function_definition" | "class_definition" => !is_field("body"),
        "for_in_clause" => is_field("left"),
        "variable_declarator" | "enhanced_for_statement" | "resource" if language == Language::Java => {
            is_field("name") && !is_in_head(node, root)
        }
        _ => false,
    }
}

/// Reports whether a node is in the parameter list.
///
/// The grammar declares a varargs parameter like a variable.
fn is_in_head(node: Node<'_>, root: Node<'_>) -> bool {
    root.child_by_field_name("parameters").is_some_and(|list| list.end_byte() >= node.end_byte())
}

fn node_of<'f>(file: &'f SourceFile, function: &Function) -> Option<Node<'f>> {
    match file.language {
        Language::Java => java::node_of(file, function),
        Language::Python => python::definition(file, function),
    }
}

fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses_in(text: &str, language: Language, name: &str) -> Option<usize> {
        let file = SourceFile::parse("A", text.to_owned(), language).expect("parses");
        uses(&file, &file.functions[0], name).map(|found| found.len())
    }

    #[test]
    fn a_signature_has_the_span_of_its_name_and_of_each_parameter() {
        let text = "class A { static <T> int f ( final int a [ ], T... b ) { return 0; } int g() { return 1; } }";
        let file = SourceFile::parse("A.java", text.to_owned(), Language::Java).expect("parses");
        let found = head(&file, &file.functions[0]).expect("a head");
        assert_eq!(found.list.slice(text).trim(), "final int a [ ], T... b");
        assert_eq!(found.params.iter().map(|p| p.slice(text)).collect::<Vec<_>>(), ["final int a [ ]", "T... b"]);
        assert!(found.is_generic && found.name.slice(text) == "f");
        assert!(head(&file, &file.functions[1]).expect("a head").list.is_empty());
        let text = "def f(self, a, b=1):\n    return a\n";
        let file = SourceFile::parse("a.py", text.to_owned(), Language::Python).expect("parses");
        let found = head(&file, &file.functions[0]).expect("a head");
        assert_eq!((found.params.len(), found.list.slice(text)), (3, "self, a, b=1"));
    }

    #[test]
    fn only_names_that_refer_to_the_parameter_are_its_uses() {
        let java = |body: &str| uses_in(&format!("class A {{ int f(int a) {{ {body} }} }}"), Language::Java, "a");
        assert_eq!(java("a: while (a > 0) { this.a = a(b.a, \"a\"); break a; } return a; // a"), Some(3));
        assert_eq!(java("Runnable r = () -> g(a);"), Some(2));
        assert_eq!(java("new Object() { int a = 1; };"), None);
        let python = |body: &str| uses_in(&format!("def f(a):\n    {body}\n"), Language::Python, "a");
        assert_eq!(python("return g(a, a=a) + b.a + f'{a} a'"), Some(4));
        assert_eq!(python("return [a for x in a]"), Some(3));
        for body in ["return [a for a in b]", "return lambda a: a", "return locals()", "global a"] {
            assert_eq!(python(body), None, "{body}");
        }
    }
}
