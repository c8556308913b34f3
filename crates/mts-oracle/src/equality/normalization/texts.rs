//! Compares strings that differ only in each language's spelling of values. Examples are `null` and
//! `None`, `true` and `True`, classes with and without their package. Such strings have type drift,
//! or differ if types are strict.

use crate::equality::result::Equality;
use crate::equality::rules::Rules;
use mts_model::jdk;

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
    let mut normalized = String::with_capacity(text.len());
    let mut rest = text;
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
    with_python_classes(&normalized.replace("interface ", "class "))
}

/// Replaces the name of a JDK class after `class` by its Python name.
fn with_python_classes(text: &str) -> String {
    let mut parts = text.split("class ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(part.len());
        let (name, after) = part.split_at(end);
        out.extend(["class ", jdk::python_class(name).unwrap_or(name), after]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::TypeMode;

    #[test]
    fn the_words_of_each_language_for_null_booleans_and_classes_are_type_drift() {
        for (java, python) in [
            ("[ option: null :: class java.lang.String ]", "[ option: None :: <class 'str'> ]"),
            ("acme.shop.Item: full", "Item: full"),
            ("acme.Basket$Item", "src.acme.basket.Basket.Item"),
            ("due=true, kind=interface java.util.List.", "due=True, kind=<class 'list'>."),
            ("class acme.Item", "<class 'acme.item.Item'>"),
            ("class java.lang.Float", "<class 'float'>"),
            ("class java.lang.Character, class java.util.ArrayList", "<class 'str'>, <class 'list'>"),
        ] {
            assert_eq!(compare(java, python, &Rules::default()), Equality::TypeDrift, "{java}");
            let strict = Rules { types: TypeMode::Strict, ..Rules::default() };
            assert_eq!(compare(java, python, &strict), Equality::Different, "{java}");
        }
    }

    #[test]
    fn other_texts_are_equal_only_if_they_are_identical() {
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
