//! Properties that people state of pairs: which are in force, and whether they hold.

pub mod checkable;
pub mod declared;
pub mod external;
pub mod in_force;
pub mod model_search;
pub mod pairs;
pub mod suggestions;
