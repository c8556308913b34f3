//! Generates unused identifiers.

use mts_model::Random;

/// The letters of a generated name: only consonants.
///
/// Each keyword and library function with the length of a generated name has a vowel. So no generated name is the
/// name of a keyword or a library function.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz";

/// Returns an unused name that consists of `start` and random letters.
///
/// The name occurs in none of the texts and not in `taken`.
pub(super) fn fresh(start: &str, letters: usize, texts: &[&str], taken: &[String], random: &mut Random) -> String {
    loop {
        let mut name = start.to_owned();
        name.extend((0..letters).filter_map(|_| random.pick(LETTERS)).map(|letter| char::from(*letter)));
        if !taken.contains(&name) && !texts.iter().any(|text| has_word(text, &name)) {
            return name;
        }
    }
}

/// Reports whether a text contains a word, in code or elsewhere.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').any(|found| found == word)
}
