//! Operators on fields and `this`: JTI, JTD, JSI, JSD, JID, JDC.

use super::file_classes::{ClassNode, FieldNode, FileClasses, MethodNode, unset};
use super::{ClassChanges, ClassOperatorRule, replace, sites, within};
use mts_lang::syntax::{NodeId, Syntax};
use mts_model::{ClassChange, Operator, Span, TextEdit};

/// The rules of this file.
pub(super) const RULES: &[ClassOperatorRule] = &[
    ClassOperatorRule { operator: Operator::JTI, find: jti },
    ClassOperatorRule { operator: Operator::JTD, find: jtd },
    ClassOperatorRule { operator: Operator::JSI, find: jsi },
    ClassOperatorRule { operator: Operator::JSD, find: jsd },
    ClassOperatorRule { operator: Operator::JID, find: jid },
    ClassOperatorRule { operator: Operator::JDC, find: jdc },
];

/// Returns the fields that a parameter of the method hides.
fn hidden<'c>(class: &'c ClassNode, method: &'c MethodNode) -> impl Iterator<Item = &'c FieldNode> {
    class.fields.iter().filter(|field| method.params.iter().any(|(_, name)| *name == field.name))
}

/// Reports whether the code uses a name as a variable.
///
/// Names of members, declarations, called methods and labels are not variables.
fn is_use(tree: &Syntax, id: NodeId) -> bool {
    let node = tree.node(id);
    !matches!(node.field, Some("name" | "field")) && tree.kind(node.parent) != "formal_parameter"
}

/// Changes `x` to `this.x` where a parameter hides the field.
fn jti(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        for method in class.plain().filter(|method| !method.is_static) {
            for field in hidden(class, method) {
                let is_own = |id: &NodeId| tree.text(*id) == field.name && is_use(tree, *id);
                let uses: Vec<NodeId> = within(tree, method, "identifier").filter(is_own).collect();
                for (site, place) in sites(class, method, &uses) {
                    // In a constructor, the change gives `this.x = this.x`, so the field keeps its default value. A
                    // field with an initialiser gets no such mutant.
                    let node = tree.node(place);
                    let target = (node.field == Some("right")).then(|| tree.field(node.parent, "left")).flatten();
                    let is_own = target.is_some_and(|target| tree.text(target) == format!("this.{}", field.name));
                    let is_first = is_own && method.name == "<init>";
                    if is_first && field.value.is_some() {
                        continue;
                    }
                    let unset = is_first.then(|| unset(&field.ty).to_owned());
                    let change = ClassChange::InsertThis { site, field: field.name.clone(), unset };
                    found.push((change, vec![TextEdit::insert(tree.node(place).span.start, "this.")]));
                }
            }
        }
    }
    found
}

/// Returns the uses of `this.x` in a method.
fn own_uses(tree: &Syntax, method: &MethodNode, field: &str) -> Vec<NodeId> {
    let wanted = format!("this.{field}");
    within(tree, method, "field_access").filter(|id| tree.text(*id) == wanted).collect()
}

/// Changes `this.x` to `x` where a parameter hides the field.
fn jtd(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        for method in class.plain().filter(|method| !method.is_static) {
            for field in hidden(class, method) {
                let uses = own_uses(tree, method, &field.name);
                for (site, place) in sites(class, method, &uses) {
                    // In a constructor, the change removes the assignment to the field, so the field keeps its
                    // default value. A field with an initialiser gets no such mutant.
                    let is_set = tree.node(place).field == Some("left") && method.name == "<init>";
                    if is_set && field.value.is_some() {
                        continue;
                    }
                    let unset = is_set.then(|| unset(&field.ty).to_owned());
                    let change = ClassChange::DeleteThis { site, field: field.name.clone(), unset };
                    found.push((change, vec![replace(tree, place, field.name.clone())]));
                }
            }
        }
    }
    found
}

/// Adds `static` to an instance field without an initialiser.
///
/// The declaration must declare only this field.
fn jsi(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        for field in class.fields.iter().filter(|field| field.is_static.is_none() && field.value.is_none()) {
            let Some(declaration) = field.declaration else { continue };
            let Some(ty) = tree.field(declaration, "type") else { continue };
            let (class, unset) = (class.name.clone(), unset(&field.ty).to_owned());
            let change = ClassChange::MakeStatic { class, field: field.name.clone(), unset };
            found.push((change, vec![TextEdit::insert(tree.node(ty).span.start, "static ")]));
        }
    }
    found
}

/// Removes `static` from a field, if its declaration declares only this field.
fn jsd(shape: &FileClasses) -> ClassChanges {
    let mut found = Vec::new();
    for class in &shape.classes {
        for field in class.fields.iter().filter(|field| field.declaration.is_some()) {
            let Some(word) = field.is_static else { continue };
            let change = ClassChange::MakeInstance { class: class.name.clone(), field: field.name.clone() };
            let gone = Span::new(word.start, (word.end + 1).min(shape.tree.text.len()));
            found.push((change, vec![TextEdit::new(gone, "")]));
        }
    }
    found
}

/// Removes the initialiser of an instance field that no constructor assigns.
fn jid(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        for field in class.fields.iter().filter(|field| field.is_static.is_none()) {
            let (Some(value), Some(name)) = (field.value, tree.field(field.declarator, "name")) else { continue };
            // If a constructor assigns the field, the removal has no effect.
            let constructors = class.methods.iter().filter(|method| method.name == "<init>");
            let sets = |method: &MethodNode| {
                within(tree, method, "assignment_expression").any(|id| {
                    let target = tree.field(id, "left").map_or("", |left| tree.text(left));
                    target.strip_prefix("this.").unwrap_or(target) == field.name
                })
            };
            if constructors.into_iter().any(sets) {
                continue;
            }
            let gone = Span::new(tree.node(name).span.end, tree.node(value).span.end);
            let fields = vec![(field.name.clone(), unset(&field.ty).to_owned())];
            found.push((ClassChange::Unset { class: class.name.clone(), fields }, vec![TextEdit::new(gone, "")]));
        }
    }
    found
}

/// Removes a constructor without parameters that only assigns instance fields without initialisers.
fn jdc(shape: &FileClasses) -> ClassChanges {
    let tree = &shape.tree;
    let mut found = Vec::new();
    for class in &shape.classes {
        let Some(constructor) = class.method("<init>").filter(|method| method.params.is_empty()) else { continue };
        let set: Option<Vec<(String, String)>> =
            tree.parts(constructor.body).map(|one| sets(tree, class, one)).collect();
        if let Some(fields) = set.filter(|fields| !fields.is_empty()) {
            let change = ClassChange::Unset { class: class.name.clone(), fields };
            found.push((change, vec![replace(tree, constructor.id, "")]));
        }
    }
    found
}

/// Returns the field that a statement assigns, with its default value as Python code.
///
/// Returns `None` for other statements, for static fields and for fields with an initialiser.
fn sets(tree: &Syntax, class: &ClassNode, statement: NodeId) -> Option<(String, String)> {
    let assignment = tree.parts(statement).next()?;
    if tree.kind(statement) != "expression_statement" || tree.kind(assignment) != "assignment_expression" {
        return None;
    }
    let target = tree.text(tree.field(assignment, "left")?);
    let field = class.field(target.strip_prefix("this.").unwrap_or(target))?;
    (field.value.is_none() && field.is_static.is_none()).then(|| (field.name.clone(), unset(&field.ty).to_owned()))
}
