//! Splices: where the port has no exact counterpart of a change, the smallest aligned expression or
//! statement around it takes the built-in translation of Java's, mutated, in the port's own names.
//! That the place is the right one is shown by execution (`analysis`): each splice comes with the
//! texts for its checks.

mod checks;

use super::alignment::{Alignment, Match};
use super::keeping::{self, Kept};
use super::names::callee;
use super::opening;
use super::plan::{Plan, Reason};
use super::replay::{self, conversions::valued};
use super::shapes::{How, assignment, items};
use crate::lang::SourceFile;
use crate::lang::core::{Form, Kind, Tree};
use crate::model::span::apply;
use crate::model::{Language, Mutant, NodeId, Span, TextEdit};
use crate::translation::builtin::{self, Fragment, Piece, definitions};
use crate::translation::{PairSource, Splice, Translation};
use checks::Probe;
use std::collections::{BTreeMap, BTreeSet};

/// Most places that are tried for one mutant.
const MOST_PLACES: usize = 4;
/// Most lines of the support module that a splice may bring along.
const MOST_DEFINITIONS: usize = 60;

/// No place around the change has a counterpart that a translation could be put in.
const NO_PLACE: Reason = "no place for a splice";

/// What the splices of one pair share.
pub(super) struct Splicer<'a> {
    source: &'a PairSource<'a>,
    alignment: &'a Alignment,
    /// Words of the port's function.
    words: BTreeSet<String>,
}

/// A Java node, or neighbours in one list, and the place of the port that is to take its translation.
struct Place {
    java: Vec<NodeId>,
    port: Vec<NodeId>,
    is_statement: bool,
    names: BTreeMap<String, String>,
}

/// What belongs to a gap besides statements that have no counterpart of their own.
#[derive(Clone, Copy, PartialEq)]
enum With {
    Nothing,
    /// The statement itself: what it was matched with is only a part of its counterpart.
    Itself,
    /// The assignment before: `s = 0` and a loop may be `s = sum(a)`, a new array and a loop may be
    /// a filled one.
    Before,
}

impl Place {
    fn java_span(&self, tree: &Tree) -> Span {
        let ends = self.java.first().zip(self.java.last());
        ends.map_or_else(Span::default, |(first, last)| {
            Span::new(tree.node(*first).outer.start, tree.node(*last).outer.end)
        })
    }
}

impl<'a> Splicer<'a> {
    pub fn new(source: &'a PairSource<'a>, alignment: &'a Alignment) -> Self {
        let text = source.pair.python.span.of(&source.python.text);
        Self { source, alignment, words: words(text).map(str::to_owned).collect() }
    }

    /// The splices of a mutant, smallest first.
    ///
    /// # Errors
    /// Why there is none.
    pub fn splices(&self, mutant: &Mutant) -> Result<Vec<Splice>, Reason> {
        let java = self.source.java_tree;
        let text = apply(&self.source.java.text, &mutant.edits).filter(|_| !mutant.edits.is_empty());
        let file = text.and_then(|text| SourceFile::parse(&self.source.java.path, text, Language::Java).ok());
        let Some(file) = file else { return Err(NO_PLACE) };
        let holds = |id: &NodeId| mutant.edits.iter().all(|edit| java.node(*id).outer.contains(edit.span));
        // Children come after their parents: the last that holds all edits is the smallest.
        let Some(smallest) = java.preorder(java.root).into_iter().rfind(holds) else { return Err(NO_PLACE) };
        let grown: usize = mutant.edits.iter().map(|edit| edit.text.len()).sum();
        let gone: usize = mutant.edits.iter().map(|edit| edit.span.len()).sum();
        let mut out = Vec::new();
        let mut has_place = false;
        for at in std::iter::once(smallest).chain(java.ancestors(smallest)) {
            if out.len() == MOST_PLACES {
                break;
            }
            let gap = |with| self.gap(at, with);
            let places = self
                .place(at)
                .into_iter()
                .chain([With::Nothing, With::Itself, With::Before].into_iter().filter_map(gap));
            let spliced = places.filter_map(|place| {
                has_place = true;
                let own = place.java_span(java);
                let region = Span::new(own.start, (own.end + grown).saturating_sub(gone));
                self.splice(&place, mutant, &file, region)
            });
            out.extend(spliced.take(MOST_PLACES - out.len()));
        }
        if out.is_empty() { Err(if has_place { "the place says something else" } else { NO_PLACE }) } else { Ok(out) }
    }

