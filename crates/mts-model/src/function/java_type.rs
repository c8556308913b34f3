//! The static types of Java, which the tool uses to generate, convert and compare values.
//!
//! The module `type_parser` parses the text of a type.

use crate::ReturnConvention;
use crate::jdk::is_jdk_name;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Java's primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Primitive {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `char`
    Char,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
}

impl Primitive {
    /// All primitive types.
    pub const ALL: [Self; 8] =
        [Self::Boolean, Self::Byte, Self::Short, Self::Char, Self::Int, Self::Long, Self::Float, Self::Double];

    /// Returns the Java keyword of this type.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Char => "char",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// Returns the primitive type with this keyword.
    #[must_use]
    pub fn from_keyword(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.keyword() == word)
    }

    /// Returns the primitive type for a wrapper class's simple name, such as `int` for `Integer`.
    #[must_use]
    pub fn from_box(class: &str) -> Option<Self> {
        Some(match class {
            "Boolean" => Self::Boolean,
            "Byte" => Self::Byte,
            "Short" => Self::Short,
            "Character" => Self::Char,
            "Integer" => Self::Int,
            "Long" => Self::Long,
            "Float" => Self::Float,
            "Double" => Self::Double,
            _ => return None,
        })
    }

    /// Reports whether this type is a number type, that is, not `boolean`.
    ///
    /// See docs/mutants/mujava.md, section 0.
    #[must_use]
    pub fn is_arithmetic(self) -> bool {
        self != Self::Boolean
    }

    /// Reports whether this type is `byte`, `short`, `char`, `int` or `long`.
    #[must_use]
    pub fn is_integral(self) -> bool {
        !matches!(self, Self::Boolean | Self::Float | Self::Double)
    }
}

/// A static type, as far as one source file alone determines it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JavaType {
    /// A type that the file alone does not determine, mostly the result of a call.
    #[default]
    Unknown,
    /// `void`
    Void,
    /// The type of `null`.
    Null,
    /// A primitive.
    Primitive(Primitive),
    /// A wrapper class of `java.lang`, such as `Integer`.
    Boxed(Primitive),
    /// `java.lang.String`
    String,
    /// An array with this element type.
    Array(Box<JavaType>),
    /// Any other class or interface, or a type variable.
    Class {
        /// The name as written, such as `List` or `java.util.List`.
        name: String,
        /// The type arguments. Empty without type arguments, also for a raw type or the diamond.
        args: Vec<JavaType>,
    },
    /// A return convention in place of the return type. A return convention is not a Java type.
    Convention(ReturnConvention),
    /// The exit status of a whole program. This status is not a Java type.
    ExitStatus,
}

/// The text of [`JavaType::ExitStatus`].
pub(super) const EXIT_STATUS: &str = "exit status";

impl JavaType {
    /// `int`
    pub const INT: Self = Self::Primitive(Primitive::Int);
    /// `boolean`
    pub const BOOLEAN: Self = Self::Primitive(Primitive::Boolean);

    /// Returns the type of an array with elements of this type.
    #[must_use]
    pub fn array_of(self) -> Self {
        Self::Array(Box::new(self))
    }

