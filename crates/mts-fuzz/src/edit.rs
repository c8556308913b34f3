//! Edits of a text, for finding faults of parsers.
//!
//! The edits cut, copy, repeat and insert pieces of text, and insert unusual characters.

use proptest::prelude::*;
use proptest::sample::Index;

/// The highest number of bytes of a text. An edit with a longer result does not change the text.
const MOST_BYTES: usize = 200_000;

/// Byte sequences that often reveal faults of parsers.
///
/// The sequences are control characters, punctuation, huge numbers, a byte order mark, and complete or truncated
/// UTF-8 characters.
const ODD: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\r\n",
    b"\t",
    b"\"",
    b"'",
    b"\\",
    b"-",
    b"9223372036854775808",
    b"1e999",
    "\u{feff}".as_bytes(),
    "\u{ffff}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{1F600}".as_bytes(),
    b"\xf0\x9f",
    b"\xff",
];

/// One edit. Each position is a share of the text's length, so that the edit applies to texts of every length.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Removes a piece of the text.
    Cut(Index, Index),
    /// Copies a piece of the text to another place.
    Copy(Index, Index, Index),
    /// Inserts copies of a piece after the piece, this many times.
    ///
    /// The result often has deep nesting, long lists or long names.
    Repeat(Index, Index, u16),
    /// Inserts a token of the language this many times.
    Token(Index, Index, u16),
    /// Inserts one of the byte sequences in [`ODD`].
    Odd(Index, Index),
    /// Inserts a piece of one of the seeds.
    Splice(Index, Index, Index, Index),
    /// Replaces one byte.
    Byte(Index, u8),
    /// Swaps two lines.
    Lines(Index, Index),
}

impl Arbitrary for Edit {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let at = any::<Index>;
        // Most edits insert a few copies, and a few edits insert thousands.
        let times = || prop_oneof![8 => 1_u16..4, 1 => 4_u16..200, 1 => 200_u16..20_000];
        prop_oneof![
            3 => (at(), at()).prop_map(|(a, b)| Self::Cut(a, b)),
            2 => (at(), at(), at()).prop_map(|(a, b, c)| Self::Copy(a, b, c)),
            2 => (at(), at(), times()).prop_map(|(a, b, n)| Self::Repeat(a, b, n)),
            4 => (at(), at(), times()).prop_map(|(a, b, n)| Self::Token(a, b, n)),
            2 => (at(), at()).prop_map(|(a, b)| Self::Odd(a, b)),
            2 => (at(), at(), at(), at()).prop_map(|(a, b, c, d)| Self::Splice(a, b, c, d)),
            1 => (at(), any::<u8>()).prop_map(|(a, byte)| Self::Byte(a, byte)),
            1 => (at(), at()).prop_map(|(a, b)| Self::Lines(a, b)),
        ]
        .boxed()
    }
}

impl Edit {
    /// Returns the edited text. Some edits insert a piece of a text in `seeds`, or one of `tokens`.
    ///
    /// The text stays as it is if the edit needs a token and `tokens` is empty, or if the result would have more than
    /// [`MOST_BYTES`].
    pub(crate) fn apply(&self, mut text: Vec<u8>, seeds: &[Vec<u8>], tokens: &[&str]) -> Vec<u8> {
        let place = |index: &Index| index.index(text.len() + 1);
        match self {
            Self::Cut(a, b) => {
                text.drain(range(place(a), place(b)));
            }
            Self::Copy(a, b, to) => {
                let (piece, to) = (text[range(place(a), place(b))].to_vec(), place(to));
                insert(&mut text, to, &piece, 1);
            }
            Self::Repeat(a, b, times) => {
                let range = range(place(a), place(b));
                let (piece, to) = (text[range.clone()].to_vec(), range.end);
                insert(&mut text, to, &piece, *times);
            }
            Self::Token(to, which, times) => {
                if !tokens.is_empty() {
                    let to = place(to);
                    insert(&mut text, to, which.get(tokens).as_bytes(), *times);
                }
            }
            Self::Odd(to, which) => {
                let to = place(to);
                let piece: &&[u8] = which.get(ODD);
                insert(&mut text, to, piece, 1);
            }
            Self::Splice(to, which, a, b) => {
                let other = which.get(seeds);
                let [a, b] = [a, b].map(|index| index.index(other.len() + 1));
                let to = place(to);
                insert(&mut text, to, &other[range(a, b)], 1);
            }
            Self::Byte(at, byte) => {
                if !text.is_empty() {
                    let at = at.index(text.len());
                    text[at] = *byte;
                }
            }
            Self::Lines(a, b) => {
                let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
                return lines.join(&b'\n');
            }
        }
        text
    }
}

fn range(a: usize, b: usize) -> std::ops::Range<usize> {
    a.min(b)..a.max(b)
}

fn insert(text: &mut Vec<u8>, to: usize, piece: &[u8], times: u16) {
    let times = usize::from(times);
    if text.len() + piece.len() * times <= MOST_BYTES {
        text.splice(to..to, piece.repeat(times));
    }
}
