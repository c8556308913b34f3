//! Finds the calls that make or change objects of the project.
//!
//! Such a call is a constructor, a factory, a builder or a method that changes an object. Most calls have a
//! counterpart, so that both sides make equal objects. `java_only` finds the calls without a counterpart. `inputs`
//! builds the recipes from these calls.

pub mod builders;
pub mod class_names;
pub mod class_ports;
mod declarations;
pub mod functions;
pub mod java_only;
pub mod port_substitutes;
pub mod property_aliases;
pub mod stub_subclasses;
pub mod tuples;
mod type_names;

use crate::config::Root;
use crate::run::jobs::array_forms::ArrayForms;
use crate::run::jobs::object_factories::class_names::{Place, are_related, around, below, binary};
use crate::run::jobs::object_factories::class_ports::ClassPorts;
use crate::run::jobs::object_factories::port_substitutes::PortClasses;
use crate::run::revision::Revision;
use mts_generate::inputs::Enums;
use mts_generate::inputs::object_recipes::{
    ClassRecipes, Classes, FactoryCall, Objects, named_classes, prune_unbuildable,
};
use mts_generate::pairing;
use mts_lang::java::ClassDeclaration;
use mts_model::{
    CallKind, Factory, Function, FunctionKind, Input, JavaType, Pair, Port, PortSubstitutes, Ports, StubMethod,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first words of the names of methods that change their object.
const CHANGES: [&str; 12] =
    ["set", "add", "with", "put", "append", "push", "insert", "offer", "enqueue", "register", "include", "write"];

/// The classes of a revision, and the calls that make and change their objects.
#[derive(Default)]
pub struct ProjectFactories {
    declared: BTreeMap<String, DeclaredClass>,
    /// The factories of stub subclasses, by the binary name of the abstract class.
    synthesized: Classes,
    /// The methods that a stub subclass implements, by the binary name of the abstract class.
    stub_methods: BTreeMap<String, Vec<StubMethod>>,
    /// The calls that make objects without a counterpart in the port. The key is the binary name of the class.
    java_only: Classes,
    /// The methods that assign fields. A class uses them if it has no other changing method.
    changers: Classes,
    /// The imports of each Java file: the full name by the simple name. The key of `package.*` is its full text.
    imported: BTreeMap<String, BTreeMap<String, String>>,
    /// The binary names of classes, by simple name.
    simple: BTreeMap<String, Vec<String>>,
    factories: BTreeMap<String, (Factory, Vec<PathBuf>)>,
    classes: Arc<Classes>,
    /// The names of the factories of calls with placeholders.
    placeholders: Arc<BTreeSet<String>>,
    enums: Arc<Enums>,
    ports: Arc<Ports>,
    port_substitutes: Arc<PortSubstitutes>,
    /// The notes for the report about enums whose constants are all `None` in the port.
    notes: Vec<String>,
    /// The folders that contain the ports.
    folders: Vec<PathBuf>,
    /// The folder of the revision.
    revision_folder: PathBuf,
    /// The Python files in which a port takes `bytes` for a Java `byte[]`.
    pub(super) array_forms: ArrayForms,
}

struct DeclaredClass {
    class: ClassDeclaration,
    package: String,
    file: String,
}

impl DeclaredClass {
    /// Returns the file, the package and the enclosing classes of the class.
    fn place(&self) -> Place<'_> {
        Place { file: &self.file, package: &self.package, scope: &self.class.scope }
    }
}