    /// Returns the type for a name without type arguments, such as `int`, `Integer`, `String`, `Foo`.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        let simple = name.strip_prefix("java.lang.").unwrap_or(name);
        if simple == "void" {
            Self::Void
        } else if let Some(p) = Primitive::from_keyword(simple) {
            Self::Primitive(p)
        } else if let Some(p) = Primitive::from_box(simple) {
            Self::Boxed(p)
        } else if simple == "String" {
            Self::String
        } else {
            Self::Class { name: name.to_owned(), args: Vec::new() }
        }
    }

    /// Returns the primitive type; `None` for a wrapper class and other types.
    #[must_use]
    pub fn primitive(&self) -> Option<Primitive> {
        match self {
            Self::Primitive(p) => Some(*p),
            _ => None,
        }
    }

    /// Returns the primitive type of a primitive or a wrapper class.
    #[must_use]
    pub fn unboxed(&self) -> Option<Primitive> {
        match self {
            Self::Primitive(p) | Self::Boxed(p) => Some(*p),
            _ => None,
        }
    }

    /// Reports whether this type is or contains the primitive or its wrapper class.
    ///
    /// An array contains its element type, and a class contains its type arguments.
    #[must_use]
    pub fn contains(&self, primitive: Primitive) -> bool {
        match self {
            Self::Primitive(own) | Self::Boxed(own) => *own == primitive,
            Self::Array(element) => element.contains(primitive),
            Self::Class { args, .. } => args.iter().any(|arg| arg.contains(primitive)),
            _ => false,
        }
    }

    /// Reports whether this type is a primitive number type: `arith` of docs/mutants/mujava.md, section 0.
    #[must_use]
    pub fn is_arithmetic(&self) -> bool {
        self.primitive().is_some_and(Primitive::is_arithmetic)
    }

    /// Reports whether this type is the primitive `boolean`: `bool` of docs/mutants/mujava.md, section 0.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        *self == Self::BOOLEAN
    }

    /// Returns the element type of an array, or of a class with one type argument.
    #[must_use]
    pub fn element(&self) -> Option<&Self> {
        match self {
            Self::Array(element) => Some(element),
            Self::Class { args, .. } if args.len() == 1 => args.first(),
            _ => None,
        }
    }

    /// Returns the simple name of a class type that may be in the JDK catalogue.
    ///
    /// `None` for the full name of a class outside of the JDK, which may have the simple name of a JDK class. `None`
    /// also for other types, such as `String`, a wrapper class or an array.
    #[must_use]
    pub fn jdk_class(&self) -> Option<&str> {
        let Self::Class { name, .. } = self else { return None };
        let is_outside = name.contains('.') && name.starts_with(char::is_lowercase) && !is_jdk_name(name);
        self.simple_class().filter(|_| !is_outside)
    }

    /// Returns the simple name of a [`JavaType::Class`], without the package.
    ///
    /// `None` for all other types, also for `String` and the wrapper classes.
    #[must_use]
    pub fn simple_class(&self) -> Option<&str> {
        match self {
            Self::Class { name, .. } => Some(name.rsplit('.').next().unwrap_or(name)),
            _ => None,
        }
    }

    /// Returns the simple name of a type without type arguments, like Java's `Class.getSimpleName`.
    #[must_use]
    pub fn erased_name(&self) -> String {
        match self {
            Self::Array(element) => format!("{}[]", element.erased_name()),
            Self::Class { .. } => self.simple_class().unwrap_or_default().to_owned(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => write!(f, "?"),
            Self::Void => write!(f, "void"),
            Self::Null => write!(f, "null"),
            Self::Primitive(p) => write!(f, "{}", p.keyword()),
            Self::Boxed(p) => write!(
                f,
                "{}",
                match p {
                    Primitive::Boolean => "Boolean",
                    Primitive::Byte => "Byte",
                    Primitive::Short => "Short",
                    Primitive::Char => "Character",
                    Primitive::Int => "Integer",
                    Primitive::Long => "Long",
                    Primitive::Float => "Float",
                    Primitive::Double => "Double",
                }
            ),
            Self::String => write!(f, "String"),
            Self::Convention(convention) => write!(f, "{}", convention.name()),
            Self::ExitStatus => write!(f, "{EXIT_STATUS}"),
            Self::Array(element) => write!(f, "{element}[]"),
            Self::Class { name, args } => {
                write!(f, "{name}")?;
                if args.is_empty() {
                    return Ok(());
                }
                write!(f, "<")?;
                for (i, arg) in args.iter().enumerate() {
                    write!(f, "{}{arg}", if i > 0 { ", " } else { "" })?;
                }
                write!(f, ">")
            }
        }
    }
}

impl ReturnConvention {
    /// Returns the type that represents this return convention in a signature.
    #[must_use]
    pub fn ty(self) -> JavaType {
        JavaType::Convention(self)
    }

    /// Returns the return convention that a type represents. `None` for a Java type.
    #[must_use]
    pub fn from_type(ty: &JavaType) -> Option<Self> {
        match ty {
            JavaType::Convention(convention) => Some(*convention),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_erased_name_has_no_package_and_no_type_arguments() {
        let list = JavaType::Class { name: "java.util.List".into(), args: vec![JavaType::String] };
        assert_eq!(list.array_of().erased_name(), "List[]");
        assert_eq!(JavaType::INT.array_of().array_of().erased_name(), "int[][]");
    }
}
