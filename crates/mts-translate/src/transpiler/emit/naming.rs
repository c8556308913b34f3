//! Chooses the Python names of the module's classes, functions, methods and fields.
//!
//! Related classes share one scope of names, so that an overriding method has the same name as the overridden method.

use super::super::exceptions::raised;
use super::super::library::KNOWN;
use super::super::names::NameScope;
use super::{ModuleNames, TranslationStyle};
use mts_lang::java::typed_ast::{Class, ClassKind, Method, Program, functional_method};
use mts_model::function::special_methods;
use mts_model::{JavaType, jdk};
use std::collections::{BTreeMap, BTreeSet};

/// A group of methods that override each other.
struct OverrideGroup {
    java: String,
    params: Vec<JavaType>,
    classes: BTreeSet<usize>,
    is_private: bool,
    python: String,
}

/// Chooses the names of all items of the module.
pub(super) fn globals(program: &Program, style: TranslationStyle) -> ModuleNames {
    let classes = &program.classes;
    let mut names = NameScope::new(style.keeps_names, super::BUILT_IN.iter().map(|name| (*name).to_owned()));
    let is_flat: Vec<bool> = classes.iter().map(|c| c.outer.is_none() && c.is_namespace()).collect();
    let mut named = Vec::new();
    for (class, flat) in classes.iter().zip(&is_flat) {
        named.push(if *flat { String::new() } else { names.fresh(&class_name(class)) });
    }
    let homes = families(program);
    let mut methods: Vec<Vec<String>> = classes.iter().map(|c| vec![String::new(); c.methods.len()]).collect();
    let mut fields = BTreeMap::new();
    for home in homes.iter().copied().collect::<BTreeSet<usize>>() {
        let members: Vec<usize> = (0..classes.len()).filter(|at| homes[*at] == home).collect();
        let reserved = ["outer", "init_2", "init_3", "init_4"].map(str::to_owned).to_vec();
        let reserved = if members.iter().any(|at| classes[*at].kind == ClassKind::Enum) {
            [reserved, vec!["name".to_owned(), "value".to_owned()]].concat()
        } else {
            reserved
        };
        let mut own = NameScope::new(style.keeps_names, reserved);
        let flat = is_flat[home];
        let mut groups: Vec<OverrideGroup> = Vec::new();
        for at in &members {
            let home = if flat { &mut names } else { &mut own };
            let mut constructors = 0;
            for (nth, method) in classes[*at].methods.iter().enumerate() {
                if method.is_constructor {
                    constructors += 1;
                    let name = if constructors == 1 { "__init__".to_owned() } else { format!("init_{constructors}") };
                    methods[*at][nth] = name;
                    continue;
                }
                let group = grouped(&mut groups, *at, method, program);
                if groups[group].python.is_empty() {
                    let special = if flat { None } else { special(program, &members, method) };
                    groups[group].python = match special {
                        Some(name) => name,
                        None if groups[group].is_private && method.is_initializer => home.fresh("initialize"),
                        None => {
                            let alike = |g: &OverrideGroup| g.java == method.name && !g.python.is_empty();
                            let nth = groups.iter().filter(|g| alike(g)).count() + 1;
                            let wanted = if nth == 1 { method.name.clone() } else { format!("{}_{nth}", method.name) };
                            home.python_name(&wanted)
                        }
                    };
                }
                methods[*at][nth] = groups[group].python.clone();
            }
        }
        for at in &members {
            let home = if flat { &mut names } else { &mut own };
            for field in &classes[*at].fields {
                // In Java, a field may have the same name as a method, or as a field of an ancestor.
                let wanted = home.python_name(&field.name);
                let clashes = members.iter().any(|m| methods[*m].contains(&wanted))
                    || members.iter().any(|m| fields.contains_key(&(*m, field.name.clone())));
                let name = if clashes { home.fresh(&wanted) } else { wanted };
                fields.insert((*at, field.name.clone()), name);
            }
        }
    }
    ModuleNames { classes: named, methods, fields, is_flat }
}

/// Returns the preferred name of a class.
///
/// The body of the enum constant `PLUS_ONE` of `Op` gets the name `OpPlusOne`.
fn class_name(class: &Class) -> String {
    let Some((home, constant)) = class.name.split_once('$').filter(|_| class.constant.is_some()) else {
        return class.name.clone();
    };
    let words = constant.split('_').map(|word| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + &if word.chars().any(char::is_lowercase) { rest.to_owned() } else { rest.to_lowercase() }
    });
    std::iter::once(home.to_owned()).chain(words).collect()
}