impl ProjectFactories {
    /// Collects the factories of a revision from its pairs.
    #[must_use]
    pub fn new(revision: &Revision, pairs: &[Pair], roots: &[Root]) -> Self {
        let mut project = Self {
            array_forms: ArrayForms::new(revision, pairs),
            revision_folder: revision.folder.clone(),
            ..Self::default()
        };
        project.declare(revision, pairs);
        let class_ports = ClassPorts::new(revision, pairs, &project.simple, &project.enums);
        let mut classes = Classes::new();
        for pair in pairs {
            let of_subclass = class_ports.with_inheriting_class(revision, pair);
            project.paired(revision, roots, of_subclass.as_ref().unwrap_or(pair), &mut classes);
        }
        project.unpaired(revision, roots, &class_ports, &mut classes);
        project.builders(revision, roots, &class_ports, &mut classes);
        let names = PortClasses::new(revision);
        let tuples = project.tuples(revision, roots, pairs, (&class_ports, &names), &mut classes);
        let has_port = |name: &str| {
            project.simple.get(name).is_some_and(|all| all.iter().any(|class| class_ports.contains(class)))
        };
        let (constants, unported_enums, notes) =
            port_substitutes::constants(revision, pairs, &project.enums, (&names, &has_port));
        project.notes = notes;
        let property_aliases = project.property_aliases(revision, &class_ports);
        project.port_substitutes = Arc::new(PortSubstitutes { constants, unported_enums, tuples, property_aliases });
        project.inherit(&mut classes);
        project.synthesize_stub_subclasses(revision, pairs, &mut classes);
        project.functions(revision, &class_ports, &mut classes);
        project.java_only(revision);
        for (class, own) in std::mem::take(&mut project.changers) {
            if let Some(known) = classes.get_mut(&class).filter(|known| known.modifiers.is_empty()) {
                known.modifiers = own.modifiers;
            }
        }
        let wanted = project.java_only_arguments(revision, roots, (pairs, &class_ports), &mut classes);
        project.classes = Arc::new(prune_unbuildable(classes, &wanted, &project.enums));
        project.java_only_receivers();
        project.placeholders = Arc::new(with_placeholders([&project.classes, &project.java_only]));
        project.place_ports(revision, &class_ports, roots);
        project
    }

    fn types(&self, function: &Function) -> Vec<JavaType> {
        let types = function.input_types();
        types.iter().map(|ty| self.resolved(ty, Place::from_function(function))).collect()
    }

    /// Returns the name of a factory: the selector of the function without the file.
    fn factory_name(&self, java: &Function) -> String {
        self.unique(java.with_parameter_types(), &java.package, &java.scope)
    }

    /// Returns a name that is unique in the project.
    ///
    /// The name starts with the package if another package has a class of the same name.
    fn unique(&self, name: String, package: &str, scope: &[String]) -> String {
        let simple = scope.last().map_or(&[][..], |own| self.simple.get(own).map_or(&[][..], Vec::as_slice));
        let ending = scope.join("$");
        let same = |binary: &&String| binary.rsplit('.').next() == Some(ending.as_str());
        if package.is_empty() || simple.iter().filter(same).count() < 2 { name } else { format!("{package}.{name}") }
    }

    /// Adds the functions of a pair to the calls that make or change objects.
    fn paired(&mut self, revision: &Revision, roots: &[Root], pair: &Pair, classes: &mut Classes) {
        let java = &pair.java;
        let own = binary(&java.package, &java.scope);
        // A pair that covers only one type of a parameter is not a factory, because a recipe cannot
        // select the type.
        let is_factory = pairing::callable(pair).is_ok() && pair.dispatch_on.is_none();
        let Some(declared) = self.declared.get(&own).filter(|_| is_factory) else { return };
        let returned = match self.resolved(&java.returns, Place::from_function(java)) {
            JavaType::Class { name, .. } => Some(name).filter(|name| self.declared.contains_key(name)),
            _ => None,
        };
        let is_builder = declared.class.scope.last().is_some_and(|name| name.ends_with("Builder"));
        let port = revision.file(&pair.python.file);
        let is_property = port.is_some_and(|file| mts_lang::python::facts(file, &pair.python).is_property);
        let form = match pair.python.kind {
            FunctionKind::Constructor if pairing::takes_receiver_argument(pair) => CallKind::InnerConstructor,
            FunctionKind::Constructor => CallKind::Constructor,
            FunctionKind::Method if is_property => CallKind::Attribute,
            FunctionKind::Method => CallKind::Method,
            FunctionKind::Attribute => CallKind::Attribute,
            _ if pairing::takes_receiver_argument(pair) => CallKind::ObjectFirst,
            FunctionKind::StaticMethod | FunctionKind::Function => CallKind::Function,
            _ => return,
        };
        let way = |on| FactoryCall { on, ..FactoryCall::new(self.factory_name(java), self.types(java)) };
        let mut factory = None;
        let mut changed = None;
        match (java.kind, form) {
            (FunctionKind::Constructor, CallKind::Constructor | CallKind::Function) if declared.class.is_concrete => {
                factory = Some((own.clone(), way(None)));
            }
            (FunctionKind::Constructor, CallKind::Constructor | CallKind::InnerConstructor)
                if declared.class.is_inner =>
            {
                factory = Some((own.clone(), way(around(&own))));
            }
            (FunctionKind::Constructor, CallKind::Constructor) if declared.class.is_abstract => {
                let way = way(None);
                self.synthesized.entry(own.clone()).or_default().factories.push(way);
                self.keep(revision, roots, pair, own, CallKind::StubSubclass);
                return;
            }
            (FunctionKind::StaticMethod, CallKind::Function) => {
                let call = |class: &str| FactoryCall { is_foreign: !are_related(&own, class), ..way(None) };
                factory = returned.map(|class| (class.clone(), call(&class)));
            }
            (FunctionKind::Method, CallKind::Attribute) => {
                changed = Some(way(None)).filter(|way| !way.params.is_empty());
            }
            (FunctionKind::Method, CallKind::Method | CallKind::ObjectFirst) => {
                let chained = returned.as_ref() == Some(&own);
                if is_builder && !chained && returned.is_some() {
                    factory = returned.map(|class| (class, way(Some(own.clone()))));
                } else if (is_builder && chained) || (!java.params.is_empty() && changes(&java.name)) {
                    changed = Some(way(None));
                } else if revision.file(&java.file).is_some_and(|file| mts_lang::java::sets_fields(file, java)) {
                    let way = way(None);
                    self.changers.entry(own.clone()).or_default().modifiers.push(way);
                    self.keep(revision, roots, pair, own, form);
                    return;
                }
            }
            _ => {}
        }
        match (factory, changed) {
            (Some((class, way)), _) => classes.entry(class).or_default().factories.push(way),
            (None, Some(way)) => classes.entry(own.clone()).or_default().modifiers.push(way),
            _ => return,
        }
        self.keep(revision, roots, pair, own, form);
    }

