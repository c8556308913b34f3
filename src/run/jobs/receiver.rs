//! The receiver of a method: the parameters of its constructor, or a recipe.
//!
//! The inputs of the suite contain the values of the constructor's arguments.

use crate::run::jobs::object_factories::ProjectFactories;
use mts_generate::inputs::Objects;
use mts_generate::pairing;
use mts_lang::{SourceFile, python::ModuleFacts};
use mts_model::{FunctionKind, JavaType, Pair, jdk};

/// The receiver of a method.
pub(super) struct Receiver {
    /// The parameter types of the shortest usable constructor of the Java class.
    ///
    /// A constructor is usable if the tool can generate its arguments, and if the Python class takes the same number of
    /// arguments in the same order. For an enum, the list has only the enum type. `None` if no constructor is usable.
    pub plain: Option<Vec<JavaType>>,
    /// `true` if recipes make the receiver.
    is_made: bool,
    /// `true` if the port gets the receiver too.
    pub has_port_object: bool,
}

impl Receiver {
    /// Returns the types of the receiver's values in a suite file.
    pub fn written(&self) -> Vec<JavaType> {
        self.plain.clone().unwrap_or_else(|| vec![JavaType::from_name(Objects::RECEIVER)])
    }

    /// Returns the types of the values that the tool generates for the receiver.
    pub fn generated(&self) -> Vec<JavaType> {
        if self.is_made { vec![JavaType::from_name(Objects::RECEIVER)] } else { self.written() }
    }
}

/// Reports whether the port is a method or an attribute of an object.
pub(super) fn is_member(pair: &Pair) -> bool {
    matches!(pair.python.kind, FunctionKind::Method | FunctionKind::Attribute)
}

/// Returns the receiver of a pair, or `None` if the pair needs no receiver.
///
/// # Errors
/// Returns the reason why the tool cannot make a receiver.
pub(super) fn receiver(
    pair: &Pair,
    java: &SourceFile,
    facts: &mts_lang::java::ClassFacts,
    around: &ModuleFacts,
    on_instance: bool,
    project: &ProjectFactories,
) -> Result<Option<Receiver>, String> {
    let class = pair.java.scope.join(".");
    let no_constructor = facts.is_inner || facts.is_enum || facts.is_abstract;
    // A port outside a class does not use the receiver, unless the port takes the receiver as its
    // first argument. A recipe makes this argument.
    let takes_receiver = pairing::takes_receiver_argument(pair);
    match pair.java.kind {
        FunctionKind::StaticMethod => return Ok(None),
        FunctionKind::Constructor if facts.is_inner => return outer_object(pair, takes_receiver, project),
        FunctionKind::Constructor if takes_receiver => return Err(pairing::missing_argument(&pair.python.params[0])),
        // A subclass calls the constructor of an abstract class, so the constructor needs no receiver.
        FunctionKind::Constructor if !facts.is_enum => return Ok(None),
        _ => {}
    }
    let sees_it = on_instance || takes_receiver;
    let is_method = pair.java.kind == FunctionKind::Method;
    let objects = project.view(pair, sees_it).receiver;
    let can_be_made = is_method && !objects.factories.is_empty();
    if facts.is_enum && is_method && sees_it {
        let name = pair.java.scope.last().cloned().unwrap_or_default();
        if mts_lang::java::enums(java).iter().any(|(known, constants)| *known == name && !constants.is_empty()) {
            return Ok(Some(Receiver {
                plain: Some(vec![JavaType::from_name(&name)]),
                is_made: false,
                has_port_object: true,
            }));
        }
    }
    let init = around.class_has_init_params.as_deref().unwrap_or_default();
    let required = init.iter().filter(|param| !param.optional).count();
    // If the port has no object, only a constructor without parameters fits, because other
    // arguments would change only Java's results.
    let taken = |types: &&Vec<JavaType>| (required..=init.len()).contains(&types.len());
    let fitting = facts
        .constructors
        .iter()
        .filter(|_| !around.class_needs_names)
        .filter(taken)
        .filter(|types| types.iter().all(is_plain) && (!sees_it || project.takes_in_order(&pair.java, types)));
    let plain = fitting.filter(|_| !no_constructor && !takes_receiver).min_by_key(|types| types.len()).cloned();
    if plain.is_some() || can_be_made {
        // If the port gets no receiver, a constructor can be enough. Then it is the only factory, and no modifier
        // changes the object.
        let is_enough = plain.is_some() && objects.modifiers.is_empty() && objects.factories.len() == 1;
        let is_made = can_be_made && (sees_it || !is_enough);
        return Ok(Some(Receiver { plain, is_made, has_port_object: sees_it }));
    }
    Err(if facts.is_inner {
        needs_outer_object(&class)
    } else if facts.is_enum {
        format!("{class} is an enum without constants, so there is no object to call the method on")
    } else if facts.is_abstract {
        format!(
            "{class} is abstract or an interface, and cargo mts cannot make an object of a subclass: there is no object to call the method on"
        )
    } else {
        format!(
            "cargo mts cannot make a receiver: no constructor or factory of {class} has both a counterpart in Python \
             and arguments that cargo mts can generate"
        )
    })
}

/// Returns the receiver for a constructor of an inner class: the outer object.
///
/// The result is `None` if the port does not take the outer object, and Java can make the outer object with a
/// constructor without parameters.
fn outer_object(pair: &Pair, takes_receiver: bool, project: &ProjectFactories) -> Result<Option<Receiver>, String> {
    if !takes_receiver && project.makes_outer_object(&pair.java) {
        return Ok(None);
    }
    match project.view(pair, takes_receiver).receiver.factories.is_empty() {
        true => Err(needs_outer_object(&pair.java.scope.join("."))),
        false => Ok(Some(Receiver { plain: None, is_made: true, has_port_object: takes_receiver })),
    }
}

fn needs_outer_object(class: &str) -> String {
    format!("{class} is an inner class: an object of {class} needs an object of the enclosing class")
}

/// Reports whether the tool can generate values of a type from the type alone.
fn is_plain(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) | JavaType::Boxed(_) | JavaType::String => true,
        JavaType::Array(element) => is_plain(element),
        JavaType::Class { args, .. } => {
            ty.simple_class().is_some_and(jdk::is_container_input) && !args.is_empty() && args.iter().all(is_plain)
        }
        JavaType::Unknown | JavaType::Void | JavaType::Null | JavaType::Convention(_) | JavaType::ExitStatus => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Primitive;

    fn class(name: &str, args: &[JavaType]) -> JavaType {
        JavaType::Class { name: name.to_owned(), args: args.to_vec() }
    }

    #[test]
    fn a_constructor_takes_scalars_and_containers_of_known_elements() {
        let number = JavaType::Boxed(Primitive::Int);
        let numbers = class("java.util.LinkedList", std::slice::from_ref(&number));
        let plain = [
            JavaType::INT,
            JavaType::String,
            JavaType::INT.array_of(),
            numbers.clone(),
            class("Iterable", &[JavaType::String]),
            class("NavigableMap", &[JavaType::String, numbers]),
        ];
        for ty in plain {
            assert!(is_plain(&ty), "{ty}");
        }
        let open = [
            class("List", &[]),
            class("List", &[class("Account", &[])]),
            class("PriorityQueue", std::slice::from_ref(&number)),
            class("ConcurrentHashMap", &[number.clone(), number]),
            class("Account", &[]).array_of(),
            JavaType::Unknown,
        ];
        for ty in open {
            assert!(!is_plain(&ty), "{ty}");
        }
    }
}
