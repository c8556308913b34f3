//! Holds intervals of integers, whose limits are far outside of the range of a `long`.

use mts_model::{BinaryOp, JavaType, Primitive};

/// All integers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transpiler) struct Interval {
    pub(in crate::transpiler) low: i128,
    pub(in crate::transpiler) high: i128,
}

/// The limit of an interval. [`Interval::new`] reduces larger numbers to this limit, and raises smaller numbers to the
/// negated limit.
const FAR: i128 = 1 << 100;

impl Interval {
    pub(in crate::transpiler) fn new(low: i128, high: i128) -> Self {
        Self { low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    pub(super) fn from_value(value: i128) -> Self {
        Self::new(value, value)
    }

    /// Returns the range of an integer type. For another type, the range has all values.
    pub(in crate::transpiler) fn from_type(ty: &JavaType) -> Self {
        let bits = match ty.unboxed() {
            Some(Primitive::Char) => return Self { low: 0, high: 0xffff },
            Some(Primitive::Byte) => 8,
            Some(Primitive::Short) => 16,
            Some(Primitive::Int) => 32,
            Some(Primitive::Long) => 64,
            _ => return Self { low: -FAR, high: FAR },
        };
        Self { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 }
    }

    pub(in crate::transpiler) fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Returns the intersection. If the intersection is empty, the result is this interval.
    pub(super) fn intersection(self, other: Self) -> Self {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low <= high { Self { low, high } } else { self }
    }

    /// Widens this interval so that it includes `next`.
    ///
    /// If the lower bound falls, the new bound is 0, -1 or the lower end of `all`. If the upper bound rises, the new
    /// bound is the upper end of `all`. So an analysis of a loop ends after few rounds.
    pub(super) fn widen(self, next: Self, all: Self) -> Self {
        let low = if next.low >= self.low {
            self.low
        } else if next.low >= 0 {
            0
        } else if next.low >= -1 {
            -1
        } else {
            all.low
        };
        let high = if next.high <= self.high { self.high } else { all.high };
        Self { low, high }
    }

    /// Returns the interval after Java reduces the values to a type.
    pub(super) fn wrapped(self, ty: &JavaType) -> Self {
        let all = Self::from_type(ty);
        if self.is_within(all) { self } else { all }
    }

    pub(super) fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    pub(super) fn complement(self) -> Self {
        Self { low: -1 - self.high, high: -1 - self.low }
    }

    pub(super) fn absolute(self) -> Self {
        if self.low >= 0 {
            self
        } else if self.high <= 0 {
            self.negated()
        } else {
            Self { low: 0, high: self.high.max(-self.low) }
        }
    }

    /// Returns an interval with all exact results of an operation on integers, before wrapping.
    pub(super) fn combine(op: BinaryOp, a: Self, b: Self, ty: &JavaType) -> Self {
        let over = |values: &[i128]| {
            let low = values.iter().copied().min().unwrap_or(-FAR);
            Self::new(low, values.iter().copied().max().unwrap_or(FAR))
        };
        match op {
            BinaryOp::Add => Self::new(a.low + b.low, a.high + b.high),
            BinaryOp::Sub => Self::new(a.low - b.high, a.high - b.low),
            BinaryOp::Mul => {
                let products = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
                over(&products.map(|(x, y)| x.saturating_mul(y)))
            }
            BinaryOp::Div => {
                // The divisors nearest to zero give the largest quotients.
                let mut divisors = vec![b.low, b.high];
                divisors.extend([-1, 1].into_iter().filter(|d| b.low <= *d && *d <= b.high));
                divisors.retain(|d| *d != 0);
                let mut quotients: Vec<i128> = divisors.iter().flat_map(|d| [a.low / d, a.high / d]).collect();
                if a.low <= 0 && a.high >= 0 {
                    quotients.push(0);
                }
                over(&quotients)
            }
            BinaryOp::Rem => {
                let largest = (b.absolute().high - 1).max(0);
                let low = if a.low >= 0 { 0 } else { (-largest).max(a.low) };
                Self::new(low, if a.high <= 0 { 0 } else { largest.min(a.high) })
            }
            BinaryOp::BitAnd if a.low >= 0 && b.low >= 0 => Self::new(0, a.high.min(b.high)),
            BinaryOp::BitAnd if a.low >= 0 => Self::new(0, a.high),
            BinaryOp::BitAnd if b.low >= 0 => Self::new(0, b.high),
            BinaryOp::BitOr | BinaryOp::BitXor if a.low >= 0 && b.low >= 0 => {
                let bits = 128 - a.high.max(b.high).leading_zeros();
                Self::new(0, (1 << bits) - 1)
            }
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => Self::shifted(op, a, b, ty),
            _ => Self::from_type(ty),
        }
    }

    fn shifted(op: BinaryOp, a: Self, b: Self, ty: &JavaType) -> Self {
        let all = Self::from_type(ty);
        let bits = if ty.primitive() == Some(Primitive::Long) { 64 } else { 32 };
        let known = b.low == b.high;
        let by = b.low.rem_euclid(bits);
        match op {
            BinaryOp::Shl if known => Self::new(a.low << by, a.high << by),
            BinaryOp::Shr if known => Self::new(a.low >> by, a.high >> by),
            BinaryOp::Shr => Self::new(a.low.min(0), a.high.max(if a.low < 0 { -1 } else { 0 }).max(0)),
            BinaryOp::Ushr if a.low >= 0 && known => Self::new(a.low >> by, a.high >> by),
            BinaryOp::Ushr if a.low >= 0 => Self::new(0, a.high),
            BinaryOp::Ushr if known && by > 0 => Self::new(0, (1 << (bits - by)) - 1),
            _ if op == BinaryOp::Shl => Self::new(-FAR, FAR),
            _ => all,
        }
    }
}
