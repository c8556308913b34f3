//! Deletes conditions, updates and initialisers of loops, and whole loops.

use super::{NOT_JAVA, Replay};
use crate::mirror::edits::edit_builder::UnmirroredReason;
use crate::mirror::match_rules::{LoopParts, MatchKind};
use mts_lang::ir::Kind;
use mts_model::NodeId;

impl Replay<'_> {
    pub(super) fn delete_condition(&mut self, j: NodeId, init_lost: bool) -> Result<(), UnmirroredReason> {
        let found = self.found(j)?;
        let parts = LoopParts::from_node(self.java, j);
        let port = &self.alignment.port;
        let target = match port.kind(found.python) {
            Kind::For { .. } | Kind::While => LoopParts::from_node(port, found.python).condition,
            _ => None,
        };
        let target = target.ok_or("the port's loop has no condition")?;
        let condition = parts.condition.ok_or("the Java loop has no condition")?;
        let own = self.alignment.get(condition);
        if !own.is_some_and(|m| m.python == target && m.confidence >= 0.5) || self.is_endless(target) {
            return Err("conditions differ".into());
        }
        self.plan.put(target, "True");
        if init_lost { self.drop_inits(j) } else { Ok(()) }
    }

    pub(super) fn delete_update(&mut self, j: NodeId, init_lost: bool) -> Result<(), UnmirroredReason> {
        self.found(j)?;
        for update in LoopParts::from_node(self.java, j).updates {
            self.drop_update(update)?;
        }
        if init_lost { self.drop_inits(j) } else { Ok(()) }
    }

    /// Deletes one update of a `for` loop.
    pub(super) fn drop_update(&mut self, update: NodeId) -> Result<(), UnmirroredReason> {
        let found = self.found(update)?;
        if found.confidence < 0.5 || found.match_kind == MatchKind::Transparent {
            return Err("loop updates differ".into());
        }
        self.require_only_copy(update, found.python)?;
        if let Some(target) = self.alignment.port.child(found.python, 0) {
            self.note_written(target);
        }
        self.pass(found.python)
    }

    /// Rejects a change of a loop update that the port repeats.
    ///
    /// Java's update also runs on `continue`. A `while` loop of the port must repeat the update before each `continue`,
    /// and a change of only one of these copies is not a counterpart.
    pub(super) fn require_only_copy(&self, update: NodeId, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let is_update = self.java.node(update).parent.is_some_and(|at| matches!(self.java.kind(at), Kind::For { .. }));
        if !is_update || port.node(p).is_virtual {
            return Ok(());
        }
        let Some(holder) = port.ancestors(p).find(|at| port.kind(*at).is_loop()) else { return Ok(()) };
        let skips = port.preorder(holder).into_iter().any(|at| {
            matches!(port.kind(at), Kind::Continue { .. })
                && port.ancestors(at).find(|a| port.kind(*a).is_loop()) == Some(holder)
        });
        if skips {
            Err("the port's loop has a `continue`, so the loop update may be at several places".into())
        } else {
            Ok(())
        }
    }

    /// Deletes the update or the initialiser of a `range` loop.
    ///
    /// Neither part has a text of its own.
    pub(super) fn drop_virtual(&mut self, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        let holder = port.node(p).parent.ok_or(UnmirroredReason::NoCounterpart)?;
        let parts = match port.kind(holder) {
            Kind::For { .. } => LoopParts::from_node(port, holder),
            _ => return Err("the port has no text for the code that the mutant changes".into()),
        };
        if parts.updates.contains(&p) {
            self.plan.put(p, "");
        } else if parts.inits.contains(&p) {
            self.plan.without_init.insert(holder);
            self.plan.sites.push(p);
            if let Some(Kind::Name(name)) = port.child(p, 0).map(|target| port.kind(target)) {
                self.plan.lost.insert(name.clone());
            }
        } else {
            return Err("the port has no text for the code that the mutant changes".into());
        }
        Ok(())
    }

    /// Deletes the initialisers of a loop, also expressions, as a defect of muJava does.
    fn drop_inits(&mut self, j: NodeId) -> Result<(), UnmirroredReason> {
        for init in LoopParts::from_node(self.java, j).inits {
            let found = self.found(init)?;
            let target = self.java.child(init, 0).ok_or(UnmirroredReason::NoCounterpart)?;
            if !self.is_set_before_in_java(target, j) {
                return Err(NOT_JAVA);
            }
            if !self.is_set_before(target, found.python) {
                return Err("the port does not assign the variable before the loop".into());
            }
            self.pass(found.python)?;
        }
        Ok(())
    }

    /// Reports whether Java assigns the variable before its loop. If not, the mutant does not compile.
    fn is_set_before_in_java(&self, target: NodeId, holder: NodeId) -> bool {
        let variable = self.alignment.variables.get(target);
        let limit = self.java.node(holder).span.start;
        let is = |id: NodeId| self.alignment.variables.get(id) == variable;
        self.java.params.iter().any(|id| is(*id))
            || self.java.preorder(self.java.root).into_iter().any(|at| {
                self.java.node(at).span.start < limit
                    && match (self.java.kind(at), self.java.children(at)) {
                        (Kind::Declare | Kind::Assign, [name, _]) => is(*name),
                        _ => false,
                    }
            })
    }

    /// Reports whether the port assigns the variable before the initialiser. If not, the variable would not exist in
    /// the port.
    fn is_set_before(&self, target: NodeId, init: NodeId) -> bool {
        let port = &self.alignment.port;
        let Some(variable) = self.alignment.variables.get(target) else { return false };
        let Some(name) = self.alignment.names.get(&variable) else { return false };
        let limit = port.node(init).span.start;
        let is = |id: &NodeId| matches!(port.kind(*id), Kind::Name(n) if n == name);
        port.params.iter().any(is)
            || port.children(port.root).iter().any(|statement| {
                port.node(*statement).span.end <= limit
                    && port
                        .preorder(*statement)
                        .into_iter()
                        .any(|at| *port.kind(at) == Kind::Assign && port.child(at, 0).is_some_and(|t| is(&t)))
            })
    }

    pub(super) fn delete_loop(&mut self, j: NodeId, p: NodeId) -> Result<(), UnmirroredReason> {
        let port = &self.alignment.port;
        if !port.kind(p).is_loop() {
            return Err("statements differ".into());
        }
        let (own, other) = (LoopParts::from_node(self.java, j), LoopParts::from_node(port, p));
        let is_range = crate::mirror::edits::desugar_range::is_range(port, p);
        // In the port, Java's initialisers are statements before the loop, so delete these statements too.
        if !is_range {
            for init in &own.inits {
                let found = self.found(*init)?;
                self.pass(found.python)?;
            }
        }
        // In Java, the port's initialiser is a statement before the loop, so it stays.
        if is_range && own.inits.is_empty() {
            let text = self.plan.text(other.inits[0]);
            self.plan.put(p, text);
            return Ok(());
        }
        if port.node(p).parent.is_none() {
            return Err(UnmirroredReason::NoCounterpart);
        }
        self.plan.put(p, "pass");
        Ok(())
    }
}
