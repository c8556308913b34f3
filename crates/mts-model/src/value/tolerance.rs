//! The default tolerances of floats, for the comparison of outcomes and for generated tests.

/// Relative tolerance of a Java `double`.
pub const DOUBLE_TOLERANCE: f64 = 1e-9;
/// Relative tolerance of a Java `float`, which has about seven digits.
pub const FLOAT_TOLERANCE: f64 = 1e-5;
/// Absolute tolerance, for values near zero.
pub const ABSOLUTE_TOLERANCE: f64 = 1e-12;
