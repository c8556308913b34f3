//! Tests the distance of graphs against a search over all assignments, and tests its laws.

use super::*;
use proptest::prelude::*;

/// Computes the distance by trying every assignment.
fn by_trying(left: &Graph, right: &Graph, image: &mut Vec<Option<usize>>) -> usize {
    if image.len() < left.labels.len() {
        let free = (0..right.labels.len()).filter(|other| !image.contains(&Some(*other)));
        let choices: Vec<Option<usize>> = free.map(Some).chain([None]).collect();
        let mut least = usize::MAX;
        for choice in choices {
            image.push(choice);
            least = least.min(by_trying(left, right, image));
            image.pop();
        }
        return least;
    }
    let deleted = image.iter().filter(|one| one.is_none()).count();
    let inserted = right.labels.len() + deleted - left.labels.len();
    let pairs = || image.iter().enumerate().filter_map(|(at, other)| Some((at, (*other)?)));
    let relabelled = pairs().filter(|(at, other)| left.labels[*at] != right.labels[*other]).count();
    let (mut kept, mut matched) = (0, 0);
    for (a, x) in pairs() {
        for (b, y) in pairs() {
            let has = |graph: &Graph, from, to, kind: &EdgeKind| graph.edges.contains(&(from, to, *kind));
            let (mut of_left, mut of_right, mut both) = (0, 0, 0);
            for kind in EdgeKind::ALL {
                of_left += usize::from(has(left, a, b, &kind));
                of_right += usize::from(has(right, x, y, &kind));
                both += usize::from(has(left, a, b, &kind) && has(right, x, y, &kind));
            }
            kept += both;
            matched += usize::min(of_left, of_right);
        }
    }
    // The edit deletes or inserts an unmatched edge. The edit relabels an edge that is matched with
    // an edge of another kind.
    deleted + inserted + relabelled + (left.edges.len() - matched) + (right.edges.len() - matched) + (matched - kept)
}

fn any_graph(most: usize) -> impl Strategy<Value = Graph> {
    (0..=most).prop_flat_map(|nodes| {
        let edge = (0..nodes.max(1), 0..nodes.max(1), prop::sample::select(EdgeKind::ALL.to_vec()));
        (prop::collection::vec("[ab]", nodes), prop::collection::btree_set(edge, 0..=nodes * 2)).prop_map(
            move |(labels, edges)| Graph { labels, edges: if nodes == 0 { Default::default() } else { edges } },
        )
    })
}

proptest! {
    #[test]
    fn the_distance_is_the_minimum_over_all_assignments(a in any_graph(4), b in any_graph(4)) {
        let least = by_trying(&a, &b, &mut Vec::new());
        prop_assert_eq!(distance(&a, &b), Some(least));
        prop_assert_eq!(distance(&b, &a), Some(least));
    }

    #[test]
    fn a_graph_with_reordered_nodes_has_distance_0(a in any_graph(7), seed in any::<u64>()) {
        let nodes = a.labels.len();
        let mut place: Vec<usize> = (0..nodes).collect();
        place.sort_by_key(|at| (*at as u64 + 1).wrapping_mul(seed | 1));
        let mut b = Graph { labels: vec![String::new(); nodes], ..Graph::default() };
        for (at, to) in place.iter().enumerate() {
            b.labels[*to] = a.labels[at].clone();
        }
        b.edges = a.edges.iter().map(|(from, to, kind)| (place[*from], place[*to], *kind)).collect();
        prop_assert_eq!(distance(&a, &b), Some(0));
        prop_assert_eq!(similarity(&a, &b), Some(1.0));
    }
}

#[test]
fn graphs_that_are_too_large_have_no_exact_distance() {
    let line = |nodes: usize, label: &str| Graph {
        labels: vec![label.to_owned(); nodes],
        edges: (1..nodes).map(|at| (at - 1, at, EdgeKind::Data)).collect(),
    };
    assert_eq!(distance(&line(16, "a"), &line(16, "b")), None);
    assert_eq!(distance(&line(15, "a"), &line(15, "b")), Some(15));
    assert_eq!(distance(&line(40, "a"), &line(40, "a")), Some(0), "equal graphs need no search");
}
