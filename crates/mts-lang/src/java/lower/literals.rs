//! Normalises Java's literals, so that equal values are equal in both languages.
//!
//! Integers become decimal digits. Characters and strings become their values.

use crate::ir::Literal;
use mts_model::{JavaType, Primitive};

/// Reads an integer literal of any base, and its type.
pub(in crate::java) fn integer(text: &str) -> (Literal, JavaType) {
    let clean: String = text.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    let (digits, ty) = match clean.strip_suffix('l') {
        Some(digits) => (digits, JavaType::Primitive(Primitive::Long)),
        None => (clean.as_str(), JavaType::INT),
    };
    let (base, digits) = if let Some(hex) = digits.strip_prefix("0x") {
        (16, hex)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        (2, binary)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (8, &digits[1..])
    } else {
        (10, digits)
    };
    let decimal = match u128::from_str_radix(digits, base) {
        Ok(value) if base == 10 => value.to_string(),
        Ok(value) => as_signed(value, &ty).to_string(),
        Err(_) => digits.to_owned(),
    };
    (Literal::Int(decimal), ty)
}

/// Returns the value of a literal in bit-pattern form: `0xffffffff` is -1.
fn as_signed(value: u128, ty: &JavaType) -> i128 {
    let bits = if *ty == JavaType::INT { 32 } else { 64 };
    let value = i128::try_from(value).unwrap_or(0);
    if value >= 1 << (bits - 1) && value < 1 << bits { value - (1 << bits) } else { value }
}

/// Reads a floating-point literal, also a hexadecimal one, and its type.
pub(in crate::java) fn float(text: &str) -> (Literal, JavaType) {
    let clean: String = text.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    let is_hex = clean.starts_with("0x");
    let is_float = clean.ends_with('f') && (!is_hex || clean.contains('p'));
    let ty = JavaType::Primitive(if is_float { Primitive::Float } else { Primitive::Double });
    let value = if is_hex {
        hex_float(clean.trim_start_matches("0x").trim_end_matches(['f', 'd']))
    } else {
        clean.trim_end_matches(['f', 'd']).parse().unwrap_or(0.0)
    };
    // A `float` literal means the nearest float, not the nearest double.
    #[expect(clippy::cast_possible_truncation, reason = "rounding to float is what the literal means")]
    let value = if is_float { f64::from(value as f32) } else { value };
    (Literal::Float(value), ty)
}

fn hex_float(text: &str) -> f64 {
    let (mantissa, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16).unwrap_or(0));
    }
    let shift = i32::try_from(fraction.len()).unwrap_or(0) * 4;
    value * 2f64.powi(exponent.parse::<i32>().unwrap_or(0).saturating_sub(shift))
}

/// Reads a character literal, including its quotes.
pub(in crate::java) fn character(text: &str) -> Literal {
    let inner = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap_or(text);
    let decoded = unescape(inner);
    let mut chars = decoded.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Literal::Char(c),
        // Rust has no character for a lone surrogate such as '\ud800', so keep its source text.
        _ => Literal::Str(inner.to_owned()),
    }
}

/// Reads a string literal or text block, including its quotes.
pub(in crate::java) fn string(text: &str) -> Literal {
    if let Some(block) = text.strip_prefix("\"\"\"").and_then(|t| t.strip_suffix("\"\"\"")) {
        return Literal::Str(unescape(&stripped_block(block)));
    }
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    Literal::Str(unescape(inner))
}

/// Returns the content of a text block without its incidental white space (JLS 3.10.6).
fn stripped_block(block: &str) -> String {
    let block = block.replace("\r\n", "\n");
    let content = block.split_once('\n').map_or("", |(_, rest)| rest);
    let lines: Vec<&str> = content.split('\n').collect();
    let last = lines.len().saturating_sub(1);
    let indent = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at == last || !line.trim().is_empty())
        .map(|(_, line)| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let stripped: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or("").trim_end()).collect();
    stripped.join("\n")
}

