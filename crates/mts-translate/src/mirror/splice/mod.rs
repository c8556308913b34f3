//! Makes splices for changes without an exact counterpart.
//!
//! A splice replaces the smallest aligned expression or statement around the change. The new code is the built-in
//! translation of the mutated Java code, with the port's names. Each splice has the texts for the checks of its place,
//! and the engine runs these checks.

mod probes;
mod repair_cause;
mod repairs;
pub(super) mod reuse_port;
mod runtime;
mod site;
mod splicer;

use super::alignment::Alignment;
use super::edits::desugar_range;
use super::edits::edit_builder::{EditBuilder, UnmirroredReason};
use super::match_rules::MatchKind;
use crate::transpiler::{self, FragmentRequest, FragmentTranslation, IntegerStyle, TypedFile, UncheckedOps};
use crate::{PairSource, Splice, Translation};
use mts_lang::SourceFile;
use mts_lang::definitions::words;
use mts_lang::ir::Kind;
use mts_model::injected_names::python_tick;
use mts_model::span::apply;
use mts_model::{Language, Mutant, NodeId, Span, TextEdit};
use probes::Probe;
use reuse_port::ReusedTexts;
use site::{SpliceSite, Widening};
use std::cell::OnceCell;
use std::collections::BTreeSet;

pub use repairs::{Repair, repairs};
pub(super) use splicer::Splicer;

/// The highest number of splices of one mutant.
const MOST_PLACES: usize = 4;

/// The reason for a change without a place for a splice.
///
/// No code around the change has a counterpart that a translation can replace.
const NO_PLACE: UnmirroredReason =
    UnmirroredReason::Other("the mirror finds no place in the port for a translation of the mutated code");

impl<'a> Splicer<'a> {
    pub fn new(source: &'a PairSource<'a>, alignment: &'a Alignment) -> Self {
        let text = source.pair.python.span.slice(&source.python.text);
        Self { source, alignment, words: words(text).map(str::to_owned).collect(), typed: OnceCell::new() }
    }

