//! Runs code of both sides in long-lived, sandboxed workers: one JVM, one CPython. Owns processes,
//! the protocol, budgets and the watchdog. It is given text and values, never trees: `instrument`
//! makes the text, `judgement` compares the outcomes.

use crate::error::Result;
use crate::model::{Input, JavaType, Signature, VariantOutcomes};
use std::path::PathBuf;
use std::time::Duration;

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
    /// Folders of the project's own sources, compiled as needed.
    pub sourcepath: Vec<PathBuf>,
    /// Jars and class folders.
    pub classpath: Vec<PathBuf>,
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
    /// Python position of each Java argument.
    pub arguments: Vec<usize>,
}

/// Variants of one Python function: whole module texts, counters included, by variant number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonUnit {
    /// The function.
    pub entry: PythonEntry,
    /// Text of each variant.
    pub texts: Vec<(u32, String)>,
    /// Folders put on `sys.path`.
    pub path: Vec<PathBuf>,
    /// The Java side's types: arguments are converted by them.
    pub signature: Signature,
}

/// Order to run one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOrder {
    /// Which variant.
    pub variant: u32,
    /// Indexes of the inputs to run, with the budget in ticks for each.
    pub inputs: Vec<(usize, u64)>,
    /// Whether to go on after an outcome whose state is not `Ok` (the originals do).
    pub keep_going: bool,
}

/// Bounds of the workers.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Wall time without any answer before a worker is killed: a watchdog, not a budget.
    pub watchdog: Duration,
    /// Bytes of standard output kept for one call; more is a difference in itself.
    pub stdout: usize,
    /// Heap of the JVM in MiB.
    pub java_heap_mb: u32,
    /// Address space of CPython in MiB.
    pub python_memory_mb: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { watchdog: Duration::from_secs(10), stdout: 64 * 1024, java_heap_mb: 256, python_memory_mb: 1024 }
    }
}

/// One side's worker. Variants that do not compile are answered with the state `NotCompiled`; a
/// worker that dies or hangs is replaced, and the variant it was at is answered with `Timeout` or
/// `Incomplete`: there is an answer for every order, in the order of the orders.
pub trait Runtime<Unit> {
    /// Runs every order of a unit.
    ///
    /// # Errors
    /// Only when the worker cannot be started at all, or keeps dying before it runs anything.
    fn run(&mut self, unit: &Unit, inputs: &[Input], orders: &[RunOrder]) -> Result<Vec<VariantOutcomes>>;

    /// What protects the machine from the code under test, for the report.
    fn sandbox(&self) -> Vec<String>;

    /// Version of the runtime, such as `openjdk 17.0.15`.
    fn version(&self) -> String;
}
