//! Source texts that the workers compile and run, and how the workers call the functions.
//!
//! The module `instrument` of `mts-generate` makes the texts; `mts-workers` runs them.

use crate::{ArrayForm, Factory, JavaType, PortSubstitutes, Ports, Signature, StubMethod};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A segment of text of a Java compilation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceSegment {
    /// Text that is part of every compilation.
    Shared(String),
    /// Text of one copy. A compile error in this text removes only this copy.
    Copy {
        /// The number of the copy.
        copy: u32,
        /// The text.
        text: String,
    },
}

/// The way in which a worker calls a Java function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaEntry {
    /// The binary name of the class, such as `acme.Money$Part`.
    pub class: String,
    /// The method name; empty for a constructor.
    pub method: String,
    /// The static types. The types select the overload and the conversion of the arguments.
    pub signature: Signature,
    /// Whether the method is `static`. False for a constructor, although its call needs no receiver either.
    pub is_static: bool,
    /// The parameter types of the receiver's constructor. Empty if the call needs no receiver.
    pub receiver: Vec<JavaType>,
    /// The factories that recipes in the inputs call.
    pub factories: Vec<Factory>,
    /// The port's substitutes for enum constants and classes. `mts-workers` applies the substitutes to Java's outcomes.
    pub port_substitutes: Arc<PortSubstitutes>,
    /// Whether the worker only constructs receiver and arguments, and does not call the function.
    pub construct_only: bool,
}

/// The rule that decides when the worker loads the classes anew for a copy.
///
/// Newly loaded classes have fresh static state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Isolation {
    /// The worker loads the classes once, and all copies use them.
    Never,
    /// A copy gets new classes if the previous copy may have changed the static state.
    IfChanged,
    /// Every copy gets new classes.
    Always,
}

/// Copies of one Java function in one compilation unit.
///
/// A static field selects the copy. The worker sets this field before each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaUnit {
    /// Path for the compiler, such as `acme/Money.java`.
    pub path: String,
    /// The segments of the text, in order.
    pub segments: Vec<SourceSegment>,
    /// The way to call the function.
    pub entry: JavaEntry,
    /// When the worker loads the classes anew for a copy.
    pub isolation: Isolation,
    /// Whether the worker compiles each copy separately.
    pub compile_separately: bool,
    /// Whether collections without a specified order, such as `Set.of`, iterate in reverse order.
    pub reverse_unspecified_order: bool,
    /// Folders of the project's own sources; the compiler reads only the needed files.
    pub sourcepath: Vec<PathBuf>,
    /// Folders of the project's own compiled classes. A class of the unit takes precedence over a class with the same
    /// name in these folders.
    pub classes: Vec<PathBuf>,
    /// Jars and class folders of libraries. The worker loads the libraries once.
    pub classpath: Vec<PathBuf>,
    /// Compiler options that set the language level, such as `--release 11`. Empty means the level
    /// of the JDK.
    pub level: Vec<String>,
}

/// Returns the folders with the resources of a project without a build tool.
///
/// These are the source folders. For a source folder `java`, the folder `resources` beside it is another one, as in the
/// standard layout of Maven and Gradle. It need not exist.
pub fn resource_folders(sourcepath: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    sourcepath.iter().flat_map(|source| {
        let beside = source.ends_with("java").then(|| source.with_file_name("resources"));
        [source.clone()].into_iter().chain(beside)
    })
}

impl JavaUnit {
    /// Returns the numbers of the copies in this unit, in ascending order.
    #[must_use]
    pub fn copies(&self) -> Vec<u32> {
        let numbers = self.segments.iter().filter_map(|segment| match segment {
            SourceSegment::Shared(_) => None,
            SourceSegment::Copy { copy, .. } => Some(*copy),
        });
        numbers.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
    }
}

/// The way in which Python code accesses the port of a Java function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// A call.
    #[default]
    Call,
    /// A property: the worker reads the property, or assigns the only argument to it.
    Property,
    /// An attribute: the worker reads the attribute, or assigns the only argument to it.
    Attribute,
    /// A call of a function with the receiver as the first argument.
    ObjectFirst,
}

/// The way in which a worker calls a Python function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonEntry {
    /// The dotted name of the module, such as `acme.money`.
    pub module: String,
    /// The path of the file, for `__file__` and tracebacks.
    pub path: String,
    /// The qualified name inside the module, such as `f` or `Money.split`.
    pub qualname: String,
    /// Whether the call needs an instance of the class.
    pub on_instance: bool,
    /// Whether the function is a constructor, so that the worker calls the class.
    pub is_constructor: bool,
    /// Whether the enclosing Java class is abstract. If so, the worker constructs a stub subclass.
    pub is_abstract: bool,
    /// How Python code accesses the function.
    pub access: Access,
    /// The methods of the stub subclass, for Java's abstract methods. `None` if the tool does not know these methods.
    pub stub_methods: Option<Vec<StubMethod>>,
    /// The Python position of each Java argument.
    pub arguments: Vec<usize>,
    /// The forms of the Java arrays that the port does not take as a list.
    ///
    /// The key is the index of the Java argument.
    pub array_forms: BTreeMap<usize, ArrayForm>,
    /// The forms of the Java arrays in the constructor call of the receiver.
    ///
    /// The map has only the arrays that the constructor does not take as a list. The key is the index of the argument.
    pub receiver_forms: BTreeMap<usize, ArrayForm>,
    /// The variables of the enclosing function. A nested function gets these variables after its
    /// own parameters.
    pub captured: Vec<String>,
}

impl PythonEntry {
    /// Creates the entry of a plain function, with the Python position of each Java argument.
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
            array_forms: BTreeMap::new(),
            receiver_forms: BTreeMap::new(),
            captured: Vec::new(),
        }
    }
}

/// All data that a worker needs to call one Python function, except the module texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonContext {
    /// The way to call the function.
    pub entry: PythonEntry,
    /// Folders that the worker puts at the front of `sys.path`.
    pub path: Vec<PathBuf>,
    /// Folders in which Python searches only if no folder of `sys.path` has the module.
    pub fallback_path: Vec<PathBuf>,
    /// The names of modules and packages that exist only at the base revision. Such a module does not count as a
    /// missing requirement.
    pub former_modules: Vec<String>,
    /// The missing modules with the project's version, such as `package/_version.py`. Only a build of the project
    /// writes these modules.
    pub version_modules: Vec<String>,
    /// The types of the Java function. The worker converts the arguments by these types.
    pub signature: Signature,
    /// The Java types of the receiver's constructor arguments; empty without a receiver.
    pub receiver: Vec<JavaType>,
    /// The factories that recipes in the inputs call.
    pub factories: Vec<Factory>,
    /// The Python classes that port the project's Java classes, for state injection.
    pub ports: Arc<Ports>,
    /// The port's substitutes. `mts-workers` replaces enum constants of the inputs and renames attributes in outcomes.
    pub port_substitutes: Arc<PortSubstitutes>,
}

/// Copies of one Python function: one module text with tick counters for each copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonUnit {
    /// The data that the worker needs to call the original.
    pub context: PythonContext,
    /// The entries of copies whose text comes from a translator, by copy number. Other copies use the entry in
    /// `context`.
    pub entries: Vec<(u32, PythonEntry)>,
    /// The text of each copy, by copy number.
    pub texts: Vec<(u32, String)>,
    /// Whether the worker only constructs receiver and arguments, and does not call the function.
    pub construct_only: bool,
    /// The limit of processor time for a call, in milliseconds. `None` means the usual limit, and a value above the
    /// usual limit has no effect.
    pub patience_ms: Option<u64>,
}
