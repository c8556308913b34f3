//! The Unicode escapes that change the end of a Java comment, string or token.
//!
//! A Java compiler translates `\uXXXX` before it sees comments (JLS 3.3), and the grammar does not.

/// A part of a file in which a character has its own meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EscapePlace {
    Code,
    LineComment,
    BlockComment,
    Character,
    Text,
    TextBlock,
}

/// A character after the translation of Unicode escapes, with the byte where it starts.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Letter {
    at: usize,
    value: char,
    is_escaped: bool,
}

/// Returns the first Unicode escape that may change which text the compiler reads as code.
///
/// In code, this is each escape of an ASCII character. In a comment or a literal, this is an escape that may end the
/// comment or the literal, or start an escape sequence. Before the returned byte, the grammar and the compiler find
/// the same comments and literals.
pub(super) fn significant(text: &str) -> Option<usize> {
    if !text.contains("\\u") {
        return None;
    }
    let letters = letters(text);
    let mut place = EscapePlace::Code;
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let next = |offset: usize| letters.get(at + offset).map(|letter| letter.value);
        let is_end = match place {
            EscapePlace::Code => letter.value.is_ascii(),
            EscapePlace::LineComment => matches!(letter.value, '\n' | '\r'),
            EscapePlace::BlockComment => match letter.value {
                '*' => next(1) == Some('/'),
                '/' => at > 0 && letters[at - 1].value == '*',
                _ => false,
            },
            EscapePlace::Character => matches!(letter.value, '\'' | '\\' | '\n' | '\r'),
            EscapePlace::Text | EscapePlace::TextBlock => matches!(letter.value, '"' | '\\' | '\n' | '\r'),
        };
        if letter.is_escaped && is_end {
            return Some(letter.at);
        }
        let (then, taken) = match (place, letter.value) {
            (EscapePlace::Code, '/') if next(1) == Some('/') => (EscapePlace::LineComment, 2),
            (EscapePlace::Code, '/') if next(1) == Some('*') => (EscapePlace::BlockComment, 2),
            (EscapePlace::Code, '\'') => (EscapePlace::Character, 1),
            (EscapePlace::Code, '"') if next(1) == Some('"') && next(2) == Some('"') => (EscapePlace::TextBlock, 3),
            (EscapePlace::Code, '"') => (EscapePlace::Text, 1),
            (EscapePlace::LineComment, '\n' | '\r') => (EscapePlace::Code, 1),
            (EscapePlace::BlockComment, '*') if next(1) == Some('/') => (EscapePlace::Code, 2),
            // The compiler rejects a literal that does not end on its line.
            (EscapePlace::Character, '\'' | '\n') | (EscapePlace::Text, '"' | '\n') => (EscapePlace::Code, 1),
            (EscapePlace::TextBlock, '"') if next(1) == Some('"') && next(2) == Some('"') => (EscapePlace::Code, 3),
            (EscapePlace::Character | EscapePlace::Text | EscapePlace::TextBlock, '\\') => (place, 2),
            _ => (place, 1),
        };
        // The other characters of a mark such as `//` may also be escaped. Then the first escaped character is the
        // result.
        if let Some(hidden) = (1..taken).filter_map(|offset| letters.get(at + offset)).find(|one| one.is_escaped) {
            return Some(hidden.at);
        }
        (place, at) = (then, at + taken);
    }
    None
}

/// Returns the characters of a text after the translation of its Unicode escapes.
///
/// A backslash starts an escape if the number of backslashes directly before it is even (JLS 3.3).
fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(text.len());
    let mut at = 0;
    let mut backslashes = 0;
    while let Some(value) = text[at..].chars().next() {
        let escaped = (value == '\\' && backslashes % 2 == 0).then(|| escape(&text[at..])).flatten();
        backslashes = if value == '\\' && escaped.is_none() { backslashes + 1 } else { 0 };
        let (value, length, is_escaped) = match escaped {
            Some((value, length)) => (value, length, true),
            None => (value, value.len_utf8(), false),
        };
        letters.push(Letter { at, value, is_escaped });
        at += length;
    }
    letters
}

/// Returns the character and the length of the escape at the start of a text.
fn escape(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix('\\')?.trim_start_matches('u');
    let start = text.len() - digits.len();
    let code = digits.get(..4).filter(|_| start > 1)?;
    let code = code.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(code, 16).ok())??;
    // Half of a surrogate pair is no character, and has no meaning here.
    Some((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), start + 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_that_ends_a_comment_or_a_literal_is_found() {
        for (text, escape) in [
            ("int a; // x \\u000a b();", "\\u000a"),
            ("int a; // x \\uuu000D b();", "\\uuu000D"),
            ("// \\\\\\u000a b();", "\\u000a"),
            ("/* x \\u002a/ b();", "\\u002a"),
            ("/* x *\\u002f b();", "\\u002f"),
            ("/* x \\u002a\\u002f b();", "\\u002a"),
            ("\\u002f\\u002a x */", "\\u002f"),
            ("/\\u002a x */", "\\u002a"),
            ("String s = \"\\u0022 + b() + \\u0022\";", "\\u0022"),
            ("String s = \"\\u005c\" + b();", "\\u005c"),
            ("char c = '\\u0027';", "\\u0027"),
            ("String s = \"\"\"\n a \\u0022\"\" + b();", "\\u0022"),
            ("int \\u0061 = 1;", "\\u0061"),
            ("String s = \"\\\\\"; // \\u000a", "\\u000a"),
        ] {
            let found = significant(text).unwrap_or_else(|| panic!("{text}"));
            assert!(text[found..].starts_with(escape), "{text}: {}", &text[found..]);
        }
    }

    #[test]
    fn escapes_that_end_no_comment_or_literal_are_accepted() {
        for text in [
            "// \\u00e4 and \\\\u000a and \\u0022\n",
            "/* \\u000a \\u002a \\u002f \\u005c */",
            "String s = \"\\u00e4\\u0027\\u002f\\u002a\\\\u0022\";",
            "char c = '\\u0022', d = '\\u002f', e = '\\ud83d';",
            "int \\u00e4 = 1;",
            "// \\user and \\u12\n",
            "String s = \"// \\u0041\"; // it's \\u0041\n",
        ] {
            assert_eq!(significant(text), None, "{text}");
        }
    }
}
