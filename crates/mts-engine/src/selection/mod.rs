//! Owns the selection of the inputs that a pair runs on. Proposing inputs is left to `mts_generate::inputs`.

pub(crate) mod diversity;
pub(crate) mod input_selection;
pub(crate) mod set_cover;
