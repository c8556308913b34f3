//! Applies one transformation to both sides of a pair.
//!
//! The module draws a random change of the Java function. Then it makes the same change at the counterpart in the
//! port. The Java edits stay within the function, so that the variant can be one more copy of the function beside
//! the mutants.

use super::change::{NeutralStatement, VariantChange};
use super::draw::draw;
use super::{ParsedFunction, Transformation, merge, merged_port, names, removal, writing};
use mts_lang::ir::Kind;
use mts_lang::python::scopes;
use mts_model::{JavaType, NodeId, Primitive, Random, TextEdit};

/// The two sides of a pair.
#[derive(Clone, Copy)]
pub struct PairContext<'a> {
    /// The Java function.
    pub java: ParsedFunction<'a>,
    /// The port of the function.
    pub python: ParsedFunction<'a>,
    /// The Python position of each Java parameter, without the receiver.
    pub arguments: &'a [usize],
    /// The map from a Java node to its counterpart in the port.
    ///
    /// The counterpart does the same at the same place of the port. The counterpart of a condition is not its
    /// negation.
    pub counterpart: &'a dyn Fn(NodeId) -> Option<NodeId>,
    /// Another pair of the same two files, for a merge.
    pub merge_partner: Option<[ParsedFunction<'a>; 2]>,
}

/// A variant of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedEdit {
    /// The transformation.
    pub transformation: Transformation,
    /// The Java edits, within the parameter list and the body.
    pub java: Vec<TextEdit>,
    /// Java expressions for the added parameters, in order.
    pub added_args: Vec<String>,
    /// The Python edits, anywhere in the file of the port.
    pub python: Vec<TextEdit>,
    /// A description without random names, because the id of a finding depends on the description.
    pub subject: String,
    /// The old and the new name of a renamed parameter.
    ///
    /// `None` if no parameter has a new name.
    pub names: Option<(String, String)>,
}

/// Number of random changes to try before the tool reports that none has a counterpart.
const TRIES: usize = 6;

/// The reason why a transformation has no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotApplicable {
    /// The Java function has no place for the transformation.
    NoPlace,
    /// The port has no counterpart, for this reason.
    Unmirrored(&'static str),
}

/// Draws a behaviour-preserving variant of both sides.
///
/// # Errors
///
/// Returns an error with the reason if no try gives a variant.
pub fn draw_paired(
    transformation: Transformation,
    both: &PairContext<'_>,
    random: &mut Random,
) -> Result<PairedEdit, NotApplicable> {
    let mut lack = NotApplicable::NoPlace;
    for _ in 0..TRIES {
        match attempt(transformation, both, random) {
            Ok(paired) => return Ok(paired),
            Err(NotApplicable::NoPlace) => {}
            Err(unmirrored) => lack = unmirrored,
        }
    }
    Err(lack)
}