/// Resolves escape sequences (JLS 3.10.7) and Unicode escapes.
///
/// A pair of surrogates becomes one character. A lone surrogate keeps its source text.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let Some(first) = tail.chars().next() else {
            out.push('\\');
            return out;
        };
        let mut used = first.len_utf8();
        match first {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            's' => out.push(' '),
            '\n' => {}
            '0'..='7' => {
                let longest = if first <= '3' { 3 } else { 2 };
                used = tail.bytes().take(longest).take_while(|b| (b'0'..=b'7').contains(b)).count();
                let code = u32::from_str_radix(&tail[..used], 8).unwrap_or(0);
                out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
            'u' => match unicode(tail) {
                Some((c, length)) => {
                    out.push(c);
                    used = length;
                }
                None => out.push_str("\\u"),
            },
            other => out.push(other),
        }
        rest = &tail[used..];
    }
    out.push_str(rest);
    out
}

/// Reports whether a literal has a Unicode escape of a lone surrogate.
pub(in crate::java) fn has_lone_surrogate(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, tail)) = rest.split_once('\\') {
        rest = match unicode(tail) {
            Some((_, length)) => &tail[length..],
            None if tail.starts_with('u') => return true,
            None => tail.get(1..).unwrap_or(tail),
        };
    }
    false
}

/// Reads the character of `uXXXX`, with one or more `u`s.
///
/// A pair of surrogates gives one character.
fn unicode(tail: &str) -> Option<(char, usize)> {
    let unit = |text: &str| -> Option<(u32, usize)> {
        let us = text.bytes().take_while(|b| *b == b'u').count();
        let hex = text.get(us..us + 4)?;
        (us > 0).then_some((u32::from_str_radix(hex, 16).ok()?, us + 4))
    };
    let (high, used) = unit(tail)?;
    if let Some(c) = char::from_u32(high) {
        return Some((c, used));
    }
    let (low, more) = unit(tail.get(used..)?.strip_prefix('\\')?)?;
    let pair = char::decode_utf16([u16::try_from(high).ok()?, u16::try_from(low).ok()?]).next()?.ok()?;
    Some((pair, used + 1 + more))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> String {
        match integer(text).0 {
            Literal::Int(digits) => digits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn integers_of_every_base_become_decimal() {
        assert_eq!(int("1_000"), "1000");
        assert_eq!(int("0x1F"), "31");
        assert_eq!(int("0b101"), "5");
        assert_eq!(int("017"), "15");
        assert_eq!(int("0"), "0");
        assert_eq!(int("0xFFFFFFFF"), "-1");
        assert_eq!(int("0xFFFFFFFFL"), "4294967295");
        assert_eq!(int("2147483648"), "2147483648");
        assert_eq!(integer("5L").1, JavaType::Primitive(Primitive::Long));
    }

    #[test]
    fn floats_keep_their_value_and_width() {
        assert_eq!(float("1_0.5e1"), (Literal::Float(105.0), JavaType::Primitive(Primitive::Double)));
        assert_eq!(float("0x1.8p1").0, Literal::Float(3.0));
        assert_eq!(float("0.1f").0, Literal::Float(f64::from(0.1f32)));
        assert_eq!(float("1f").1, JavaType::Primitive(Primitive::Float));
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(character(r"'\n'"), Literal::Char('\n'));
        assert_eq!(character(r"'\''"), Literal::Char('\''));
        assert_eq!(character(r"'\u0041'"), Literal::Char('A'));
        assert_eq!(character(r"'\101'"), Literal::Char('A'));
        assert_eq!(string(r#""a\tb\\\"c""#), Literal::Str("a\tb\\\"c".into()));
        assert_eq!(string(r#""\ud83d\ude00""#), Literal::Str("\u{1f600}".into()));
    }

    #[test]
    fn only_half_of_a_surrogate_pair_is_a_lone_surrogate() {
        for text in [r#""\ud800""#, r#""a\udc00\ud83d""#, r#""\\\ud800""#, r#""\ud83d\u0041""#] {
            assert!(has_lone_surrogate(text), "{text}");
        }
        for text in [r#""\\ud800""#, r#""\ud83d\ude00""#, r#""\u0041\\u0041""#, r#""\n""#, ""] {
            assert!(!has_lone_surrogate(text), "{text}");
        }
    }

    #[test]
    fn a_text_block_loses_its_indentation_and_line_continuations() {
        assert_eq!(string("\"\"\"\n    a\n      b\n    \"\"\""), Literal::Str("a\n  b\n".into()));
        assert_eq!(string("\"\"\"\n  a \\\n  b\"\"\""), Literal::Str("a b".into()));
    }
}
