//! Generates inputs from Java types, constants of both sides, and relations between parameters.
//!
//! One seed always gives the same list. Most inputs are ordinary calls, because the score does not count a mutant
//! that throws on an input. Boundary and extreme inputs are few and come last, because such calls often run until a
//! limit of ticks or time.

mod call;
mod containers;
pub mod literals;
mod neighbours;
pub mod parameter_relations;
pub mod random;
mod recipes;
mod scalars;
mod stage;
mod strings;

pub use stage::{InputSetting, Stage};

use super::GenerationContext;
use super::supported_types::supported;
use call::CallMaker;
use literals::Literals;
use mts_lang::ir::Tree;
use mts_model::{Function, FunctionKind, GateDomain, Input, InputOrigin, JavaType, Param, Value, jdk};
use parameter_relations::ParamFacts;
use random::Random;
use std::collections::BTreeSet;

/// The generator of the inputs of one function.
///
/// The generator knows the function's types, the relations between its parameters, and the constants of both sides.
#[derive(Debug)]
pub struct InputGenerator {
    params: Vec<Param>,
    facts: Vec<ParamFacts>,
    /// The parameters of the receiver's constructor; `None` if the function needs no receiver.
    receiver: Option<Vec<Param>>,
    receiver_facts: Vec<ParamFacts>,
    literals: Literals,
    domain: GateDomain,
}

impl InputGenerator {
    /// Creates the generator of a Java function.
    ///
    /// # Errors
    ///
    /// Returns an error if the tool cannot make values of a parameter type. The error is one line
    /// that names the type and a solution.
    pub fn new(
        java: &Function,
        known: GenerationContext<'_>,
        java_tree: &Tree,
        python_tree: &Tree,
    ) -> Result<Self, String> {
        let GenerationContext { receiver, enums, objects, has_builders, never_null, domain } = known;
        let can_construct = |name: &str| objects.can_construct(name);
        let is_builder = |ty: &JavaType| ty.simple_class().is_some_and(jdk::is_text_builder);
        for param in java.params.iter().filter(|param| !(has_builders && is_builder(&param.ty))) {
            supported(&param.ty, enums, can_construct)
                .map_err(|ty| advice(java, &format!("parameter `{}`", param.name), &ty))?;
        }
        for ty in receiver.unwrap_or_default() {
            supported(ty, enums, can_construct)
                .map_err(|ty| advice(java, "a parameter of the receiver's constructor", &ty))?;
        }
        let mut facts = parameter_relations::facts(&java.params, &java.name, java_tree);
        if let Some(fact) = never_null.and_then(|param| facts.get_mut(param)) {
            fact.null_checked = false;
        }
        let mut literals = Literals::from_trees(&[java_tree, python_tree]);
        literals.enums.clone_from(enums);
        literals.objects.clone_from(objects);
        let unnamed = |ty: &JavaType| Param { name: String::new(), ty: ty.clone(), optional: false, is_rest: false };
        let receiver: Option<Vec<Param>> = receiver.map(|types| types.iter().map(unnamed).collect());
        let receiver_facts = vec![ParamFacts::default(); receiver.as_ref().map_or(0, Vec::len)];
        Ok(Self { params: java.params.clone(), facts, receiver, receiver_facts, literals, domain })
    }

    /// Generates distinct inputs, which also differ from all inputs of `given`.
    ///
    /// The function returns `max` inputs minus the number of `given`. The result is shorter if the function under
    /// test has too few different calls.
    #[must_use]
    pub fn generate(&self, given: &[Input], max: usize, seed: u64) -> Vec<Input> {
        let maker = self.maker();
        let wanted = max.saturating_sub(given.len());
        let mut random = Random::new(seed);
        let mut seen: BTreeSet<String> = given.iter().map(Input::call_key).collect();
        let mut out: Vec<Input> = Vec::with_capacity(wanted);
        let mut missing = 0;
        for stage in Stage::ALL {
            // If a stage has too few distinct calls, the next stage fills the rest.
            let share = stage.share(wanted) + missing;
            let before = out.len();
            for attempt in 0..share * 8 {
                let made = out.len() - before;
                if made == share {
                    break;
                }
                let setting = InputSetting { stage, size: made * 8 / share.max(1) };
                let args = maker.call(setting, attempt, &mut random);
                // If the arguments are unusual, use an ordinary receiver.
                let ordinary = InputSetting { stage: stage.min(Stage::Typical), size: 4 };
                let receiver = self.receiver_maker().map(|maker| maker.call(ordinary, attempt, &mut random));
                let input = self.generated(receiver, args);
                if seen.insert(input.call_key()) {
                    out.push(input);
                }
            }
            missing = share - (out.len() - before);
        }
        out
    }

    /// Returns a generated input with its origin.
    fn generated(&self, receiver: Option<Vec<Value>>, args: Vec<Value>) -> Input {
        let mut input = Input { receiver, args, origin: InputOrigin::Generated };
        if has_extreme_value(&input) {
            input.origin = InputOrigin::Extreme;
        } else if self.domain == GateDomain::Edge && self.maker().is_outside(&input.args) {
            input.origin = InputOrigin::Outside;
        } else if self.literals.objects.has_placeholder(&input) {
            input.origin = InputOrigin::Placeholder;
        }
        input
    }

    fn maker(&self) -> CallMaker<'_> {
        CallMaker { params: &self.params, facts: &self.facts, literals: &self.literals }
    }

    fn receiver_maker(&self) -> Option<CallMaker<'_>> {
        let params = self.receiver.as_deref()?;
        Some(CallMaker { params, facts: &self.receiver_facts, literals: &self.literals })
    }
}

/// Reports whether a call has a value that overflows in ordinary arithmetic.
///
/// These values are integers with a magnitude of 2^30 or more, floats with a magnitude of 2^53 or
/// more, infinity and NaN. Such calls test little except overflow, because nearly every changed
/// operator differs there.
#[must_use]
pub fn has_extreme_value(input: &Input) -> bool {
    input.receiver.iter().flatten().chain(&input.args).any(is_extreme_value)
}

fn is_extreme_value(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.unsigned_abs() >= 1 << 30,
        Value::Big(_) => true,
        Value::Float(x) => !x.is_finite() || x.abs() >= 9_007_199_254_740_992.0,
        Value::List(items) | Value::Set(items) => items.iter().any(is_extreme_value),
        Value::Map(pairs) => pairs.iter().any(|(key, value)| is_extreme_value(key) || is_extreme_value(value)),
        Value::Object { fields, .. } => fields.iter().any(|(_, value)| is_extreme_value(value)),
        Value::Recipe(recipe) => recipe.values().any(is_extreme_value),
        _ => false,
    }
}

fn advice(java: &Function, place: &str, ty: &JavaType) -> String {
    let ty = if *ty == JavaType::Unknown { "of unknown type".to_owned() } else { format!("of type `{ty}`") };
    // `<init>`, the name of a constructor, is no usual name of a file.
    let class = java.scope.last().filter(|_| java.kind == FunctionKind::Constructor);
    let file = class.unwrap_or(&java.name);
    format!(
        "cargo mts cannot generate values {ty} for {place} of {}: write calls in a suite file, such as \
         mts/inputs/{}.json",
        java.qualified(),
        file.to_lowercase()
    )
}
