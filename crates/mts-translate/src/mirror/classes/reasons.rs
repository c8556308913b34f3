//! Holds the reasons why a class-level change has no counterpart in the port.

/// The reason why the mirror cannot make a class-level change in the port.
pub(in crate::mirror) type ClassReplayReason = &'static str;

pub(super) const NO_CLASS: ClassReplayReason = "the port does not have exactly one class of this name";

pub(super) const NO_METHOD: ClassReplayReason = "the port has no method of this name";

pub(super) const NO_FIELD: ClassReplayReason = "the port has no attribute of this name";

pub(super) const OTHER_NUMBER: ClassReplayReason =
    "the changed code does not occur equally often in Java and in the port";

pub(super) const OTHER_FORM: ClassReplayReason = "the port has this code in another form";
