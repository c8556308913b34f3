//! Why a class-level change has no counterpart in the port.

/// Why a change cannot be replayed.
pub(in crate::mirror) type Reason = &'static str;

pub(super) const NO_CLASS: Reason = "the port has no class of this name";

pub(super) const NO_METHOD: Reason = "the port has no method of this name";

pub(super) const NO_FIELD: Reason = "the port has no attribute of this name";

pub(super) const OTHER_NUMBER: Reason = "the port has another number of such places in this method";

pub(super) const OTHER_FORM: Reason = "the port says it in another form";
