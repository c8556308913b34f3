//! Generates single numbers, characters and booleans, from ordinary to extreme.

use super::literals::Literals;
use super::parameter_relations::ParamFacts;
use super::random::Random;
use super::{InputSetting, Stage};
use crate::inputs::coerce::range;
use mts_model::{Primitive, Value};

/// Generates a value of a primitive type; `fact` holds the facts about its parameter.
pub fn value(
    primitive: Primitive,
    fact: &ParamFacts,
    setting: InputSetting,
    literals: &Literals,
    random: &mut Random,
) -> Value {
    match primitive {
        Primitive::Boolean => Value::Bool(random.draw_bool(50)),
        Primitive::Char => character(setting, literals, random),
        Primitive::Float | Primitive::Double => Value::Float(float(primitive, setting, literals, random)),
        _ => Value::Int(integer(primitive, fact, setting, literals, random)),
    }
}

/// Generates an integer in the range of the type.
pub fn integer(
    primitive: Primitive,
    fact: &ParamFacts,
    setting: InputSetting,
    literals: &Literals,
    random: &mut Random,
) -> i64 {
    let (low, high) = range(primitive);
    // A loop or recursion up to this number ends within the budget of ticks.
    let reach = if fact.recurses { 12 } else { 60 };
    let limited = fact.counts || fact.recurses;
    let n = match setting.stage {
        Stage::Simple => *random.pick(&[1, 2, 3, 0, 5]).unwrap_or(&1),
        Stage::Typical if random.draw_bool(35) && !literals.ints.is_empty() => {
            let n = mined(literals, random);
            if limited && !(0..=reach * 5).contains(&n) { n.rem_euclid(reach) } else { n }
        }
        // Avoid negative numbers: as a loop bound or array size, they mostly give a loop without passes or an
        // exception.
        Stage::Typical if limited && random.draw_bool(96) => {
            let top = *random.pick(&[6, 12, reach]).unwrap_or(&6);
            random.between(0, top)
        }
        Stage::Typical => match random.below(20) {
            0..8 => random.between(0, 12),
            8..11 => random.between(-20, -1),
            11..16 => random.between(10, reach.min(100)),
            16 => *random.pick(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]).unwrap_or(&2),
            17 | 18 => random.between(100, 1_000),
            _ => random.between(1_000, 100_000),
        },
        Stage::Boundary => *random.pick(&[0, -1, 1, 2, -2, 10, 100, -7]).unwrap_or(&0),
        Stage::Extreme if fact.recurses => *random.pick(&[15, 20, -1]).unwrap_or(&15),
        Stage::Extreme if fact.counts => *random.pick(&[1_000, 300, 128, -100, low, 1_024]).unwrap_or(&300),
        Stage::Extreme => {
            let half = [low, high, low + 1, high - 1, high / 2 + 1, low / 2, 65_536, 46_341, -46_341];
            *random.pick(&half).unwrap_or(&high)
        }
    };
    n.clamp(low, high)
}

/// Returns a constant of the code, possibly changed by one, multiplied, halved or negated.
fn mined(literals: &Literals, random: &mut Random) -> i64 {
    let n = random.pick(&literals.ints).copied().unwrap_or_default();
    match random.below(10) {
        0..4 => n,
        4 => n.saturating_sub(1),
        5 => n.saturating_add(1),
        6 => n.saturating_neg(),
        7 => n.saturating_mul(random.between(2, 9)),
        8 => n.saturating_mul(random.between(2, 9)).saturating_add(random.between(-1, 1)),
        _ => n / 2,
    }
}

fn float(primitive: Primitive, setting: InputSetting, literals: &Literals, random: &mut Random) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small integers")]
    let mut whole = |low: i64, high: i64| random.between(low, high) as f64;
    let x = match setting.stage {
        Stage::Simple => whole(0, 3),
        Stage::Typical => match whole(0, 9) as u8 {
            0..3 => whole(-5, 20),
            3 | 4 => whole(-20, 40) / 2.0,
            5 => whole(0, 1_000) / 100.0,
            6 => whole(-100, 100) / 10.0,
            7 => literals.floats.get(whole(0, 8) as usize).copied().unwrap_or_else(|| whole(1, 9) / 3.0),
            8 => match literals.ints.get(whole(0, 8) as usize) {
                #[expect(clippy::cast_precision_loss, reason = "nearest is enough")]
                Some(n) => *n as f64,
                None => whole(50, 1_000),
            },
            _ => whole(1, 9_999) / 7.0,
        },
        Stage::Boundary => *random.pick(&[0.0, 1.0, -1.0, 0.5, -0.5, 0.1, 2.5, 1e-3]).unwrap_or(&0.0),
        Stage::Extreme => {
            let all =
                [-0.0, 1e-9, 1e9, -1e12, 4_503_599_627_370_497.5, f64::MAX, 5e-324, f64::INFINITY, f64::NEG_INFINITY];
            *random.pick(&all).unwrap_or(&0.0)
        }
    };
    if primitive == Primitive::Double {
        return x;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a float parameter holds the nearest float")]
    let single = x as f32;
    f64::from(single)
}

fn character(setting: InputSetting, literals: &Literals, random: &mut Random) -> Value {
    let everyday = ['a', 'b', 'z', 'A', 'Z', '0', '9', ' ', '(', '.', '-', 'e'];
    let far = ['\u{0}', 'é', 'ß', 'İ', '٣', '\u{ffff}', '\n', '中'];
    let chosen = match setting.stage {
        Stage::Simple => 'a',
        Stage::Extreme => *random.pick(&far).unwrap_or(&'é'),
        _ if random.draw_bool(45) => random.pick(&literals.chars).copied().unwrap_or('b'),
        _ => *random.pick(&everyday).unwrap_or(&'a'),
    };
    // A `char` is one UTF-16 unit.
    let chosen = if chosen.len_utf16() == 1 { chosen } else { 'x' };
    Value::Str(chosen.to_string())
}
