//! Deserializers that check the range of a number.
//!
//! Each deserializer reports an error at the value itself, so that the YAML reader can add the line and the column.

use serde::de::{Deserializer, Error, Visitor};
use std::fmt;

/// A visitor for a number between two bounds, both included.
pub struct Number {
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl Number {
    fn check<E: Error>(&self, value: f64) -> Result<f64, E> {
        if (self.low..=self.high).contains(&value) {
            Ok(value)
        } else {
            Err(E::custom(format!("{value} is out of range, expected a number from {} to {}", self.low, self.high)))
        }
    }
}

impl Visitor<'_> for Number {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number from {} to {}", self.low, self.high)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        self.check(value)
    }

    #[expect(clippy::cast_precision_loss, reason = "integers this large are out of every range")]
    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        self.check(value as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "integers this large are out of every range")]
    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        self.check(value as f64)
    }
}

/// A visitor for a value that may be missing or `null`. `V` reads the value.
pub struct Maybe<V>(pub V);

impl<'de> Visitor<'de> for Maybe<Number> {
    type Value = Option<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_f64(self.0).map(Some)
    }
}

/// Reads a share from 0 to 1.
///
/// # Errors
/// Returns an error if the value is not a number or is out of range.
pub fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_f64(Number { low: 0.0, high: 1.0 })
}

/// Reads a share that may be missing or `null`.
///
/// # Errors
/// Returns an error if [`share`] fails.
pub fn optional_share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    deserializer.deserialize_option(Maybe(Number { low: 0.0, high: 1.0 }))
}

/// A visitor for an integer between two bounds, both included.
pub struct Integer {
    /// The lowest value.
    pub low: u64,
    /// The highest value.
    pub high: u64,
}

impl Visitor<'_> for Integer {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an int from {} to {}", self.low, self.high)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        if (self.low..=self.high).contains(&value) {
            return Ok(value);
        }
        Err(E::custom(format!("{value} is out of range, expected an int from {} to {}", self.low, self.high)))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::custom(format!("{value} is negative, expected an int from {}", self.low))),
        }
    }
}

/// Reads an integer from 0 to 1,000,000,000.
///
/// # Errors
/// Returns an error if the value is not an integer or is out of range.
pub fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Integer { low: 0, high: 1_000_000_000 })
}
