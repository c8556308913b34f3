//! Makes the change of a class-level mutant in the port.
//!
//! The module makes the same change at the class, method, attribute or call with the same name. The Java method and the
//! port's method must have the same number of places with this code. Otherwise the module does not know which place is
//! the counterpart, and the mutant has no counterpart.

mod port;
mod reasons;

use mts_lang::syntax::NodeId;
use mts_model::{ClassChange, Site, Span, TextEdit};
use port::{PortSyntax, is_port_name};
use reasons::ClassReplayReason;
use reasons::{NO_CLASS, NO_FIELD, NO_METHOD, OTHER_FORM, OTHER_NUMBER};

/// Returns the edits of a Python file for a class-level change.
///
/// # Errors
/// Returns the reason if the change has no counterpart.
pub fn replay(python: &str, change: &ClassChange) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let port = PortSyntax::parse(python).ok_or(OTHER_FORM)?;
    let mut edits = match change {
        ClassChange::DeleteMethod { class, method } => {
            let whole = port.whole(port.method(class, method)?);
            vec![port.replace(whole, "pass")]
        }
        ClassChange::MoveSuperCall { class, method, to_end } => move_super_call(&port, class, method, *to_end)?,
        ClassChange::RenameOverridden { class, method } => rename(&port, class, method)?,
        ClassChange::Super { site, name, insert } => vec![super_call(&port, site, name, *insert)?],
        ClassChange::DropSuperCall { class } => {
            let constructor = port.method(class, "<init>")?;
            let calls: Vec<NodeId> = port.calls(constructor, |callee| callee == "super().__init__").collect();
            let [call] = calls[..] else { return Err(OTHER_FORM) };
            vec![port.replace(port.arguments(call).ok_or(OTHER_FORM)?, "()")]
        }
        ClassChange::Construct { site, parent, child } => {
            let child = port.class_name(child).ok_or(NO_CLASS)?;
            let calls = port.calls(port.region(site)?, |callee| is_port_name(parent, callee)).collect();
            let call = nth(site, calls)?;
            vec![port.replace(port.callee(call).ok_or(OTHER_FORM)?, child)]
        }
        ClassChange::SwapArguments { site, name, first } => swap(&port, site, name, *first)?,
        ClassChange::InsertThis { site, field, unset } => insert_this(&port, site, field, unset.as_deref())?,
        ClassChange::DeleteThis { site, field, unset } => delete_this(&port, site, field, unset.as_deref())?,
        ClassChange::MakeStatic { class, field, unset } => make_static(&port, class, field, unset)?,
        ClassChange::MakeInstance { class, field } => make_instance(&port, class, field)?,
        ClassChange::Unset { class, fields } => {
            let one = |(field, unset): &(String, String)| Ok(port.replace(port.initialiser(class, field)?, unset));
            fields.iter().map(one).collect::<Result<Vec<_>, ClassReplayReason>>()?
        }
        ClassChange::CopyContent { site, source } => {
            let values = port.assigned_names(port.region(site)?, source).collect();
            let value = nth(site, values)?;
            vec![port.replace(value, format!("list({})", port.text(value)))]
        }
        ClassChange::CompareIdentity { site, left, right } => {
            let operators = port.equalities(port.region(site)?, left, right).collect();
            vec![port.replace(nth(site, operators)?, "is")]
        }
        ClassChange::CallOther { site, name, other } => vec![call_other(&port, site, name, other)?],
    };
    edits.sort_by_key(|edit| edit.span.start);
    Ok(edits)
}

/// Returns the place that a site identifies.
///
/// The port must have as many such places as the Java method.
fn nth(site: &Site, places: Vec<NodeId>) -> Result<NodeId, ClassReplayReason> {
    let (nth, of) = site.nth;
    places.get(nth).copied().filter(|_| places.len() == of).ok_or(OTHER_NUMBER)
}

