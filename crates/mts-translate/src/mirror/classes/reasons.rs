//! Holds the reasons why a class-level change has no counterpart in the port.

/// The reason why the mirror cannot replay a class-level change.
pub(in crate::mirror) type ClassReplayReason = &'static str;

pub(super) const NO_CLASS: ClassReplayReason = "the port has no class of this name";

pub(super) const NO_METHOD: ClassReplayReason = "the port has no method of this name";

pub(super) const NO_FIELD: ClassReplayReason = "the port has no attribute of this name";

pub(super) const OTHER_NUMBER: ClassReplayReason =
    "the number of such places differs between the port and Java in this method";

pub(super) const OTHER_FORM: ClassReplayReason = "the port writes this code in another form";
