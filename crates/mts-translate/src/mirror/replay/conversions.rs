//! Finds the counterpart of a Java value around which the port has conversions.
//!
//! Java converts values implicitly, such as a number in `"n" + n`, or a char in arithmetic. The static type of the Java
//! value shows whether a conversion call of the port belongs to the value.

use super::super::alignment::NodeMatch;
use super::Replay;
use crate::mirror::alignment::inline_helpers::SAME;
use crate::mirror::edits::edit_builder::UnmirroredReason;
use mts_lang::ir::{Kind, Tree};
use mts_model::{JavaType, NodeId, Primitive};

/// Reports whether an edit of a Java value must include a conversion of the port.
///
/// `ty` is the Java type of the value. `None` if no edit is correct, because the value inside the conversion has
/// another type than Java's value.
fn takes(ty: &JavaType, conversion: &str) -> Option<bool> {
    Some(match (ty.unboxed(), conversion) {
        (_, SAME) => true,
        (Some(Primitive::Char), "ord") => true,
        // In Java, the number of a char is its code, not the value of a digit.
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

/// Returns the counterpart of a Java value, with the conversions that belong to it.
///
/// For example, `ord(...)` around a character belongs to the value, but `str(...)` around a number does not.
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
            None => return Err("the port uses a value of another type".into()),
        }
    }
    Ok(out)
}

impl Replay<'_> {
    pub(super) fn valued(&self, j: NodeId, found: NodeMatch) -> Result<NodeId, UnmirroredReason> {
        valued(&self.alignment.port, self.ty(j), found)
    }

    /// Reports whether the port converts a Java number to a text or list here.
    ///
    /// `p` is the port's operand with its conversions.
    pub(super) fn is_text_of_number(&self, j: NodeId, p: NodeId) -> bool {
        let is_text = |kind: &Kind| matches!(kind, Kind::Call { name, has_receiver: false } if ["str", "chr", "list"].contains(&name.as_str()));
        let is_number = self.ty(j).unboxed().is_some_and(|ty| ty != Primitive::Char);
        is_number && is_text(self.alignment.port.kind(p))
    }
}
