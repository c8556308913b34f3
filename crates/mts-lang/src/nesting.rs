//! Bounds the depth of trees.
//!
//! The module removes the parts of a parsed text that are nested too deeply. The caller then parses the text again,
//! so that no tree is too deep. The tool does not analyse functions that contain a removed part.

use mts_model::nesting::{MOST_LEVELS, MOST_TYPE_LEVELS};
use mts_model::{Language, Span};
use tree_sitter::{Node, Tree};

/// A part of a text that the tool removes before the final parse.
struct TooDeep {
    span: Span,
    /// The first and last byte of the replacement, with blanks between them.
    ///
    /// The node around the part therefore keeps its span.
    ends: [u8; 2],
}

/// Returns the text without parts that are too deep, and these parts.
///
/// The text keeps its length and its lines. Returns `None` if no part is too deep.
pub(crate) fn shallow(text: &str, tree: &Tree, language: Language) -> Option<(String, Vec<Span>)> {
    // Each level needs at least one character, and each level of a type needs a bracket.
    if text.len() < MOST_LEVELS && text.matches(['<', '[']).count() <= MOST_TYPE_LEVELS {
        return None;
    }
    let deep = too_deep(tree, language);
    if deep.is_empty() {
        return None;
    }
    let mut out = text.as_bytes().to_vec();
    for part in &deep {
        let own = &mut out[part.span.start..part.span.end];
        own.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        if let ([first, .., last], [open, close]) = (own, part.ends) {
            (*first, *last) = (open, close);
        }
    }
    Some((String::from_utf8(out).ok()?, deep.into_iter().map(|part| part.span).collect()))
}

/// Returns the reason if the function contains a part that is too deep.
pub(crate) fn reason(deep: &[Span], function: Span, text: &str) -> Option<String> {
    let part = deep.iter().find(|part| function.contains(**part))?;
    Some(format!(
        "the code at line {} is nested too deeply: code may have at most {MOST_LEVELS} levels, and a type at most {MOST_TYPE_LEVELS} levels",
        part.line(text)
    ))
}

fn too_deep(tree: &Tree, language: Language) -> Vec<TooDeep> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    let mut path: Vec<Node<'_>> = Vec::new();
    let mut types = 0;
    loop {
        let node = cursor.node();
        types += usize::from(is_type_level(node));
        path.push(node);
        let up = if path.len() > MOST_LEVELS || types > MOST_TYPE_LEVELS {
            let (at, part) = choose_removal(&path, language);
            found.push(part);
            at
        } else if cursor.goto_first_child() {
            continue;
        } else {
            path.len() - 1
        };
        let mut leave = |path: &mut Vec<Node<'_>>| types -= usize::from(path.pop().is_some_and(is_type_level));
        while path.len() > up + 1 {
            cursor.goto_parent();
            leave(&mut path);
        }
        leave(&mut path);
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
            leave(&mut path);
        }
    }
}

fn is_type_level(node: Node<'_>) -> bool {
    matches!(node.kind(), "type_arguments" | "type_parameter")
}

/// Chooses the node of the path that the tool removes from the text.
///
/// The number is the position of this node in the path.
///
/// In a function, the node is the body, or a list of type arguments in the signature. If the path
/// has neither, the node is a whole member of a class, or a whole statement outside of classes.
fn choose_removal(path: &[Node<'_>], language: Language) -> (usize, TooDeep) {
    let is_function = |node: &Node<'_>| {
        matches!(
            node.kind(),
            "function_definition"
                | "method_declaration"
                | "constructor_declaration"
                | "compact_constructor_declaration"
        )
    };
    let is_body = |node: &Node<'_>| matches!(node.kind(), "block" | "constructor_body");
    let function = path.iter().rposition(is_function);
    let within = function.and_then(|function| {
        let part = path[function..].iter().position(|node| is_body(node) || is_type_level(*node))?;
        Some(function + part)
    });
    // A member is in the body of a class. Without a class, a member is directly in the file.
    let is_class_body = |at: &usize| match path[*at].kind() {
        "block" => *at > 0 && path[*at - 1].kind() == "class_definition",
        "constructor_body" => false,
        kind => kind.ends_with("_body") || kind == "enum_body_declarations",
    };
    let outside = function.unwrap_or(path.len() - 1);
    let at = within.unwrap_or_else(|| (0..outside).rev().find(is_class_body).unwrap_or(0) + 1);
    let ends = match language {
        _ if within.is_some() && is_type_level(path[at]) => *b"  ",
        Language::Java if within.is_some() => *b"{}",
        Language::Java => *b";;",
        // The empty tuple `()` is valid code, also over several lines.
        Language::Python => *b"()",
    };
    (at, TooDeep { span: Span::new(path[at].start_byte(), path[at].end_byte()), ends })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceFile;

    /// Returns the name of each function, with the reason why the function is too deep.
    fn reasons(path: &str, text: &str, language: Language) -> Vec<(String, Option<String>)> {
        let file = SourceFile::parse(path, text.to_owned(), language).expect("parses");
        file.functions.into_iter().map(|function| (function.name, function.broken)).collect()
    }

    #[test]
    fn a_function_that_is_too_deep_has_a_reason_and_the_others_are_read() {
        let nested = format!("{}a{}", "(".repeat(20_000), ")".repeat(20_000));
        let sum = vec!["a"; 20_000].join(" + ");
        let generic = format!("{}Integer{}", "List<".repeat(20_000), ">".repeat(20_000));
        let java = |method: String| format!("class A {{\n{method}\nint g(int a) {{ return a; }}\n}}\n");
        let python = |body: String| format!("{body}\n\ndef g(a):\n    return a\n");
        for (path, text, language) in [
            ("A.java", java(format!("int f(int a) {{\nreturn {nested}; }}")), Language::Java),
            ("A.java", java(format!("int f(int a) {{\nreturn {sum}; }}")), Language::Java),
            ("A.java", java(format!("int f(\n{generic} a) {{ return 1; }}")), Language::Java),
            ("a.py", python(format!("def f(a):\n    return {nested}")), Language::Python),
            ("a.py", python(format!("def f(a):\n    return {sum}")), Language::Python),
            (
                "a.py",
                python(format!("def f(\na: {}):\n    return 1", "List[".repeat(400) + "int" + &"]".repeat(400))),
                Language::Python,
            ),
        ] {
            let found = reasons(path, &text, language);
            assert_eq!(found.len(), 2, "{found:?}");
            let why = found[0].1.as_deref().unwrap_or_default();
            assert!(why.starts_with("the code at line ") && why.contains("12000 levels"), "{why}");
            assert_eq!(found[1], ("g".to_owned(), None));
        }
    }

    #[test]
    fn deep_nesting_outside_of_functions_does_not_affect_functions() {
        let list = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
        let found = reasons("a.py", &format!("X = {list}\n\ndef g(a):\n    return a\n"), Language::Python);
        assert_eq!(found, [("g".to_owned(), None)]);
        let sum = vec!["1"; 20_000].join(" + ");
        let found = reasons("A.java", &format!("class A {{ int x = {sum}; int g() {{ return x; }} }}"), Language::Java);
        assert_eq!(found, [("g".to_owned(), None)]);
    }
}
