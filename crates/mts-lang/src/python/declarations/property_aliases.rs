//! Finds properties that only return an attribute of their object under another name.

use super::decorators;
use crate::SourceFile;
use crate::python::parts;
use tree_sitter::Node;

/// A property and the attribute that it returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyAlias {
    /// The enclosing classes, outermost first.
    pub scope: Vec<String>,
    /// The name of the property.
    pub property: String,
    /// The attribute as the class writes it.
    pub attribute: String,
}

/// Returns the property aliases of a file, in source order.
#[must_use]
pub fn property_aliases(file: &SourceFile) -> Vec<PropertyAlias> {
    let mut found = Vec::new();
    collect(file.root(), &file.text, &mut Vec::new(), &mut found);
    found
}

fn collect(list: Node<'_>, text: &str, scope: &mut Vec<String>, found: &mut Vec<PropertyAlias>) {
    for part in parts(list) {
        let inner = part.child_by_field_name("definition").unwrap_or(part);
        match inner.kind() {
            "class_definition" => {
                let named = |node: Node<'_>| text.get(node.byte_range()).map(str::to_owned);
                let name = inner.child_by_field_name("name").and_then(named);
                let (Some(name), Some(body)) = (name, inner.child_by_field_name("body")) else { continue };
                scope.push(name);
                collect(body, text, scope, found);
                scope.pop();
            }
            "function_definition" if !scope.is_empty() && decorators(inner, text) == ["property"] => {
                if let Some((property, attribute)) = getter(inner, text) {
                    found.push(PropertyAlias { scope: scope.clone(), property, attribute });
                }
            }
            _ => {}
        }
    }
}

/// Returns the names in `def total(self): return self._sum`, also with a docstring.
///
/// The names are the property `total` and the attribute `_sum`.
fn getter(function: Node<'_>, text: &str) -> Option<(String, String)> {
    let text_of = |node: Node<'_>| text.get(node.byte_range());
    let params = parts(function.child_by_field_name("parameters")?);
    let [receiver] = params[..] else { return None };
    let is_text = |node: &Node<'_>| {
        node.kind() == "expression_statement" && parts(*node).iter().all(|inner| inner.kind() == "string")
    };
    let body: Vec<Node<'_>> =
        parts(function.child_by_field_name("body")?).into_iter().skip_while(|node| is_text(node)).collect();
    let [last] = body[..] else { return None };
    let values = parts(last);
    let [value] = values[..] else { return None };
    let (object, attribute) = (value.child_by_field_name("object")?, value.child_by_field_name("attribute")?);
    let is_plain = last.kind() == "return_statement" && value.kind() == "attribute" && object.kind() == "identifier";
    (is_plain && receiver.kind() == "identifier" && text_of(object) == text_of(receiver)).then_some(())?;
    Some((text_of(function.child_by_field_name("name")?)?.to_owned(), text_of(attribute)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn only_a_property_that_returns_an_attribute_unchanged_is_an_alias() {
        let text = "\
class Outer:
    @property
    def total(self):
        \"\"\"All of it.\"\"\"
        return self._sum

    @property
    def size(me):
        return me.__count

    @property
    def twice(self):
        return 2 * self._sum

    @property
    def deep(self):
        return self.inner.value

    @property
    def asked(self):
        self.calls += 1
        return self._sum

    @cached_property
    def kept(self):
        return self._sum

    def plain(self):
        return self._sum

    @property
    def other(self):
        return that._sum

    class Inner:
        @property
        def name(self): return self.label
";
        let file = SourceFile::parse("t.py", text.to_owned(), Language::Python).expect("parses");
        let descriptions: Vec<String> = property_aliases(&file)
            .into_iter()
            .map(|getter| format!("{}.{} {}", getter.scope.join("."), getter.property, getter.attribute))
            .collect();
        assert_eq!(descriptions, ["Outer.total _sum", "Outer.size __count", "Outer.Inner.name label"]);
    }
}
