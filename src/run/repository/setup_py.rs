//! Reads the dependencies that a `setup.py` states, and never runs the `setup.py`.

use mts_lang::ir::Literal;
use mts_lang::syntax::{NodeId, Syntax};
use mts_model::error::Result;

/// The name under which setuptools takes the dependencies.
const NAME: &str = "install_requires";

/// Returns the strings of the list `install_requires`.
///
/// The list is an argument of a call, or an entry of a dict. Its value may be a variable, whose first assignment
/// counts. If the code computes the list, the result is empty.
///
/// # Errors
/// Returns an error if the text is nested too deeply.
pub(super) fn dependencies(text: &str) -> Result<Vec<String>> {
    let syntax = Syntax::python(text)?;
    let nodes = || 0..syntax.nodes.len();
    let strings = |id: NodeId| -> Vec<String> {
        let literals = syntax.node(id).children.iter().map(|child| &syntax.node(*child).literal);
        literals
            .filter_map(|literal| if let Some(Literal::Str(text)) = literal { Some(text.clone()) } else { None })
            .collect()
    };
    let assigned = |name: &str| {
        let is_own = |id: &NodeId| syntax.kind(*id) == "assignment" && field_text(&syntax, *id, "left") == Some(name);
        nodes().find(is_own).and_then(|id| field(&syntax, id, "right"))
    };
    let value = nodes().find_map(|id| match syntax.kind(id) {
        "keyword_argument" if field_text(&syntax, id, "name") == Some(NAME) => field(&syntax, id, "value"),
        "pair" if field_text(&syntax, id, "key").map(|key| key.trim_matches(['"', '\''])) == Some(NAME) => {
            field(&syntax, id, "value")
        }
        _ => None,
    });
    let list = value.and_then(|id| match syntax.kind(id) {
        "identifier" => assigned(syntax.text(id)),
        _ => Some(id),
    });
    Ok(list.filter(|id| matches!(syntax.kind(*id), "list" | "tuple")).map(strings).unwrap_or_default())
}

fn field(syntax: &Syntax, id: NodeId, name: &str) -> Option<NodeId> {
    syntax.node(id).children.iter().copied().find(|child| syntax.node(*child).field == Some(name))
}

fn field_text<'s>(syntax: &'s Syntax, id: NodeId, name: &str) -> Option<&'s str> {
    field(syntax, id, name).map(|child| syntax.text(child))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_found_as_an_argument_an_entry_or_a_variable() {
        for text in [
            "setup(name='a', install_requires=['six', \"numpy>=2\"])",
            "args = {'name': 'a', 'install_requires': ['six', 'numpy>=2']}\nsetup(**args)",
            "needs = [\n    'six',  # old\n    'numpy>=2',\n]\nsetup(install_requires=needs)",
            "setup(install_requires=('six', 'numpy>=2'))",
        ] {
            assert_eq!(dependencies(text).expect("parsed"), ["six", "numpy>=2"], "{text}");
        }
    }

    #[test]
    fn a_computed_list_of_dependencies_is_ignored() {
        for text in
            ["setup(install_requires=read('requirements.txt'))", "setup(name='a')", "", "setup(install_requires=x)"]
        {
            assert_eq!(dependencies(text).expect("parsed"), [""; 0], "{text}");
        }
    }
}
