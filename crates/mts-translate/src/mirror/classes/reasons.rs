//! Why a class-level change has no counterpart in the port.

use crate::mirror::edits::edit_builder::UnmirroredReason;

pub(super) const NO_CLASS: UnmirroredReason = "the port has no class of this name";

pub(super) const NO_METHOD: UnmirroredReason = "the port has no method of this name";

pub(super) const NO_FIELD: UnmirroredReason = "the port has no attribute of this name";

pub(super) const OTHER_NUMBER: UnmirroredReason = "the port has another number of such places in this method";

pub(super) const OTHER_FORM: UnmirroredReason = "the port says it in another form";