    /// Reports whether the port takes the arguments of a constructor in Java's order.
    ///
    /// `method` is a method of the class. The answer is also true if the constructor has no pair.
    pub(super) fn takes_in_order(&self, method: &Function, types: &[JavaType]) -> bool {
        let class = binary(&method.package, &method.scope);
        let is_it = |factory: &&Factory| {
            factory.kind == CallKind::Constructor && factory.class == class && factory.params == types
        };
        let mut pairs = self.factories.values().map(|(factory, _)| factory).filter(is_it);
        pairs.all(|factory| factory.arguments.iter().copied().eq(0..types.len()))
    }

    /// Adds the factory of a pair.
    fn keep(&mut self, revision: &Revision, roots: &[Root], pair: &Pair, class: String, form: CallKind) {
        let java = &pair.java;
        let method = if java.kind == FunctionKind::Constructor { String::new() } else { java.name.clone() };
        let (module, path) = revision.module(&pair.python.file, roots);
        let name = self.factory_name(java);
        let array_forms =
            revision.file(&pair.python.file).map(|file| self.array_forms.arguments(pair, file)).unwrap_or_default();
        let factory = Factory {
            name: name.clone(),
            class,
            method,
            params: java.params.iter().map(|p| p.ty.clone()).collect(),
            module: module.name,
            qualname: pair.python.qualified(),
            kind: form,
            arguments: pair.arguments.clone(),
            array_forms,
            stub_methods: Vec::new(),
        };
        self.factories.entry(name).or_insert((factory, path));
    }