    /// Returns the splices of a mutant, the smallest first.
    ///
    /// # Errors
    /// Returns the reason if there is no splice.
    pub fn splices(&self, mutant: &Mutant) -> Result<Vec<Splice>, UnmirroredReason> {
        let java = self.source.java_tree;
        let text = apply(&self.source.java.text, &mutant.edits).filter(|_| !mutant.edits.is_empty());
        let file = text.and_then(|text| SourceFile::parse(&self.source.java.path, text, Language::Java).ok());
        let Some(file) = file else { return Err(NO_PLACE) };
        let typed = OnceCell::new();
        let edits: Vec<TextEdit> =
            mutant.edits.iter().map(|edit| trim_common_ends(&self.source.java.text, edit)).collect();
        let holds = |id: &NodeId| edits.iter().all(|edit| java.node(*id).outer.contains(edit.span));
        // In preorder, children follow their parents, so the last node that contains all edits is the smallest.
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
                .chain([Widening::Nothing, Widening::Itself, Widening::Before].into_iter().filter_map(gap));
            let spliced = places.filter_map(|place| {
                has_place = true;
                let own = place.java_span(java);
                let region = Span::new(own.start, (own.end + grown).saturating_sub(gone));
                self.splice(&place, &edits, (&file, typed.get_or_init(|| TypedFile::new(&file)).as_ref()?), region)
            });
            out.extend(spliced.take(MOST_PLACES - out.len()));
        }
        if out.is_empty() {
            Err(if has_place {
                UnmirroredReason::Other("the mirror cannot replace the matching code of the port by a translation")
            } else {
                NO_PLACE
            })
        } else {
            Ok(out)
        }
    }

    /// Reports whether an `a[i] = x` uses a variable that the splice assigns.
    ///
    /// Only an `a[i] = x` of Java whose counterpart is `a.append(x)` counts. If the site consists of statements, code
    /// inside the site does not count.
    fn is_appended(&self, place: &SpliceSite, written: &BTreeSet<String>) -> bool {
        let java = self.source.java_tree;
        java.preorder(java.root).into_iter().any(|at| {
            let is_inside = place.java.contains(&at) || java.ancestors(at).any(|above| place.java.contains(&above));
            let is_appended = self.alignment.get(at).is_some_and(|m| m.match_kind == MatchKind::Appended);
            let names = || java.preorder(at).into_iter().filter_map(|id| self.alignment.variables.get(id));
            is_appended
                && (!is_inside || !place.is_statement)
                && names().filter_map(|v| self.alignment.names.get(&v)).any(|name| written.contains(name))
        })
    }

    /// Reports whether only Java uses an assigned variable beside the site.
    ///
    /// Java uses the variable in the same statement but outside of the site, and the port does not.
    fn is_read_unseen(&self, place: &SpliceSite, written: &BTreeSet<String>) -> bool {
        let java = self.source.java_tree;
        let inside: BTreeSet<NodeId> = place.java.iter().flat_map(|j| java.preorder(*j)).collect();
        let around = place.java.first().map(|j| java.preorder(java.statement_of(*j))).unwrap_or_default();
        around.into_iter().filter(|at| !inside.contains(at) && self.alignment.get(*at).is_none()).any(|at| {
            let name = self.alignment.variables.get(at).and_then(|variable| self.alignment.names.get(&variable));
            name.is_some_and(|name| written.contains(name))
        })
    }

    fn splice(
        &self,
        place: &SpliceSite,
        edits: &[TextEdit],
        mutated: (&SourceFile, &TypedFile),
        region: Span,
    ) -> Option<Splice> {
        let source = self.source;
        let kept = reuse_port::kept(source, self.alignment, [&place.java, &place.port], edits)?;
        let unchecked = reuse_port::unchecked(source, self.alignment, [&place.java, &place.port], edits)?;
        let stays = (reuse_port::moved(&kept, edits), reuse_port::moved_unchecked(&unchecked, edits));
        let style = (false, IntegerStyle::Helpers);
        let new = self.fragment(place, mutated, region, (&stays.0, &stays.1), style)?;
        let own_span = place.java_span(source.java_tree);
        let own = self.fragment(place, (source.java, self.typed()?), own_span, (&kept, &unchecked), style)?;
        // The code around an expression needs a value of the same type as before.
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
        let new_edits = self.edits(place, &new, &written, None)?;
        let unchanged = self.edits(place, &own, &written, Some(&probe))?;
        let java_count = self.java_count(*place.java.first()?)?;
        let target = self.target(place)?;
        let python_count = if place.is_statement {
            let (before, after) = self.around_statement(target, &probe);
            vec![TextEdit::insert(target.start, before), TextEdit::insert(target.end, after)]
        } else {
            let text = format!("({})", target.slice(&source.python.text));
            vec![TextEdit::new(target, format!("({}, {})[1]", python_tick(), probe.show(&text)))]
        };
        Some(Splice { edits: new_edits, unchanged, java_count, python_count })
    }

    fn fragment(
        &self,
        place: &SpliceSite,
        (file, typed): (&SourceFile, &TypedFile),
        region: Span,
        (kept, unchecked): (&ReusedTexts, &UncheckedOps),
        (may_continue, integers): (bool, IntegerStyle),
    ) -> Option<FragmentTranslation> {
        let source = self.source;
        let at = source.java.functions.iter().position(|f| f.span == source.pair.java.span)?;
        let translation = transpiler::fragment(
            typed,
            FragmentRequest {
                file,
                function: file.functions.get(at)?,
                region,
                is_statement: place.is_statement,
                names: &place.names,
                kept,
                unchecked,
                taken: &self.words,
                own_name: &source.pair.python.name,
                may_continue,
                integers,
            },
        )?;
        (!self.hides(&translation)).then_some(translation)
    }

    /// Reports whether Python may not allow an assignment expression at this node.
    fn is_closed(&self, p: NodeId) -> bool {
        let port = &self.alignment.port;
        port.ancestors(p).any(|at| matches!(port.kind(at), Kind::Comprehension | Kind::Lambda | Kind::Opaque(_)))
    }

    /// Returns the range of the Python file that the translation replaces.
    fn target(&self, place: &SpliceSite) -> Option<Span> {
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
        place: &SpliceSite,
        translation: &FragmentTranslation,
        written: &BTreeSet<String>,
        probe: Option<&Probe>,
    ) -> Option<Vec<TextEdit>> {
        let (port, file) = (&self.alignment.port, self.source.python);
        let mut plan = EditBuilder::new(port, file, &self.source.pair.python);
        plan.written.clone_from(written);
        let target = self.target(place)?;
        if place.is_statement {
            let indent = desugar_range::indentation(&file.text, target.start);
            let is_on_own_line = file.text[target.end..]
                .lines()
                .next()
                .is_none_or(|rest| rest.trim_start_matches([' ', '\t', ';', '\r']).split('#').next() == Some(""));
            let mut text = match (translation.lines.as_slice(), indent) {
                (lines, Some(indent)) if is_on_own_line => lines.join(&format!("\n{indent}")),
                ([one], _) if !one.ends_with(':') => one.clone(),
                _ => return None,
            };
            if let Some(probe) = probe {
                text += &self.around_statement(target, probe).1;
            }
            plan.edit(place.port[0], TextEdit::new(target, text));
        } else {
            let text = translation.lines.first()?;
            plan.put(place.port[0], probe.map_or_else(|| text.clone(), |probe| probe.show(text)));
        }
        let Ok(Translation::Edits { edits, .. }) = plan.finish() else { return None };
        self.with_definitions(translation, edits)
    }
}

