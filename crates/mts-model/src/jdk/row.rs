//! A row of the catalogue: the facts about one type of the JDK.
//!
//! The module `types` has the rows.

/// The kind of value that represents a class type in the value model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeShape {
    /// A [`crate::Value::List`].
    Sequence,
    /// A [`crate::Value::Set`].
    Set,
    /// A [`crate::Value::Map`].
    Map,
    /// A string, for `CharSequence` and `StringBuilder`.
    Text,
    /// An integer of any size, for `BigInteger`.
    BigInteger,
    /// A decimal number, for `BigDecimal`: a number or a string.
    Decimal,
    /// Null or a value of the type argument, for `Optional`.
    Optional,
    /// Any value with an order, for `Comparable` or a usual type-variable name (`T`, `K2`).
    Variable,
    /// An integer or a float, for `Number`.
    Number,
    /// Any value, for `Object` and similar types.
    Any,
    /// A class without a value in the value model.
    Other,
}

/// The order of the elements of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Elements have positions: `get(i)`.
    Positions,
    /// Elements come in the order of insertion.
    Insertion,
    /// Elements come in their natural order, or in the order of a comparator.
    Sorted,
    /// Java does not specify the order.
    Open,
    /// Code can only iterate over the elements.
    Iterated,
}

/// The class that Java instantiates for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instantiation {
    /// The type's own class.
    Itself,
    /// The type's own class. Its constructor does not take a collection.
    Empty,
    /// This class of `java.util`, which implements the interface.
    As(&'static str),
    /// No class, because the type has no constructor for plain values.
    Never,
}

/// The Python counterpart of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PythonClass {
    /// `list`
    List,
    /// An iterator over a list.
    Iterator,
    /// `set`
    Set,
    /// `dict`
    Dict,
    /// `str`
    Str,
    /// `int`
    Int,
    /// `float`
    Float,
    /// `bool`
    Bool,
    /// `object`
    Object,
    /// `io.StringIO`, if the annotation of the port's parameter says so.
    Builder,
    /// No known class.
    Unknown,
}

/// The contents of a stream of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// A source of bytes.
    Bytes,
    /// A source of text.
    Text,
    /// A target for bytes.
    ByteSink,
    /// A target for text.
    TextSink,
}

/// The description of a type whose values each have a text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// Java code that constructs a value; `{}` stands for the text.
    pub java: &'static str,
    /// The texts that the tool generates.
    pub samples: &'static [&'static str],
    /// Java code that prints a value for the comparison; `{}` stands for the value. If `None`, both sides encode a
    /// value as a string.
    pub print: Option<&'static str>,
    /// The Python class that a port may accept instead of the text.
    pub python: Option<PythonText>,
}

/// A Python class whose values the worker constructs from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PythonText {
    /// The module of the class.
    pub module: &'static str,
    /// The name of the class in the module.
    pub class: &'static str,
    /// The class method or module function that constructs a value from a text. Empty for the constructor.
    pub make: &'static str,
    /// Other classes with the same meaning, as `module.name`. A port whose module imports one of these names accepts
    /// the class.
    pub also: &'static [&'static str],
}

/// The encoding of values of a type whose fields the workers cannot access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitute {
    /// A text, as the [`TextForm`] describes.
    Text(TextForm),
    /// An object of the type with these parts. Both workers have code that constructs a value.
    Parts(&'static [Part]),
    /// A map from strings to strings, for `Properties`.
    Properties,
    /// A function that creates threads.
    ThreadFactory,
    /// A function that compares two values.
    Comparator,
}

/// A named part of the encoding of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the part.
    pub name: &'static str,
    /// The values of the part.
    pub samples: Samples,
}

/// The values that the tool generates for a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Samples {
    /// One of these numbers.
    Numbers(&'static [i64]),
    /// One of these texts.
    Texts(&'static [&'static str]),
    /// Bytes.
    Bytes,
    /// A boolean.
    Boolean,
}

