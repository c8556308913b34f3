//! Pieces of Python text that know how tightly they bind, and literals.

/// How tightly an expression binds; the order is Python's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Lambda,
    Conditional,
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Add,
    Mul,
    Unary,
    Power,
    Atom,
}

/// An expression's text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Py {
    pub(super) text: String,
    pub(super) level: Level,
}

impl Py {
    pub(super) fn new(text: impl Into<String>, level: Level) -> Self {
        Self { text: text.into(), level }
    }

    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::new(text, Level::Atom)
    }

    pub(super) fn call(name: &str, args: &[Py]) -> Self {
        let args: Vec<String> = args.iter().map(|arg| arg.at(Level::Lambda)).collect();
        Self::atom(format!("{name}({})", args.join(", ")))
    }

    /// Its text where an operand of at least this level is wanted.
    pub(super) fn at(&self, level: Level) -> String {
        // `5 .real`: a number is no atom in front of a dot, but none is put there.
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// A string literal.
pub(super) fn string(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() && u32::from(c) < 0x100 => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if c.is_control() || ('\u{2028}'..='\u{2029}').contains(&c) || c == '\u{ffff}' || c == '\u{fffe}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A floating-point literal.
pub(super) fn float(value: f64) -> Py {
    if value.is_nan() {
        Py::atom("math.nan")
    } else if value.is_infinite() {
        if value > 0.0 { Py::atom("math.inf") } else { Py::new("-math.inf", Level::Unary) }
    } else {
        let level = if value.is_sign_negative() { Level::Unary } else { Level::Atom };
        Py::new(format!("{value:?}"), level)
    }
}
