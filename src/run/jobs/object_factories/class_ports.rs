//! Finds the Python class that ports each Java class.
//!
//! Most ports follow from the paired functions. For a class without paired functions, such as a class that only holds
//! data, the port is the Python class with the same name. For an enum, the port can be the Python enum with the same
//! constants.

use crate::run::jobs::object_factories::class_names::binary;
use crate::run::revision::Revision;
use mts_generate::inputs::Enums;
use mts_lang::SourceFile;
use mts_lang::python::{ClassConstructor, class_constructors, plain_class};
use mts_model::{Function, FunctionKind, Language, Pair};
use std::collections::{BTreeMap, BTreeSet};

/// The Python class that is the port of a Java class.
pub(crate) struct ClassPort {
    /// The path of the Python file.
    pub file: String,
    /// The class and the parameters of its constructor. The scope is empty for functions outside a
    /// class.
    pub class: ClassConstructor,
}

/// The ports of Java classes, by the binary name of the Java class.
pub(crate) struct ClassPorts(BTreeMap<String, ClassPort>);

impl ClassPorts {
    /// Finds the ports of a revision.
    ///
    /// `declared` contains the binary names of the Java classes, by simple name.
    pub(crate) fn new(
        revision: &Revision,
        pairs: &[Pair],
        declared: &BTreeMap<String, Vec<String>>,
        enums: &Enums,
    ) -> Self {
        let mut classes: BTreeMap<&str, Vec<ClassConstructor>> = BTreeMap::new();
        let mut found = BTreeMap::new();
        for (java, (file, scope)) in voted(pairs) {
            let own = || revision.file(file).map(|file| class_constructors(file)).unwrap_or_default();
            let known = classes.entry(file).or_insert_with(own).iter().find(|class| class.scope == scope);
            let unknown = || ClassConstructor { scope: scope.to_vec(), params: Vec::new(), needs_names: false };
            let class = known.cloned().unwrap_or_else(unknown);
            found.insert(java, ClassPort { file: file.to_owned(), class });
        }
        add_by_name(revision, declared, &mut found);
        add_by_constants(revision, declared, enums, &mut found);
        Self(found)
    }

    /// Returns each Java class with its port.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &ClassPort)> {
        self.0.iter()
    }

    /// Returns the port of a Java class.
    pub(crate) fn get(&self, java: &str) -> Option<&ClassPort> {
        self.0.get(java)
    }

    /// Returns a pair of constructors with the Python subclass in place of the base class.
    ///
    /// The port of the Java class is a subclass that inherits the constructor. A call of the base class would make an
    /// object without the methods of the subclass. Returns `None` for every other pair, and if the subclass has a
    /// constructor with other parameters.
    pub(crate) fn with_inheriting_class(&self, revision: &Revision, pair: &Pair) -> Option<Pair> {
        let port = self.get(&binary(&pair.java.package, &pair.java.scope))?;
        let (heir, made) = (&port.class.scope, &pair.python.scope);
        let is_same_file = port.file == pair.python.file;
        if pair.python.kind != FunctionKind::Constructor || heir == made || !is_same_file {
            return None;
        }
        let file = revision.file(&port.file)?;
        let own = file.functions.iter().find(|one| one.kind == FunctionKind::Constructor && one.scope == *heir);
        let names = |function: &Function| function.params.iter().map(|param| param.name.clone()).collect::<Vec<_>>();
        let takes_others = own.is_some_and(|own| names(own) != names(&pair.python));
        if takes_others || !inherits(file, heir.last()?, made.last()?) {
            return None;
        }
        let mut pair = pair.clone();
        pair.python.scope.clone_from(heir);
        Some(pair)
    }

    /// Reports whether a Java class has a port.
    pub(crate) fn contains(&self, java: &str) -> bool {
        self.0.contains_key(java)
    }
}

/// Reports whether a class of the file inherits from `base`, directly or not.
fn inherits(file: &SourceFile, class: &str, base: &str) -> bool {
    let all = mts_lang::python::base_classes(file);
    let (mut seen, mut open) = (BTreeSet::new(), vec![class]);
    while let Some(class) = open.pop() {
        let own = all.iter().filter(|(name, _)| name == class).flat_map(|(_, bases)| bases);
        open.extend(own.map(String::as_str).filter(|name| seen.insert(*name)));
    }
    seen.contains(base)
}

