//! The receiver and the kind of access with which the workers call a pair.

use crate::run::jobs::object_factories::ProjectFactories;
use crate::run::jobs::receiver::{Receiver, is_member, receiver};
use mts_engine::signature;
use mts_generate::pairing;
use mts_lang::SourceFile;
use mts_lang::java::ClassFacts;
use mts_lang::python::ModuleFacts;
use mts_model::{ArrayForm, Function, FunctionKind, JavaType, Pair, Param};
use mts_workers::{Access, JavaEntry, PythonEntry};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The way in which the workers call both sides of a pair.
pub(super) struct CallForm<'f> {
    /// The facts about the Java class.
    pub facts: ClassFacts,
    /// The facts about the Python module and class of the port.
    around: ModuleFacts,
    /// The function that encloses the port; `None` if the port is not nested.
    pub nested: Option<Nested<'f>>,
    /// The forms of the Java arrays, as in [`PythonEntry::array_forms`].
    array_forms: BTreeMap<usize, ArrayForm>,
    /// The forms of the Java arrays among the arguments of the receiver's constructor.
    receiver_forms: BTreeMap<usize, ArrayForm>,
    /// `true` if the workers call the port on an object.
    on_instance: bool,
    /// The receiver of the Java function; `None` if the function needs no receiver.
    pub receiver: Option<Receiver>,
}

impl<'f> CallForm<'f> {
    /// Determines the way to call a pair from its Java file and its Python file.
    ///
    /// # Errors
    /// Returns the reason why one side cannot be called.
    pub fn new(pair: &Pair, [java, python]: [&'f SourceFile; 2], factories: &ProjectFactories) -> Result<Self, String> {
        pairing::callable(pair)?;
        check_functions(pair, python, factories)?;
        let facts = mts_lang::java::facts(java, &pair.java);
        let nested = Nested::find(python, pair);
        // A function that is nested in a method can use the object of the method, so the workers call it on an object.
        let sees_object = nested.as_ref().is_some_and(|nested| nested.is_in_method) && !facts.is_static;
        let on_instance = is_member(pair) || sees_object;
        let of_class = nested.as_ref().map_or(&pair.python, |nested| nested.around);
        let around = mts_lang::python::facts(python, of_class);
        let receiver = receiver(pair, java, &facts, &around, on_instance, factories)?;
        // A static Java function has no receiver. Its port can still be a method if a constructor
        // call without arguments makes the object.
        let init = around.class_has_init_params.as_deref().filter(|_| !around.class_needs_names);
        let needs_none = init.is_some_and(|init| init.iter().all(|param| param.optional));
        if on_instance && receiver.is_none() && !(needs_none && facts.is_static) {
            return Err(format!("{} needs an object, but Java calls the function without one", pair.python.selector()));
        }
        let array_forms = factories.array_forms.arguments(pair, python);
        let plain = receiver.as_ref().and_then(|receiver| receiver.plain.as_deref()).unwrap_or_default();
        let receiver_forms = factories.array_forms.constructor(python, &of_class.scope, 0, plain);
        Ok(Self { facts, around, nested, array_forms, receiver_forms, on_instance, receiver })
    }

    /// Returns the parameter types of the constructor that makes the receiver.
    ///
    /// The result is empty if only recipes make the receiver, or if there is no receiver.
    pub fn plain_receiver(&self) -> Vec<JavaType> {
        self.receiver.as_ref().and_then(|receiver| receiver.plain.clone()).unwrap_or_default()
    }

    /// Returns the data with which the worker calls the Java function, without factories.
    pub fn java_entry(&self, pair: &Pair) -> JavaEntry {
        let is_constructor = pair.java.kind == FunctionKind::Constructor;
        JavaEntry {
            class: self.facts.class.clone(),
            method: if is_constructor { String::new() } else { pair.java.name.clone() },
            signature: signature(pair),
            is_static: self.facts.is_static,
            receiver: self.plain_receiver(),
            factories: Vec::new(),
            port_substitutes: Arc::default(),
            construct_only: false,
        }
    }

    /// Returns the data with which the worker calls the port, without stub methods.
    ///
    /// `module` and `path` are the module and the file of the port.
    pub fn python_entry(&self, pair: &Pair, module: String, path: String) -> PythonEntry {
        PythonEntry {
            module,
            path,
            qualname: pair.python.qualified(),
            on_instance: self.on_instance,
            is_constructor: pair.python.kind == FunctionKind::Constructor,
            is_abstract: self.facts.is_abstract,
            access: match pair.python.kind {
                FunctionKind::Attribute => Access::Attribute,
                _ if pairing::takes_receiver_argument(pair) => Access::ObjectFirst,
                _ if self.around.is_property => Access::Property,
                _ => Access::Call,
            },
            stub_methods: None,
            arguments: pair.arguments.clone(),
            array_forms: self.array_forms.clone(),
            receiver_forms: self.receiver_forms.clone(),
            captured: self.nested.as_ref().map(|nested| nested.captured.clone()).unwrap_or_default(),
        }
    }
}

/// Checks that each function that Java passes as an argument has a suitable port parameter.
fn check_functions(pair: &Pair, python: &SourceFile, factories: &ProjectFactories) -> Result<(), String> {
    let is_lost = |(param, place): &(&Param, &usize)| {
        factories.is_function(&pair.java, &param.ty)
            && mts_lang::python::takes_plain_value(python, &pair.python, **place)
    };
    let mut params = pair.java.params.iter().zip(&pair.arguments);
    let Some((param, place)) = params.find(is_lost) else { return Ok(()) };
    let other = pair.python.params.get(*place).map_or("", |param| param.name.as_str());
    Err(format!(
        "the port has no parameter for `{}`: Java passes a function, and `{other}` takes a plain value",
        param.name
    ))
}

/// A port that is nested in another function.
pub(super) struct Nested<'f> {
    /// The enclosing function.
    around: &'f Function,
    /// `true` if the enclosing function is a method of a class.
    is_in_method: bool,
    /// The names of variables of the enclosing function. The pair lists them after the port's own parameters.
    captured: Vec<String>,
}

impl<'f> Nested<'f> {
    fn find(file: &'f SourceFile, pair: &Pair) -> Option<Self> {
        let port = &pair.python;
        let own = file.functions.iter().find(|own| own.span == port.span)?;
        let around = file.functions.get(port.parent.filter(|_| port.kind == FunctionKind::Nested)?)?;
        let captured = port.params.iter().skip(own.params.len()).map(|param| param.name.clone()).collect();
        Some(Self {
            around,
            is_in_method: matches!(around.kind, FunctionKind::Method | FunctionKind::Constructor),
            captured,
        })
    }
}
