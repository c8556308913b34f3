//! Constants that a module or a class of it keeps under a name: numbers and texts. What they stand for is not
//! asked here.

use super::parts;
use crate::lang::SourceFile;
use crate::model::Value;
use tree_sitter::Node;

/// A name that is given a number or a text once, outside of functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// The classes around it, outermost first.
    pub scope: Vec<String>,
    /// Its name.
    pub name: String,
    /// Its value: [`Value::Int`] or [`Value::Str`].
    pub value: Value,
}

/// Every constant of a file, in order.
#[must_use]
pub fn constants(file: &SourceFile) -> Vec<Constant> {
    let mut found = Vec::new();
    collect(file.root(), &file.text, &[], &mut found);
    found
}

/// Whether a file has a class of this name, underscores before it aside.
#[must_use]
pub fn has_class(file: &SourceFile, name: &str) -> bool {
    class_below(file.root(), &file.text, name)
}

fn class_below(list: Node<'_>, text: &str, name: &str) -> bool {
    parts(list).into_iter().any(|part| match part.kind() {
        "class_definition" => {
            let own = part.child_by_field_name("name").and_then(|node| text.get(node.byte_range()));
            own.is_some_and(|own| own.trim_start_matches('_') == name)
                || part.child_by_field_name("body").is_some_and(|body| class_below(body, text, name))
        }
        "decorated_definition" | "if_statement" | "try_statement" | "block" => class_below(part, text, name),
        _ => false,
    })
}

fn collect(list: Node<'_>, text: &str, scope: &[String], found: &mut Vec<Constant>) {
    for part in parts(list) {
        match part.kind() {
            "expression_statement" => found.extend(parts(part).into_iter().filter_map(|one| {
                let (left, right) = (one.child_by_field_name("left")?, one.child_by_field_name("right")?);
                let is_plain = one.kind() == "assignment" && left.kind() == "identifier";
                let name = text.get(left.byte_range()).filter(|_| is_plain)?.to_owned();
                Some(Constant { scope: scope.to_vec(), name, value: literal(right, text)? })
            })),
            "class_definition" => {
                let name = part.child_by_field_name("name").and_then(|node| text.get(node.byte_range()));
                if let (Some(name), Some(body)) = (name, part.child_by_field_name("body")) {
                    collect(body, text, &[scope, &[name.to_owned()]].concat(), found);
                }
            }
            "decorated_definition" => collect(part, text, scope, found),
            _ => {}
        }
    }
}

/// The value of a literal number or a text without escapes.
fn literal(node: Node<'_>, text: &str) -> Option<Value> {
    let own = text.get(node.byte_range())?;
    match node.kind() {
        "integer" | "unary_operator" => own.replace([' ', '_'], "").parse().ok().map(Value::Int),
        "string" => {
            let quote = own.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let inner = own.strip_prefix(quote)?.strip_suffix(quote)?;
            (!inner.contains([quote, '\\', '\n'])).then(|| Value::Str(inner.to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    #[test]
    fn numbers_and_texts_are_found_in_modules_and_classes() {
        let text = "LOW = 1\nx = f()\nclass Edit(object):\n  KIND_DROP = -1\n  KIND_KEEP = 'keep'\n  y = []\n\
                    class _Box:\n  pass\n";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let told = |one: &Constant| (one.scope.join("."), one.name.clone(), one.value.clone());
        let found: Vec<_> = constants(&file).iter().map(told).collect();
        let wanted = [
            (String::new(), "LOW".to_owned(), Value::Int(1)),
            ("Edit".to_owned(), "KIND_DROP".to_owned(), Value::Int(-1)),
            ("Edit".to_owned(), "KIND_KEEP".to_owned(), Value::Str("keep".to_owned())),
        ];
        assert_eq!(found, wanted);
        assert!(has_class(&file, "Box") && !has_class(&file, "Kind"));
    }
}
