//! Generates strings, often from the characters in the code.
//!
//! The strings have forms that string functions treat differently, such as palindromes and words.

use super::literals::Literals;
use super::random::Random;
use super::{InputSetting, Stage};

/// Generates a string of `length` UTF-16 units, or of any length for `None`.
pub fn text(length: Option<usize>, setting: InputSetting, literals: &Literals, random: &mut Random) -> String {
    let length_given = length.is_some();
    let length = length.unwrap_or_else(|| match setting.stage {
        Stage::Simple => random.length(1, 3),
        Stage::Typical => random.length(2, 5 + setting.size),
        Stage::Boundary => random.length(0, 1),
        Stage::Extreme => random.length(3, 40),
    });
    let alphabet = alphabet(setting, literals, random);
    let mut chars: Vec<char> = match setting.stage {
        Stage::Simple | Stage::Boundary => sample(length, &alphabet, random),
        _ => match random.below(12) {
            0 | 1 => palindrome(length, &alphabet, random),
            2 => repeated(length, &alphabet, random),
            3 => {
                let mut chars = sample(length, &alphabet, random);
                chars.sort_unstable();
                chars
            }
            4 | 5 if !length_given && !literals.strings.is_empty() => mined(literals, &alphabet, random),
            6 if !length_given => words(length, &alphabet, random),
            7 | 8 if !literals.chars.is_empty() => segments(length, literals, random),
            9 if literals.chars.iter().any(char::is_ascii_punctuation) => sentence(length, literals, random),
            _ => sample(length, &alphabet, random),
        },
    };
    if setting.stage == Stage::Boundary && !length_given && random.draw_bool(30) {
        chars = random.pick(&["", " ", "  ", " a", "a ", "aa", "Aa"]).unwrap_or(&"").chars().collect();
    }
    chars.into_iter().collect()
}

/// Generates a string related to an earlier string.
///
/// The string is equal, a part, a permutation, one edit away, or in other letter case.
pub fn relative(of: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = of.chars().collect();
    let at = random.below(chars.len());
    match random.below(10) {
        0 => {}
        8 if !chars.is_empty() => chars.rotate_left(random.below(4) % of.chars().count()),
        9 => {
            let upper = random.draw_bool(50);
            for c in &mut chars {
                *c = if upper { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            }
        }
        1 => chars.truncate(at),
        2 => drop(chars.drain(..at)),
        3 => random.shuffle(&mut chars),
        4 => chars.reverse(),
        5 if !chars.is_empty() => drop(chars.remove(at)),
        6 if !chars.is_empty() => {
            let end = at + random.below(chars.len() - at) + 1;
            chars = chars[at..end].to_vec();
        }
        _ => {
            let other = random.below(chars.len());
            if let (Some(c), true) = (chars.get(other).copied(), at < chars.len()) {
                chars[at] = c;
            }
        }
    }
    chars.into_iter().collect()
}

fn alphabet(setting: InputSetting, literals: &Literals, random: &mut Random) -> Vec<char> {
    let digits = || ('0'..='9').collect::<Vec<char>>();
    let few: Vec<char> = match random.below(10) {
        _ if setting.stage == Stage::Simple && literals.digits => digits(),
        _ if setting.stage == Stage::Simple => "abc".chars().collect(),
        _ if setting.stage == Stage::Extreme && random.draw_bool(70) => "éßİı中٣ñ\u{301}\u{0}aZ".chars().collect(),
        0..5 if !literals.chars.is_empty() => {
            let mut chars = literals.chars.clone();
            if random.draw_bool(30) {
                chars.extend(['a', '1', 'B']);
            }
            chars
        }
        0..7 if literals.digits => digits(),
        0..3 => "ab".chars().collect(),
        3 => "01".chars().collect(),
        4 => digits(),
        5 => "aAbBcC".chars().collect(),
        6 => "([{}])".chars().collect(),
        7 => "abc xyz".chars().collect(),
        8 => "aB3 _-.,".chars().collect(),
        _ => ('a'..='z').collect(),
    };
    // Keep only characters of one UTF-16 unit, because a length counts units.
    few.into_iter().filter(|c| c.len_utf16() == 1).collect()
}

fn sample(length: usize, alphabet: &[char], random: &mut Random) -> Vec<char> {
    (0..length).map(|_| random.pick(alphabet).copied().unwrap_or('a')).collect()
}

fn palindrome(length: usize, alphabet: &[char], random: &mut Random) -> Vec<char> {
    let mut chars = sample(length.div_ceil(2), alphabet, random);
    let mirrored: Vec<char> = chars.iter().take(length / 2).rev().copied().collect();
    chars.extend(mirrored);
    chars
}

fn repeated(length: usize, alphabet: &[char], random: &mut Random) -> Vec<char> {
    let wanted = random.length(1, 3);
    let unit = sample(wanted, alphabet, random);
    unit.into_iter().cycle().take(length).collect()
}

/// Generates a text from strings of the code, sometimes with a few other characters.
fn mined(literals: &Literals, alphabet: &[char], random: &mut Random) -> Vec<char> {
    let mut chars: Vec<char> = Vec::new();
    for _ in 0..random.length(1, 3) {
        if random.draw_bool(30) {
            let few = random.length(1, 3);
            chars.extend(sample(few, alphabet, random));
        }
        chars.extend(random.pick(&literals.strings).into_iter().flat_map(|s| s.chars()).take(24));
    }
    chars
}

/// Returns a random character of the class for which `c` is a usual limit.
///
/// For example, `'a'` and `'z'` give a lower-case letter, and `'9'` gives a digit. Any other character gives itself.
fn of_class(c: char, random: &mut Random) -> char {
    let class: &[char] = match c {
        'a' | 'z' => &['a', 'b', 'e', 'k', 'z'],
        'A' | 'Z' => &['A', 'B', 'E', 'K', 'Z'],
        '0' | '9' => &['0', '1', '4', '7', '9'],
        other => return other,
    };
    random.pick(class).copied().unwrap_or(c)
}

/// Generates groups of one to three characters of one class.
///
/// Each group has the class of one character in the code.
fn segments(length: usize, literals: &Literals, random: &mut Random) -> Vec<char> {
    let mut chars = Vec::with_capacity(length);
    while chars.len() < length {
        let class = random.pick(&literals.chars).copied().filter(|c| c.len_utf16() == 1).unwrap_or('a');
        for _ in 0..random.length(1, 3) {
            chars.push(of_class(class, random));
        }
    }
    chars.truncate(length);
    chars
}

/// Generates a sentence: a capital letter, then words of small letters.
///
/// A punctuation mark from the code is at the end.
fn sentence(length: usize, literals: &Literals, random: &mut Random) -> Vec<char> {
    let mut chars: Vec<char> = (0..length).map(|_| of_class('a', random)).collect();
    for at in (2..length.saturating_sub(1)).step_by(3) {
        if random.draw_bool(60) {
            chars[at] = ' ';
        }
    }
    if let Some(first) = chars.first_mut() {
        *first = of_class('A', random);
    }
    let marks: Vec<char> = literals.chars.iter().copied().filter(char::is_ascii_punctuation).collect();
    if let (Some(last), Some(mark)) = (chars.last_mut(), random.pick(&marks)) {
        *last = *mark;
    }
    chars
}

fn words(length: usize, alphabet: &[char], random: &mut Random) -> Vec<char> {
    let mut chars = sample(length, alphabet, random);
    for c in chars.iter_mut().skip(1) {
        if random.draw_bool(25) {
            *c = ' ';
        }
    }
    chars
}
