//! Reads Python's literals as common literals, so that equal values are equal in both languages.

use crate::ir::Literal;
use crate::python::{parts, span_of};
use num_bigint::BigUint;
use tree_sitter::Node;

/// Reads an integer; `None` for an imaginary number or another text.
pub(in crate::python) fn integer(text: &str) -> Option<Literal> {
    let clean: String = text.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    let (digits, base) = match clean.get(..2) {
        Some("0x") => (&clean[2..], 16),
        Some("0o") => (&clean[2..], 8),
        Some("0b") => (&clean[2..], 2),
        _ => (clean.as_str(), 10),
    };
    BigUint::parse_bytes(digits.as_bytes(), base).map(|n| Literal::Int(n.to_string()))
}

/// Reads a floating-point literal; `None` for an imaginary number.
pub(in crate::python) fn float(text: &str) -> Option<Literal> {
    let clean: String = text.chars().filter(|c| *c != '_').collect();
    clean.parse().ok().map(Literal::Float)
}

/// Reads a plain string; `None` for bytes, f-strings and t-strings.
///
/// Also `None` if [`unescape`] cannot resolve an escape.
pub(in crate::python) fn string(node: Node<'_>, source: &str) -> Option<String> {
    if node.kind() == "concatenated_string" {
        return parts(node).into_iter().map(|part| string(part, source)).collect();
    }
    let mut out = String::new();
    let mut raw = false;
    for part in parts(node) {
        let text = span_of(part).slice(source);
        match part.kind() {
            "string_start" => {
                let prefix = text.trim_end_matches(['"', '\'']).to_ascii_lowercase();
                if prefix.contains(['b', 'f', 't']) {
                    return None;
                }
                raw = prefix.contains('r');
            }
            "string_content" => out.push_str(&if raw { text.to_owned() } else { unescape(text)? }),
            "string_end" => {}
            _ => return None,
        }
    }
    Some(out)
}

/// Resolves the escapes of a string that is not raw.
///
/// Returns `None` for a `\N` escape, a surrogate, or an escape without its digits.
fn unescape(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let escape = chars.next()?;
        let mut code = |digits: usize, radix: u32, first: Option<char>| -> Option<char> {
            let mut text: String = first.into_iter().collect();
            while text.len() < digits {
                match chars.peek() {
                    Some(d) if d.is_digit(radix) => text.push(*d),
                    _ => break,
                }
                chars.next();
            }
            u32::from_str_radix(&text, radix).ok().and_then(char::from_u32)
        };
        match escape {
            '\n' => {}
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'a' => out.push('\x07'),
            'b' => out.push('\x08'),
            'f' => out.push('\x0c'),
            'v' => out.push('\x0b'),
            '\\' | '\'' | '"' => out.push(escape),
            'x' => out.push(code(2, 16, None)?),
            'u' => out.push(code(4, 16, None)?),
            'U' => out.push(code(8, 16, None)?),
            '0'..='7' => out.push(code(3, 8, Some(escape))?),
            'N' => return None,
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    Some(out)
}
