//! Names that nothing in a text has.

use mts_model::Random;

/// Vowels are left out: no keyword and no function of either library is spelt without one.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz";

/// `start` and so many random letters, not a word of any of the texts and none of `taken`.
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
