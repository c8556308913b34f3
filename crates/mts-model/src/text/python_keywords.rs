//! The keywords of Python.

/// The keywords that are values and not operators or parts of statements.
const CONSTANTS: [&str; 3] = ["False", "None", "True"];

/// The words that cannot be names in Python.
pub const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Words that can be names, but that also begin a statement as a keyword.
const SOFT_KEYWORDS: [&str; 3] = ["case", "match", "type"];

/// Reports whether a word can never be a name.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Reports whether code can have this keyword directly beside a name (`return x`).
///
/// The result is true for the soft keywords, and for all other keywords except `False`, `None` and `True`.
#[must_use]
pub fn can_be_beside_name(word: &str) -> bool {
    is_keyword(word) && !CONSTANTS.contains(&word) || SOFT_KEYWORDS.contains(&word)
}