fn move_super_call(
    port: &PortSyntax,
    class: &str,
    method: &str,
    to_end: bool,
) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let statements = port.statements(port.method(class, method)?);
    let [first, .., last] = statements[..] else { return Err(OTHER_FORM) };
    let (own, other) = if to_end { (first, last) } else { (last, first) };
    let calls = |callee: &str| callee.strip_prefix("super().").is_some_and(|name| is_port_name(method, name));
    let is_call = port.tree.kind(own) == "expression_statement" && port.calls(own, calls).next().is_some();
    if !is_call || port.tree.kind(last) == "return_statement" {
        return Err(OTHER_FORM);
    }
    let (text, indent) = (port.text(own), port.indent(other));
    let place = port.span(other);
    let moved = match to_end {
        true => TextEdit::insert(place.end, format!("\n{indent}{text}")),
        false => TextEdit::insert(place.start, format!("{text}\n{indent}")),
    };
    Ok(vec![port.replace(own, "pass"), moved])
}

fn rename(port: &PortSyntax, class: &str, method: &str) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let definition = port.method(class, method)?;
    let name = port.tree.field(definition, "name").ok_or(OTHER_FORM)?;
    let becomes = format!("{}_ior", port.text(name));
    let mut edits = vec![port.replace(name, becomes.clone())];
    for own in port.methods(port.class(class).ok_or(NO_CLASS)?) {
        let receiver = port.receiver(own).unwrap_or_default();
        let on_it = |callee: &str| callee.strip_prefix(receiver).is_some_and(|rest| is_same_member(rest, method));
        for call in port.calls(own, on_it).collect::<Vec<_>>() {
            edits.extend(port.member(call).map(|member| port.replace(member, becomes.clone())));
        }
    }
    if edits.len() == 1 { Err(OTHER_NUMBER) } else { Ok(edits) }
}

/// Reports whether a text is `.name`, for Python's spelling of this Java name.
fn is_same_member(rest: &str, name: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|own| is_port_name(name, own))
}

fn super_call(port: &PortSyntax, site: &Site, name: &str, insert: bool) -> Result<TextEdit, ClassReplayReason> {
    let method = port.region(site)?;
    let receiver = port.receiver(method).ok_or(OTHER_FORM)?;
    let (before, after) = if insert { (receiver, "super()") } else { ("super()", receiver) };
    let on_it = |callee: &str| callee.strip_prefix(before).is_some_and(|rest| is_same_member(rest, name));
    let call = nth(site, port.calls(method, on_it).collect())?;
    let object = port.callee(call).and_then(|callee| port.tree.field(callee, "object")).ok_or(OTHER_FORM)?;
    Ok(port.replace(object, after))
}

fn swap(port: &PortSyntax, site: &Site, name: &str, first: usize) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let called = |callee: &str| is_port_name(name, callee.rsplit('.').next().unwrap_or(callee));
    let call = nth(site, port.calls(port.region(site)?, called).collect())?;
    let list = port.arguments(call).ok_or(OTHER_FORM)?;
    let arguments: Vec<NodeId> = port.tree.parts(list).collect();
    let is_plain = arguments
        .iter()
        .all(|id| !matches!(port.tree.kind(*id), "keyword_argument" | "list_splat" | "dictionary_splat"));
    let (Some(a), Some(b), true) = (arguments.get(first), arguments.get(first + 1), is_plain) else {
        return Err(OTHER_FORM);
    };
    Ok(vec![port.replace(*a, port.text(*b)), port.replace(*b, port.text(*a))])
}

fn insert_this(
    port: &PortSyntax,
    site: &Site,
    field: &str,
    unset: Option<&str>,
) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let method = port.region(site)?;
    let receiver = port.receiver(method).ok_or(OTHER_FORM)?;
    let attribute = port.attribute_name(port.class(&site.class).ok_or(NO_CLASS)?, field).ok_or(NO_FIELD)?;
    let place = nth(site, port.names(method, field).collect())?;
    // The attribute does not exist before its first assignment, so use the default value in its place.
    let read = unset.map_or_else(|| format!("{receiver}.{attribute}"), str::to_owned);
    Ok(vec![port.replace(place, read)])
}

