//! The table of mutation operators, and the operators of expressions in both languages.
//!
//! A row of the table has all facts about a mutation operator for the manual, help texts and reports. A rule in
//! `mts-generate` decides where the operator applies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The code that a mutation operator changes, and the definition of the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorDefinition {
    /// Code inside a method (Ma, Offutt 2005; deletion: Deng, Offutt, Li 2013; Guizzo et al. 2023, Table 2).
    Method {
        /// An example in Java. A test applies the mutation operator to this example.
        before: &'static str,
        /// One mutant of the example.
        after: &'static str,
        /// The rule of the profile `default`: the old code and the new code.
        rule: &'static str,
    },
    /// A class declaration, or code that uses objects or arrays (Ma, Kwon, Offutt 2002).
    Class {
        /// The change in Java.
        java: &'static str,
        /// The change in the port.
        python: &'static str,
    },
    /// A class-level operator that the tool does not apply.
    Unsupported {
        /// The reason why Python has no counterpart of the change.
        reason: &'static str,
    },
    /// A transformation of both sides that may change behaviour (Eniser et al. 2024).
    Transformation,
}

macro_rules! definition {
    ({ $before:literal becomes $after:literal : $rule:literal }) => {
        OperatorDefinition::Method { before: $before, after: $after, rule: $rule }
    };
    ({ java: $java:literal, python: $python:literal }) => {
        OperatorDefinition::Class { java: $java, python: $python }
    };
    ({ unsupported: $reason:literal }) => {
        OperatorDefinition::Unsupported { reason: $reason }
    };
}

macro_rules! operators {
    (
        method { $($method:ident $what:literal $how:tt)* }
        class { $($class:ident $does:literal $sides:tt)* }
        transformation { $($change:ident $word:literal $means:literal)* }
    ) => {
        /// muJava's mutation operators, and transformations that may change what a function does. The method-level
        /// operators are from Ma, Offutt 2005 and Guizzo et al. 2023, Table 2. The class-level operators are from Ma,
        /// Kwon, Offutt 2002, and the transformations are from Eniser et al. 2024. The class-level operators and the
        /// transformations apply only if the configuration names them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum Operator {
            $(#[doc = $what] $method,)*
            $(#[doc = $does] $class,)*
            $(#[doc = $means] #[serde(rename = $word)] $change,)*
        }

        impl Operator {
            /// The method-level operators, in the order of Table 2 of Guizzo et al.
            pub const ALL: &'static [Operator] = &[$(Operator::$method,)*];

            /// The class-level operators, in muJava's order.
            pub const CLASS: &'static [Operator] = &[$(Operator::$class,)*];

            /// Returns the name: three or four letters, or the name of the transformation.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Operator::$method => stringify!($method),)*
                    $(Operator::$class => stringify!($class),)*
                    $(Operator::$change => $word,)*
                }
            }

            /// Describes the effect in a few words.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Operator::$method => $what,)*
                    $(Operator::$class => $does,)*
                    $(Operator::$change => $means,)*
                }
            }

            /// Returns the definition of this operator.
            #[must_use]
            pub fn definition(self) -> OperatorDefinition {
                match self {
                    $(Operator::$method => definition!($how),)*
                    $(Operator::$class => definition!($sides),)*
                    $(Operator::$change => OperatorDefinition::Transformation,)*
                }
            }
        }
    };
}

