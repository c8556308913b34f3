//! The cause of a disagreement of the originals, with the repairs that show it.

use mts_translate::mirror::Repair;

/// The cause of a disagreement, and the repairs that show it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvedDiagnosis {
    /// The repairs that the tool must make together, in the order of the port's text.
    pub repairs: Vec<Repair>,
    /// The number of the disagreement's inputs on which the repaired port agrees with Java.
    pub explained: usize,
    /// The number of the disagreement's inputs.
    pub inputs: usize,
    /// The fix of the port. `None` if the tool found no fix.
    pub fix: Option<ProvedFix>,
}

/// Repairs after which both sides agree, or only other disagreements remain.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvedFix {
    /// The repairs.
    pub repairs: Vec<Repair>,
    /// The proof.
    pub proof: Proof,
}

/// The numbers of inputs that show the effect of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number of the pair's counted inputs on which the repaired port agrees with Java.
    pub inputs: usize,
    /// The number of further generated inputs on which the repaired port agrees with Java.
    pub further: usize,
    /// The number of inputs that show another disagreement, before and after the repairs. The number includes further
    /// generated inputs.
    pub remaining: usize,
}