    /// Adds constructors without a pair.
    ///
    /// The class must have a known port, and the port must accept as many arguments as the constructor. If no
    /// constructor of a concrete class fits, the port's object gets the state of Java's object in place of a call.
    fn unpaired(&mut self, revision: &Revision, roots: &[Root], ports: &ClassPorts, classes: &mut Classes) {
        for (class, port) in ports.iter() {
            let is_made = |one: &&DeclaredClass| one.class.is_concrete || one.class.is_abstract || one.class.is_inner;
            let Some(declared) = self.declared.get(class).filter(is_made) else { continue };
            let (is_abstract, is_inner) = (declared.class.is_abstract, declared.class.is_inner);
            let known = if is_abstract { &self.synthesized } else { &*classes };
            let constructed = |way: &FactoryCall| way.is_constructor() && way.on.is_some() == is_inner;
            let has_own = known.get(class).is_some_and(|own| own.factories.iter().any(constructed));
            if has_own || port.class.scope.is_empty() {
                continue;
            }
            // The numbers of arguments that a call of the port's class takes.
            let init = &port.class.params;
            let most = if init.iter().any(|param| param.is_rest) { usize::MAX } else { init.len() };
            let counts = init.iter().filter(|param| !param.optional).count()..=most;
            let takes = |count: usize| !port.class.needs_names && counts.contains(&count);
            let (module, path) = revision.module(&port.file, roots);
            let mut ways = Vec::new();
            // An interface has no constructor, so the stub subclass has a constructor without
            // parameters.
            let of_interface = [Vec::new()];
            let none = is_abstract && declared.class.constructors.is_empty();
            let constructors = if none { &of_interface[..] } else { &declared.class.constructors };
            let form = |types: &[JavaType]| match (is_abstract, is_inner) {
                (true, _) if takes(types.len()) => Some(CallKind::StubSubclass),
                (false, _) if takes(types.len()) => Some(CallKind::Constructor),
                (false, true) if takes(types.len() + 1) => Some(CallKind::InnerConstructor),
                _ => None,
            };
            let is_bare = declared.class.is_concrete && constructors.iter().all(|types| form(types).is_none());
            for types in constructors {
                let Some(form) = form(types).or(is_bare.then_some(CallKind::Bare)) else { continue };
                let listed: Vec<String> = types.iter().map(ToString::to_string).collect();
                let simple = format!("{}.<init>({})", declared.class.scope.join("."), listed.join(","));
                let name = self.unique(simple, &declared.package, &declared.class.scope);
                let params = types.iter().map(|ty| {
                    let ty = ty.with_variables(&declared.class.type_variables);
                    self.resolved(&ty, declared.place())
                });
                let on = around(class).filter(|_| is_inner);
                ways.push(FactoryCall { on, ..FactoryCall::new(name.clone(), params.collect()) });
                let first = usize::from(form == CallKind::InnerConstructor);
                let array_forms = revision
                    .file(&port.file)
                    .map(|file| self.array_forms.constructor(file, &port.class.scope, first, types))
                    .unwrap_or_default();
                let factory = Factory {
                    name: name.clone(),
                    class: class.clone(),
                    method: String::new(),
                    params: types.clone(),
                    module: module.name.clone(),
                    qualname: format!("{}.__init__", port.class.scope.join(".")),
                    kind: form,
                    arguments: (first..first + types.len()).collect(),
                    array_forms,
                    stub_methods: Vec::new(),
                };
                self.factories.entry(name).or_insert((factory, path.clone()));
            }
            let known = if is_abstract { &mut self.synthesized } else { &mut *classes };
            known.entry(class.clone()).or_default().factories.extend(ways);
        }
    }

    /// Copies factories to the superclasses, and modifier calls to the subclasses.
    ///
    /// A factory of a class also makes objects of its superclasses. A call that modifies objects of
    /// a superclass also modifies objects of the class.
    fn inherit(&self, classes: &mut Classes) {
        for (name, declared) in &self.declared {
            let above = self.above(declared);
            let own = classes.get(name).cloned().unwrap_or_default();
            for upper in &above {
                let has_objects = declared.class.is_concrete || declared.class.is_inner;
                let constructed = own.factories.iter().filter(|_| has_objects).cloned();
                let constructed: Vec<FactoryCall> = constructed.collect();
                classes.entry(upper.clone()).or_default().factories.extend(constructed);
                let modifiers = classes[upper].modifiers.clone();
                if !own.factories.is_empty() {
                    classes.entry(name.clone()).or_default().modifiers.extend(modifiers);
                }
            }
        }
    }

