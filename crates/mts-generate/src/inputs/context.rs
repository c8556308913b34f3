//! Facts about a pair that the generator of inputs needs.

use super::object_recipes::Objects;
use super::supported_types::Enums;
use mts_model::{GateDomain, JavaType};
use std::sync::{Arc, LazyLock};

static NONE: LazyLock<Arc<Enums>> = LazyLock::new(Arc::default);

static NO_OBJECTS: LazyLock<Arc<Objects>> = LazyLock::new(Arc::default);

/// Facts about a pair that its signature does not show.
#[derive(Clone, Copy, Debug)]
pub struct GenerationContext<'a> {
    /// The parameter types of the receiver's constructor; `None` if the function needs no receiver.
    pub receiver: Option<&'a [JavaType]>,
    /// The enums that the types of the signature name.
    pub enums: &'a Arc<Enums>,
    /// The objects that the tool can construct.
    pub objects: &'a Arc<Objects>,
    /// True if the port takes `io.StringIO` or a text for a `StringBuilder`.
    pub has_builders: bool,
    /// The index of a parameter that is never null.
    ///
    /// The port has one function for each type of this parameter, so the tool chooses the function by the value.
    pub never_null: Option<usize>,
    /// The inputs whose differences are errors. With `all`, no generated input is outside the
    /// domain.
    pub domain: GateDomain,
}

impl Default for GenerationContext<'_> {
    fn default() -> Self {
        Self {
            receiver: None,
            enums: &NONE,
            objects: &NO_OBJECTS,
            has_builders: false,
            never_null: None,
            domain: GateDomain::Edge,
        }
    }
}
