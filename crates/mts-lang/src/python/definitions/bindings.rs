//! Finds the names of Python's standard library that keep their meaning in a file.
//!
//! The names include the built-in names of Python. A file of the project can bind each of these names to its own
//! code. So a name counts only if the file imports it from the standard library, or if it is a built-in name that
//! the file does not bind.

use crate::python::{parts, span_of};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// The module of the built-in names.
const BUILTINS: &str = "builtins";

/// Decorators that change only their own function or class.
const PLAIN_DECORATORS: [(&str, &[&str]); 8] = [
    (BUILTINS, &["property", "staticmethod", "classmethod"]),
    ("functools", &["cache", "lru_cache", "cached_property", "total_ordering"]),
    ("abc", &["abstractmethod", "abstractproperty"]),
    ("typing", &["override", "final", "overload"]),
    ("typing_extensions", &["override", "final", "overload"]),
    ("dataclasses", &["dataclass"]),
    ("contextlib", &["contextmanager"]),
    ("enum", &["unique"]),
];

/// Metaclasses that run no code of the project.
const PLAIN_METACLASSES: [(&str, &[&str]); 3] =
    [(BUILTINS, &["type"]), ("abc", &["ABCMeta"]), ("enum", &["EnumMeta", "EnumType"])];

/// Functions that run no code of the project if their arguments do not.
const PLAIN_FUNCTIONS: [(&str, &[&str]); 6] = [
    (
        BUILTINS,
        &["bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "object", "range", "set"],
    ),
    ("dataclasses", &["field"]),
    ("enum", &["auto"]),
    ("collections", &["Counter", "OrderedDict", "deque", "namedtuple"]),
    ("typing", &["NewType", "ParamSpec", "TypeVar", "cast"]),
    ("threading", &["Lock", "RLock"]),
];

/// Built-in types that a hint may give type arguments.
const GENERIC_BUILTINS: (&str, &[&str]) = (BUILTINS, &["dict", "frozenset", "list", "set", "tuple", "type"]);

/// Modules of the standard library. A subscript of their members runs no code of the project.
const STANDARD: [&str; 18] = [
    "abc",
    "array",
    "asyncio",
    "collections",
    "collections.abc",
    "contextlib",
    "dataclasses",
    "decimal",
    "enum",
    "functools",
    "math",
    "os",
    "queue",
    "re",
    "sys",
    "typing",
    "typing_extensions",
    "weakref",
];

/// The meaning that a file gives to a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Binding {
    /// A module, by its dotted name, or a member of a module.
    Imported(String),
    /// Any other value.
    Other,
}

/// The names that a file binds outside of its functions.
pub(super) struct Bindings<'t> {
    text: &'t str,
    names: BTreeMap<&'t str, Binding>,
    /// The modules of which the file imports all names.
    stars: Vec<&'t str>,
}

impl<'t> Bindings<'t> {
    /// Collects the names of a file.
    pub fn new(root: Node<'_>, text: &'t str) -> Self {
        let mut bindings = Self { text, names: BTreeMap::new(), stars: Vec::new() };
        bindings.collect(root);
        if text.contains("global ") {
            crate::preorder(root, |node| {
                if node.kind() == "global_statement" {
                    bindings.bind_all(node);
                }
            });
        }
        bindings
    }

    /// Reports whether a decorator without a call changes only its own function or class.
    pub fn is_plain_decorator(&self, decorator: Node<'_>) -> bool {
        parts(decorator).first().is_some_and(|expression| self.is_one_of(*expression, &PLAIN_DECORATORS))
    }

    /// Reports whether a decorator makes a property.
    pub fn is_property(&self, decorator: Node<'_>) -> bool {
        const PROPERTIES: [(&str, &[&str]); 2] = [(BUILTINS, &["property"]), ("abc", &["abstractproperty"])];
        parts(decorator).first().is_some_and(|expression| self.is_one_of(*expression, &PROPERTIES))
    }

    /// Reports whether an argument in the header of a class runs code of the project.
    pub fn is_running_base(&self, argument: Node<'_>) -> bool {
        if argument.kind() != "keyword_argument" {
            return self.runs_code(argument);
        }
        let is_metaclass = argument.child_by_field_name("name").is_some_and(|name| self.slice(name) == "metaclass");
        let value = argument.child_by_field_name("value");
        // Python passes other arguments to `__init_subclass__`.
        !(is_metaclass && value.is_some_and(|value| self.is_one_of(value, &PLAIN_METACLASSES)))
    }

    /// Reports whether the evaluation of a node may run code of the project.
    ///
    /// A call, an assignment inside of an expression, and a subscript may run such code. A subscript calls
    /// `__getitem__` or `__class_getitem__`.
    pub fn runs_code(&self, node: Node<'_>) -> bool {
        self.has_effect(node, &|_| true)
    }

