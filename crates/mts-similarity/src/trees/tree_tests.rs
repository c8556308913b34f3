//! Tests the distance of trees against its recursive definition, and tests its laws.

use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

/// A tree in which each node holds its children.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node(u8, Vec<Node>);

fn flat(node: &Node, into: &mut Tree) {
    let before = into.size();
    node.1.iter().for_each(|child| flat(child, into));
    into.labels.push(node.0.to_string());
    into.sizes.push(into.size() - before);
}

fn tree(node: &Node) -> Tree {
    let mut out = Tree { labels: Vec::new(), sizes: Vec::new() };
    flat(node, &mut out);
    out
}

/// Computes the distance of two forests by its recursive definition.
///
/// The definition deletes, inserts or matches the last roots.
fn by_definition(left: &[Node], right: &[Node], known: &mut HashMap<(Vec<Node>, Vec<Node>), usize>) -> usize {
    let key = (left.to_vec(), right.to_vec());
    if let Some(distance) = known.get(&key) {
        return *distance;
    }
    let without = |forest: &[Node]| {
        let mut out = forest[..forest.len() - 1].to_vec();
        out.extend(forest[forest.len() - 1].1.clone());
        out
    };
    let least = match (left.last(), right.last()) {
        (None, None) => 0,
        (Some(_), None) => by_definition(&without(left), right, known) + 1,
        (None, Some(_)) => by_definition(left, &without(right), known) + 1,
        (Some(a), Some(b)) => {
            let deleted = by_definition(&without(left), right, known) + 1;
            let inserted = by_definition(left, &without(right), known) + 1;
            let kept = by_definition(&left[..left.len() - 1], &right[..right.len() - 1], known)
                + by_definition(&a.1, &b.1, known)
                + usize::from(a.0 != b.0);
            deleted.min(inserted).min(kept)
        }
    };
    known.insert(key, least);
    least
}

fn any_tree() -> impl Strategy<Value = Node> {
    let leaf = (0..3_u8).prop_map(|label| Node(label, Vec::new()));
    leaf.prop_recursive(3, 7, 3, |inner| {
        (0..3_u8, prop::collection::vec(inner, 0..3)).prop_map(|(label, children)| Node(label, children))
    })
}

proptest! {
    #[test]
    fn the_tree_distance_equals_its_definition(a in any_tree(), b in any_tree()) {
        let expected = by_definition(std::slice::from_ref(&a), std::slice::from_ref(&b), &mut HashMap::new());
        let (a, b) = (tree(&a), tree(&b));
        prop_assert_eq!(distance(&a, &b), Some(expected));
        prop_assert_eq!(zhang_shasha(&a, &b), expected);
        prop_assert_eq!(zhang_shasha(&a.mirrored(), &b.mirrored()), expected);
        prop_assert_eq!(distance(&b, &a), Some(expected));
    }

    #[test]
    fn a_tree_that_is_mirrored_twice_is_the_same_tree(a in any_tree()) {
        let a = tree(&a);
        prop_assert_eq!(a.mirrored().mirrored(), a);
    }
}

#[test]
fn operators_and_words_are_labels_and_comments_are_ignored() {
    let syntax = Syntax::python("x = not a  # why\nx += -1 if b is not 'c' else f\n").expect("a tree");
    assert_eq!(
        Tree::from_syntax(&syntax).brackets(),
        "{module{expression_statement{assignment{identifier:x}{not_operator:not{identifier:a}}}}\
         {expression_statement{augmented_assignment:+={identifier:x}{conditional_expression\
         {unary_operator:-{integer:1}}{comparison_operator:is not{identifier:b}{string:'c'}}{identifier:f}}}}}"
    );
}

#[test]
fn an_empty_text_is_a_tree_of_one_node() {
    let empty = Tree::from_syntax(&Syntax::python("").expect("a tree"));
    assert_eq!((empty.size(), similarity(&empty, &empty)), (1, Some(1.0)));
}
