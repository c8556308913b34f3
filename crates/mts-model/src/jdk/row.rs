//! One row of the catalogue: what is known of a type of the JDK, as plain data. The rows stand in `types`.

/// The shape of a class type in the value model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeShape {
    /// A [`crate::Value::List`].
    Sequence,
    /// A [`crate::Value::Set`].
    Set,
    /// A [`crate::Value::Map`].
    Map,
    /// A string: `CharSequence`, `StringBuilder`.
    Text,
    /// An integer without bound: `BigInteger`.
    BigInteger,
    /// A decimal number: `BigDecimal`, as a number or a string.
    Decimal,
    /// Null or a value of its argument: `Optional`.
    Optional,
    /// A type variable by its customary name (`T`, `K2`), or `Comparable`: anything with an order.
    Variable,
    /// `Object`, `Number`, ...: whatever the value says of itself.
    Any,
    /// Any other class.
    Other,
}

/// The order of what a container holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Elements have positions: `get(i)`.
    Positions,
    /// Elements come in the order in which they were put in.
    Insertion,
    /// Elements come in their natural order, or that of a comparator.
    Sorted,
    /// Java leaves the order open.
    Open,
    /// It can only be iterated.
    Iterated,
}

/// Which class Java instantiates for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instantiation {
    /// The class itself.
    Itself,
    /// This class of `java.util`, for an interface.
    As(&'static str),
    /// None: there is no constructor for plain values.
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
    /// `io.StringIO`, where the port's annotation says so.
    Builder,
    /// None that is known.
    Unknown,
}

/// The contents of a stream of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// Bytes to be read.
    Bytes,
    /// Text to be read.
    Text,
    /// A place for bytes.
    ByteSink,
    /// A place for text.
    TextSink,
}

/// A type whose values are written as one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// Java code that makes one; `{}` is the text.
    pub java: &'static str,
    /// Texts that are generated.
    pub samples: &'static [&'static str],
    /// The class that a port may take instead of the text.
    pub python: Option<PythonText>,
}

/// A Python class whose values are written as one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PythonText {
    /// The module that has it.
    pub module: &'static str,
    /// Its name there.
    pub class: &'static str,
    /// The class method that makes one of a text; empty for the constructor.
    pub make: &'static str,
    /// Further names of the same module, as `module.name`: a port that names one of them takes the class.
    pub also: &'static [&'static str],
}

/// The substitute for values of a type whose fields the JDK keeps closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitute {
    /// A text.
    Text(TextForm),
    /// A duration, by its milliseconds.
    Duration,
    /// A class, by its name.
    Class,
    /// Texts by texts.
    Properties,
    /// A thread that was not started, by its name.
    Thread,
    /// A process, by what it prints and how it ends.
    Process,
    /// A function that makes threads.
    ThreadFactory,
    /// A function that compares.
    Comparator,
}

/// The facts about a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JdkType {
    /// Simple name.
    pub name: &'static str,
    /// Package.
    pub package: &'static str,
    /// The shape of its values in the value model.
    pub shape: TypeShape,
    /// Whether values of it can be arguments.
    pub is_input: bool,
    /// The order of its elements, where it has some.
    pub order: Order,
    /// Which class Java instantiates for it.
    pub instantiation: Instantiation,
    /// Its Python counterpart.
    pub python: PythonClass,
    /// The contents that it streams.
    pub stream: Option<StreamKind>,
    /// The substitute for its values.
    pub substitute: Option<Substitute>,
    /// Whether its methods read and change nothing but the object, its elements and the arguments.
    pub is_pure: bool,
    /// Whether its static members depend on their arguments alone.
    pub has_pure_statics: bool,
    /// The supertypes of which it inherits library methods, nearest first.
    pub parents: &'static [&'static str],
}

impl JdkType {
    /// A type of which nothing more is known.
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
            has_pure_statics: false,
            parents: &[],
        }
    }

    /// A sequence.
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

    /// A set.
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

    /// A map.
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

    /// A type of another shape.
    #[must_use]
    pub const fn shaped(package: &'static str, name: &'static str, shape: TypeShape, python: PythonClass) -> Self {
        Self { shape, python, is_input: true, ..Self::new(package, name) }
    }

    /// A stream of a program.
    #[must_use]
    pub const fn stream(name: &'static str, kind: StreamKind) -> Self {
        Self { stream: Some(kind), ..Self::new("java.io", name) }
    }

    /// A type whose fields are closed.
    #[must_use]
    pub const fn substituted(package: &'static str, name: &'static str, by: Substitute) -> Self {
        Self { substitute: Some(by), ..Self::new(package, name) }
    }

    /// A type whose values are written as one text; the port takes the text.
    #[must_use]
    pub const fn text(
        package: &'static str,
        name: &'static str,
        java: &'static str,
        samples: &'static [&'static str],
    ) -> Self {
        Self::substituted(package, name, Substitute::Text(TextForm { java, samples, python: None }))
    }

    /// A type whose values are written as one text; the port takes the text or a class of its own.
    #[must_use]
    pub const fn text_or(
        package: &'static str,
        name: &'static str,
        java: &'static str,
        samples: &'static [&'static str],
        python: PythonText,
    ) -> Self {
        Self::substituted(package, name, Substitute::Text(TextForm { java, samples, python: Some(python) }))
    }

    /// The same, as a type of arguments.
    #[must_use]
    pub const fn input(self) -> Self {
        Self { is_input: true, ..self }
    }

    /// The same, with pure methods.
    #[must_use]
    pub const fn pure(self) -> Self {
        Self { is_pure: true, ..self }
    }

    /// The same, with pure static members.
    #[must_use]
    pub const fn pure_statics(self) -> Self {
        Self { has_pure_statics: true, ..self }
    }

    /// The same, instantiated as another class or by its own constructor.
    #[must_use]
    pub const fn instantiation(self, instantiation: Instantiation) -> Self {
        Self { instantiation, ..self }
    }

    /// The same, in another package.
    #[must_use]
    pub const fn within(self, package: &'static str) -> Self {
        Self { package, ..self }
    }

    /// The same, with another Python class.
    #[must_use]
    pub const fn python(self, python: PythonClass) -> Self {
        Self { python, ..self }
    }

    /// The same, below these types.
    #[must_use]
    pub const fn below(self, parents: &'static [&'static str]) -> Self {
        Self { parents, ..self }
    }

    /// Whether its values hold others: a sequence, a set or a map.
    #[must_use]
    pub fn is_container(&self) -> bool {
        matches!(self.shape, TypeShape::Sequence | TypeShape::Set | TypeShape::Map)
    }

    /// Whether it is a collection or a map: it has a size.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        self.is_container() && self.order != Order::Iterated
    }

    /// The text form, where its values are written as one text.
    #[must_use]
    pub fn text_form(&self) -> Option<TextForm> {
        match self.substitute {
            Some(Substitute::Text(form)) => Some(form),
            _ => None,
        }
    }

    /// The full name.
    #[must_use]
    pub fn qualified(&self) -> String {
        format!("{}.{}", self.package, self.name)
    }
}

impl PythonClass {
    /// The Python class of a class literal of this type.
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
