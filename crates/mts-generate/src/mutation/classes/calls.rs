//! Operators on object creation, calls, assignments and comparisons: PNC, OAC, EOA, EOC, EAM, EMM.

use super::file_classes::{ClassNode, FileClasses, MethodNode};
use super::{ClassChanges, ClassOperatorRule, arguments, called, replace, sites, within};
use mts_lang::syntax::{NodeId, Syntax};
use mts_model::{ClassChange, Operator, TextEdit};
use std::collections::BTreeMap;

/// The rules of this file.
pub(super) const RULES: &[ClassOperatorRule] = &[
    ClassOperatorRule { operator: Operator::PNC, find: pnc },
    ClassOperatorRule { operator: Operator::OAC, find: oac },
    ClassOperatorRule { operator: Operator::EOA, find: eoa },
    ClassOperatorRule { operator: Operator::EOC, find: eoc },
    ClassOperatorRule { operator: Operator::EAM, find: eam },
    ClassOperatorRule { operator: Operator::EMM, find: emm },
];

/// Returns every method and constructor without an overload, with its class.
fn methods(shape: &FileClasses) -> impl Iterator<Item = (&ClassNode, &MethodNode)> {
    shape.classes.iter().flat_map(|class| class.plain().map(move |method| (class, method)))
}

/// Returns the class that an expression creates.
fn created_class(tree: &Syntax, creation: NodeId) -> Option<&str> {
    // An anonymous class has a body after the arguments.
    let is_plain = !tree.parts(creation).any(|part| tree.kind(part) == "class_body");
    tree.field(creation, "type").filter(|_| is_plain).map(|ty| tree.text(ty))
}

/// Replaces `new P(...)` by `new C(...)`, if C extends P.
///
/// The file must declare both classes. C must have a constructor with the same number of parameters. If C declares
/// no constructor, C has a constructor without parameters.
fn pnc(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let takes = |class: &ClassNode, count: usize| match class.methods.iter().any(|method| method.name == "<init>") {
        true => class.methods.iter().any(|method| method.name == "<init>" && method.params.len() == count),
        false => count == 0,
    };
    let mut found = Vec::new();
    for (class, method) in methods(shape) {
        for parent in &shape.classes {
            let is_made = |id: &NodeId| created_class(tree, *id) == Some(&parent.name);
            let creations: Vec<NodeId> = within(tree, method, "object_creation_expression").filter(is_made).collect();
            for (site, creation) in sites(class, method, &creations) {
                let count = arguments(tree, creation).len();
                let children = shape.classes.iter().filter(|child| child.parent.as_ref() == Some(&parent.name));
                for child in children.filter(|child| takes(child, count)) {
                    let Some(ty) = tree.field(creation, "type") else { continue };
                    let (parent, child) = (parent.name.clone(), child.name.clone());
                    let edit = replace(tree, ty, child.clone());
                    found.push((ClassChange::Construct { site: site.clone(), parent, child }, vec![edit]));
                }
            }
        }
    }
    found
}

/// Swaps two adjacent arguments of a call whose parameters have the same type.
///
/// The file must declare the called method or constructor.
fn oac(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let targets: Vec<SwapTarget<'_>> = swap_targets(shape);
    let mut found = Vec::new();
    for (class, method) in methods(shape) {
        let creations =
            within(tree, method, "object_creation_expression").map(|id| (true, created_class(tree, id), id));
        let called = |id: NodeId| (false, called(tree, id).map(|(name, _)| name), id);
        let calls: Vec<_> = creations.chain(within(tree, method, "method_invocation").map(called)).collect();
        for SwapTarget { is_constructor, name, params } in &targets {
            let calls_it = |(is_creation, callee, id): &&(bool, Option<&str>, NodeId)| {
                is_creation == is_constructor && *callee == Some(name) && arguments(tree, *id).len() == params.len()
            };
            let own: Vec<NodeId> = calls.iter().filter(calls_it).map(|(_, _, id)| *id).collect();
            for (site, call) in sites(class, method, &own) {
                let arguments = arguments(tree, call);
                for first in 0..arguments.len() - 1 {
                    let (a, b) = (arguments[first], arguments[first + 1]);
                    if params[first].0 != params[first + 1].0 || tree.text(a) == tree.text(b) {
                        continue;
                    }
                    let change = ClassChange::SwapArguments { site: site.clone(), name: (*name).to_owned(), first };
                    let edits = vec![replace(tree, a, tree.text(b)), replace(tree, b, tree.text(a))];
                    found.push((change, edits));
                }
            }
        }
    }
    found
}

/// A method or constructor whose arguments can be swapped.
///
/// It has at least two parameters. If it is a method, no other class of the file has a method with its name.
struct SwapTarget<'s> {
    is_constructor: bool,
    /// The name in a call; for a constructor, the name of its class.
    name: &'s str,
    params: &'s [(String, String)],
}

/// Returns the methods and constructors whose arguments can be swapped, in source order.
fn swap_targets<'s>(shape: &'s FileClasses) -> Vec<SwapTarget<'s>> {
    let mut methods_with: BTreeMap<&str, usize> = BTreeMap::new();
    methods(shape).for_each(|(_, method)| *methods_with.entry(&method.name).or_default() += 1);
    let target = |(owner, method): (&'s ClassNode, &'s MethodNode)| {
        let is_constructor = method.name == "<init>";
        let can_swap = method.params.len() > 1 && (is_constructor || methods_with[method.name.as_str()] == 1);
        let name = if is_constructor { &owner.name } else { &method.name };
        can_swap.then_some(SwapTarget { is_constructor, name, params: &method.params })
    };
    methods(shape).filter_map(target).collect()
}

