//! Generates unused identifiers.

use mts_model::Random;

/// Consonants only: no keyword and no library function is spelled without a vowel.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz";

/// A name of `start` and random letters. The name occurs in no text and not in `taken`.
pub(super) fn fresh(start: &str, letters: usize, texts: &[&str], taken: &[String], random: &mut Random) -> String {
    loop {
        let mut name = start.to_owned();
        name.extend((0..letters).filter_map(|_| random.pick(LETTERS)).map(|letter| char::from(*letter)));
        if !taken.contains(&name) && !texts.iter().any(|text| has_word(text, &name)) {
            return name;
        }
    }
}

/// Whether a text has a word, in code or elsewhere.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').any(|found| found == word)
}
