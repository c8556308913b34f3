//! Content tokens of both languages, and the distance of two translations of one fragment.
//!
//! The distance is that of Purity (He et al. 2020, equation 2) on Python tokens, in both
//! directions. The distance only ranks candidates.

use std::collections::BTreeMap;

/// Returns the content tokens of a text: identifiers, literals and operators.
///
/// The function skips brackets, separators, `return`, `final` and comments, because they carry no
/// content.
#[must_use]
pub fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let rest = |n: usize| chars.get(at + n).copied().unwrap_or(' ');
        if c.is_whitespace() || "(){}[];,:@\\".contains(c) {
            at += 1;
        } else if c == '#' || c == '/' && rest(1) == '/' && is_comment(&chars, at) {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if c == '/' && rest(1) == '*' {
            at += 2;
            while at < chars.len() && !(chars[at] == '*' && chars.get(at + 1) == Some(&'/')) {
                at += 1;
            }
            at += 2;
        } else if c == '"' || c == '\'' {
            let from = at;
            at += 1;
            while at < chars.len() && chars[at] != c {
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
            let inner: String = chars[from + 1..(at - 1).clamp(from + 1, chars.len())].iter().collect();
            out.push(format!("'{inner}'"));
        } else if c.is_alphanumeric() || c == '_' {
            let from = at;
            while at < chars.len()
                && (chars[at].is_alphanumeric()
                    || chars[at] == '_'
                    || chars[at] == '.'
                        && chars[from].is_ascii_digit()
                        && chars.get(at + 1).is_some_and(char::is_ascii_digit))
            {
                at += 1;
            }
            let word: String = chars[from..at].iter().collect();
            if !matches!(word.as_str(), "return" | "final") {
                out.push(word);
            }
        } else if c == '.' {
            at += 1;
        } else {
            let longest = [">>>=", ">>>", "<<=", ">>=", "//=", "**="];
            let double = [
                "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "//", "**",
                "->", ":=",
            ];
            let here: String = chars[at..chars.len().min(at + 4)].iter().collect();
            let found = longest.iter().chain(&double).find(|op| here.starts_with(**op));
            let length = found.map_or(1, |op| op.len());
            out.push(chars[at..at + length].iter().collect());
            at += length;
        }
    }
    out
}

/// Reports whether `//` starts a comment.
///
/// In Python `//` divides. So `//` starts a comment only at the start of a line, or after `;`, `{` or
/// `}`.
fn is_comment(chars: &[char], at: usize) -> bool {
    let line = chars[..at].iter().rev().take_while(|c| **c != '\n');
    line.copied().find(|c| !c.is_whitespace()).is_none_or(|c| matches!(c, ';' | '{' | '}'))
}

/// Counts each token of a list.
fn token_counts(tokens: &[String]) -> BTreeMap<&str, usize> {
    let mut out = BTreeMap::new();
    tokens.iter().for_each(|token| *out.entry(token.as_str()).or_insert(0) += 1);
    out
}

/// Counts the tokens of `piece` that are missing in `container` (equation 2).
#[must_use]
pub fn missing_tokens(piece: &[String], container: &[String]) -> usize {
    let other = token_counts(container);
    token_counts(piece).iter().map(|(token, count)| count.saturating_sub(other.get(token).copied().unwrap_or(0))).sum()
}

/// Returns the larger of two distances.
///
/// `piece` is the isolated translation of a fragment. `container` is the translation of the whole
/// function. `part` is the code in `container` that does the same as the fragment. First distance:
/// the tokens of `piece` that `container` lacks. Second distance: the tokens of `part` that `piece`
/// lacks (0 without `part`). The first distance alone does not notice tokens that only `part` has.
#[must_use]
pub fn symmetric_distance(piece: &[String], container: &[String], part: Option<&[String]>) -> usize {
    missing_tokens(piece, container).max(part.map_or(0, |part| missing_tokens(part, piece)))
}