fn attempt(
    transformation: Transformation,
    both: &PairContext<'_>,
    random: &mut Random,
) -> Result<PairedEdit, NotApplicable> {
    if transformation == Transformation::Merge {
        return merged(both, random);
    }
    let change = draw(transformation, both.java, random).ok_or(NotApplicable::NoPlace)?;
    let paired_edit = |java, added_args, python, subject: String, names| {
        Ok(PairedEdit { transformation, java, added_args, python, subject, names })
    };
    let unmirrored = |why| NotApplicable::Unmirrored(why);
    match &change {
        VariantChange::RenameParam { param, name } => {
            let name = other_name(both, random).unwrap_or_else(|| name.clone());
            let java = writing::edits(&VariantChange::RenameParam { param: *param, name: name.clone() }, both.java);
            let lacks_param = unmirrored("the parameter has no counterpart in the port");
            let at = both.arguments.get(*param).ok_or(lacks_param)?;
            let of_port = both.python.function.params.get(*at).ok_or(lacks_param)?;
            let places = scopes::places_of(both.python.file, both.python.function, &of_port.name);
            let places = places.ok_or(unmirrored("cargo mts cannot find all uses of the parameter in the port"))?;
            if places.is_empty() || is_taken(both, &name, true) {
                return Err(unmirrored("the port does not use the parameter, or already has the new name"));
            }
            let python = places.into_iter().map(|place| TextEdit::new(place, name.clone())).collect();
            let old = both.java.function.params.get(*param).map(|param| param.name.clone()).unwrap_or_default();
            let names = Some((of_port.name.clone(), name));
            paired_edit(java.ok_or(NotApplicable::NoPlace)?, Vec::new(), python, old, names)
        }
        VariantChange::AddParam { name, form } => {
            if is_taken(both, name, false) || form_names(form).iter().any(|name| is_taken(both, name, false)) {
                return Err(NotApplicable::NoPlace);
            }
            let java = writing::added(both.java, name, form).ok_or(NotApplicable::NoPlace)?;
            let python = writing::added(both.python, name, form);
            let python = python.ok_or(unmirrored("cargo mts cannot add the parameter to the port"))?;
            paired_edit(java, vec!["0".to_owned()], python, String::new(), None)
        }
        VariantChange::Insert(form) => {
            if form_names(form).iter().any(|name| is_taken(both, name, false)) {
                return Err(NotApplicable::NoPlace);
            }
            let java = writing::edits(&change, both.java).ok_or(NotApplicable::NoPlace)?;
            let python = writing::edits(&change, both.python);
            let python = python.ok_or(unmirrored("cargo mts cannot insert a first statement into the port"))?;
            paired_edit(java, Vec::new(), python, String::new(), None)
        }
        // A change that may alter behaviour is a mutant. See [`mutated`].
        VariantChange::ReplaceCondition { .. } | VariantChange::RemoveLoop { .. } => Err(NotApplicable::NoPlace),
    }
}

/// A change of both sides that may alter behaviour.
#[derive(Clone, Debug, PartialEq)]
pub struct MutatingEdit {
    /// The changed Java node.
    pub node: NodeId,
    /// The Java edits.
    pub java: Vec<TextEdit>,
    /// The Python edits, or the reason why the change has no counterpart.
    pub python: Result<Vec<TextEdit>, &'static str>,
}

/// Draws a change of both sides that may alter behaviour.
///
/// The function prefers a change with a counterpart. Returns `None` if the Java function has no
/// place for the transformation.
#[must_use]
pub fn mutated(transformation: Transformation, both: &PairContext<'_>, random: &mut Random) -> Option<MutatingEdit> {
    let mut unmirrored_edit = None;
    for _ in 0..TRIES {
        let Some(change) = draw(transformation, both.java, random) else { continue };
        let (VariantChange::ReplaceCondition { node, .. } | VariantChange::RemoveLoop { node }) = change else {
            continue;
        };
        let Some(java) = writing::edits(&change, both.java) else { continue };
        let edit = MutatingEdit { node, java, python: counterpart(&change, both) };
        if edit.python.is_ok() {
            return Some(edit);
        }
        unmirrored_edit = unmirrored_edit.or(Some(edit));
    }
    unmirrored_edit
}

