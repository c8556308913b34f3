//! Compares strings that differ only in each language's spelling of values. Examples are `null` and
//! `None`, `true` and `True`, classes with and without their package. Such strings have type drift,
//! or differ if types are strict.

use crate::equality::result::Equality;
use crate::equality::rules::Rules;

/// Compares a Java string with a Python string.
pub(crate) fn compare(java: &str, python: &str, rules: &Rules) -> Equality {
    if java == python {
        return Equality::Equal;
    }
    rules.type_drift_if(is_equivalent(java, python))
}

/// Reports whether two strings have the same content in the spelling of each language.
///
/// The spelling of null, booleans and classes may differ.
pub(crate) fn is_equivalent(java: &str, python: &str) -> bool {
    // Strings without letters have nothing to normalize.
    let has_words = |text: &str| text.contains(|c: char| c.is_alphabetic());
    has_words(java) && has_words(python) && normalize(java) == normalize(python)
}

/// Returns the string with one spelling for null, booleans and class names.
fn normalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !(c.is_alphanumeric() || c == '_') {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))).unwrap_or(rest.len());
        // A full stop at the end is punctuation.
        let word = rest[..end].trim_end_matches(['.', '$']);
        let last = word.rsplit(['.', '$']).next().unwrap_or(word);
        let is_class = last.starts_with(|c: char| c.is_uppercase());
        out.push_str(match word {
            "null" | "None" => "\u{1}null",
            "true" | "True" => "\u{1}true",
            "false" | "False" => "\u{1}false",
            _ if is_class => last,
            _ => word,
        });
        rest = &rest[word.len()..];
    }
    normalize_classes(&out)
}

/// Replaces each language's text for a class by one spelling.
///
/// Python writes `<class 'acme.Item'>`, and Java writes `class acme.Item` or `interface acme.Item`.
fn normalize_classes(text: &str) -> String {
    const SAME: [(&str, &str); 8] = [
        ("<class 'str'>", "class String"),
        ("<class 'int'>", "class Integer"),
        ("<class 'int'>", "class Long"),
        ("<class 'float'>", "class Double"),
        ("<class 'bool'>", "class Boolean"),
        ("<class 'list'>", "interface List"),
        ("<class 'dict'>", "interface Map"),
        ("<class 'set'>", "interface Set"),
    ];
    let mut out = text.to_owned();
    for (python, java) in SAME {
        out = out.replace(java, python);
    }
    let mut normalized = String::with_capacity(out.len());
    let mut rest = out.as_str();
    while let Some(at) = rest.find("<class '") {
        let (before, found) = rest.split_at(at);
        normalized.push_str(before);
        let name = &found["<class '".len()..];
        match name.split_once("'>") {
            Some((name, after)) => {
                normalized.extend(["class ", name]);
                rest = after;
            }
            None => {
                normalized.push_str(found);
                rest = "";
            }
        }
    }
    normalized.push_str(rest);
    normalized.replace("interface ", "class ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::TypeMode;

    #[test]
    fn each_language_has_its_words_for_nothing_truth_and_classes() {
        for (java, python) in [
            ("[ option: null :: class java.lang.String ]", "[ option: None :: <class 'str'> ]"),
            ("acme.shop.Item: full", "Item: full"),
            ("acme.Basket$Item", "src.acme.basket.Basket.Item"),
            ("due=true, kind=interface java.util.List.", "due=True, kind=<class 'list'>."),
            ("class acme.Item", "<class 'acme.item.Item'>"),
        ] {
            assert_eq!(compare(java, python, &Rules::default()), Equality::TypeDrift, "{java}");
            let strict = Rules { types: TypeMode::Strict, ..Rules::default() };
            assert_eq!(compare(java, python, &strict), Equality::Different, "{java}");
        }
    }

    #[test]
    fn other_texts_are_equal_only_where_they_are_the_same() {
        assert_eq!(compare("a", "a", &Rules::default()), Equality::Equal);
        for (java, python) in [
            ("null", ""),
            ("nullable", "Noneable"),
            ("1.5", "1.50"),
            ("acme.Item", "acme.Part"),
            ("v=1", "v=2"),
            ("a.b", "b"),
            ("class java.lang.String", "<class 'int'>"),
            ("[1, 2]", "(1, 2)"),
        ] {
            assert_eq!(compare(java, python, &Rules::default()), Equality::Different, "{java}");
        }
    }
}
