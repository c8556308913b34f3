//! Generates object recipes: a factory call, then modifier calls.
//!
//! Most recipes have few modifier calls, and some call each modifier once. Objects among the arguments
//! have fewer nested levels.

use super::Stage;
use super::containers::ValueMaker;
use super::parameter_relations::ParamFacts;
use super::random::Random;
use crate::inputs::jdk_values;
use crate::inputs::object_recipes::{ClassRecipes, DEEPEST, FactoryCall};
use mts_model::{Recipe, Step, Value};

/// Largest number of modifier calls on an object.
const MOST_STEPS: usize = 3;
/// Largest number of modifier calls if the tool calls each modifier once.
const MOST_SETTINGS: usize = 12;
/// Percentage of recipes for which the tool tries to call each modifier once.
const EVERYTHING: usize = 25;

impl ValueMaker<'_> {
    /// Generates a recipe of a class within the depth limit.
    ///
    /// Returns `Null` if the limit is too low, or if the class of a factory's receiver is unknown.
    pub(super) fn recipe(&self, class: &ClassRecipes, random: &mut Random) -> Value {
        if class.factories.is_empty() && !class.function.is_empty() {
            return jdk_values::lambda(&class.function, random);
        }
        let Some(way) = pick(self, &class.factories, self.setting.stage, random) else { return Value::Null };
        let inner = ValueMaker { depth: self.depth.saturating_sub(1), ..*self };
        let arguments = |way: &FactoryCall, random: &mut Random| -> Vec<Value> {
            way.params.iter().map(|ty| inner.value(ty, &ParamFacts::default(), &[], random)).collect()
        };
        let on = match &way.on {
            Some(name) => match self.literals.objects.class(name) {
                Some(class) => Some(Box::new(inner.recipe(class, random))),
                None => return Value::Null,
            },
            None => None,
        };
        let args = arguments(way, random);
        let most = match self.setting.stage {
            Stage::Simple => 1,
            Stage::Boundary => 2,
            Stage::Typical | Stage::Extreme => MOST_STEPS,
        };
        let count = if class.modifiers.is_empty() { 0 } else { random.below(most + 1) };
        // Sometimes call every modifier, because a modifier sets fields that the constructor does
        // not set. Do this only for outer objects, because inner objects would repeat the calls.
        let is_near = self.depth + 1 >= DEEPEST && self.setting.stage >= Stage::Typical;
        let ways: Vec<&FactoryCall> = if is_near && count > 0 && random.draw_bool(EVERYTHING) {
            open(self, &class.modifiers).take(MOST_SETTINGS).collect()
        } else {
            (0..count).filter_map(|_| pick(self, &class.modifiers, Stage::Typical, random)).collect()
        };
        let modifiers =
            ways.iter().map(|way| Step { factory: way.factory.clone(), args: arguments(way, random) }).collect();
        Value::Recipe(Box::new(Recipe { factory: way.factory.clone(), on, args, modifiers, injected_state: None }))
    }
}

/// Picks a factory call within the depth limit.
///
/// In the simple stage, the function picks the simplest call.
fn pick<'w>(
    maker: &ValueMaker<'_>,
    ways: &'w [FactoryCall],
    stage: Stage,
    random: &mut Random,
) -> Option<&'w FactoryCall> {
    let open: Vec<&FactoryCall> = open(maker, ways).collect();
    match stage {
        Stage::Simple => open.first().copied(),
        _ => random.pick(&open).copied(),
    }
}

/// Returns the factory calls within the depth limit, except calls of the function under test.
fn open<'w>(maker: &ValueMaker<'_>, ways: &'w [FactoryCall]) -> impl Iterator<Item = &'w FactoryCall> {
    let (depth, own) = (maker.depth, maker.literals.objects.own.clone());
    ways.iter().filter(move |way| way.needs < depth && way.factory != own)
}