/// Removes the common start and end of the texts of an edit.
///
/// For example, an edit from `c + (a - b) / 2` to `(a - b) / 2` becomes a deletion of `c + `.
fn trim_common_ends(source: &str, edit: &TextEdit) -> TextEdit {
    let (old, new) = (edit.span.slice(source), edit.text.as_str());
    let (old_chars, new_chars): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let most = old_chars.len().min(new_chars.len());
    let same = |n: usize, a: usize, b: usize| n < most && old_chars.get(a) == new_chars.get(b);
    let parts = |chars: &[char], at: usize| at == 0 || at >= chars.len() || is_between(chars[at - 1], chars[at]);
    let mut suffix = 0;
    while same(suffix, old_chars.len().wrapping_sub(suffix + 1), new_chars.len().wrapping_sub(suffix + 1)) {
        suffix += 1;
    }
    while suffix > 0 && !(parts(&old_chars, old_chars.len() - suffix) && parts(&new_chars, new_chars.len() - suffix)) {
        suffix -= 1;
    }
    let mut prefix = 0;
    while prefix + suffix < most && old_chars[prefix] == new_chars[prefix] {
        prefix += 1;
    }
    while prefix > 0 && !(parts(&old_chars, prefix) && parts(&new_chars, prefix)) {
        prefix -= 1;
    }
    let bytes = |chars: &[char]| chars.iter().map(|c| c.len_utf8()).sum::<usize>();
    let (start, end) = (bytes(&old_chars[..prefix]), bytes(&old_chars[old_chars.len() - suffix..]));
    let span = Span::new(edit.span.start + start, edit.span.end - end);
    // An insertion may belong to the code before it or after it, so keep the whole edit.
    if span.is_empty() {
        return edit.clone();
    }
    TextEdit::new(span, new_chars[prefix..new_chars.len() - suffix].iter().collect::<String>())
}

/// Reports whether a token may end between two adjacent characters.
fn is_between(before: char, after: char) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let is_operator = |c: char| !is_word(c) && !c.is_whitespace() && !"()[]{},;".contains(c);
    !(is_word(before) && is_word(after) || is_operator(before) && is_operator(after))
}
