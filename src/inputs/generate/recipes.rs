//! Recipes of objects: a way that makes one, then calls that change it. Most are plain and a few go
//! through several steps; objects among the arguments are made in turn, each time less deep.

use super::Stage;
use super::containers::Maker;
use super::coupling::Fact;
use super::random::Random;
use crate::inputs::objects::{Class, Way};
use crate::model::{Recipe, Step, Value};

/// Most calls on an object after it is made.
const MOST_STEPS: usize = 3;

/// An object of a class, as deep as the maker may go; nothing where that is not deep enough.
pub(super) fn made(maker: &Maker<'_>, class: &Class, random: &mut Random) -> Value {
    let Some(way) = pick(maker, &class.makers, maker.setting.stage, random) else { return Value::Null };
    let inner = Maker { depth: maker.depth.saturating_sub(1), ..*maker };
    let arguments = |way: &Way, random: &mut Random| -> Vec<Value> {
        way.params.iter().map(|ty| inner.value(ty, &Fact::default(), &[], random)).collect()
    };
    let on = match &way.on {
        Some(name) => match maker.literals.objects.class(name) {
            Some(class) => Some(Box::new(made(&inner, class, random))),
            None => return Value::Null,
        },
        None => None,
    };
    let args = arguments(way, random);
    let most = match maker.setting.stage {
        Stage::Simple => 1,
        Stage::Boundary => 2,
        Stage::Typical | Stage::Extreme => MOST_STEPS,
    };
    let steps = if class.steps.is_empty() { 0 } else { random.below(most + 1) };
    let mut then = Vec::with_capacity(steps);
    for _ in 0..steps {
        if let Some(way) = pick(maker, &class.steps, Stage::Typical, random) {
            then.push(Step { maker: way.maker.clone(), args: arguments(way, random) });
        }
    }
    Value::Made(Box::new(Recipe { maker: way.maker.clone(), on, args, then }))
}

/// A way that can be gone at this depth; the plainest, where plain is wanted.
fn pick<'w>(maker: &Maker<'_>, ways: &'w [Way], stage: Stage, random: &mut Random) -> Option<&'w Way> {
    let own = &maker.literals.objects.own;
    let open: Vec<&Way> = ways.iter().filter(|way| way.needs < maker.depth && way.maker != *own).collect();
    match stage {
        Stage::Simple => open.first().copied(),
        _ => random.pick(&open).copied(),
    }
}