/// The facts about a type of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JdkType {
    /// The simple name, such as `ArrayList`.
    pub name: &'static str,
    /// The package, such as `java.util`.
    pub package: &'static str,
    /// The kind of value that represents the type in the value model.
    pub shape: TypeShape,
    /// Whether the tool generates values of this type as arguments.
    pub is_input: bool,
    /// The order of the elements.
    pub order: Order,
    /// The class that Java instantiates for the type.
    pub instantiation: Instantiation,
    /// The Python counterpart of the type.
    pub python: PythonClass,
    /// The contents of the stream; `None` if the type is not a stream.
    pub stream: Option<StreamKind>,
    /// The encoding of the values, if the workers cannot access the fields of the type.
    pub substitute: Option<Substitute>,
    /// Whether the methods read and change only the object, its elements and the arguments.
    pub is_pure: bool,
    /// Whether the values never change.
    pub is_immutable: bool,
    /// Whether the results of static members depend only on their arguments.
    pub has_pure_statics: bool,
    /// Whether the static fields are constants that do not depend on the machine.
    pub has_pure_constants: bool,
    /// The supertypes whose library methods the type inherits, the nearest first.
    pub parents: &'static [&'static str],
    /// The words of the manual for the value that the port gets. `None` if the words follow from other columns.
    pub port_words: Option<&'static str>,
    /// The words of the manual for the equality of two values. `None` if the words follow from other columns, or if a
    /// general rule applies.
    pub equality_words: Option<&'static str>,
}

impl JdkType {
    /// Creates a row in which all other columns have their default values.
    #[must_use]
    pub const fn new(package: &'static str, name: &'static str) -> Self {
        Self {
            name,
            package,
            shape: TypeShape::Other,
            is_input: false,
            order: Order::Open,
            instantiation: Instantiation::Never,
            python: PythonClass::Unknown,
            stream: None,
            substitute: None,
            is_pure: false,
            is_immutable: false,
            has_pure_statics: false,
            has_pure_constants: false,
            parents: &[],
            port_words: None,
            equality_words: None,
        }
    }

    /// Creates the row of a sequence.
    #[must_use]
    pub const fn sequence(name: &'static str, order: Order) -> Self {
        let python = PythonClass::List;
        Self {
            shape: TypeShape::Sequence,
            order,
            python,
            instantiation: Instantiation::Itself,
            ..Self::new("java.util", name)
        }
    }

    /// Creates the row of a set.
    #[must_use]
    pub const fn set(name: &'static str, order: Order) -> Self {
        let python = PythonClass::Set;
        Self {
            shape: TypeShape::Set,
            order,
            python,
            instantiation: Instantiation::Itself,
            ..Self::new("java.util", name)
        }
    }

    /// Creates the row of a map.
    #[must_use]
    pub const fn map(name: &'static str, order: Order) -> Self {
        let python = PythonClass::Dict;
        Self {
            shape: TypeShape::Map,
            order,
            python,
            instantiation: Instantiation::Itself,
            ..Self::new("java.util", name)
        }
    }

    /// Creates the row of a type whose values have this shape.
    ///
    /// The tool generates values of the type as arguments.
    #[must_use]
    pub const fn shaped(package: &'static str, name: &'static str, shape: TypeShape, python: PythonClass) -> Self {
        Self { shape, python, is_input: true, ..Self::new(package, name) }
    }

    /// Creates the row of a stream.
    #[must_use]
    pub const fn stream(name: &'static str, kind: StreamKind) -> Self {
        Self { stream: Some(kind), ..Self::new("java.io", name) }
    }

    /// Creates the row of a type with a substitute for its values.
    #[must_use]
    pub const fn substituted(package: &'static str, name: &'static str, by: Substitute) -> Self {
        Self { substitute: Some(by), ..Self::new(package, name) }
    }

