//! Proposes smaller recipes: fewer calls on the object, then smaller arguments.
//!
//! The factory stays the same, because this module does not know other factories.

use super::chunks;
use mts_model::{JavaType, Recipe, Value};

/// A function that proposes smaller values of a type.
type ShrinkFn = fn(&Value, &JavaType) -> Vec<Value>;

/// Proposes smaller recipes, largest steps first; `smaller` shrinks an argument.
pub fn recipes(recipe: &Recipe, smaller: ShrinkFn) -> Vec<Value> {
    let mut out = Vec::new();
    for gone in chunks(recipe.modifiers.len()) {
        let mut smaller = recipe.clone();
        smaller.modifiers.drain(gone);
        out.push(smaller);
    }
    if let Some(on) = &recipe.on {
        let steps = smaller(on, &JavaType::Unknown);
        out.extend(steps.into_iter().map(|on| Recipe { on: Some(Box::new(on)), ..recipe.clone() }));
    }
    let of_factory = with_smaller(&recipe.factory, &recipe.args, smaller);
    out.extend(of_factory.into_iter().map(|args| Recipe { args, ..recipe.clone() }));
    for (at, step) in recipe.modifiers.iter().enumerate() {
        out.extend(with_smaller(&step.factory, &step.args, smaller).into_iter().map(|args| {
            let mut changed = recipe.clone();
            changed.modifiers[at].args = args;
            changed
        }));
    }
    // The injected state belongs to the larger object, so drop it.
    out.into_iter().map(|recipe| Value::Recipe(Box::new(Recipe { injected_state: None, ..recipe }))).collect()
}

/// Returns argument lists with one smaller argument; the types come from the factory's name.
fn with_smaller(factory: &str, args: &[Value], smaller: ShrinkFn) -> Vec<Vec<Value>> {
    let types = types(factory);
    let each: Vec<Vec<Value>> =
        args.iter().enumerate().map(|(at, arg)| smaller(arg, types.get(at).unwrap_or(&JavaType::Unknown))).collect();
    let deepest = each.iter().map(Vec::len).max().unwrap_or_default();
    let mut out = Vec::new();
    for nth in 0..deepest {
        for (at, steps) in each.iter().enumerate() {
            let Some(step) = steps.get(nth) else { continue };
            let mut changed = args.to_vec();
            changed[at] = step.clone();
            out.push(changed);
        }
    }
    out
}

/// Parses the parameter types in a factory's name.
fn types(factory: &str) -> Vec<JavaType> {
    let listed = factory.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or_default();
    JavaType::parse_list(listed).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Step;

    #[test]
    fn shrinking_a_recipe_removes_calls_first_and_then_shrinks_values() {
        let step = |n| Step { factory: "Item.setPrice(int)".to_owned(), args: vec![Value::Int(n)] };
        let recipe = Recipe {
            factory: "Item.<init>(String,char)".to_owned(),
            on: None,
            args: vec![Value::Str("cc".to_owned()), Value::Str("b".to_owned())],
            modifiers: vec![step(7), step(8)],
            injected_state: None,
        };
        let all = recipes(&recipe, crate::inputs::shrink::values::smaller);
        let Value::Recipe(first) = &all[0] else { panic!("{all:?}") };
        assert!(first.modifiers.is_empty() && first.args == recipe.args, "{first:?}");
        let texts: Vec<String> = all.iter().map(|value| value.to_json().to_string()).collect();
        assert!(texts.iter().any(|text| text.contains(r#""args":["","b"]"#)), "{texts:?}");
        assert!(texts.iter().any(|text| text.contains(r#"["Item.setPrice(int)",[0]]"#)), "{texts:?}");
        // A char stays one letter long.
        assert!(texts.iter().all(|text| !text.contains(r#""cc",""]"#)), "{texts:?}");
    }

    #[test]
    fn parameter_types_are_read_from_the_name_of_a_factory() {
        let names: Vec<String> = types("A.m(Map<String, int[]>,int)").iter().map(ToString::to_string).collect();
        assert_eq!(names, ["Map<String, int[]>", "int"]);
        assert!(types("A.m()").len() <= 1);
    }
}