fn delete_this(
    port: &PortSyntax,
    site: &Site,
    field: &str,
    unset: Option<&str>,
) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let method = port.region(site)?;
    let receiver = port.receiver(method).ok_or(OTHER_FORM)?;
    let place = nth(site, port.attributes(method, receiver, field).collect())?;
    if let Some(unset) = unset {
        let value = port.value_assigned_to(place).ok_or(OTHER_FORM)?;
        return Ok(vec![port.replace(value, unset)]);
    }
    let param = port.param(method, field).ok_or(OTHER_FORM)?;
    Ok(vec![port.replace(place, param)])
}

fn make_static(port: &PortSyntax, class: &str, field: &str, unset: &str) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let id = port.class(class).ok_or(NO_CLASS)?;
    let own = port.class_name(class).ok_or(NO_CLASS)?;
    let attribute = port.attribute_name(id, field).ok_or(NO_FIELD)?;
    let body = port.tree.field(id, "body").ok_or(OTHER_FORM)?;
    if port.is_decorated(id) || port.class_attribute(id, field).is_some() || port.is_set_elsewhere(id, field) {
        return Err(OTHER_FORM);
    }
    let mut edits = Vec::new();
    for method in port.methods(id) {
        let Some(receiver) = port.receiver(method) else { continue };
        for place in port.attributes(method, receiver, field).collect::<Vec<_>>() {
            edits.push(port.replace(place, format!("{own}.{attribute}")));
        }
    }
    let first = port.tree.parts(body).next().ok_or(OTHER_FORM)?;
    let (start, indent) = (port.span(first).start, port.indent(first));
    edits.push(TextEdit::new(Span::new(start, start), format!("{attribute} = {unset}\n{indent}")));
    if edits.len() == 1 { Err(NO_FIELD) } else { Ok(edits) }
}

fn make_instance(port: &PortSyntax, class: &str, field: &str) -> Result<Vec<TextEdit>, ClassReplayReason> {
    let id = port.class(class).ok_or(NO_CLASS)?;
    let own = port.class_name(class).ok_or(NO_CLASS)?;
    if port.class_attribute(id, field).is_none() {
        return Err(NO_FIELD);
    }
    let mut edits = Vec::new();
    for method in port.methods(id) {
        for place in
            port.attributes(method, &own, field).chain(port.attributes(method, "cls", field)).collect::<Vec<_>>()
        {
            let receiver = port.receiver(method).filter(|receiver| *receiver != "cls").ok_or(OTHER_FORM)?;
            let object = port.tree.field(place, "object").ok_or(OTHER_FORM)?;
            edits.push(port.replace(object, receiver));
        }
    }
    if edits.is_empty() { Err(OTHER_NUMBER) } else { Ok(edits) }
}

fn call_other(port: &PortSyntax, site: &Site, name: &str, other: &str) -> Result<TextEdit, ClassReplayReason> {
    let method = port.region(site)?;
    let called = |callee: &str| callee.rsplit_once('.').is_some_and(|(_, own)| is_port_name(name, own));
    let calls: Vec<NodeId> = port.calls(method, called).collect();
    if !calls.is_empty() {
        let other = port.function_name(other).ok_or(NO_METHOD)?;
        let member = port.member(nth(site, calls)?).ok_or(OTHER_FORM)?;
        return Ok(port.replace(member, other));
    }
    // Without such calls, the port probably has attributes in place of accessors.
    let is_set = name.starts_with("set");
    let field = |accessor: &str| accessor.get(3..).unwrap_or_default().to_owned();
    let place = nth(site, port.accesses(method, &field(name), is_set).collect())?;
    let other = port.any_attribute(&field(other)).ok_or(NO_FIELD)?;
    let member = port.tree.field(place, "attribute").ok_or(OTHER_FORM)?;
    Ok(port.replace(member, other))
}