    /// Creates the row of a type whose values each have a text form. The port accepts only the text.
    #[must_use]
    pub const fn text(
        package: &'static str,
        name: &'static str,
        java: &'static str,
        samples: &'static [&'static str],
    ) -> Self {
        Self::substituted(package, name, Substitute::Text(TextForm { java, samples, print: None, python: None }))
    }

    /// Creates the row of a type whose values each have a text form.
    ///
    /// The port accepts the text or the Python class.
    #[must_use]
    pub const fn text_or(
        package: &'static str,
        name: &'static str,
        java: &'static str,
        samples: &'static [&'static str],
        python: PythonText,
    ) -> Self {
        Self::substituted(
            package,
            name,
            Substitute::Text(TextForm { java, samples, print: None, python: Some(python) }),
        )
    }

    /// Creates the row of a type whose values both sides print in the same form.
    ///
    /// The port gets a value of the Python class, or the text if its annotation is `str`. A printed value is not equal
    /// to a string with the same text.
    #[must_use]
    pub const fn printed(
        package: &'static str,
        name: &'static str,
        [java, print]: [&'static str; 2],
        samples: &'static [&'static str],
        python: PythonText,
    ) -> Self {
        let form = TextForm { java, samples, print: Some(print), python: Some(python) };
        Self::substituted(package, name, Substitute::Text(form))
    }

    /// Returns the row of a type whose values the tool generates as arguments.
    #[must_use]
    pub const fn input(self) -> Self {
        Self { is_input: true, ..self }
    }

    /// Returns the row of a type with pure methods.
    #[must_use]
    pub const fn pure(self) -> Self {
        Self { is_pure: true, ..self }
    }

    /// Returns the row of a type whose values do not change.
    #[must_use]
    pub const fn immutable(self) -> Self {
        Self { is_immutable: true, ..self }
    }

    /// Returns the row of a type with pure static members, including constants.
    #[must_use]
    pub const fn pure_statics(self) -> Self {
        Self { has_pure_statics: true, ..self }.pure_constants()
    }

    /// Returns the row of a type with pure constants. The other static members depend on the machine.
    #[must_use]
    pub const fn pure_constants(self) -> Self {
        Self { has_pure_constants: true, ..self }
    }

    /// Returns the row with another instantiation.
    #[must_use]
    pub const fn instantiation(self, instantiation: Instantiation) -> Self {
        Self { instantiation, ..self }
    }

    /// Returns the row with another package.
    #[must_use]
    pub const fn within(self, package: &'static str) -> Self {
        Self { package, ..self }
    }

    /// Returns the row with another Python class.
    #[must_use]
    pub const fn python(self, python: PythonClass) -> Self {
        Self { python, ..self }
    }

    /// Returns the row with these supertypes in the column `parents`.
    #[must_use]
    pub const fn below(self, parents: &'static [&'static str]) -> Self {
        Self { parents, ..self }
    }

    /// Returns the row with the manual's words for the value that the port gets.
    #[must_use]
    pub const fn port_gets(self, words: &'static str) -> Self {
        Self { port_words: Some(words), ..self }
    }

    /// Returns the row with the words of the manual for the equality of two values.
    #[must_use]
    pub const fn equal_when(self, words: &'static str) -> Self {
        Self { equality_words: Some(words), ..self }
    }

    /// Reports whether the type is a sequence, a set or a map.
    #[must_use]
    pub fn is_container(&self) -> bool {
        matches!(self.shape, TypeShape::Sequence | TypeShape::Set | TypeShape::Map)
    }

    /// Reports whether the type is a collection or a map.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        self.is_container() && self.order != Order::Iterated
    }

    /// Reports whether Java can create instances of the class itself.
    #[must_use]
    pub fn instantiates_itself(&self) -> bool {
        matches!(self.instantiation, Instantiation::Itself | Instantiation::Empty)
    }

    /// Returns the text form of the type's values. `None` if the values have no text form.
    #[must_use]
    pub fn text_form(&self) -> Option<TextForm> {
        match self.substitute {
            Some(Substitute::Text(form)) => Some(form),
            _ => None,
        }
    }

    /// Returns the name of the type with its package.
    #[must_use]
    pub fn qualified(&self) -> String {
        format!("{}.{}", self.package, self.name)
    }
}

impl PythonClass {
    /// Returns the name of this Python class in code. `None` if no built-in class is the counterpart.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::List => "list",
            Self::Set => "set",
            Self::Dict => "dict",
            Self::Str => "str",
            Self::Int => "int",
            Self::Float => "float",
            Self::Bool => "bool",
            Self::Object => "object",
            Self::Iterator | Self::Builder | Self::Unknown => return None,
        })
    }
}
