//! What the workers are given to compile and run: text and the way in. Made by `instrument`, run by
//! `execution`.

use crate::{Factory, JavaType, PortSubstitutes, Ports, Signature, StubMethod};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// A part of a Java compilation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Stands in every round.
    Shared(String),
    /// Stands only while this variant compiles; an error inside it costs the variant.
    Variant {
        /// Number of the variant.
        variant: u32,
        /// Text.
        text: String,
    },
}

/// How a Java function is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaEntry {
    /// Binary name of the class, such as `acme.Money$Part`.
    pub class: String,
    /// Method name; empty for a constructor.
    pub method: String,
    /// Static type of each parameter, to choose the overload and to convert arguments.
    pub signature: Signature,
    /// Whether it needs no receiver.
    pub is_static: bool,
    /// Parameter types of the receiver's constructor, where a receiver is needed.
    pub receiver: Vec<JavaType>,
    /// What the recipes among the inputs are made of.
    pub factories: Vec<Factory>,
    /// What the port has in the place of enum constants: outcomes are told in its words.
    pub port_substitutes: Arc<PortSubstitutes>,
    /// Whether receiver and arguments are only made, and shown, and nothing is called.
    pub construct_only: bool,
}

/// Variants of one Java function in one compilation unit: the static field that chooses between
/// them is set by the worker before each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaUnit {
    /// Path for the compiler, such as `acme/Money.java`.
    pub path: String,
    /// The text, in order.
    pub pieces: Vec<Piece>,
    /// The function.
    pub entry: JavaEntry,
    /// Whether the class has state that has to be fresh for every variant.
    pub isolate: bool,
    /// Whether the variants cannot stand side by side: each is compiled for itself.
    pub compile_separately: bool,
    /// Whether what Java leaves the order of open, as `Set.of` does, comes the other way round.
    pub reverse_unspecified_order: bool,
    /// Folders of the project's own sources, compiled as needed.
    pub sourcepath: Vec<PathBuf>,
    /// Folders of the project's own compiled classes: loaded anew with the unit, whose classes stand
    /// before them.
    pub classes: Vec<PathBuf>,
    /// Jars and class folders of libraries, loaded once.
    pub classpath: Vec<PathBuf>,
    /// Options that set the level of the language for the compiler, such as `--release 11`; none for the
    /// JDK's own.
    pub level: Vec<String>,
}

impl JavaUnit {
    /// The variants it holds, in ascending order.
    #[must_use]
    pub fn variants(&self) -> Vec<u32> {
        let numbers = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Shared(_) => None,
            Piece::Variant { variant, .. } => Some(*variant),
        });
        numbers.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
    }
}

/// How the port has a function of Java's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// It is called.
    #[default]
    Call,
    /// It is a property, which is read, or set to the only argument.
    Property,
    /// It is an attribute, which is read, or set to the only argument.
    Attribute,
    /// It is called, with the object that Java calls it on as its first argument.
    Given,
}

/// How a Python function is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonEntry {
    /// Dotted module name, such as `acme.money`.
    pub module: String,
    /// Path of the file, for `__file__` and tracebacks.
    pub path: String,
    /// Qualified name inside the module: `f`, `Money.split`.
    pub qualname: String,
    /// Whether it is called on an instance of its class.
    pub on_instance: bool,
    /// Whether calling it makes the instance (`__init__`).
    pub is_constructor: bool,
    /// Whether the class around its Java side is abstract: a constructor makes an instance of a class below it.
    pub is_abstract: bool,
    /// Whether it is called at all, and where its object goes.
    pub access: Access,
    /// What that class has in the place of the methods that Java has no body for; `None` where it is not known.
    pub stub_methods: Option<Vec<StubMethod>>,
    /// Python position of each Java argument.
    pub arguments: Vec<usize>,
    /// Of a function nested in another, the variables around it that it is given behind its own parameters.
    pub captured: Vec<String>,
}

/// Variants of one Python function: whole module texts, counters included, by variant number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonUnit {
    /// The function.
    pub entry: PythonEntry,
    /// How it is reached in the variants whose text is not the port's.
    pub entries: Vec<(u32, PythonEntry)>,
    /// Text of each variant.
    pub texts: Vec<(u32, String)>,
    /// Folders put on `sys.path`.
    pub path: Vec<PathBuf>,
    /// Folders that modules are looked for in where nothing else has them.
    pub fallback_path: Vec<PathBuf>,
    /// The Java side's types: arguments are converted by them.
    pub signature: Signature,
    /// Types of the arguments of the receiver's constructor, by the Java side; empty where none.
    pub receiver: Vec<JavaType>,
    /// What the recipes among the inputs are made of.
    pub factories: Vec<Factory>,
    /// Where the classes of the project have their ports: what Java made is given to these.
    pub ports: Arc<Ports>,
    /// What the port has in the place of enum constants: inputs are told in its words.
    pub port_substitutes: Arc<PortSubstitutes>,
    /// Whether receiver and arguments are only made, and shown, and nothing is called.
    pub construct_only: bool,
    /// Milliseconds of processor time of one call after which it is ended, where that is before all others are.
    pub patience_ms: Option<u64>,
}