/// Returns, for each class, the first class to which it is related by inheritance.
fn families(program: &Program) -> Vec<usize> {
    let mut homes: Vec<usize> = (0..program.classes.len()).collect();
    loop {
        let before = homes.clone();
        for at in 0..homes.len() {
            for parent in super::module::inheritance::parents(program, at) {
                let least = homes[at].min(homes[parent]);
                (homes[at], homes[parent]) = (least, least);
            }
        }
        if homes == before {
            return homes;
        }
    }
}

/// Returns the index of the group to which a method belongs.
fn grouped(groups: &mut Vec<OverrideGroup>, class: usize, method: &Method, program: &Program) -> usize {
    let params: Vec<JavaType> = method.variables.iter().take(method.params).map(|v| v.ty.clone()).collect();
    let is_open = |ty: &JavaType| {
        let simple = ty.simple_class();
        let is_param = |(name, _): &(String, JavaType)| Some(name.as_str()) == simple;
        method.type_params.iter().any(is_param) || program.classes.iter().any(|c| c.type_params.iter().any(is_param))
    };
    let alike = |a: &JavaType, b: &JavaType| match (a, b) {
        (JavaType::Class { .. }, JavaType::Class { .. }) if a.simple_class() == b.simple_class() => true,
        _ => {
            a == b
                || is_open(a) && !matches!(b, JavaType::Primitive(_))
                || is_open(b) && !matches!(a, JavaType::Primitive(_))
        }
    };
    let found = groups.iter().position(|group| {
        group.java == method.name
            && !group.is_private
            && !method.is_private
            && group.params.len() == params.len()
            && !group.classes.contains(&class)
            && group.params.iter().zip(&params).all(|(a, b)| alike(a, b))
    });
    match found {
        Some(at) => {
            groups[at].classes.insert(class);
            at
        }
        None => {
            let (java, classes) = (method.name.clone(), BTreeSet::from([class]));
            groups.push(OverrideGroup { java, params, classes, is_private: method.is_private, python: String::new() });
            groups.len() - 1
        }
    }
}

/// Returns the fixed Python name of a method that Python or the support module calls.
pub(super) fn special(program: &Program, family: &[usize], method: &Method) -> Option<String> {
    if method.is_static {
        return None;
    }
    let has_type_of_object = || method.name != "equals" || method.variables[0].ty == JavaType::from_name("Object");
    if jdk::is_object_method(&method.name, method.params) && has_type_of_object() {
        return special_methods::python_names(&method.name, method.params).next().map(str::to_owned);
    }
    let known = match (method.name.as_str(), method.params) {
        ("compareTo", 1) => "compare_to",
        ("getMessage", 0) => "get_message",
        ("iterator", 0) => "iterator",
        ("hasNext", 0) => "has_next",
        ("next", 0) => "next",
        ("close", 0) => "close",
        _ => {
            let parents = family.iter().flat_map(|at| super::module::inheritance::library_parents(program, *at));
            return parents.into_iter().find_map(|parent| {
                let class = parent.simple_class()?;
                if functional_method(class) == Some(method.name.as_str()) {
                    return Some("__call__".to_owned());
                }
                overridden(class, method).map(|(name, _)| name)
            });
        }
    };
    Some(known.to_owned())
}

/// Returns the Python name and the table row of an overridden library method.
pub(super) fn overridden(class: &str, method: &Method) -> Option<(String, usize)> {
    let row = KNOWN.library.find(class, &method.name, method.params)?;
    let form = KNOWN.forms.get(row)?.faithful;
    let rest = form.strip_prefix("{0.}.")?;
    let (name, args) = rest.split_once('(')?;
    let wanted: Vec<String> = (1..=method.params).map(|at| format!("{{{at}}}")).collect();
    (args.strip_suffix(')')? == wanted.join(", ")).then(|| (name.to_owned(), row))
}

/// Returns the Python base class for a library class that a class extends.
///
/// The result is empty if no base class is necessary, and `None` if the library class is unknown. The catalogue of the
/// JDK does not have this fact, because only translations need it.
pub(super) fn base(ty: &JavaType) -> Option<&'static str> {
    let class = ty.simple_class()?;
    Some(match class {
        "HashMap" | "ArrayList" => jdk::python_class(class)?,
        "LinkedHashMap" | "TreeMap" | "HashSet" | "TreeSet" | "LinkedHashSet" => jdk::jdk_type(class)?.name,
        "Object" | "Comparable" | "Iterable" | "Iterator" | "Serializable" | "Cloneable" | "CharSequence" => "",
        "Throwable" => "Exception",
        _ if functional_method(class).is_some() => "",
        _ => return raised(class),
    })
}