/// Returns the declared type of a parameter, a local variable or a field.
fn declared<'s>(tree: &'s Syntax, class: &'s ClassNode, method: &'s MethodNode, name: &str) -> Option<&'s str> {
    if let Some((ty, _)) = method.params.iter().find(|(_, param)| param == name) {
        return Some(ty);
    }
    let local = within(tree, method, "variable_declarator")
        .find(|id| tree.field(*id, "name").is_some_and(|own| tree.text(own) == name));
    if let Some(local) = local {
        return tree.field(tree.node(local).parent, "type").map(|ty| tree.text(ty));
    }
    class.field(name).map(|field| field.ty.as_str())
}

/// Changes `x = y` on arrays to `x = y.clone()`.
///
/// The function changes assignments and declarations in which `y` is a name with a declared array type.
fn eoa(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for (class, method) in methods(shape) {
        let assigned = |id: NodeId| match tree.kind(id) {
            "assignment_expression" if tree.text(id).contains('=') => tree.field(id, "right"),
            "variable_declarator" => tree.field(id, "value"),
            _ => None,
        };
        let values: Vec<NodeId> = tree.below(method.body).filter_map(assigned).collect();
        let is_array = |id: &NodeId| {
            tree.kind(*id) == "identifier"
                && declared(tree, class, method, tree.text(*id)).is_some_and(|ty| ty.ends_with("[]"))
        };
        let arrays: Vec<NodeId> = values.into_iter().filter(is_array).collect();
        let mut names: Vec<&str> = arrays.iter().map(|id| tree.text(*id)).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let own: Vec<NodeId> = arrays.iter().copied().filter(|id| tree.text(*id) == name).collect();
            for (site, value) in sites(class, method, &own) {
                let edit = TextEdit::insert(tree.node(value).span.end, ".clone()");
                found.push((ClassChange::CopyContent { site, source: name.to_owned() }, vec![edit]));
            }
        }
    }
    found
}

/// Changes `a.equals(b)` to `a == b`, if the file declares the class of `a`.
///
/// `a` must be a parameter, a local variable or a field. `b` must be a name or `this`.
fn eoc(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for (class, method) in methods(shape) {
        let sides = |call: NodeId| {
            let (name, object) = called(tree, call)?;
            let ([argument], Some(object)) = (&arguments(tree, call)[..], object) else { return None };
            let ty = declared(tree, class, method, object)?;
            let right = tree.text(*argument);
            let is_name = tree.kind(*argument) == "identifier" || right == "this";
            let is_object = name == "equals" && shape.class(ty).is_some() && is_name;
            is_object.then(|| (object.to_owned(), right.to_owned()))
        };
        let calls: Vec<(NodeId, (String, String))> =
            within(tree, method, "method_invocation").filter_map(|call| Some((call, sides(call)?))).collect();
        for (nth, (call, (left, right))) in calls.iter().enumerate() {
            let equal: Vec<usize> = (0..calls.len()).filter(|at| calls[*at].1 == calls[nth].1).collect();
            let place = equal.iter().position(|at| *at == nth).unwrap_or(0);
            let site = sites(class, method, &equal)[place].0.clone();
            let text = format!("({left} == {right})");
            let change = ClassChange::CompareIdentity { site, left: left.clone(), right: right.clone() };
            found.push((change, vec![replace(tree, *call, text)]));
        }
    }
    found
}

/// Replaces a call of one accessor by a call of another accessor.
///
/// An accessor is an instance method such as `getX()`. Both accessors have the same class and return type.
fn eam(shape: &FileClasses) -> ClassChanges {
    others(shape, "get", |a, b| a.params.is_empty() && b.params.is_empty() && a.returns == b.returns)
}

/// Replaces a call of one mutator by a call of another mutator.
///
/// A mutator is an instance method such as `setX(value)`. Both mutators have the same class and parameter type.
fn emm(shape: &FileClasses) -> ClassChanges {
    let ty = |method: &MethodNode| method.params.first().map(|(ty, _)| ty.clone());
    others(shape, "set", move |a, b| a.params.len() == 1 && b.params.len() == 1 && ty(a) == ty(b))
}

fn others(shape: &FileClasses, prefix: &str, fits: impl Fn(&MethodNode, &MethodNode) -> bool) -> ClassChanges {
    let tree = &shape.tree;
    let is_one = |method: &MethodNode| {
        let rest = method.name.strip_prefix(prefix);
        !method.is_static && rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
    };
    let mut found = Vec::new();
    for (class, method) in methods(shape) {
        for (owner, target) in methods(shape).filter(|(_, target)| is_one(target)) {
            // Only one class of the file may have a method with this name, because a call shows only the name.
            if methods(shape).filter(|(_, other)| other.name == target.name).count() > 1 {
                continue;
            }
            let calls_it = |id: &NodeId| called(tree, *id).is_some_and(|(name, _)| name == target.name);
            let calls: Vec<NodeId> = within(tree, method, "method_invocation").filter(calls_it).collect();
            for (site, call) in sites(class, method, &calls) {
                for other in owner.plain().filter(|other| is_one(other) && other.name != target.name) {
                    let Some(name) = tree.field(call, "name").filter(|_| fits(target, other)) else { continue };
                    let change = ClassChange::CallOther {
                        site: site.clone(),
                        name: target.name.clone(),
                        other: other.name.clone(),
                    };
                    found.push((change, vec![replace(tree, name, other.name.clone())]));
                }
            }
        }
    }
    found
}
