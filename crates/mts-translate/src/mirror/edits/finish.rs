//! Completes the edits of one mutant.
//!
//! The module adds Java's evaluation order, rewrites `range` loops, and checks that Python can parse the result. The
//! module `edit_builder` collects the edits.

use super::desugar_range;
use super::edit_builder::{EditBuilder, UnmirroredReason, binding};
use crate::Translation;
use crate::mirror::match_rules::LoopParts;
use mts_lang::ir::{Form, Kind};
use mts_model::span::apply;
use mts_model::{NodeId, Span, TextEdit};
use std::collections::BTreeSet;

impl EditBuilder<'_> {
    /// Rejects changes of nodes that correspond to several Java nodes.
    ///
    /// Examples are the middle of `a < b < c` and the value of `a = b = x`.
    ///
    /// # Errors
    /// Returns the reason if a changed node corresponds to several Java nodes.
    fn refuse_shared(&self) -> Result<(), UnmirroredReason> {
        for site in &self.sites {
            let mut below = *site;
            for at in self.port.ancestors(*site) {
                let children = self.port.children(at);
                match self.port.kind(at) {
                    Kind::Chain(_) if children.first() != Some(&below) && children.last() != Some(&below) => {
                        return Err("the port reads the value once, and Java reads it several times".into());
                    }
                    Kind::Group if self.port.node(at).form == Form::Chained && below != *site => {
                        return Err("the port assigns one value to several names".into());
                    }
                    _ => {}
                }
                below = at;
            }
        }
        Ok(())
    }

    /// Returns the `range` loops that the mutant needs as `while` loops.
    ///
    /// The result has three kinds of loops. In the first kind, the mutant changes a node without text in the header.
    /// The second kind is the result of [`Self::outlived`]. The third kind encloses a change, and its header has a name
    /// that may have another value in the mutant.
    fn loops(&self) -> Result<Vec<NodeId>, UnmirroredReason> {
        let mut out = BTreeSet::new();
        for id in self.unwritten.keys().chain(&self.without_init) {
            let holder = self.port.ancestors(*id).chain([*id]).find(|at| desugar_range::is_range(self.port, *at));
            let through = self.port.ancestors(*id).find(|at| !self.port.node(*at).is_virtual);
            if let Some(holder) = holder
                && (through == Some(holder) || holder == *id)
            {
                out.insert(holder);
            }
        }
        out.extend(self.outlived());
        for site in &self.sites {
            for at in self.port.ancestors(*site) {
                match self.port.kind(at) {
                    _ if desugar_range::is_range(self.port, at)
                        && !desugar_range::header_names(self.port, at).is_disjoint(&self.written) =>
                    {
                        out.insert(at);
                    }
                    Kind::ForEach => {
                        let header = self.port.children(at)[..2].to_vec();
                        let names = header.iter().flat_map(|id| desugar_range::names(self.port, *id));
                        if names.into_iter().any(|name| self.written.contains(&name)) {
                            return Err("the header of a for-each loop uses a variable that the mutant changes".into());
                        }
                    }
                    Kind::Opaque("for_else") if !self.written.is_empty() => {
                        return Err("the port's loop has an `else` branch".into());
                    }
                    _ => {}
                }
            }
        }
        Ok(out.into_iter().collect())
    }

    /// Returns the `range` loops whose variable lost a later assignment.
    ///
    /// Only a mutant that removes an assignment has such loops. The port may then read the value that the variable has
    /// after the loop. A `range` loop leaves another value in the variable than Java's loop.
    fn outlived(&self) -> Vec<NodeId> {
        if self.lost.is_empty() {
            return Vec::new();
        }
        let port = self.port;
        let comes_before = |id: NodeId| {
            let start = port.node(id).span.start;
            self.sites.iter().any(|site| {
                start < port.node(*site).span.start && !port.ancestors(*site).any(|at| at == id)
                    || port
                        .ancestors(*site)
                        .any(|at| port.kind(at).is_loop() && port.ancestors(id).any(|own| own == at))
            })
        };
        let is_lost = |id: NodeId| {
            let variable = LoopParts::from_node(port, id).inits.first().and_then(|init| port.child(*init, 0));
            variable.is_some_and(|at| matches!(port.kind(at), Kind::Name(name) if self.lost.contains(name)))
        };
        let all = port.preorder(port.root).into_iter();
        all.filter(|id| desugar_range::is_range(port, *id) && is_lost(*id) && comes_before(*id)).collect()
    }

    /// Rewrites assignments so that Python evaluates the target first, as Java does.
    ///
    /// The function rewrites only assignments in which this order may matter.
    fn fix_targets(&mut self) -> Result<(), UnmirroredReason> {
        if self.written.is_empty() {
            return Ok(());
        }
        let sites = self.sites.clone();
        for site in sites {
            let assign = std::iter::once(site)
                .chain(self.port.ancestors(site))
                .take_while(|at| !self.port.kind(*at).is_statement() || *self.port.kind(*at) == Kind::Group)
                .find(|at| *self.port.kind(*at) == Kind::Assign);
            let Some(assign) = assign.filter(|at| *at != site && !self.port.node(*at).is_virtual) else { continue };
            let [target, value] = self.port.children(assign) else { continue };
            let (target, value) = (*target, *value);
            let in_target = std::iter::once(site).chain(self.port.ancestors(site)).any(|at| at == target);
            let uses_target = desugar_range::names(self.port, target).iter().any(|name| self.written.contains(name));
            let statement = self.port.node(assign).parent;
            if statement.is_some_and(|at| *self.port.kind(at) == Kind::Group) {
                let all = desugar_range::names(self.port, statement.unwrap_or(assign));
                let uses = all.iter().filter(|name| self.written.contains(*name)).count();
                if uses > 1 {
                    return Err("the port assigns several variables in one statement".into());
                }
                continue;
            }
            if matches!(self.port.kind(target), Kind::Name(_)) || !(in_target || uses_target) {
                continue;
            }
            let ([base, index], Kind::Index) = (self.port.children(target), self.port.kind(target)) else {
                return Err("Python evaluates the target of the assignment after the value".into());
            };
            if *self.port.kind(value) == Kind::Tuple {
                return Err("Python evaluates the target of the assignment after the value".into());
            }
            let text = format!(
                "{}.__setitem__({}, {})",
                self.atom(*base),
                self.text(*index),
                self.operand(value, binding::LOWEST)
            );
            self.replace_all(self.port.node(assign).span, text);
        }
        Ok(())
    }

    /// Replaces a range by a text that already contains the edits inside it.
    fn replace_all(&mut self, span: Span, text: String) {
        self.edits.retain(|edit| !span.contains(edit.span));
        self.edits.push(TextEdit::new(span, text));
    }

    /// Writes the new text of statements that contain a changed node without text.
    fn recompose(&mut self) -> Result<(), UnmirroredReason> {
        let changed: Vec<NodeId> = self.unwritten.keys().copied().collect();
        for id in changed {
            let Some(holder) = self.port.ancestors(id).find(|at| !self.port.node(*at).is_virtual) else { continue };
            if desugar_range::is_range(self.port, holder) {
                continue;
            }
            if !self.is_recomposed(holder) {
                return Err("the port has no text for the code that the mutant changes".into());
            }
            let span = self.port.node(holder).span;
            if self.edits.iter().any(|edit| edit.span == span) {
                continue;
            }
            let text = self.text(holder);
            self.replace_all(span, text);
        }
        Ok(())
    }

    /// Completes and checks the edits, and returns them as the translation.
    pub fn finish(mut self) -> Result<Translation, UnmirroredReason> {
        self.refuse_shared()?;
        let loops = self.loops()?;
        self.fix_targets()?;
        self.recompose()?;
        let mut desugaring = Vec::new();
        if !loops.is_empty() {
            let plain = EditBuilder::new(self.port, self.file, self.function);
            desugaring = desugar_range::open(&plain, &loops)?;
            self.edits = desugar_range::open(&self, &loops)?;
        }
        if !self.is_sound(&self.edits) || !desugaring.is_empty() && !self.is_sound(&desugaring) {
            return Err("the mirror cannot write the change as valid Python".into());
        }
        Ok(Translation::Edits { edits: self.edits, desugaring })
    }

    /// Reports whether Python can parse the function with these edits.
    fn is_sound(&self, edits: &[TextEdit]) -> bool {
        let Some(text) = apply(&self.file.text, edits) else { return false };
        let span = self.function.span;
        let grown = text.len() + span.end;
        let end = grown.saturating_sub(self.file.text.len());
        let start = self.file.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let own = text.get(start..end).unwrap_or("");
        // The text of a method is indented. With the line `if 1:` before it, the text is a valid module.
        let module = if own.starts_with([' ', '\t']) { format!("if 1:\n{own}\n") } else { format!("{own}\n") };
        mts_lang::python::parses(&module)
    }
}