    /// Returns the superclasses and interfaces of a class that the project declares.
    ///
    /// The result contains direct and indirect ones.
    fn above(&self, declared: &DeclaredClass) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut todo: Vec<&DeclaredClass> = vec![declared];
        while let Some(at) = todo.pop() {
            for ty in &at.class.above {
                let JavaType::Class { name, .. } = ty else { continue };
                let Some(upper) = self.resolve(name, at.place()) else { continue };
                if !found.contains(&upper) {
                    todo.extend(self.declared.get(&upper));
                    found.push(upper);
                }
            }
        }
        found
    }

    /// Records the port of each class.
    fn place_ports(&mut self, revision: &Revision, ports: &ClassPorts, roots: &[Root]) {
        let mut all = Ports::new();
        for (class, port) in ports.iter() {
            let (module, path) = revision.module(&port.file, roots);
            self.folders.extend(path);
            if !port.class.scope.is_empty() {
                all.insert(class.clone(), Port { module: module.name, qualname: port.class.scope.join(".") });
            }
        }
        self.folders.sort_unstable();
        self.folders.dedup();
        self.ports = Arc::new(all);
    }

    /// Returns the folder in another revision that matches a folder of this revision.
    ///
    /// A folder outside of this revision stays unchanged.
    #[must_use]
    pub fn folder_in(&self, revision: &Revision, folder: &Path) -> PathBuf {
        let below = folder.strip_prefix(&self.revision_folder);
        below.map_or_else(|_| folder.to_owned(), |below| revision.folder.join(below))
    }

    /// Returns the values that the port uses in place of missing enums and classes.
    #[must_use]
    pub fn port_substitutes(&self) -> Arc<PortSubstitutes> {
        Arc::clone(&self.port_substitutes)
    }

    /// Returns the port of each class, and the folders that contain the ports.
    #[must_use]
    pub fn ports_and_folders(&self) -> (Arc<Ports>, &[PathBuf]) {
        (Arc::clone(&self.ports), &self.folders)
    }

    /// Returns the binary name of the outer class of an inner class's function.
    ///
    /// Returns `None` if the class of the function is not an inner class.
    fn outer_class(&self, java: &Function) -> Option<String> {
        let class = binary(&java.package, &java.scope);
        around(&class).filter(|_| self.declared.get(&class).is_some_and(|declared| declared.class.is_inner))
    }

    /// Reports whether Java can make the outer object with a constructor without parameters.
    ///
    /// `java` is a function of an inner class.
    #[must_use]
    pub fn makes_outer_object(&self, java: &Function) -> bool {
        let outer = self.outer_class(java).and_then(|class| self.declared.get(&class));
        outer.is_some_and(|outer| outer.class.is_concrete && outer.class.constructors.iter().any(Vec::is_empty))
    }

    /// Returns the recipes for the signature of a pair.
    ///
    /// If `has_port_object` is true, the port uses the receiver too.
    #[must_use]
    pub fn view(&self, pair: &Pair, has_port_object: bool) -> Objects {
        let java = &pair.java;
        let mut written = Vec::new();
        let types = java.input_types();
        types.iter().for_each(|ty| named_classes(ty, &mut written));
        let resolved = |name: &str| self.resolve(name, Place::from_function(java));
        let names = written.into_iter().filter_map(|name| Some((name.to_owned(), resolved(name)?))).collect();
        let known = if has_port_object { &*self.classes } else { &self.java_only };
        let (class, known) = match java.kind {
            FunctionKind::Method => (Some(binary(&java.package, &java.scope)), known),
            FunctionKind::Constructor => (self.outer_class(java), &*self.classes),
            _ => (None, known),
        };
        let receiver = class.and_then(|class| known.get(&class)).cloned().unwrap_or_default();
        let own = self.factory_name(java);
        let synthesized = match java.kind {
            FunctionKind::Method => self.classes.get(&below(&binary(&java.package, &java.scope))),
            _ => None,
        };
        let factories =
            receiver.factories.into_iter().chain(synthesized.into_iter().flat_map(|class| class.factories.clone()));
        let receiver = ClassRecipes { factories: factories.filter(|way| way.factory != own).collect(), ..receiver };
        let placeholders = Arc::clone(&self.placeholders);
        Objects { classes: Arc::clone(&self.classes), names, receiver, own, placeholders }
    }

    /// Returns the notes about enums whose constants are all `None` in the port.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the enums of the project.
    #[must_use]
    pub fn enums(&self) -> &Arc<Enums> {
        &self.enums
    }

    /// Returns the factories in the recipes of these inputs.
    ///
    /// The function also returns the Python folders with the counterparts of these factories.
    ///
    /// # Errors
    /// Returns the name of a factory that the project does not have.
    pub fn taken<'i>(&self, inputs: impl Iterator<Item = &'i Input>) -> Result<(Vec<Factory>, Vec<PathBuf>), String> {
        let mut names = Vec::new();
        for input in inputs {
            input.receiver.iter().flatten().chain(&input.args).for_each(|value| value.factories(&mut names));
        }
        names.sort_unstable();
        names.dedup();
        let (mut factories, mut paths) = (Vec::new(), Vec::new());
        for name in names {
            let (factory, path) = self.factories.get(name).ok_or_else(|| name.to_owned())?;
            factories.push(factory.clone());
            paths.extend(path.iter().cloned());
        }
        Ok((factories, paths))
    }
}

/// Returns the names of the factories of calls with placeholders.
fn with_placeholders(classes: [&Classes; 2]) -> BTreeSet<String> {
    let calls = classes.into_iter().flat_map(|classes| classes.values()).flat_map(|class| &class.factories);
    calls.filter(|call| call.has_placeholder).map(|call| call.factory.clone()).collect()
}

/// Reports whether a method's name starts with one of the words of [`CHANGES`].
fn changes(name: &str) -> bool {
    CHANGES.iter().any(|word| name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_lowercase)))
}
