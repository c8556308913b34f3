//! Source text that the workers compile and run, and how they call it. `instrument` makes it; `mts-workers` runs it.

use crate::{Factory, JavaType, PortSubstitutes, Ports, Signature, StubMethod};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// A piece of text of a Java compilation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that every compilation contains.
    Shared(String),
    /// Text of one variant. A compile error inside it removes only this variant.
    Variant {
        /// Number of the variant.
        variant: u32,
        /// Text.
        text: String,
    },
}

/// How a worker calls a Java function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaEntry {
    /// Binary name of the class, such as `acme.Money$Part`.
    pub class: String,
    /// Method name; empty for a constructor.
    pub method: String,
    /// Static types, which choose the overload and convert the arguments.
    pub signature: Signature,
    /// Whether it needs no receiver.
    pub is_static: bool,
    /// Parameter types of the receiver's constructor, where a receiver is needed.
    pub receiver: Vec<JavaType>,
    /// Factories that the recipes among the inputs call.
    pub factories: Vec<Factory>,
    /// The port's substitutes for enum constants and classes; the worker writes outcomes with them.
    pub port_substitutes: Arc<PortSubstitutes>,
    /// Whether the worker only constructs receiver and arguments and calls nothing.
    pub construct_only: bool,
}

/// Variants of one Java function in one compilation unit. Before each call the worker sets a static field that selects
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaUnit {
    /// Path for the compiler, such as `acme/Money.java`.
    pub path: String,
    /// The text, in order.
    pub pieces: Vec<Piece>,
    /// The function.
    pub entry: JavaEntry,
    /// Whether each variant needs fresh static state of the class.
    pub isolate: bool,
    /// Whether each variant needs a compilation of its own.
    pub compile_separately: bool,
    /// Whether collections without a specified order, such as `Set.of`, iterate in reverse.
    pub reverse_unspecified_order: bool,
    /// Folders of the project's own sources, compiled as needed.
    pub sourcepath: Vec<PathBuf>,
    /// Folders of the project's own compiled classes. They load with the unit; the unit's classes come first.
    pub classes: Vec<PathBuf>,
    /// Jars and class folders of libraries, loaded once.
    pub classpath: Vec<PathBuf>,
    /// Compiler options that set the language level, such as `--release 11`; empty for the JDK's level.
    pub level: Vec<String>,
}

impl JavaUnit {
    /// The numbers of its variants, in ascending order.
    #[must_use]
    pub fn variants(&self) -> Vec<u32> {
        let numbers = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Shared(_) => None,
            Piece::Variant { variant, .. } => Some(*variant),
        });
        numbers.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
    }
}

/// How the port makes a Java function available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// A call.
    #[default]
    Call,
    /// A property: the worker reads it, or assigns the only argument.
    Property,
    /// An attribute: the worker reads it, or assigns the only argument.
    Attribute,
    /// A call with Java's receiver as the first argument.
    ObjectFirst,
}

/// How a worker calls a Python function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonEntry {
    /// Dotted module name, such as `acme.money`.
    pub module: String,
    /// Path of the file, for `__file__` and tracebacks.
    pub path: String,
    /// Qualified name inside the module: `f`, `Money.split`.
    pub qualname: String,
    /// Whether the call needs an instance of its class.
    pub on_instance: bool,
    /// Whether the function is the constructor (`__init__`).
    pub is_constructor: bool,
    /// Whether the enclosing Java class is abstract. Then the constructor makes an instance of a stub subclass.
    pub is_abstract: bool,
    /// Whether the worker calls it or reads it, and where the receiver goes.
    pub access: Access,
    /// Stub methods of that class for Java's abstract methods; `None` if they are unknown.
    pub stub_methods: Option<Vec<StubMethod>>,
    /// Python position of each Java argument.
    pub arguments: Vec<usize>,
    /// Variables of the enclosing function that a nested function gets after its own parameters.
    pub captured: Vec<String>,
}

impl PythonEntry {
    /// The call of a plain function, with the Python position of each Java argument.
    #[must_use]
    pub fn function(
        module: impl Into<String>,
        path: impl Into<String>,
        qualname: impl Into<String>,
        arguments: Vec<usize>,
    ) -> Self {
        Self {
            module: module.into(),
            path: path.into(),
            qualname: qualname.into(),
            on_instance: false,
            is_constructor: false,
            is_abstract: false,
            access: Access::Call,
            stub_methods: None,
            arguments,
            captured: Vec::new(),
        }
    }
}

/// How a worker calls one Python function, and what it needs for the call: everything but the texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonContext {
    /// The function.
    pub entry: PythonEntry,
    /// Folders for the front of `sys.path`.
    pub path: Vec<PathBuf>,
    /// Folders for modules that no other folder of `sys.path` has.
    pub fallback_path: Vec<PathBuf>,
    /// The Java side's types; the worker converts arguments with them.
    pub signature: Signature,
    /// Java types of the receiver's constructor arguments; empty without a receiver.
    pub receiver: Vec<JavaType>,
    /// Factories that the recipes among the inputs call.
    pub factories: Vec<Factory>,
    /// Python classes of the project's Java classes, for state injection.
    pub ports: Arc<Ports>,
    /// The port's substitutes for enum constants; the worker writes inputs with them.
    pub port_substitutes: Arc<PortSubstitutes>,
}

/// Variants of one Python function: module texts with counters, by variant number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonUnit {
    /// How to call the function.
    pub context: PythonContext,
    /// How to call the variants whose text is not the port's.
    pub entries: Vec<(u32, PythonEntry)>,
    /// Text of each variant.
    pub texts: Vec<(u32, String)>,
    /// Whether the worker only constructs receiver and arguments and calls nothing.
    pub construct_only: bool,
    /// Processor time in milliseconds after which a call ends, if shorter than the usual limit.
    pub patience_ms: Option<u64>,
}
