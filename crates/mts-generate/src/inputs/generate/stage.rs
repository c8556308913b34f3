//! The stages of generated inputs, from simple to extreme.

/// The degree to which an input is unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The simplest call.
    Simple,
    /// An ordinary call.
    Typical,
    /// A boundary: empty, zero, negative, or one element too short or too long.
    Boundary,
    /// Extreme values of types, long arrays, letters beyond ASCII.
    Extreme,
}

impl Stage {
    pub(super) const ALL: [Self; 4] = [Self::Simple, Self::Typical, Self::Boundary, Self::Extreme];

    /// Returns the number of inputs of this stage among `wanted` inputs.
    pub(super) fn share(self, wanted: usize) -> usize {
        let (boundary, extreme) = (wanted * 3 / 16, wanted / 8);
        match self {
            Self::Simple => wanted.div_ceil(16).min(2),
            Self::Boundary => boundary,
            Self::Extreme => extreme,
            Self::Typical => wanted.saturating_sub(wanted.div_ceil(16).min(2) + boundary + extreme),
        }
    }
}

/// The stage and the size of the values of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSetting {
    /// Stage.
    pub stage: Stage,
    /// The size, which limits the length of typical arrays. The size grows from 0 within a stage.
    pub size: usize,
}
