//! The types of a pair as conversion and comparison need them.

use crate::model::{FunctionKind, JavaType, Pair, Signature};

/// What conversion and comparison need of the pair's types.
#[must_use]
pub fn signature(pair: &Pair) -> Signature {
    if pair.is_program() {
        return Signature::program();
    }
    Signature {
        params: pair.java.params.iter().map(|p| p.ty.clone()).collect(),
        returns: if pair.java.kind == FunctionKind::Constructor { JavaType::Void } else { pair.java.returns.clone() },
    }
}