/// Returns the edits of the same change in the port.
fn counterpart(change: &VariantChange, both: &PairContext<'_>) -> Result<Vec<TextEdit>, &'static str> {
    let found = match change {
        VariantChange::ReplaceCondition { node, by } => {
            let node =
                condition(both, *node).ok_or("the condition has no counterpart at the same place of the port")?;
            VariantChange::ReplaceCondition { node, by: by.clone() }
        }
        VariantChange::RemoveLoop { node } => {
            let node = (both.counterpart)(*node).ok_or("the loop has no counterpart")?;
            if !removal::removable(both.python).contains(&node) {
                return Err("cargo mts cannot remove the port's loop");
            }
            VariantChange::RemoveLoop { node }
        }
        other => other.clone(),
    };
    writing::edits(&found, both.python).ok_or("the counterpart has no source text to change")
}

/// Merges the pair with its merge partner; old calls still run this pair's code.
fn merged(both: &PairContext<'_>, random: &mut Random) -> Result<PairedEdit, NotApplicable> {
    // Use only layouts that put this pair's parameters first, because the calls of the function stay unchanged.
    const LAYOUTS: [u8; 4] = [0, 1, 4, 5];
    let [java, python] = both.merge_partner.ok_or(NotApplicable::NoPlace)?;
    let layout = random.pick(&LAYOUTS).copied().unwrap_or_default();
    let merged = merge::merge_in_layout(both.java, java, layout, random).ok_or(NotApplicable::NoPlace)?;
    let edits = merged_port::edits(both.python, python, &merged).map_err(NotApplicable::Unmirrored)?;
    let mut added_args: Vec<String> = java.function.params.iter().map(|param| nothing(&param.ty)).collect();
    added_args.push("true".to_owned());
    Ok(PairedEdit {
        transformation: Transformation::Merge,
        java: vec![
            TextEdit::new(merged.list, merged.params.join(", ")),
            TextEdit::new(both.java.function.body, merged.body),
        ],
        added_args,
        python: edits,
        subject: java.function.name.clone(),
        names: None,
    })
}

/// Returns a Java expression of a type, for an argument that no code reads.
fn nothing(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(Primitive::Boolean) => "false".to_owned(),
        JavaType::Primitive(_) => format!("({ty}) 0"),
        _ => "null".to_owned(),
    }
}

/// Returns the condition of the port's `if` that is the counterpart of a Java condition.
fn condition(both: &PairContext<'_>, node: NodeId) -> Option<NodeId> {
    let found = (both.counterpart)(node)?;
    let tree = both.python.tree;
    let parent = tree.node(found).parent?;
    let is_condition = *tree.kind(parent) == Kind::If && tree.child(parent, 0) == Some(found);
    (is_condition && !tree.node(parent).is_virtual && !tree.node(found).is_virtual).then_some(found)
}

/// Returns a global name of the port as a new local name.
///
/// The function does not use the global name, so the scope rules of Python allow the local name.
/// Returns `None` in half of all cases, and if the module has no such name.
fn other_name(both: &PairContext<'_>, random: &mut Random) -> Option<String> {
    let fits = |name: &String| {
        // No Java keyword has a capital letter or an underscore.
        let is_no_keyword = name.len() > 1 && name.chars().any(|c| c.is_ascii_uppercase() || c == '_');
        name.is_ascii() && is_no_keyword && !names::has_word(&both.java.file.text, name)
    };
    let globals = scopes::unused_globals(both.python.file, both.python.function);
    let globals: Vec<String> = globals.into_iter().filter(fits).collect();
    random.pick(&globals).filter(|_| random.draw_bool(50)).cloned()
}

/// Reports whether the file of the port already contains a name.
///
/// If `at_top` is true, a global name does not count if the function does not use it.
fn is_taken(both: &PairContext<'_>, name: &str, at_top: bool) -> bool {
    let text = &both.python.file.text;
    let is_global = || scopes::unused_globals(both.python.file, both.python.function).iter().any(|own| own == name);
    names::has_word(text, name) && !(at_top && is_global())
}

fn form_names(form: &NeutralStatement) -> Vec<&str> {
    match form {
        NeutralStatement::Subtract(_) | NeutralStatement::Add(_) | NeutralStatement::Set(_) => Vec::new(),
        NeutralStatement::Product(name, _) | NeutralStatement::Sum(name, _) | NeutralStatement::If(_, name, _) => {
            vec![name]
        }
        NeutralStatement::Count(name, over, _) | NeutralStatement::Total(name, over, _) => vec![name, over],
    }
}
