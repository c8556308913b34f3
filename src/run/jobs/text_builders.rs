//! Decides whether a port takes a text in place of Java's `StringBuilder`.

use mts_lang::ir::{Kind, Tree};
use mts_lang::python::STR_METHODS;
use mts_model::{JavaType, NodeId, Pair, Param, jdk};

/// Functions of Python that only read a text.
const READERS: [&str; 14] = [
    "len",
    "str",
    "int",
    "float",
    "ord",
    "list",
    "tuple",
    "set",
    "sorted",
    "reversed",
    "enumerate",
    "zip",
    "print",
    "repr",
];

/// Reports whether the port uses each text builder of Java only as a text.
///
/// A port uses a parameter as a text if the annotation is `str`, or if the port uses only
/// operations of a text on the parameter.
pub(super) fn are_texts(pair: &Pair, python: &Tree) -> bool {
    let is_builder = |param: &Param| param.ty.simple_class().is_some_and(jdk::is_text_builder);
    let mut builders = pair.java.params.iter().zip(&pair.arguments).filter(|(param, _)| is_builder(param));
    builders.all(|(_, at)| match pair.python.params.get(*at) {
        Some(Param { ty: JavaType::String, .. }) => true,
        Some(Param { ty: JavaType::Unknown, name, .. }) => is_only_read(name, &pair.python.name, python),
        _ => false,
    })
}

fn is_only_read(name: &str, function: &str, tree: &Tree) -> bool {
    let uses =
        tree.preorder(tree.root).into_iter().filter(|id| matches!(tree.kind(*id), Kind::Name(own) if own == name));
    uses.into_iter().all(|id| tree.node(id).parent.is_none_or(|parent| reads(tree, id, parent, function)))
}

/// Reports whether `parent` only reads the value of its child `id` as a text.
fn reads(tree: &Tree, id: NodeId, parent: NodeId, function: &str) -> bool {
    let is_first = tree.child(parent, 0) == Some(id);
    match tree.kind(parent) {
        Kind::Call { name, has_receiver: true } if is_first => STR_METHODS.contains(&name.as_str()),
        Kind::Call { name, .. } => name == function || READERS.contains(&name.as_str()),
        Kind::Index | Kind::Slice { .. } => {
            let target = tree.node(parent).parent.filter(|around| tree.child(*around, 0) == Some(parent));
            !target.is_some_and(|around| matches!(tree.kind(around), Kind::Assign | Kind::AugAssign(_)))
        }
        Kind::Assign | Kind::AugAssign(_) => is_first,
        Kind::Binary(_)
        | Kind::Chain(_)
        | Kind::Unary(_)
        | Kind::Conditional
        | Kind::Length
        | Kind::Return
        | Kind::If
        | Kind::While
        | Kind::ForEach
        | Kind::Comprehension
        | Kind::Tuple => true,
        _ => false,
    }
}
