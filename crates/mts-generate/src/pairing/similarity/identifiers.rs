//! Splits identifiers of either language into words, and measures their similarity.

/// Returns the words of an identifier in lower case.
///
/// Both `parseURLFast` and `_parse_url_fast` give `parse url fast`. Digits stay with the letters
/// before them.
pub(in crate::pairing) fn words(identifier: &str) -> Vec<String> {
    let mut chars = identifier.chars().peekable();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut last = None;
    while let Some(c) = chars.next() {
        let before = last.replace(c);
        if !c.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
            continue;
        }
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        // A word starts at B in `aB` and in `2B`. A word starts at F in `URLFast`, because a
        // lower-case letter follows.
        let begins = c.is_uppercase() && before.is_some_and(|b| !b.is_uppercase() || next_is_lower);
        if begins {
            words.push(std::mem::take(&mut word));
        }
        word.extend(c.to_lowercase());
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the joined words: `md5Sum`, `md5_sum` and `md5sum` give the same text.
pub(in crate::pairing) fn joined(identifier: &str) -> String {
    letters(identifier).collect()
}

/// Reports whether two identifiers are equal after normalization.
pub(in crate::pairing) fn is_same_identifier(a: &str, b: &str) -> bool {
    a == b || letters(a).eq(letters(b))
}

/// Reports whether the normalized name starts with the normalized `start`, and is longer.
pub(in crate::pairing) fn has_start(name: &str, start: &str) -> bool {
    let mut all = letters(name);
    letters(start).all(|c| all.next() == Some(c)) && all.next().is_some()
}

/// Reports whether the normalized name ends with the normalized `end`, and is longer.
pub(in crate::pairing) fn has_end(name: &str, end: &str) -> bool {
    let mut all = letters(name).rev();
    letters(end).rev().all(|c| all.next() == Some(c)) && all.next().is_some()
}

fn letters(identifier: &str) -> impl DoubleEndedIterator<Item = char> + '_ {
    identifier.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Reports whether one word abbreviates the other word.
///
/// Examples are `len` for `length`, `msg` for `message`, and `calc` for `calculate`.
fn abbreviates(short: &str, long: &str) -> bool {
    if short.len() < 2 || short.len() >= long.len() || !short.is_ascii() {
        return false;
    }
    if long.starts_with(short) {
        return short.len() >= 3;
    }
    // An abbreviation keeps the first letter and the order of the letters. Two letters are too few.
    let mut letters = long.chars();
    short.len() >= 3
        && long.len() >= short.len() + 2
        && short.chars().next() == long.chars().next()
        && short.chars().all(|c| letters.any(|other| other == c))
}

/// Returns the similarity of two words: 1 if equal, 0.9 if abbreviated, otherwise 0.
fn word_similarity(a: &str, b: &str) -> f64 {
    if a == b {
        1.0
    } else if abbreviates(a, b) || abbreviates(b, a) {
        0.9
    } else {
        0.0
    }
}

/// The largest number of words of an identifier that the module compares word by word.
const MOST_WORDS: usize = 64;

/// Returns the similarity of two identifiers, 0 to 1.
///
/// The value is 1 for the same words, 0.9 for abbreviated words in the same order, and otherwise at
/// most 0.85. Identifiers of more than [`MOST_WORDS`] words are similar only if they have the same words.
pub(in crate::pairing) fn identifier_similarity(a: &str, b: &str) -> f64 {
    if is_same_identifier(a, b) {
        return 1.0;
    }
    let (a, b) = (words(a), words(b));
    if a.is_empty() || b.is_empty() || a.len().max(b.len()) > MOST_WORDS {
        return 0.0;
    }
    if a.len() == b.len() {
        let similarity: Vec<f64> = a.iter().zip(&b).map(|(a, b)| word_similarity(a, b)).collect();
        if similarity.iter().all(|one| *one > 0.0) {
            return 0.9;
        }
    }
    let mut left: Vec<&String> = b.iter().collect();
    let mut common = 0.0;
    for word in &a {
        let best = left.iter().enumerate().map(|(at, other)| (word_similarity(word, other), at));
        let best = best.max_by(|x, y| x.0.total_cmp(&y.0).then(y.1.cmp(&x.1)));
        if let Some((similarity, at)) = best.filter(|(similarity, _)| *similarity > 0.0) {
            common += similarity;
            left.remove(at);
        }
    }
    0.85 * 2.0 * common / count(a.len() + b.len())
}

/// Words of class names that do not describe the purpose of a class.
const DECORATION: [&str; 18] = [
    "abstract", "base", "class", "cls", "default", "helper", "helpers", "i", "impl", "java", "module", "my", "obj",
    "object", "py", "the", "util", "utils",
];

/// Returns the words of a class name; `Exception` and `Error` are the same word.
fn class_words(name: &str) -> Vec<String> {
    let mut words = words(name);
    if let Some(last) = words.last_mut().filter(|last| *last == "exception") {
        "error".clone_into(last);
    }
    words
}

/// Returns the similarity of two class or module names, 0 to 1.
///
/// The rules are those of [`identifier_similarity`], but decorative words such as `Impl` may be missing. If
/// one name ends with the other name, the similarity is at least 0.6.
pub(in crate::pairing) fn class_similarity(a: &str, b: &str) -> f64 {
    if is_same_identifier(a, b) {
        return 1.0;
    }
    let (a_words, b_words) = (class_words(a), class_words(b));
    let bare = |words: &[String]| -> Vec<String> {
        words.iter().filter(|word| !DECORATION.contains(&word.as_str())).cloned().collect()
    };
    let (a_bare, b_bare) = (bare(&a_words), bare(&b_words));
    if !a_bare.is_empty() && a_bare.concat() == b_bare.concat() {
        return 0.9;
    }
    let similarity = identifier_similarity(&a_words.join("_"), &b_words.join("_"));
    // The last word is the main noun: a `CsvReader` is a `Reader`, and a `TokenStream` is not a
    // `Token`.
    let within = |inner: &[String], outer: &[String]| !inner.is_empty() && outer.ends_with(inner);
    if within(&a_bare, &b_bare) || within(&b_bare, &a_bare) { similarity.max(0.6) } else { similarity.min(0.9) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words and functions are small")]
pub(in crate::pairing) fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_prefix_or_suffix_if_its_joined_words_have_it() {
        for (a, b) in
            [("write_int", "write"), ("getFullName", "full_name"), ("write", "write"), ("_", "x"), ("É_b", "é")]
        {
            let (long, short) = (joined(a), joined(b));
            assert_eq!(has_start(a, b), long.starts_with(&short) && long != short, "{a} {b}");
            assert_eq!(has_end(a, b), long.ends_with(&short) && long != short, "{a} {b}");
        }
    }
    use proptest::prelude::*;

    #[test]
    fn camel_case_and_snake_case_identifiers_are_split_into_words() {
        for (identifier, expected) in [
            ("parseURLFast", "parse url fast"),
            ("_parse_url_fast", "parse url fast"),
            ("URLParser", "url parser"),
            ("md5Sum", "md5 sum"),
            ("getX", "get x"),
            ("__init__", "init"),
            ("MAX_VALUE", "max value"),
            ("is_power_of_2", "is power of 2"),
            ("adaptive-coder", "adaptive coder"),
            ("x2Y", "x2 y"),
            ("", ""),
        ] {
            assert_eq!(words(identifier).join(" "), expected, "{identifier}");
        }
    }

    #[test]
    fn the_same_words_in_another_case_style_are_similar() {
        for (a, b) in [("md5Sum", "md5sum"), ("md5Sum", "md5_sum"), ("parseURL", "parse_url"), ("del", "del_")] {
            assert!((identifier_similarity(a, b) - 1.0).abs() < f64::EPSILON, "{a} {b}");
        }
        assert!((identifier_similarity("writeTableLength", "write_table_len") - 0.9).abs() < f64::EPSILON);
        assert!((identifier_similarity("showMessage", "show_msg") - 0.9).abs() < f64::EPSILON);
        assert!(identifier_similarity("readTable", "write_table") < 0.5);
        assert!(identifier_similarity("encode", "decode") < 0.5);
        assert!(identifier_similarity("getData", "get_date") < 0.5);
        assert!(identifier_similarity("a", "b") < 0.1);
    }

    #[test]
    fn class_names_are_similar_without_common_prefixes_and_suffixes() {
        assert!(class_similarity("AbstractShape", "shape_obj") >= 0.9);
        assert!(class_similarity("HuffmanEncoder", "Encoder") >= 0.6);
        assert!(class_similarity("HuffmanEncoder", "HuffmanDecoder") < 0.5);
        assert!(class_similarity("Utils", "helpers") < 0.5);
    }

    proptest! {
        #[test]
        fn similarity_is_symmetric_and_between_0_and_1(a in "[a-zA-Z0-9_]{0,12}", b in "[a-zA-Z0-9_]{0,12}") {
            let (there, back) = (identifier_similarity(&a, &b), identifier_similarity(&b, &a));
            prop_assert!((there - back).abs() < 0.2, "{} {}", there, back);
            prop_assert!((0.0..=1.0).contains(&there));
            prop_assert!((0.0..=1.0).contains(&class_similarity(&a, &b)));
        }

        #[test]
        fn snake_case_of_camel_case_is_the_same_name(parts in prop::collection::vec("[a-z]{2,6}[0-9]?", 1..4)) {
            let mut camel = parts[0].clone();
            for part in &parts[1..] {
                camel.push_str(&part[..1].to_uppercase());
                camel.push_str(&part[1..]);
            }
            prop_assert_eq!(words(&camel), words(&parts.join("_")));
        }
    }

    #[test]
    fn very_long_names_are_similar_only_with_the_same_words() {
        let long = "aB".repeat(20_000);
        assert_eq!(identifier_similarity(&long, &format!("{long}_c")), 0.0);
        assert_eq!(identifier_similarity(&long, &"a_b_".repeat(20_000)), 1.0);
    }
}
