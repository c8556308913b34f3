//! Holds the text of Python expressions with their precedence, and writes literals.

/// The precedence of a Python expression, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
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

/// An expression as text, with its precedence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PyExpr {
    pub(super) text: String,
    pub(super) level: Precedence,
}

impl PyExpr {
    pub(super) fn new(text: impl Into<String>, level: Precedence) -> Self {
        Self { text: text.into(), level }
    }

    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::new(text, Precedence::Atom)
    }

    pub(super) fn call(name: &str, args: &[PyExpr]) -> Self {
        let args: Vec<String> = args.iter().map(|arg| arg.at(Precedence::Lambda)).collect();
        Self::atom(format!("{name}({})", args.join(", ")))
    }

    /// Returns the negation of this expression. The negation of `x in y` is `x not in y`.
    pub(super) fn negated(&self) -> Self {
        match membership(&self.text).filter(|_| self.level == Precedence::Compare) {
            Some((element, container)) => Self::new(format!("{element} not in {container}"), Precedence::Compare),
            None => Self::new(format!("not {}", self.at(Precedence::Not)), Precedence::Not),
        }
    }

    /// Returns the text as an operand that needs at least this precedence.
    pub(super) fn at(&self, level: Precedence) -> String {
        // A number before a dot would also need parentheses, but no number comes before a dot.
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// Returns both sides of a text `x in y`. `None` if the text is another expression.
fn membership(text: &str) -> Option<(&str, &str)> {
    const WORD: &str = " in ";
    let (mut depth, mut quote) = (0_usize, false);
    let mut found = None;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !text[..at].ends_with('\\') => quote = !quote,
            _ if quote => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && text[at..].starts_with(WORD) => {
                if found.is_some() || text[..at].ends_with(" not") {
                    return None;
                }
                found = Some((&text[..at], &text[at + WORD.len()..]));
            }
            _ => {}
        }
    }
    found
}

/// Writes a Python string literal.
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

/// Writes a Python floating-point literal.
pub(super) fn float(value: f64) -> PyExpr {
    if value.is_nan() {
        PyExpr::atom("math.nan")
    } else if value.is_infinite() {
        if value > 0.0 { PyExpr::atom("math.inf") } else { PyExpr::new("-math.inf", Precedence::Unary) }
    } else {
        let level = if value.is_sign_negative() { Precedence::Unary } else { Precedence::Atom };
        PyExpr::new(format!("{value:?}"), level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negated_membership_test_becomes_not_in() {
        let negated = |text: &str| PyExpr::new(text, Precedence::Compare).negated().text;
        assert_eq!(negated("key in d"), "key not in d");
        assert_eq!(negated("f(a in b, \" in \") in d[\"x in y\"]"), "f(a in b, \" in \") not in d[\"x in y\"]");
        assert_eq!(negated("\" in \" == a"), "not \" in \" == a");
        assert_eq!(negated("a not in d"), "not a not in d");
    }
}
