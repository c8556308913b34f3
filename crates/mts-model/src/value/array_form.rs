//! The forms in which a port takes Java arrays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The form in which a port takes a Java array, other than a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArrayForm {
    /// `bytes`, for a `byte[]`.
    Bytes,
    /// `bytearray`, for a `byte[]` whose elements the port assigns.
    Bytearray,
    /// One string, for a `char[]`.
    Str,
}