operators! {
    method {
        AORB "arithmetic operator replacement, binary" { "a + b" becomes "a - b":
            "each of `+ - * / %` between numbers becomes each of the other four. `+` on strings stays." }
        AORS "arithmetic operator replacement, short-cut" { "i++;" becomes "i--;":
            "`++` and `--` become their opposite if no code uses the value. If code uses the value, `i++` becomes `i--`, `++i` and \
             `--i`, each in a mutant of its own." }
        AOIU "arithmetic operator insertion, unary" { "return a;" becomes "return -a;":
            "inserts `-` before a numeric variable or field, unless another mutant is the same (`a + -b` is AORB's \
             `a - b`, `a * -b` is `-a * b`)." }
        AOIS "arithmetic operator insertion, short-cut" { "a + b" becomes "a++ + b":
            "a use of a writable numeric variable or field becomes `++x`, `--x`, `x++` or `x--`. The tool makes no \
             `x++` and no `x--` at the last use of a local variable in a `return`, because no code reads the stored \
             value." }
        AODU "arithmetic operator deletion, unary" { "-a" becomes "a": "deletes a unary `-` or `+`." }
        AODS "arithmetic operator deletion, short-cut" { "n = i++;" becomes "n = i;":
            "deletes `++` or `--` and keeps the operand, where code uses the value." }
        ROR "relational operator replacement" { "a < b" becomes "a <= b":
            "`< <= > >= == !=` between numbers becomes each of the other five, and the whole comparison becomes `true` \
             and `false`. Between other values, `==` becomes `!=`, and `!=` becomes `==`." }
        COR "conditional operator replacement" { "p && q" becomes "p ^ q":
            "each of `&&` and `&` makes two mutants, with `||` and with `^`. Each of `||` and `|` makes two, with `&&` \
             and with `^`. `^` makes two, with `&&` and with `||`. The operands are booleans." }
        COD "conditional operator deletion" { "!done" becomes "done": "deletes `!`." }
        COI "conditional operator insertion" { "a < b" becomes "!(a < b)":
            "inserts `!` before a boolean comparison, a logical expression, a boolean variable or field." }
        SOR "shift operator replacement" { "a << 2" becomes "a >> 2": "each of `<< >> >>>` becomes the other two." }
        LOR "logical operator replacement" { "a & b" becomes "a ^ b":
            "each of `& | ^` between integers becomes the other two." }
        LOI "logical operator insertion" { "return a;" becomes "return ~a;":
            "inserts `~` before an integer variable or field." }
        LOD "logical operator deletion" { "~a" becomes "a": "deletes `~`." }
        ASRS "assignment operator replacement, short-cut" { "sum += a;" becomes "sum -= a;":
            "each of `+= -= *= /= %=` becomes each of the other four. Each of `&= |= ^=` becomes the other two, \
             and so does each of `<<= >>= >>>=`." }
        SDL "statement deletion" { "count = 0;" becomes ";":
            "deletes a statement, but no declaration, `return` or `try`. The condition of an `if` or a `while` becomes \
             `true`. SDL also deletes the condition of a `for`, its update, and the statements of one case of a `switch`, each in a \
             mutant of its own. SDL replaces the value of a `return` by a default of the declared type: 0, `true`, \
             `false` or `\"\"`." }
        VDL "variable deletion" { "a + b" becomes "b":
            "deletes a binary operator and an operand that is a variable or an array element. VDL also deletes `i++` and \
             `i--` where no code uses the value." }
        CDL "constant deletion" { "a + 1" becomes "a": "deletes a binary operator and an operand that is a constant." }
        ODL "operator deletion" { "a * b" becomes "a":
            "`a * b` becomes `a` and `b`, each in a mutant of its own. `-a`, `+a`, `!a` and `~a` become `a`. `i++`, `++i`, \
             `i--` and `--i` become `i`, where code uses the value. `x += a` becomes `x = a`." }
    }
    class {
        AMC "access modifier change" { unsupported: "Python does not check access levels" }
        IHD "hiding variable deletion" {
            unsupported: "a Python object has one attribute for each name, so no attribute hides another" }
        IHI "hiding variable insertion" {
            unsupported: "a Python object has one attribute for each name, so no attribute hides another" }
        IOD "overriding method deletion" { java: "the method is deleted", python: "`pass` replaces the method" }
        IOP "overridden method calling position change" {
            java: "`super.f();` moves from first to last, or back", python: "`super().f()` moves in the same way" }
        IOR "overridden method rename" {
            java: "the parent class's method `f` gets the name `f_ior`, also in the calls inside the parent class",
            python: "the parent class's method `f` gets the name `f_ior`, also in the calls inside the parent class" }
        ISI "super keyword insertion" {
            java: "`f()` becomes `super.f()`", python: "`self.f()` becomes `super().f()`" }
        ISD "super keyword deletion" {
            java: "`super.f()` becomes `f()`", python: "`super().f()` becomes `self.f()`" }
        IPC "explicit call of a parent's constructor deletion" {
            java: "`super(n);` is deleted", python: "`super().__init__(n)` becomes `super().__init__()`" }
        PNC "new method call with child class type" {
            java: "`new A(3)` becomes `new B(3)`", python: "`A(3)` becomes `B(3)`" }
        PMD "member variable declaration with parent class type" { unsupported: "Python has no declared types" }
        PPD "parameter variable declaration with child class type" { unsupported: "Python has no declared types" }
        PCI "type cast operator insertion" { unsupported: "Python has no casts between classes" }
        PCC "cast type change" { unsupported: "Python has no casts between classes" }
        PCD "type cast operator deletion" { unsupported: "Python has no casts between classes" }
        PRV "reference assignment with other compatible variable" {
            unsupported: "Python declares no types that show which variable is compatible" }
        OMR "overloading method contents replace" { unsupported: "Python has no overloaded methods" }
        OMD "overloading method deletion" { unsupported: "Python has no overloaded methods" }
        OAC "arguments of method call change" {
            java: "`less(x, 2)` becomes `less(2, x)`, if both arguments have the same type", python: "`less(x, 2)` becomes `less(2, x)`" }
        JTI "this keyword insertion" {
            java: "`size` becomes `this.size` where a parameter hides it", python: "`self.size`" }
        JTD "this keyword deletion" {
            java: "`this.size` becomes `size`", python: "`self.size` becomes `size`; a field without a value gets Java's default" }
        JSI "static modifier insertion" {
            java: "`int n;` becomes `static int n;`", python: "`self.n` becomes `A.n`, which starts with Java's default" }
        JSD "static modifier deletion" {
            java: "`static int made` becomes `int made`", python: "`A.made` becomes `self.made`" }
        JID "member variable initialisation deletion" {
            java: "`int n = 5;` becomes `int n;`", python: "`self.n = 0`" }
        JDC "Java-supported default constructor creation" {
            java: "a constructor without parameters that only sets fields is deleted",
            python: "`__init__` sets these fields to Java's defaults" }
        EOA "reference assignment and content assignment replacement" {
            java: "`b = a` on arrays becomes `b = a.clone()`", python: "`b = list(a)`" }
        EOC "reference comparison and content comparison replacement" {
            java: "`a.equals(b)` on the file's classes becomes `a == b`", python: "`a == b` becomes `a is b`" }
        EAM "accessor method change" {
            java: "`p.getX()` becomes `p.getY()`, if both return the same type", python: "`p.get_x()` becomes `p.get_y()`, or `p.x` becomes `p.y`" }
        EMM "modifier method change" {
            java: "`p.setX(v)` becomes `p.setY(v)`, if both take the same type", python: "`p.set_x(v)` becomes `p.set_y(v)`, or `p.x = v` becomes `p.y = v`" }
    }
    transformation {
        ChBranchCond "chBranchCond" "another condition of a branch"
        RmLoop "rmLoop" "loop deletion"
    }
}