    /// Reports whether the evaluation of a node may run code of the project, with exceptions.
    ///
    /// A call of a known library function counts only if its arguments may run such code. Otherwise the rules are
    /// those of [`Bindings::runs_code`].
    pub fn runs_project_code(&self, node: Node<'_>) -> bool {
        let is_known = |call: Node<'_>| {
            call.child_by_field_name("function").is_some_and(|called| self.is_one_of(called, &PLAIN_FUNCTIONS))
        };
        self.has_effect(node, &|call| !is_known(call))
    }

    fn has_effect(&self, node: Node<'_>, is_effect: &dyn Fn(Node<'_>) -> bool) -> bool {
        let is_running = match node.kind() {
            "call" => is_effect(node),
            "named_expression" => true,
            "subscript" | "generic_type" => !parts(node).first().is_some_and(|of| self.is_subscripted(*of)),
            _ => false,
        };
        is_running || parts(node).into_iter().any(|part| self.has_effect(part, is_effect))
    }

    /// Reports whether a subscript of this value runs only code of Python's standard library.
    fn is_subscripted(&self, value: Node<'_>) -> bool {
        let is_literal = matches!(value.kind(), "dictionary" | "list" | "string" | "tuple");
        is_literal
            || self.is_one_of(value, &[GENERIC_BUILTINS])
            || self.meaning(value).is_some_and(|(module, _)| STANDARD.contains(&module.as_str()))
    }

    fn is_one_of(&self, expression: Node<'_>, table: &[(&str, &[&str])]) -> bool {
        let Some((module, name)) = self.meaning(expression) else { return false };
        table.iter().any(|(known, names)| *known == module && names.contains(&name.as_str()))
    }

    /// Returns the module and the name of a value of the standard library.
    ///
    /// Returns `None` for other values.
    fn meaning(&self, expression: Node<'_>) -> Option<(String, String)> {
        let text: String = self.slice(expression).split_whitespace().collect();
        let is_name = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !text.split('.').all(is_name) {
            return None;
        }
        let (first, rest) = text.split_once('.').map_or((text.as_str(), None), |(first, rest)| (first, Some(rest)));
        let path = match (self.names.get(first), rest) {
            (Some(Binding::Imported(path)), Some(rest)) => format!("{path}.{rest}"),
            (Some(Binding::Imported(path)), None) => path.clone(),
            (None, None) => self.unbound(first)?,
            (Some(Binding::Other), _) | (None, Some(_)) => return None,
        };
        path.rsplit_once('.').map(|(module, name)| (module.to_owned(), name.to_owned()))
    }

    /// Returns the dotted name of a name that the file does not bind itself.
    ///
    /// Returns `None` if the file imports all names of a module outside of [`STANDARD`].
    fn unbound(&self, name: &str) -> Option<String> {
        let tables = PLAIN_DECORATORS.iter().chain(&PLAIN_METACLASSES).chain(&PLAIN_FUNCTIONS);
        let is_builtin =
            tables.chain([&GENERIC_BUILTINS]).any(|(module, names)| *module == BUILTINS && names.contains(&name));
        match self.stars.first() {
            _ if !self.stars.iter().all(|star| STANDARD.contains(star)) => None,
            // A module of the standard library binds no built-in name.
            Some(star) if !is_builtin => Some(format!("{star}.{name}")),
            _ => Some(format!("{BUILTINS}.{name}")),
        }
    }

    /// Collects the names that code outside of functions binds.
    fn collect(&mut self, node: Node<'_>) {
        match node.kind() {
            "import_statement" => return self.import(node),
            "import_from_statement" => return self.import_from(node),
            "function_definition" => return self.bind_field(node, "name"),
            "class_definition" | "named_expression" => self.bind_field(node, "name"),
            "assignment" | "augmented_assignment" | "for_statement" | "for_in_clause" | "type_alias_statement" => {
                self.bind_field(node, "left");
            }
            "as_pattern_target" | "case_pattern" => self.bind_all(node),
            "lambda" => return,
            _ => {}
        }
        parts(node).into_iter().for_each(|part| self.collect(part));
    }

    fn import(&mut self, import: Node<'_>) {
        for part in parts(import) {
            match part.child_by_field_name("alias") {
                Some(alias) => {
                    let module = part.child_by_field_name("name").map(|name| self.slice(name).to_owned());
                    self.bind(self.slice(alias), module.map_or(Binding::Other, Binding::Imported));
                }
                // `import a.b` binds `a`.
                None => {
                    let module = self.slice(part);
                    let first = module.split('.').next().unwrap_or(module).trim();
                    self.bind(first, Binding::Imported(first.to_owned()));
                }
            }
        }
    }

    fn import_from(&mut self, import: Node<'_>) {
        let Some(module) = import.child_by_field_name("module_name") else { return };
        let from = self.slice(module);
        for part in parts(import).into_iter().filter(|part| part.id() != module.id()) {
            if part.kind() == "wildcard_import" {
                self.stars.push(from);
                continue;
            }
            let name = part.child_by_field_name("name").unwrap_or(part);
            let bound = part.child_by_field_name("alias").unwrap_or(part);
            let path = format!("{from}.{}", self.slice(name));
            self.bind(self.slice(bound), Binding::Imported(path));
        }
    }

    fn bind_field(&mut self, node: Node<'_>, field: &str) {
        if let Some(target) = node.child_by_field_name(field) {
            self.bind_all(target);
        }
    }

    /// Binds each name of a target to a value of the project.
    fn bind_all(&mut self, target: Node<'_>) {
        match target.kind() {
            "identifier" => self.bind(self.slice(target), Binding::Other),
            "attribute" | "subscript" => {}
            _ => parts(target).into_iter().for_each(|part| self.bind_all(part)),
        }
    }

    /// Binds a name.
    ///
    /// If a file gives a name several meanings, the name does not count as a name of the standard library.
    fn bind(&mut self, name: &'t str, binding: Binding) {
        let is_new = |known: &Binding| *known != binding;
        let other = self.names.get(name).is_some_and(is_new);
        self.names.insert(name, if other { Binding::Other } else { binding });
    }

    fn slice(&self, node: Node<'_>) -> &'t str {
        span_of(node).slice(self.text)
    }
}
