//! Writes Java's operators as Python text with Java's meaning.
//!
//! In this text, integers wrap, division and remainder truncate, and shift distances are reduced as in Java. The mirror
//! uses such text only in code that it inserts, and the port keeps its own operators. The text is an expression without
//! names of helpers, so a mutant needs no import.

use mts_model::divergences::{self, MeaningOn};
use mts_model::{BinaryOp, JavaType, Primitive, UnaryOp};

/// The type of the operands after binary numeric promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromotedType {
    /// `int` and smaller integer types: 32 bits.
    Int,
    /// `long`: 64 bits.
    Long,
    /// `float` and `double`: Python's `float`.
    Real,
}

impl PromotedType {
    /// Returns the promoted type of one operand.
    ///
    /// `None` if the type is unknown or not a number type.
    pub fn from_type(ty: &JavaType) -> Option<Self> {
        match ty.unboxed()? {
            Primitive::Boolean => None,
            Primitive::Byte | Primitive::Short | Primitive::Char | Primitive::Int => Some(Self::Int),
            Primitive::Long => Some(Self::Long),
            Primitive::Float | Primitive::Double => Some(Self::Real),
        }
    }

    /// Returns the common type of two operands by Java's binary numeric promotion.
    pub fn promoted(left: &JavaType, right: &JavaType) -> Option<Self> {
        Some(match (Self::from_type(left)?, Self::from_type(right)?) {
            (Self::Real, _) | (_, Self::Real) => Self::Real,
            (Self::Long, _) | (_, Self::Long) => Self::Long,
            _ => Self::Int,
        })
    }
}

/// The Python text of a Java operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OperationText {
    /// Only the operator: the operands stay as they are.
    Operator(&'static str),
    /// The complete expression, which needs no parentheses.
    Whole(String),
}

/// Returns the lowest, the highest and the number of a signed type's values.
fn limits(bits: u32) -> (String, String, String) {
    let high = (1_u128 << (bits - 1)) - 1;
    (format!("-0x{:X}", high + 1), format!("0x{high:X}"), format!("0x{:X}", 1_u128 << bits))
}

/// Writes an expression that wraps a value into the range of a signed type.
pub(super) fn wrapped(value: &str, bits: u32) -> String {
    let (low, high, all) = limits(bits);
    fill_template(divergences::WRAP, |name| match name {
        "value" => Some(value.to_owned()),
        "low" => Some(low.clone()),
        "high" => Some(high.clone()),
        "offset" => Some(low.trim_start_matches('-').to_owned()),
        "span" => Some(all.clone()),
        _ => None,
    })
}

fn bits(number: PromotedType) -> u32 {
    if number == PromotedType::Long { 64 } else { 32 }
}

/// Returns the Python text with the meaning of `left op right` in Java.
///
/// `types` are the Java types of the operands. The caller passes operand texts that need no parentheses. `None` if the
/// meaning depends on a type that is unknown.
pub(super) fn binary(op: BinaryOp, types: [&JavaType; 2], left: &str, right: &str) -> Option<OperationText> {
    match op {
        BinaryOp::And => return Some(OperationText::Operator("and")),
        BinaryOp::Or => return Some(OperationText::Operator("or")),
        _ if op.is_relational() => return Some(OperationText::Operator(op.java())),
        _ => {}
    }
    let right_is_literal = right.chars().all(|c| c.is_ascii_digit());
    let on = MeaningOn::from_operation(op, types[0], types[1], right_is_literal)?;
    let Some(meaning) = divergences::meaning(op, on) else { return Some(OperationText::Operator(op.java())) };
    let number =
        if op.is_shift() { PromotedType::from_type(types[0]) } else { PromotedType::promoted(types[0], types[1]) };
    // Only numbers wrap or have a shift distance, so this value does not matter for booleans.
    let bits = number.map_or(1, bits);
    let text = fill_template(meaning.text, |name| match name {
        "left" => Some(left.to_owned()),
        "right" => Some(right.to_owned()),
        "distance" => Some(match right.parse::<u32>() {
            Ok(by) if by < bits => right.to_owned(),
            _ => format!("({right} & {})", bits - 1),
        }),
        "low" => Some(limits(bits).0),
        "span" => Some(limits(bits).2),
        _ => None,
    });
    Some(OperationText::Whole(if meaning.wraps { wrapped(&text, bits) } else { text }))
}

/// Replaces each `{name}` in a text by its value. The function does not search the inserted values for further names.
fn fill_template(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}').and_then(|(name, tail)| Some((value(name)?, tail))) {
            Some((value, tail)) => {
                out.push_str(&value);
                rest = tail;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// Writes `-x` with Java's meaning.
///
/// If `is_simple` is true, the text may read the operand several times.
pub(super) fn negative(ty: &JavaType, operand: &str, is_simple: bool) -> Option<String> {
    let number = PromotedType::from_type(ty)?;
    let meaning = match number {
        PromotedType::Real => None,
        _ => divergences::unary_meaning(UnaryOp::Neg),
    };
    let Some(meaning) = meaning else { return Some(format!("(-{operand})")) };
    let text = |operand: &str| {
        fill_template(meaning.text, |name| match name {
            "operand" => Some(operand.to_owned()),
            "low" => Some(limits(bits(number)).0),
            _ => None,
        })
    };
    Some(if is_simple { format!("({})", text(operand)) } else { format!("(lambda v: {})({operand})", text("v")) })
}

/// Writes the value that a variable of this type has after `++` or `--`.
///
/// The expression reads the variable `place` up to three times. The caller must add parentheses. `delta` is 1 or -1.
pub(super) fn stepped(ty: &JavaType, place: &str, delta: i8) -> Option<String> {
    let (text, bits) = match ty.unboxed()? {
        Primitive::Boolean => return None,
        Primitive::Float | Primitive::Double => (divergences::STEP_OF_REAL, 64),
        Primitive::Char => (divergences::STEP_OF_CHAR, 16),
        Primitive::Byte => (divergences::STEP_OF_INTEGER, 8),
        Primitive::Short => (divergences::STEP_OF_INTEGER, 16),
        Primitive::Int => (divergences::STEP_OF_INTEGER, 32),
        Primitive::Long => (divergences::STEP_OF_INTEGER, 64),
    };
    let (low, high, _) = limits(bits);
    let (from, to) = if delta > 0 { (high, low) } else { (low, high) };
    Some(fill_template(text, |name| match name {
        "place" => Some(place.to_owned()),
        "sign" => Some(if delta > 0 { "+" } else { "-" }.to_owned()),
        "from" => Some(from.clone()),
        "to" => Some(to.clone()),
        _ => None,
    }))
}

#[cfg(test)]
mod tests;