/// Returns, for each Java class, the Python class with most counterparts of its functions.
fn voted(pairs: &[Pair]) -> BTreeMap<String, (&str, &[String])> {
    let mut votes: BTreeMap<String, BTreeMap<(&str, &[String]), usize>> = BTreeMap::new();
    for pair in pairs {
        let is_member =
            !matches!(pair.python.kind, FunctionKind::Function | FunctionKind::Nested | FunctionKind::Program);
        if is_member {
            let port = (pair.python.file.as_str(), pair.python.scope.as_slice());
            *votes.entry(binary(&pair.java.package, &pair.java.scope)).or_default().entry(port).or_default() += 1;
        }
    }
    // If several classes have equal counts, the function takes the first class.
    let most = |(class, votes): (String, BTreeMap<_, usize>)| {
        Some((class, votes.into_iter().rev().max_by_key(|(_, count)| *count)?.0))
    };
    votes.into_iter().filter_map(most).collect()
}

/// Adds ports of Java classes that have the name of a Python class.
///
/// The function adds a port only if one Java class and one Python class have the name.
fn add_by_name(revision: &Revision, declared: &BTreeMap<String, Vec<String>>, found: &mut BTreeMap<String, ClassPort>) {
    let mut java: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for (simple, classes) in declared {
        java.entry(plain_class(simple)).or_default().extend(classes);
    }
    java.retain(|_, classes| matches!(classes.as_slice(), [only] if !found.contains_key(*only)));
    if java.is_empty() {
        return;
    }
    let taken = taken(found);
    let mut ports: BTreeMap<String, Vec<ClassPort>> = BTreeMap::new();
    for file in revision.files(Language::Python) {
        for class in class_constructors(file) {
            let name = plain_class(class.scope.last().map_or("", String::as_str));
            if java.contains_key(&name) {
                ports.entry(name).or_default().push(ClassPort { file: file.path.clone(), class });
            }
        }
    }
    for (name, mut ports) in ports {
        let (Some([only]), Some(port), true) = (java.get(&name).map(Vec::as_slice), ports.pop(), ports.is_empty())
        else {
            continue;
        };
        if !taken.contains(&(port.file.clone(), port.class.scope.clone())) {
            found.insert((*only).clone(), port);
        }
    }
}

/// Returns the file and the scope of each Python class that is a port.
fn taken(found: &BTreeMap<String, ClassPort>) -> BTreeSet<(String, Vec<String>)> {
    found.values().map(|port| (port.file.clone(), port.class.scope.clone())).collect()
}

/// Adds ports of enums that have the constants of a Python enum.
///
/// For example, the port of `KindEnum` can be `Kind`. The function adds a port only if one Java enum and one Python
/// enum have these constants.
fn add_by_constants(
    revision: &Revision,
    declared: &BTreeMap<String, Vec<String>>,
    enums: &Enums,
    found: &mut BTreeMap<String, ClassPort>,
) {
    let plain = |names: &[String]| names.iter().map(|name| plain_class(name)).collect::<BTreeSet<String>>();
    let mut java: BTreeMap<BTreeSet<String>, Vec<&String>> = BTreeMap::new();
    for (simple, constants) in enums.iter().filter(|(_, constants)| constants.len() > 1) {
        java.entry(plain(constants)).or_default().extend(declared.get(simple).into_iter().flatten());
    }
    java.retain(|_, enums| matches!(enums.as_slice(), [only] if !found.contains_key(*only)));
    if java.is_empty() {
        return;
    }
    let taken = taken(found);
    let mut ports: BTreeMap<BTreeSet<String>, Vec<ClassPort>> = BTreeMap::new();
    for file in revision.files(Language::Python) {
        for (scope, names) in mts_lang::python::enums(file) {
            let constants = plain(&names);
            if java.contains_key(&constants) {
                let class = ClassConstructor { scope, params: Vec::new(), needs_names: false };
                ports.entry(constants).or_default().push(ClassPort { file: file.path.clone(), class });
            }
        }
    }
    for (constants, mut ports) in ports {
        if let (Some([only]), Some(port), true) =
            (java.get(&constants).map(Vec::as_slice), ports.pop(), ports.is_empty())
            && !taken.contains(&(port.file.clone(), port.class.scope.clone()))
        {
            found.insert((*only).clone(), port);
        }
    }
}
