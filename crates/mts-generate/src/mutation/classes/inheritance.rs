//! Operators on inheritance: IOD, IOP, IOR, ISI, ISD, IPC.

use super::file_classes::{ClassNode, FileClasses, MethodNode};
use super::{ClassChanges, ClassOperatorRule, called, replace, sites, within};
use mts_lang::syntax::{NodeId, Syntax};
use mts_model::{ClassChange, Operator, Span, TextEdit};

/// The rules of this file.
pub(super) const RULES: &[ClassOperatorRule] = &[
    ClassOperatorRule { operator: Operator::IOD, find: iod },
    ClassOperatorRule { operator: Operator::IOP, find: iop },
    ClassOperatorRule { operator: Operator::IOR, find: ior },
    ClassOperatorRule { operator: Operator::ISI, find: isi },
    ClassOperatorRule { operator: Operator::ISD, find: isd },
    ClassOperatorRule { operator: Operator::IPC, find: ipc },
];

/// Returns each method that overrides a method of an ancestor in the file.
fn overriding(shape: &FileClasses) -> Vec<(&ClassNode, &MethodNode, &ClassNode, &MethodNode)> {
    let mut found = Vec::new();
    for class in &shape.classes {
        for method in class.plain().filter(|method| !method.is_static && method.name != "<init>") {
            if let Some((parent, above)) = shape.overridden(class, &method.name, method.params.len()) {
                found.push((class, method, parent, above));
            }
        }
    }
    found
}

/// Deletes an overriding method.
fn iod(shape: &FileClasses) -> ClassChanges {
    let one = |(class, method, _, _): (&ClassNode, &MethodNode, &ClassNode, &MethodNode)| {
        let change = ClassChange::DeleteMethod { class: class.name.clone(), method: method.name.clone() };
        (change, vec![replace(&shape.tree, method.id, "")])
    };
    overriding(shape).into_iter().map(one).collect()
}

/// Moves a call of the overridden method inside the overriding method.
///
/// The call moves from the start of the method to its end, or from the end to the start.
fn iop(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for (class, method, _, _) in overriding(shape) {
        let statements: Vec<NodeId> = tree.parts(method.body).collect();
        let [first, .., last] = statements[..] else { continue };
        for (own, other, to_end) in [(first, last, true), (last, first, false)] {
            // Do not move the call after a `return`, because code after a `return` is unreachable.
            if !is_super_statement(tree, own, &method.name) || tree.kind(last) == "return_statement" {
                continue;
            }
            let text = tree.text(own).to_owned();
            let at = if to_end { tree.node(other).span.end } else { tree.node(other).span.start };
            let moved = if to_end { format!(" {text}") } else { format!("{text} ") };
            let (class, method) = (class.name.clone(), method.name.clone());
            let change = ClassChange::MoveSuperCall { class, method, to_end };
            let mut edits = vec![replace(tree, own, ""), TextEdit::insert(at, moved)];
            edits.sort_by_key(|edit| edit.span.start);
            found.push((change, edits));
        }
    }
    found
}

/// Reports whether a statement is `super.m(...);` for this method.
fn is_super_statement(tree: &Syntax, statement: NodeId, method: &str) -> bool {
    let Some(call) = tree.parts(statement).next() else { return false };
    tree.kind(statement) == "expression_statement"
        && tree.kind(call) == "method_invocation"
        && called(tree, call) == Some((method, Some("super")))
}

/// Renames an overridden method in its class, so that the class calls its own version.
///
/// The function also renames the calls of the method inside this class.
fn ior(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found: ClassChanges = Vec::new();
    for (_, _, parent, above) in overriding(shape) {
        let change = ClassChange::RenameOverridden { class: parent.name.clone(), method: above.name.clone() };
        if found.iter().any(|(known, _)| *known == change) || parent.method(&above.name).is_none() {
            continue;
        }
        let mut edits = vec![TextEdit::new(above.name_span, format!("{}_ior", above.name))];
        for method in &parent.methods {
            let own = within(tree, method, "method_invocation")
                .filter(|call| matches!(called(tree, *call), Some((name, None | Some("this"))) if name == above.name));
            let names = own.filter_map(|call| tree.field(call, "name"));
            edits.extend(names.map(|name| replace(tree, name, format!("{}_ior", above.name))));
        }
        // Without a call inside the class, the change has no effect.
        if edits.len() > 1 {
            edits.sort_by_key(|edit| edit.span.start);
            found.push((change, edits));
        }
    }
    found
}

/// Changes `m(...)` to `super.m(...)` where the class overrides m.
fn isi(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for (class, target, _, _) in overriding(shape) {
        for method in class.plain().filter(|method| !method.is_static) {
            let is_own =
                |call: &NodeId| matches!(called(tree, *call), Some((name, None | Some("this"))) if name == target.name);
            let calls: Vec<NodeId> = within(tree, method, "method_invocation").filter(is_own).collect();
            for (site, call) in sites(class, method, &calls) {
                let edit = match tree.field(call, "object") {
                    Some(object) => replace(tree, object, "super"),
                    None => TextEdit::insert(tree.node(call).span.start, "super."),
                };
                let change = ClassChange::Super { site, name: target.name.clone(), insert: true };
                found.push((change, vec![edit]));
            }
        }
    }
    found
}

/// Changes `super.m(...)` to `m(...)`.
fn isd(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        for method in class.plain() {
            let calls: Vec<(NodeId, String)> = within(tree, method, "method_invocation")
                .filter_map(|call| match called(tree, call)? {
                    (name, Some("super")) => Some((call, name.to_owned())),
                    _ => None,
                })
                .collect();
            let mut names: Vec<&String> = calls.iter().map(|(_, name)| name).collect();
            names.sort();
            names.dedup();
            for name in names {
                let own: Vec<NodeId> = calls.iter().filter(|(_, n)| n == name).map(|(call, _)| *call).collect();
                for (site, call) in sites(class, method, &own) {
                    let Some(called) = tree.field(call, "name") else { continue };
                    let gone = Span::new(tree.node(call).span.start, tree.node(called).span.start);
                    let change = ClassChange::Super { site, name: name.clone(), insert: false };
                    found.push((change, vec![TextEdit::new(gone, "")]));
                }
            }
        }
    }
    found
}

/// Deletes a call of `super(...)` with arguments, if the class has only one constructor.
fn ipc(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        let Some(constructor) = class.method("<init>") else { continue };
        for call in within(tree, constructor, "explicit_constructor_invocation") {
            let is_super = tree.text(call).trim_start().starts_with("super");
            let has_arguments = tree.field(call, "arguments").is_some_and(|list| tree.parts(list).next().is_some());
            if is_super && has_arguments {
                let change = ClassChange::DropSuperCall { class: class.name.clone() };
                found.push((change, vec![replace(tree, call, "")]));
            }
        }
    }
    found
}