impl Operator {
    /// Reports whether this operator is one of [`Operator::CLASS`].
    #[must_use]
    pub fn is_class_level(self) -> bool {
        matches!(self.definition(), OperatorDefinition::Class { .. } | OperatorDefinition::Unsupported { .. })
    }

    /// Returns the reason why the tool does not apply a class-level operator.
    ///
    /// `None` for an operator that the tool applies.
    #[must_use]
    pub fn unsupported_reason(self) -> Option<&'static str> {
        match self.definition() {
            OperatorDefinition::Unsupported { reason } => Some(reason),
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
            format!("there is no operator `{text}`; the operators are {}", names.join(", "))
        })
    }
}

/// The binary operators, with the meaning of Java.
///
/// The common IR uses the nearest Java operator for a Python operator. The node of the common IR records the difference
/// in meaning.
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
    /// Returns the Java text of the operator.
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

    /// Returns the operator with this Java text. A compound assignment such as `+=` gives `None`.
    #[must_use]
    pub fn from_java(text: &str) -> Option<Self> {
        use BinaryOp::{
            Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Ushr,
        };
        [Add, Sub, Mul, Div, Rem, Shl, Shr, Ushr, BitAnd, BitOr, BitXor, And, Or, Lt, Le, Gt, Ge, Eq, Ne]
            .into_iter()
            .find(|op| op.java() == text)
    }

    /// Reports whether the operator is one of `+ - * / %`.
    #[must_use]
    pub fn is_arithmetic(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem)
    }

    /// Reports whether the operator is one of `< <= > >= == !=`.
    #[must_use]
    pub fn is_relational(self) -> bool {
        matches!(self, Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Eq | Self::Ne)
    }

    /// Reports whether the operator is `&&` or `||`.
    #[must_use]
    pub fn is_logical(self) -> bool {
        matches!(self, Self::And | Self::Or)
    }

    /// Reports whether the operator is one of `& | ^`.
    #[must_use]
    pub fn is_bitwise(self) -> bool {
        matches!(self, Self::BitAnd | Self::BitOr | Self::BitXor)
    }

    /// Reports whether the operator is one of `<< >> >>>`.
    #[must_use]
    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr | Self::Ushr)
    }
}

/// The unary operators, without `++` and `--`, which have their own kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `+`
    Plus,
    /// `~`
    Complement,
    /// `!`, in Python `not`
    Not,
}

impl UnaryOp {
    /// Returns the Java text of the operator.
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
