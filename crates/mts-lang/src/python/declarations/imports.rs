//! Finds the modules that a file imports.

use crate::SourceFile;
use crate::python::parts;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Returns the dotted names of the modules that a file may import.
///
/// Relative names keep their leading dots. In `from a import b` both `a` and `a.b` may be a module. The file keeps the
/// names, but it does not keep a tree that only this function needs.
#[must_use]
pub fn imported_modules(file: &SourceFile) -> &BTreeSet<String> {
    file.imported_modules.get_or_init(|| {
        let mut found = BTreeSet::new();
        if let Some(tree) = file.tree.get() {
            collect(tree.root_node(), &file.text, &mut found);
        } else if let Ok((tree, _)) = crate::parse(&file.text, file.language) {
            collect(tree.root_node(), &file.text, &mut found);
        }
        found
    })
}

fn collect(node: Node<'_>, text: &str, found: &mut BTreeSet<String>) {
    let own = |node: Node<'_>| {
        let named = node.child_by_field_name("name").unwrap_or(node);
        text.get(named.byte_range()).unwrap_or_default().replace(char::is_whitespace, "")
    };
    match node.kind() {
        "import_statement" => found.extend(parts(node).into_iter().map(own)),
        "import_from_statement" => {
            let Some(module) = node.child_by_field_name("module_name") else { return };
            let from = own(module);
            let dot = if from.ends_with('.') { "" } else { "." };
            found.extend(
                parts(node).into_iter().filter(|part| *part != module).map(|part| format!("{from}{dot}{}", own(part))),
            );
            found.insert(from);
        }
        _ => parts(node).into_iter().for_each(|part| collect(part, text, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Language;

    #[test]
    fn a_module_is_found_in_every_form_of_an_import() {
        let text = "import a, b.c as d\nfrom e import f as g, (h)\nfrom . import i\ndef k():\n  from ..l.m import n\nfrom o import *\n";
        let text = text.replace("(h)", "h");
        let file = SourceFile::parse("t.py", text, Language::Python).expect("parses");
        let found = imported_modules(&file);
        for name in ["a", "b.c", "e", "e.f", "e.h", ".", ".i", "..l.m", "..l.m.n", "o"] {
            assert!(found.contains(name), "{name}: {found:?}");
        }
    }

    #[test]
    fn a_line_of_a_docstring_is_no_import() {
        let text = "\"\"\"Text.\nimport a\nfrom b import c\n\"\"\"\n# import d\nimport e\n";
        let file = SourceFile::outline("t.py", text.to_owned(), Language::Python).expect("parses");
        assert!(imported_modules(&file).iter().eq(["e"]));
    }
}
