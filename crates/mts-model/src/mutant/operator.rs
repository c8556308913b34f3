//! Mutation operators and the operators of the two languages' expressions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! operators {
    ($($name:ident $what:literal,)* ; $($class:ident $does:literal,)* ; $($change:ident $word:literal $means:literal,)*) => {
        /// muJava's mutation operators: the method-level ones (Ma, Offutt 2005; Guizzo et al. 2023, Table 2), and
        /// the class-level ones (Ma, Kwon, Offutt 2002), and those transformations of Eniser et al. 2024 that may
        /// change what a function does. The last two are made only where they are asked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum Operator {
            $(#[doc = $what] $name,)*
            $(#[doc = $does] $class,)*
            $(#[doc = $means] #[serde(rename = $word)] $change,)*
        }

        impl Operator {
            /// The method-level ones, in the order of Guizzo et al.'s Table 2.
            pub const ALL: &'static [Operator] = &[$(Operator::$name,)*];

            /// The class-level ones, in muJava's order.
            pub const CLASS: &'static [Operator] = &[$(Operator::$class,)*];

            /// The four-letter name (three for some), or that of the transformation.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Operator::$name => stringify!($name),)*
                    $(Operator::$class => stringify!($class),)*
                    $(Operator::$change => $word,)*
                }
            }

            /// What it does, in a few words.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Operator::$name => $what,)*
                    $(Operator::$class => $does,)*
                    $(Operator::$change => $means,)*
                }
            }
        }
    };
}

operators! {
    AORB "arithmetic operator replacement, binary",
    AORS "arithmetic operator replacement, short-cut",
    AOIU "arithmetic operator insertion, unary",
    AOIS "arithmetic operator insertion, short-cut",
    AODU "arithmetic operator deletion, unary",
    AODS "arithmetic operator deletion, short-cut",
    ROR "relational operator replacement",
    COR "conditional operator replacement",
    COD "conditional operator deletion",
    COI "conditional operator insertion",
    SOR "shift operator replacement",
    LOR "logical operator replacement",
    LOI "logical operator insertion",
    LOD "logical operator deletion",
    ASRS "assignment operator replacement, short-cut",
    SDL "statement deletion",
    VDL "variable deletion",
    CDL "constant deletion",
    ODL "operator deletion",
    ;
    AMC "access modifier change",
    IHD "hiding variable deletion",
    IHI "hiding variable insertion",
    IOD "overriding method deletion",
    IOP "overridden method calling position change",
    IOR "overridden method rename",
    ISI "super keyword insertion",
    ISD "super keyword deletion",
    IPC "explicit call of a parent's constructor deletion",
    PNC "new method call with child class type",
    PMD "member variable declaration with parent class type",
    PPD "parameter variable declaration with child class type",
    PCI "type cast operator insertion",
    PCC "cast type change",
    PCD "type cast operator deletion",
    PRV "reference assignment with other compatible variable",
    OMR "overloading method contents replace",
    OMD "overloading method deletion",
    OAC "arguments of method call change",
    JTI "this keyword insertion",
    JTD "this keyword deletion",
    JSI "static modifier insertion",
    JSD "static modifier deletion",
    JID "member variable initialisation deletion",
    JDC "Java-supported default constructor creation",
    EOA "reference assignment and content assignment replacement",
    EOC "reference comparison and content comparison replacement",
    EAM "accessor method change",
    EMM "modifier method change",
    ;
    ChBranchCond "chBranchCond" "another condition of a branch",
    RmLoop "rmLoop" "loop deletion",
}

impl Operator {
    /// Whether it is one of [`Operator::CLASS`].
    #[must_use]
    pub fn is_class_level(self) -> bool {
        Self::CLASS.contains(&self)
    }

    /// Why a class-level operator is not made: what it changes has no counterpart in Python.
    #[must_use]
    pub fn unsupported_reason(self) -> Option<&'static str> {
        match self {
            Self::AMC => Some("Python has no access levels that are checked"),
            Self::IHD | Self::IHI => Some("an attribute of a Python object has one place, whichever class names it"),
            Self::PMD | Self::PPD => Some("Python has no declared types"),
            Self::PCI | Self::PCC | Self::PCD => Some("Python has no casts between classes"),
            Self::PRV => Some("which other variable fits is a matter of declared types"),
            Self::OMR | Self::OMD => Some("Python has no overloaded methods"),
            _ => None,
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Operator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().chain(Self::CLASS).find(|op| op.name().eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|op| op.name()).collect();
            format!("no operator `{text}`; known are {}", names.join(", "))
        })
    }
}

/// Binary operators with Java's meaning; Python's are lowered to the nearest one, and what differs
/// in meaning is remembered by the node (`lang::core`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `>>>`
    Ushr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
}

impl BinaryOp {
    /// Java's spelling.
    #[must_use]
    pub fn java(self) -> &'static str {
        use BinaryOp::{
            Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Ushr,
        };
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            Ushr => ">>>",
            BitAnd => "&",
            BitOr => "|",
            BitXor => "^",
            And => "&&",
            Or => "||",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
        }
    }

    /// The operator of a Java spelling (`+=` gives nothing; strip the `=` first).
    #[must_use]
    pub fn from_java(text: &str) -> Option<Self> {
        use BinaryOp::{
            Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Ushr,
        };
        [Add, Sub, Mul, Div, Rem, Shl, Shr, Ushr, BitAnd, BitOr, BitXor, And, Or, Lt, Le, Gt, Ge, Eq, Ne]
            .into_iter()
            .find(|op| op.java() == text)
    }

    /// `+ - * / %`
    #[must_use]
    pub fn is_arithmetic(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem)
    }

    /// `< <= > >= == !=`
    #[must_use]
    pub fn is_relational(self) -> bool {
        matches!(self, Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Eq | Self::Ne)
    }

    /// `&& ||`
    #[must_use]
    pub fn is_logical(self) -> bool {
        matches!(self, Self::And | Self::Or)
    }

    /// `& | ^`
    #[must_use]
    pub fn is_bitwise(self) -> bool {
        matches!(self, Self::BitAnd | Self::BitOr | Self::BitXor)
    }

    /// `<< >> >>>`
    #[must_use]
    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr | Self::Ushr)
    }
}

/// Unary operators; increments are a kind of node of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `+`
    Plus,
    /// `~`
    Complement,
    /// `!`, Python's `not`
    Not,
}

impl UnaryOp {
    /// Java's spelling.
    #[must_use]
    pub fn java(self) -> &'static str {
        match self {
            Self::Neg => "-",
            Self::Plus => "+",
            Self::Complement => "~",
            Self::Not => "!",
        }
    }
}
