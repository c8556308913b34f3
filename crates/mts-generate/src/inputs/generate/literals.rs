//! Collects constants from both sides of a pair.
//!
//! Only inputs with these constants reach a branch that tests for `97` or `"EUR"`. The module also
//! collects constants of the port, so that the tool finds a port with another constant.

use crate::inputs::{Enums, Objects};
use mts_lang::ir::{Kind, Literal, Tree};
use std::sync::Arc;

/// Largest number of constants of each type. Constants of large tables would hide the others.
const MOST: usize = 48;

/// The constants of a pair, in order of first occurrence, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    /// Integers within 64 bits other than 0 and 1. The generator always tries 0 and 1.
    pub ints: Vec<i64>,
    /// Floats.
    pub floats: Vec<f64>,
    /// Characters from `char` literals and from short strings.
    pub chars: Vec<char>,
    /// Strings that are not empty.
    pub strings: Vec<String>,
    /// The constants of the enums that the signature names.
    pub enums: Arc<Enums>,
    /// The objects that the tool can construct.
    pub objects: Arc<Objects>,
    /// True if the code parses numbers, tests for digits, or has a digit among `chars`.
    pub digits: bool,
}

impl Literals {
    /// Collects the constants of these trees.
    #[must_use]
    pub fn from_trees(trees: &[&Tree]) -> Self {
        let mut found = Self::default();
        for tree in trees {
            for id in tree.preorder(tree.root) {
                match tree.kind(id) {
                    Kind::Literal(literal) => found.take(literal),
                    Kind::Call { name, .. } => {
                        found.digits |= matches!(
                            name.as_str(),
                            "parseInt" | "parseLong" | "parseDouble" | "getNumericValue" | "isDigit" | "isdigit"
                        );
                    }
                    _ => {}
                }
            }
        }
        found.digits |= found.chars.iter().any(char::is_ascii_digit);
        found
    }

    fn take(&mut self, literal: &Literal) {
        match literal {
            Literal::Int(digits) => {
                if let Some(n) = digits.parse::<i64>().ok().filter(|n| !matches!(n, 0 | 1)) {
                    push(&mut self.ints, n);
                }
            }
            Literal::Float(x) if x.is_finite() => push(&mut self.floats, *x),
            Literal::Char(c) => push(&mut self.chars, *c),
            Literal::Str(s) if !s.is_empty() => {
                push(&mut self.strings, s.clone());
                if s.chars().count() <= 16 {
                    s.chars().for_each(|c| push(&mut self.chars, c));
                }
            }
            _ => {}
        }
    }
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST && !list.contains(&item) {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::tests::TreeBuilder;

    #[test]
    fn constants_of_both_sides_are_found_once_each() {
        let tree = |literals: &[Literal]| {
            let mut build = TreeBuilder::default();
            let nodes = literals.iter().map(|l| build.leaf(Kind::Literal(l.clone()))).collect();
            build.body(nodes)
        };
        let java = tree(&[Literal::Int("97".into()), Literal::Char('0'), Literal::Int("1".into())]);
        let python = tree(&[Literal::Int("97".into()), Literal::Str("EU".into()), Literal::Float(0.5)]);
        let found = Literals::from_trees(&[&java, &python]);
        assert_eq!(found.ints, [97]);
        assert_eq!(found.chars, ['0', 'E', 'U']);
        assert_eq!(found.strings, ["EU"]);
        assert_eq!(found.floats, [0.5]);
        assert!(found.digits);
    }
}
