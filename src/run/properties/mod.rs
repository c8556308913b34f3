//! The declared properties of pairs: which properties are in force, and whether pairs keep them.

pub mod checkable;
pub mod declared;
pub mod external;
pub mod in_force;
pub mod model_search;
pub mod pairs;
pub mod suggestions;
