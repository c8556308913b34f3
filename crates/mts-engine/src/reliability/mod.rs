//! Checks that results do not depend on chance or on earlier calls and pairs.
//!
//! This module also checks that the objects of both sides agree before the call.

pub(crate) mod confirmation;
pub(crate) mod constructible;
pub(crate) mod hash_seeds;
pub(crate) mod nondeterminism;
pub(crate) mod order_dependence;
pub(crate) mod prestate;
pub(crate) mod state_injection;
pub(crate) mod state_size;
