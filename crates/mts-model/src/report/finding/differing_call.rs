//! A call of another pair that explains a finding.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A call with the same arguments and different results.
///
/// Both functions of a finding make the call. The two called functions are a pair. The receivers of the call are equal too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DifferingCall {
    /// Selector of the called Java function.
    pub java: String,
    /// Selector of the called Python function.
    pub python: String,
    /// The call with its arguments, in Python notation.
    pub call: String,
    /// Java's result of the call, for people.
    pub java_outcome: String,
    /// Python's result of the call, for people.
    pub python_outcome: String,
}
