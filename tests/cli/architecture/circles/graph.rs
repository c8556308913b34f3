//! Finds the circles of a graph of files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

/// The uses from file to file.
pub struct Graph {
    paths: Vec<String>,
    /// The line of the first use, by the user and then by the used file.
    arrows: BTreeMap<usize, BTreeMap<usize, usize>>,
}

/// A group of files that all use each other, directly or through others.
pub struct Circle {
    /// The paths of the files.
    pub files: Vec<String>,
    /// The shortest circle of the group, with files and lines.
    shortest: String,
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:\n{}", self.files.join(", "), self.shortest)
    }
}

impl Graph {
    /// Returns a graph of files that do not use each other yet.
    pub fn new(paths: Vec<String>) -> Self {
        Self { paths, arrows: BTreeMap::new() }
    }

    /// Adds the use of a file in a line of another file. A use of the file itself is none.
    pub fn add(&mut self, user: usize, used: usize, line: usize) {
        if user != used {
            self.arrows.entry(user).or_default().entry(used).or_insert(line);
        }
    }

    /// Returns the number of pairs of files of which one uses the other.
    pub fn uses(&self) -> usize {
        self.arrows.values().map(BTreeMap::len).sum()
    }

    /// Returns the groups of files that use each other in a circle.
    pub fn circles(&self) -> Vec<Circle> {
        let mut left: BTreeSet<usize> = (0..self.paths.len()).collect();
        let mut found = Vec::new();
        while let Some(start) = left.pop_first() {
            let there = self.reached(start);
            let group: BTreeSet<usize> =
                there.iter().copied().filter(|at| self.reached(*at).contains(&start)).collect();
            left.retain(|at| !group.contains(at));
            if !group.is_empty() {
                let files = group.iter().map(|at| self.paths[*at].clone()).collect();
                found.push(Circle { files, shortest: self.shortest(&group) });
            }
        }
        found
    }

    /// Returns the shortest circle inside of a group, as text.
    fn shortest(&self, group: &BTreeSet<usize>) -> String {
        let circles = group.iter().filter_map(|start| self.way(*start, *start));
        let circle = circles.min_by_key(Vec::len).unwrap_or_default();
        let steps = circle.windows(2).map(|two| {
            let line = self.arrows[&two[0]][&two[1]];
            format!("    {}:{line} uses {}\n", self.paths[two[0]], self.paths[two[1]])
        });
        steps.collect()
    }

    /// Returns the files that `start` reaches over uses.
    fn reached(&self, start: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut todo = vec![start];
        while let Some(at) = todo.pop() {
            for to in self.arrows.get(&at).into_iter().flat_map(BTreeMap::keys) {
                if found.insert(*to) {
                    todo.push(*to);
                }
            }
        }
        found
    }

    /// Returns a shortest path over at least one use.
    fn way(&self, start: usize, end: usize) -> Option<Vec<usize>> {
        let mut ways = VecDeque::from([vec![start]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            let last = *way.last()?;
            for to in self.arrows.get(&last).into_iter().flat_map(BTreeMap::keys) {
                let longer = [&way[..], &[*to]].concat();
                if *to == end {
                    return Some(longer);
                }
                if seen.insert(*to) {
                    ways.push_back(longer);
                }
            }
        }
        None
    }
}