    /// The place of the port for a Java node, where there is one that a text can be put in.
    fn place(&self, j: NodeId) -> Option<Place> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let found = self.alignment.get(j).filter(|m| m.confidence >= 0.3).or_else(|| self.opposite(j))?;
        let kind = java.kind(j);
        let is_statement = kind.is_statement();
        if matches!(kind, Kind::Case { .. } | Kind::Catch { .. } | Kind::Group) || matches!(found.how, How::Link(_)) {
            return None;
        }
        let parent = java.node(j).parent?;
        let is_first = java.child(parent, 0) == Some(j);
        let p = if is_statement {
            if matches!(java.kind(parent), Kind::Labeled { .. } | Kind::For { .. }) && *kind != Kind::Block {
                return None;
            }
            match port.node(found.python).parent {
                Some(at) if *port.kind(at) == Kind::ExprStmt => at,
                _ => found.python,
            }
        } else {
            let is_target = matches!(
                java.kind(parent),
                Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_) | Kind::Declare | Kind::ForEach
            );
            let is_effect = matches!(java.kind(parent), Kind::ExprStmt) || self.is_update(j, parent);
            if is_first && is_target || is_effect {
                return None;
            }
            valued(port, &java.node(j).ty, found).ok()?
        };
        let holder = port.node(p).parent?;
        let pk = port.kind(p);
        let fits = pk.is_statement() == is_statement
            && !port.node(p).is_virtual
            && !matches!(pk, Kind::Group | Kind::Catch { .. } | Kind::Case { .. })
            && (*kind == Kind::Block) == (*pk == Kind::Block)
            && port.node(p).form != Form::ElseIf
            && *port.kind(holder) != Kind::Group
            && !port.children(p).is_empty();
        let names = self.names(&[j])?;
        let leaf = matches!(pk, Kind::Name(_) | Kind::Literal(_)) && !is_statement;
        (fits || leaf && !port.node(p).is_virtual && *port.kind(holder) != Kind::Group)
            .then(|| Place { java: vec![j], port: vec![p], is_statement, names })
            .filter(|place| self.leaves_something(p) && !self.stands_elsewhere(place))
    }

    /// What stands in the place of an operand that has no counterpart: the operand of the same counterpart, if
    /// it is nobody's. Whether it has the same value is for the runs to show.
    fn opposite(&self, j: NodeId) -> Option<Match> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let parent = java.node(j).parent.filter(|_| self.alignment.get(j).is_none())?;
        let found = self.alignment.get(parent).filter(|m| m.how == How::Same && m.confidence >= 0.3)?;
        let (own, other) = (java.kind(parent), port.kind(found.python));
        let counts = match (own, other) {
            (Kind::Binary(a), Kind::Binary(b)) => a == b,
            (Kind::Index, Kind::Index) | (Kind::Return, Kind::Return) | (Kind::Assign, Kind::Assign) => true,
            _ => false,
        };
        let at = java.children(parent).iter().position(|child| *child == j)?;
        let python = port.child(found.python, at).filter(|_| counts)?;
        let is_somebodys = java
            .preorder(java.root)
            .into_iter()
            .any(|other| self.alignment.get(other).is_some_and(|m| m.python == python || m.whole == python));
        (!is_somebodys).then_some(Match { python, whole: python, how: How::Same, confidence: 0.3 })
    }

    /// Neighbours that stand for one another as a whole: what both sides have between the same
    /// counterparts in lists that are counterparts. More than half of the port is no place in it.
    fn gap(&self, j: NodeId, with: With) -> Option<Place> {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        let list = java.node(j).parent.filter(|at| *java.kind(*at) == Kind::Block)?;
        let other = self.alignment.get(list)?.python;
        if *port.kind(other) != Kind::Block || !java.kind(j).is_statement() {
            return None;
        }
        let (own, others) = (java.children(list), port.children(other));
        let at = own.iter().position(|id| *id == j)?;
        // The statement of the port's list that the counterpart of one of Java's is, or stands in.
        let anchor = |id: NodeId| {
            let mut inside = std::iter::once(id).chain(java.children(id).iter().copied());
            let found = inside.find_map(|at| self.alignment.get(at))?.python;
            let in_list =
                std::iter::once(found).chain(port.ancestors(found)).find(|at| port.node(*at).parent == Some(other));
            others.iter().position(|at| Some(*at) == in_list)
        };
        let itself = anchor(j);
        if itself.is_some() != (with == With::Itself) {
            return None;
        }
        let mut befores = (0..at).rev().filter_map(|nth| Some((nth, anchor(own[nth])?)));
        let mut before = befores.next();
        if with == With::Before {
            let (nth, place) = before?;
            assignment(java, own[nth]).zip(assignment(port, others[place]))?;
            before = befores.next();
        }
        let after = (at + 1..own.len()).find_map(|nth| Some((nth, anchor(own[nth])?)));
        let (from, first) = before.map_or((0, 0), |(nth, place)| (nth + 1, place + 1));
        let (upto, last) = after.unwrap_or((own.len(), others.len()));
        let (run, others) = (own.get(from..upto)?.to_vec(), others.get(first..last)?.to_vec());
        let weight = |ids: &[NodeId]| ids.iter().map(|id| port.preorder(*id).len()).sum::<usize>();
        let is_more = with != With::Itself || run.len() > 1 || others.len() > 1;
        let holds_own = itself.is_none_or(|place| (first..last).contains(&place));
        if others.is_empty() || 2 * weight(&others) > weight(&[port.root]) || !is_more || !holds_own {
            return None;
        }
        let names = self.names(&run)?;
        Some(Place { java: run, port: others, is_statement: true, names }).filter(|place| !self.stands_elsewhere(place))
    }

    /// Whether the port does, or may do, outside of the place what Java does inside, or the other way
    /// round: both would then do it, or neither.
    fn stands_elsewhere(&self, place: &Place) -> bool {
        let (java, port) = (self.source.java_tree, &self.alignment.port);
        if !place.is_statement {
            return !place.java.iter().all(|j| replay::governs_alike(self.source, self.alignment, *j));
        }
        let below = |tree: &Tree, ids: &[NodeId]| ids.iter().flat_map(|id| tree.preorder(*id)).collect();
        let inside: BTreeSet<NodeId> = below(java, &place.java);
        let taken: BTreeSet<NodeId> = below(port, &place.port);
        let holders: BTreeSet<NodeId> = place.port.iter().flat_map(|p| port.ancestors(*p)).collect();
        let counts = |tree: &Tree, at: NodeId| {
            let is_text = || tree.child(at, 0).is_some_and(|inner| matches!(tree.kind(inner), Kind::Literal(_)));
            let kind = tree.kind(at);
            kind.is_statement()
                && !matches!(kind, Kind::Block | Kind::Group | Kind::Empty)
                && !(*kind == Kind::ExprStmt && is_text())
        };
        let mut found = BTreeSet::new();
        let mut unmatched = Vec::new();
        for at in java.preorder(java.root) {
            found.extend(self.alignment.splits.get(&at).copied());
            let is_own = inside.contains(&at);
            let Some(own) = self.alignment.get(at).or_else(|| self.alignment.get(java.child(at, 0)?)) else {
                if is_own && counts(java, at) {
                    unmatched.push(at);
                }
                continue;
            };
            found.extend([own.python].into_iter().chain(port.node(own.python).parent));
            let is_holder = holders.contains(&own.python) && !is_own;
            let is_place = place.java.contains(&at) || place.port.contains(&own.python);
            if counts(java, at) && is_own != taken.contains(&own.python) && !is_holder && !is_place {
                return true;
            }
        }
        // What is nobody's counterpart elsewhere in the port may be what the place lacks.
        port.preorder(port.root).into_iter().any(|at| {
            let is_free = counts(port, at) && !taken.contains(&at) && !port.node(at).is_virtual && !found.contains(&at);
            is_free
                && !port.children(at).iter().any(|child| found.contains(child))
                && unmatched.iter().any(|own| is_alike(java, *own, port, at))
        })
    }

    /// Whether `a.append(x)` outside of the place stands for `a[i] = x` and `i` would be written.
    fn is_appended(&self, place: &Place, written: &BTreeSet<String>) -> bool {
        let java = self.source.java_tree;
        java.preorder(java.root).into_iter().any(|at| {
            let is_inside = place.java.contains(&at) || java.ancestors(at).any(|above| place.java.contains(&above));
            let is_appended = self.alignment.get(at).is_some_and(|m| m.how == How::Appended);
            let names = || java.preorder(at).into_iter().filter_map(|id| self.alignment.variables.get(id));
            is_appended
                && (!is_inside || !place.is_statement)
                && names().filter_map(|v| self.alignment.names.get(&v)).any(|name| written.contains(name))
        })
    }

    /// Whether Java reads what would be written once more in the same statement, where the port does without.
    fn is_read_unseen(&self, place: &Place, written: &BTreeSet<String>) -> bool {
        let java = self.source.java_tree;
        let inside: BTreeSet<NodeId> = place.java.iter().flat_map(|j| java.preorder(*j)).collect();
        let around = place.java.first().map(|j| java.preorder(java.statement_of(*j))).unwrap_or_default();
        around.into_iter().filter(|at| !inside.contains(at) && self.alignment.get(*at).is_none()).any(|at| {
            let name = self.alignment.variables.get(at).and_then(|variable| self.alignment.names.get(&variable));
            name.is_some_and(|name| written.contains(name))
        })
    }

    /// Whether a Java expression is an update in the header of a loop.
    fn is_update(&self, j: NodeId, parent: NodeId) -> bool {
        let java = self.source.java_tree;
        matches!(java.kind(parent), Kind::For { .. }) && super::shapes::Loop::of(java, parent).condition != Some(j)
    }

    /// Whether anything of the port's own making stays: else the translation would stand trial.
    fn leaves_something(&self, p: NodeId) -> bool {
        let port = &self.alignment.port;
        let around: BTreeSet<NodeId> = port.ancestors(p).collect();
        let list = items(port, port.root);
        list.iter().any(|at| *at != p && !around.contains(at))
            || around.iter().any(|at| {
                let counts = !matches!(port.kind(*at), Kind::Block | Kind::Return | Kind::ExprStmt | Kind::Group);
                counts && port.children(*at).len() > 1
            })
    }

    /// The port's name for each variable that a Java node names; new variables have none. `None` where
    /// one that comes from outside has none, or one name would stand for two.
    fn names(&self, run: &[NodeId]) -> Option<BTreeMap<String, String>> {
        let java = self.source.java_tree;
        let inside: BTreeSet<NodeId> = run.iter().flat_map(|j| java.preorder(*j)).collect();
        let all = java.params.iter().copied().chain(java.preorder(java.root));
        let mut out: BTreeMap<String, String> = BTreeMap::new();
        for at in &inside {
            let (Kind::Name(name), Some(variable)) = (java.kind(*at), self.alignment.variables.get(*at)) else {
                continue;
            };
            if !self.alignment.variables.is_local[variable.0] {
                continue;
            }
            match self.alignment.names.get(&variable) {
                Some(own) if out.get(name).is_none_or(|known| known == own) => {
                    out.insert(name.clone(), own.clone());
                }
                Some(_) => return None,
                None => {
                    let is_outside =
                        |id: NodeId| self.alignment.variables.get(id) == Some(variable) && !inside.contains(&id);
                    if { all.clone() }.any(is_outside) || out.contains_key(name) {
                        return None;
                    }
                }
            }
        }
        Some(out)
    }

    fn splice(&self, place: &Place, mutant: &Mutant, mutated: &SourceFile, region: Span) -> Option<Splice> {
        let source = self.source;
        let kept = keeping::kept(source, self.alignment, [&place.java, &place.port], &mutant.edits)?;
        let bare = keeping::bare(source, self.alignment, [&place.java, &place.port], &mutant.edits)?;
        let stays = (keeping::moved(&kept, &mutant.edits), keeping::moved_bare(&bare, &mutant.edits));
        let new = self.fragment(place, mutated, region, (&stays.0, &stays.1))?;
        let own = self.fragment(place, source.java, place.java_span(source.java_tree), (&kept, &bare))?;
        // What stands around an expression was made for its type.
        if own.ty != new.ty || new.lines == own.lines {
            return None;
        }
        let written: BTreeSet<String> = own.written.union(&new.written).cloned().collect();
        if !place.is_statement && !written.is_empty() && self.is_closed(place.port[0]) {
            return None;
        }
        if self.is_appended(place, &written) || !place.is_statement && self.is_read_unseen(place, &written) {
            return None;
        }
        let probe = self.probe(place, &written)?;
        let edits = self.edits(place, &new, &written, None)?;
        let unchanged = self.edits(place, &own, &written, Some(&probe))?;
        let java_count = self.java_count(*place.java.first()?)?;
        let target = self.target(place)?;
        let python_count = if place.is_statement {
            let (before, after) = self.around_statement(target, &probe);
            vec![TextEdit::insert(target.start, before), TextEdit::insert(target.end, after)]
        } else {
            let text = format!("({})", target.of(&source.python.text));
            vec![TextEdit::new(target, format!("(_mts_t_(), {})[1]", probe.of(&text)))]
        };
        Some(Splice { edits, unchanged, java_count, python_count })
    }

    fn fragment(
        &self,
        place: &Place,
        file: &SourceFile,
        region: Span,
        (kept, bare): (&Kept, &BTreeSet<Span>),
    ) -> Option<Fragment> {
        let source = self.source;
        let at = source.java.functions.iter().position(|f| f.span == source.pair.java.span)?;
        let made = builtin::fragment(Piece {
            file,
            function: file.functions.get(at)?,
            region,
            is_statement: place.is_statement,
            names: &place.names,
            kept,
            bare,
            taken: &self.words,
            own_name: &source.pair.python.name,
        })?;
        // A name of the port's own hides Python's function, or a helper would hide the port's.
        let plan = Plan::new(&self.alignment.port, source.python, &source.pair.python);
        let hides = |line: &String| called(line).any(|name| plan.is_local(name));
        if made.lines.iter().any(hides) || made.uses.iter().any(|name| name != "math" && self.words.contains(name)) {
            return None;
        }
        Some(made)
    }

    /// Whether no assignment expression may stand here.
    fn is_closed(&self, p: NodeId) -> bool {
        let port = &self.alignment.port;
        port.ancestors(p).any(|at| matches!(port.kind(at), Kind::Comprehension | Kind::Lambda | Kind::Opaque(_)))
    }

    /// The text that is replaced.
    fn target(&self, place: &Place) -> Option<Span> {
        let port = &self.alignment.port;
        let run = match place.port.as_slice() {
            [block] if *port.kind(*block) == Kind::Block => port.children(*block),
            run => run,
        };
        let (first, last) = (run.first()?, run.last()?);
        Some(Span::new(port.node(*first).span.start, port.node(*last).span.end))
    }

    fn edits(
        &self,
        place: &Place,
        made: &Fragment,
        written: &BTreeSet<String>,
        probe: Option<&Probe>,
    ) -> Option<Vec<TextEdit>> {
        let (port, file) = (&self.alignment.port, self.source.python);
        let mut plan = Plan::new(port, file, &self.source.pair.python);
        plan.written.clone_from(written);
        let target = self.target(place)?;
        if place.is_statement {
            let indent = opening::indentation(&file.text, target.start);
            let is_alone = file.text[target.end..]
                .lines()
                .next()
                .is_none_or(|rest| rest.trim_start_matches([' ', '\t', ';', '\r']).split('#').next() == Some(""));
            let mut text = match (made.lines.as_slice(), indent) {
                (lines, Some(indent)) if is_alone => lines.join(&format!("\n{indent}")),
                ([one], _) if !one.ends_with(':') => one.clone(),
                _ => return None,
            };
            if let Some(probe) = probe {
                text += &self.around_statement(target, probe).1;
            }
            plan.edit(place.port[0], TextEdit::new(target, text));
        } else {
            let text = made.lines.first()?;
            plan.put(place.port[0], probe.map_or_else(|| text.clone(), |probe| probe.of(text)));
        }
        let Ok(Translation::Edits { mut edits, .. }) = plan.finish() else { return None };
        let needed = definitions(&made.uses);
        if needed.len() > MOST_DEFINITIONS {
            return None;
        }
        if !needed.is_empty() {
            let first = port.node(*port.children(port.root).first()?).span.start;
            let indent = opening::indentation(&file.text, first)?;
            let all: String = needed.iter().map(|line| format!("{line}\n{indent}")).collect();
            edits.insert(0, TextEdit::insert(first, all));
            let text = apply(&file.text, &edits)?;
            crate::lang::python::parses(&text).then_some(())?;
        }
        Some(edits)
    }
}

/// Whether two statements may be each other's counterpart, to go by what they are.
fn is_alike(java: &Tree, j: NodeId, port: &Tree, p: NodeId) -> bool {
    let inside = |tree: &Tree, id: NodeId| tree.child(id, 0).filter(|_| *tree.kind(id) == Kind::ExprStmt).unwrap_or(id);
    let (j, p) = (inside(java, j), inside(port, p));
    match (callee(java, j), callee(port, p)) {
        (Some(a), Some(b)) => a.name == b.name,
        (None, None) => {
            let is_assignment =
                |kind: &Kind| matches!(kind, Kind::Declare | Kind::Assign | Kind::AugAssign(_) | Kind::Increment(_));
            let (a, b) = (java.kind(j), port.kind(p));
            std::mem::discriminant(a) == std::mem::discriminant(b)
                || a.is_loop() && b.is_loop()
                || is_assignment(a) && is_assignment(b)
        }
        _ => false,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The plain names that a line calls.
fn called(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('(').filter_map(|(at, _)| {
        let before = &line[..at];
        let from = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |found| found + 1);
        (from < at && !before[..from].ends_with('.')).then(|| &before[from..])
    })
}