/// Returns the share of common tokens, 0 to 1.
///
/// `spell` maps a token to the spelling that both languages share.
#[must_use]
pub fn similarity(java: &[String], python: &[String], spell: impl Fn(&str) -> String) -> f64 {
    if java.is_empty() && python.is_empty() {
        return 1.0;
    }
    let normal = |tokens: &[String]| -> Vec<String> {
        tokens
            .iter()
            .flat_map(|t| spell(t).split(' ').map(str::to_owned).collect::<Vec<_>>())
            .filter(|t| !t.is_empty())
            .collect()
    };
    let (java, python) = (normal(java), normal(python));
    let other = token_counts(&python);
    let common: usize = token_counts(&java).iter().map(|(t, n)| (*n).min(other.get(t).copied().unwrap_or(0))).sum();
    let all = java.len().max(python.len()).max(1);
    common as f64 / all as f64
}

/// Returns a spelling that both languages share for the same operation.
///
/// Names are in lower case without underscores. The spelling is empty for a token that only one
/// language needs, and has two words for `++` and `--`. `canonical` in `mts-translate` has a table of its own, because
/// the alignment there must tell apart the names that are empty here.
#[must_use]
pub fn common_spelling(token: &str) -> String {
    match token {
        "//" | "/" | "int" | "trunc" => "/",
        ">>>" | ">>" => ">>",
        "&&" | "and" | "&" => "and",
        "||" | "or" | "|" => "or",
        "!" | "not" => "not",
        "==" | "is" | "equals" => "==",
        "length" | "size" | "len" => "len",
        "charAt" | "ord" | "chr" | "char" | "get" | "Math" | "math" | "self" | "this" | "str" | "toString"
        | "valueOf" | "Integer" | "String" | "long" | "double" | "float" | "range" | "in" | "util" | "java" => "",
        "true" | "True" => "true",
        "false" | "False" => "false",
        "null" | "None" => "none",
        "++" => "+= 1",
        "--" => "-= 1",
        other => return other.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect(),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacks(piece: &str, container: &str) -> usize {
        missing_tokens(&tokens(piece), &tokens(container))
    }

    #[test]
    fn the_rows_of_the_specification_have_the_distances_it_gives() {
        assert_eq!(lacks("h % n", "return (h % n + n) % n"), 0);
        assert_eq!(lacks("(n & 0xFFFFFFFF) >> 1", "return n ^ (n >> 1)"), 2);
        assert_eq!(lacks("n >> 1", "return n ^ ((n & 0xFFFFFFFF) >> 1)"), 0);
        assert_eq!(lacks("jdiv(lo + hi, 2)", "mid = (lo + hi) // 2; return mid"), 1);
        assert_eq!(lacks("m = float('-inf')", "m = 0; for x in a: m = max(m, x); return m"), 2);
    }

    #[test]
    fn the_example_of_the_paper_lacks_two_words() {
        assert_eq!(lacks("two interesting books", "we watch two movies and two basketball games"), 2);
    }

    #[test]
    fn the_symmetric_distance_counts_tokens_that_one_direction_misses() {
        let whole = "return n ^ ((n & 0xFFFFFFFF) >> 1)";
        let both = |piece: &str, whole: &str, part: &str| {
            symmetric_distance(&tokens(piece), &tokens(whole), Some(&tokens(part)))
        };
        assert_eq!(both("n >> 1", whole, "(n & 0xFFFFFFFF) >> 1"), 2);
        assert_eq!(both("h % n", "return (h % n + n) % n", "h % n"), 0);
        assert_eq!(symmetric_distance(&tokens("n >> 1"), &tokens(whole), None), 0);
    }

    #[test]
    fn the_distance_ignores_comments_and_brackets() {
        assert_eq!(tokens("f(a[i]); // gone\n  // too\n"), ["f", "a", "i"]);
        assert_eq!(tokens("a // b  # gone"), ["a", "//", "b"]);
        assert_eq!(tokens("x = 1.5 /* no */ + 'a b'"), ["x", "=", "1.5", "+", "'a b'"]);
    }

    #[test]
    fn spellings_of_the_same_operation_are_similar() {
        let share = |java: &str, python: &str| similarity(&tokens(java), &tokens(python), common_spelling);
        assert!((share("s.charAt(i) - lowKey", "ord(s[i]) - low_key") - 1.0).abs() < 1e-9);
        assert!(share("a[i] % n", "b - c") < 0.3);
    }
}
