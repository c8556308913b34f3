//! Which part of the port a Java value is, where conversions stand around it. Java converts without
//! a word (`"n" + n`, a char as a number); the static type tells what the port's call is there for.

use super::super::alignment::NodeMatch;
use super::Replay;
use crate::mirror::alignment::inline_helpers::SAME;
use crate::mirror::edits::edit_builder::UnmirroredReason;
use mts_lang::ir::{Kind, Tree};
use mts_model::{JavaType, NodeId, Primitive};

/// Whether a conversion's result is a value of this type, so that an edit belongs around it.
/// `None` where no edit is right: inside, the value is of another type.
fn takes(ty: &JavaType, conversion: &str) -> Option<bool> {
    Some(match (ty.unboxed(), conversion) {
        (_, SAME) => true,
        (Some(Primitive::Char), "ord") => true,
        // Java's number is the character's code; a digit's value or a text made of it are others.
        (Some(Primitive::Char), "int" | "chr" | "float" | "floor" | "trunc" | "bool") => return None,
        (Some(Primitive::Boolean), "bool") => true,
        (Some(Primitive::Boolean), _) => false,
        (Some(Primitive::Float | Primitive::Double), "float") => true,
        (Some(Primitive::Float | Primitive::Double), _) => false,
        (Some(_), "int" | "ord" | "floor" | "trunc") => true,
        (Some(_), _) => false,
        (None, _) => true,
    })
}

/// The counterpart of a Java value with the conversions that belong to it: `str(...)` around a
/// number does not, `ord(...)` around a character does.
pub(in super::super) fn valued(port: &Tree, ty: &JavaType, found: NodeMatch) -> Result<NodeId, UnmirroredReason> {
    let mut out = found.python;
    if found.whole == found.python {
        return Ok(out);
    }
    let between: Vec<NodeId> = port.ancestors(found.python).take_while(|at| *at != found.whole).collect();
    for at in between.into_iter().chain([found.whole]) {
        let Kind::Call { name, .. } = port.kind(at) else { break };
        match takes(ty, name) {
            Some(true) => out = at,
            Some(false) => break,
            None => return Err("value of another type".into()),
        }
    }
    Ok(out)
}

impl Replay<'_> {
    pub(super) fn valued(&self, j: NodeId, found: NodeMatch) -> Result<NodeId, UnmirroredReason> {
        valued(&self.alignment.port, self.ty(j), found)
    }

    /// Whether an operand of an operator is, with its conversions, no number where Java has one.
    pub(super) fn is_text_of_number(&self, j: NodeId, p: NodeId) -> bool {
        let is_text = |kind: &Kind| matches!(kind, Kind::Call { name, has_receiver: false } if ["str", "chr", "list"].contains(&name.as_str()));
        let is_number = self.ty(j).unboxed().is_some_and(|ty| ty != Primitive::Char);
        is_number && is_text(self.alignment.port.kind(p))
    }
}
