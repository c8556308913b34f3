//! Java's operators in Python. What an edit brings in means what it means in Java: whole numbers
//! wrap, division and remainder truncate, shifts are masked. The port's own operators are not
//! touched by this. Everything is inline: a mutant needs no import and no helper.

use mts_model::{BinaryOp, JavaType, Primitive};

/// The type that an operator works in after promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// 32 bits.
    Int,
    /// 64 bits.
    Long,
    /// `float` and `double`: Python's float.
    Real,
}

impl Number {
    /// The type of one operand; `None` where the source does not tell, or it is no number.
    pub fn of(ty: &JavaType) -> Option<Self> {
        match ty.unboxed()? {
            Primitive::Boolean => None,
            Primitive::Byte | Primitive::Short | Primitive::Char | Primitive::Int => Some(Self::Int),
            Primitive::Long => Some(Self::Long),
            Primitive::Float | Primitive::Double => Some(Self::Real),
        }
    }

    /// Binary numeric promotion.
    pub fn promoted(left: &JavaType, right: &JavaType) -> Option<Self> {
        Some(match (Self::of(left)?, Self::of(right)?) {
            (Self::Real, _) | (_, Self::Real) => Self::Real,
            (Self::Long, _) | (_, Self::Long) => Self::Long,
            _ => Self::Int,
        })
    }
}

/// Python text of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// This operator between the operands as they stand.
    Operator(&'static str),
    /// An expression of its own that needs no parentheses around it.
    Whole(String),
}

/// Lowest value, highest value, and their distance plus one, of a type with this many bits.
fn limits(bits: u32) -> (String, String, String) {
    let high = (1_u128 << (bits - 1)) - 1;
    (format!("-0x{:X}", high + 1), format!("0x{high:X}"), format!("0x{:X}", 1_u128 << bits))
}

/// A value brought back into the range of a type; it stays as it is when it lies inside.
pub(super) fn wrapped(value: &str, bits: u32) -> String {
    let (low, high, all) = limits(bits);
    let offset = low.trim_start_matches('-');
    format!("(lambda v: v if {low} <= v <= {high} else (v + {offset}) % {all} - {offset})({value})")
}

fn bits(number: Number) -> u32 {
    if number == Number::Long { 64 } else { 32 }
}

/// `left op right` with Java's meaning on operands of these types. The texts of the operands are
/// atoms or parenthesised. `None` when a type that decides the meaning is not known.
pub(super) fn binary(op: BinaryOp, types: [&JavaType; 2], left: &str, right: &str) -> Option<Text> {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub, Ushr};
    let both_bool = types.iter().all(|ty| ty.unboxed() == Some(Primitive::Boolean));
    Some(match op {
        Lt | Le | Gt | Ge | Eq | Ne => Text::Operator(op.java()),
        And => Text::Operator("and"),
        Or => Text::Operator("or"),
        // Python's truth values need not be booleans.
        BitXor if both_bool => Text::Whole(format!("((not {left}) != (not {right}))")),
        BitAnd | BitOr | BitXor => Text::Operator(op.java()),
        Add | Sub | Mul => match Number::promoted(types[0], types[1])? {
            Number::Real => Text::Operator(op.java()),
            number => Text::Whole(wrapped(&format!("{left} {} {right}", op.java()), bits(number))),
        },
        Div => match Number::promoted(types[0], types[1])? {
            // 1e999 is the infinity, whatever the port calls `float`; a zero has a sign.
            Number::Real => Text::Whole(format!(
                "(lambda a, b: a / b if b else a * (-1e999 if '%g' % b == '-0' else 1e999))({left}, {right})"
            )),
            number => {
                let quotient = "a // b if (a < 0) == (b < 0) else -(-a // b)";
                let low = limits(bits(number)).0;
                Text::Whole(if right.chars().all(|c| c.is_ascii_digit()) {
                    format!("(lambda a, b: {quotient})({left}, {right})")
                } else {
                    format!("(lambda a, b: a if a == {low} and b == -1 else {quotient})({left}, {right})")
                })
            }
        },
        Rem => {
            match Number::promoted(types[0], types[1])? {
                // The remainder has the sign of the dividend, a zero too.
                Number::Real => Text::Whole(format!(
                    "(lambda a, b: 0 * 1e999 if b == 0 else (lambda r: -r if ('%g' % a)[0] == '-' else r)((a if a >= 0 else -a) % (b if b >= 0 else -b)))({left}, {right})"
                )),
                _ => Text::Whole(format!("(lambda a, b: a % b if (a < 0) == (b < 0) else -(-a % b))({left}, {right})")),
            }
        }
        Shl | Shr | Ushr => {
            let number = Number::of(types[0]).filter(|n| *n != Number::Real)?;
            let mask = bits(number) - 1;
            let by = match right.parse::<u32>() {
                Ok(by) if by <= mask => right.to_owned(),
                _ => format!("({right} & {mask})"),
            };
            let all = limits(bits(number)).2;
            match op {
                Shl => Text::Whole(wrapped(&format!("{left} << {by}"), bits(number))),
                Shr => Text::Whole(format!("({left} >> {by})")),
                _ => Text::Whole(wrapped(&format!("{left} % {all} >> {by}"), bits(number))),
            }
        }
    })
}

/// `-x`, `~x`, `not x` with Java's meaning. `is_simple` says that `x` can be read twice.
pub(super) fn negative(ty: &JavaType, operand: &str, is_simple: bool) -> Option<String> {
    let number = Number::of(ty)?;
    if number == Number::Real {
        return Some(format!("(-{operand})"));
    }
    let low = limits(bits(number)).0;
    Some(if is_simple {
        format!("(-{operand} if {operand} != {low} else {low})")
    } else {
        format!("(lambda v: -v if v != {low} else v)({operand})")
    })
}

/// The value after `++` or `--` of a variable of this type: an expression that reads it up to
/// three times and has to be parenthesised.
pub(super) fn stepped(ty: &JavaType, place: &str, delta: i8) -> Option<String> {
    let sign = if delta > 0 { '+' } else { '-' };
    let bits = match ty.unboxed()? {
        Primitive::Boolean => return None,
        Primitive::Float | Primitive::Double => return Some(format!("{place} {sign} 1")),
        // Java's char is a string in Python, or a number where the port keeps code points.
        Primitive::Char => {
            return Some(format!(
                "chr((ord({place}) {sign} 1) % 0x10000) if {place}.__class__ is ''.__class__ else ({place} {sign} 1) % 0x10000"
            ));
        }
        Primitive::Byte => 8,
        Primitive::Short => 16,
        Primitive::Int => 32,
        Primitive::Long => 64,
    };
    let (low, high, _) = limits(bits);
    let (from, to) = if delta > 0 { (high, low) } else { (low, high) };
    Some(format!("{place} {sign} 1 if {place} != {from} else {to}"))
}

#[cfg(test)]
mod tests;
