//! Selects the inputs that a pair runs on. `mts_generate::inputs` proposes inputs.

pub(crate) mod diversity;
pub(crate) mod hunt;
pub(crate) mod input_selection;
pub(crate) mod set_cover;
