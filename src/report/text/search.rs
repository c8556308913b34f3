//! Renders searches for better translations: every attempt, the best translation, and the cost.

use crate::report::format::count;
use mts_model::{Attempt, SearchResult, TranslatorUsage};
use std::fmt::Write as _;

/// Renders the results of the searches.
#[must_use]
pub fn render(results: &[SearchResult]) -> String {
    let parts: Vec<String> = results.iter().map(one).collect();
    parts.join("\n")
}

fn one(result: &SearchResult) -> String {
    let mut out = format!("{}, by {}\n", result.name, result.translator);
    // Writing to a string does not fail.
    let _ = writeln!(out, "   #  temperature  prompt  violated  violations  tests  inconclusive  queries");
    for (at, attempt) in result.attempts.iter().enumerate() {
        line(&mut out, at, attempt, result.best == Some(at));
    }
    match (result.best, result.fitness()) {
        (Some(best), Some(fitness)) => {
            let _ = writeln!(
                out,
                "best: number {}, violated properties: {}, violations: {}{}",
                best + 1,
                fitness.properties,
                fitness.violations,
                if result.interrupted { "; interrupted, the best so far" } else { "" }
            );
            match (result.inputs_equal, result.inputs, &result.not_run) {
                (Some(equal), Some(all), _) => {
                    let _ = writeln!(out, "the translation agrees with Java on {equal} of {all} inputs");
                }
                (_, _, reason) => {
                    let _ = writeln!(
                        out,
                        "the translation did not run: {}",
                        reason.as_deref().unwrap_or("no reason is known")
                    );
                }
            }
        }
        _ => out.push_str("the search has no translation\n"),
    }
    let _ = writeln!(out, "{}", describe_usage(&result.usage));
    if let Some(text) = &result.translation {
        let _ = write!(out, "\n{}", text.trim_end());
        out.push('\n');
    }
    out
}

/// Describes the cost of the requests in one line, without a line end.
#[must_use]
pub fn describe_usage(usage: &TranslatorUsage) -> String {
    let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let (needed, requests) = (count(number(usage.texts), "translation"), count(number(usage.requests), "request"));
    let mut out = format!("cargo mts needed {needed}: {} from the cache, {requests}", usage.cached);
    // Writing to a string does not fail.
    if usage.retries > 0 {
        let retries = if usage.retries == 1 { "retry" } else { "retries" };
        let _ = write!(out, " ({} {retries})", usage.retries);
    }
    if usage.prompt_tokens + usage.completion_tokens > 0 {
        let _ = write!(out, "; tokens: {} in prompts, {} in answers", usage.prompt_tokens, usage.completion_tokens);
    }
    if let Some(cost) = usage.cost {
        let _ = write!(out, "; cost: {cost:.4} in the currency of `price`");
    }
    out
}

/// Writes the row of an attempt. `at` is the index of the attempt.
///
/// An attempt without a translation has `-` in place of the numbers of violations.
fn line(out: &mut String, at: usize, attempt: &Attempt, is_best: bool) {
    let Attempt { parameters, fitness, tests, inconclusive, queries, .. } = attempt;
    let (violated, violations) =
        fitness.map_or(("-".to_owned(), "-".to_owned()), |f| (f.properties.to_string(), f.violations.to_string()));
    let mark = if is_best { "*" } else { " " };
    let (number, temperature, prompt) = (at + 1, parameters.temperature, parameters.prompt);
    let _ = writeln!(
        out,
        "{mark}{number:>3}  {temperature:>11.3}  {prompt:>6}  {violated:>8}  {violations:>10}  {tests:>5}  {inconclusive:>12}  \
         {queries:>7}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::{Fitness, Parameters, TranslatorUsage};

    fn attempt(temperature: f64, fitness: Option<Fitness>) -> Attempt {
        let parameters = Parameters { temperature, seed: None, prompt: 0 };
        Attempt { parameters, fitness, violated: [].into(), tests: 24, inconclusive: 0, queries: 6 }
    }

    #[test]
    fn the_best_attempt_has_a_mark_and_an_interruption_has_a_line() {
        let bad = Fitness { properties: 2, violations: 5 };
        let good = Fitness { properties: 0, violations: 0 };
        let result = SearchResult {
            name: "A.f".into(),
            translator: "fake".into(),
            interrupted: true,
            attempts: vec![attempt(0.1, Some(bad)), attempt(0.2, None), attempt(0.6, Some(good))],
            best: Some(2),
            translation: Some("def f():\n    return 1\n".into()),
            inputs_equal: Some(3),
            inputs: Some(4),
            not_run: None,
            usage: TranslatorUsage { texts: 18, requests: 18, ..TranslatorUsage::default() },
        };
        let text = render(std::slice::from_ref(&result));
        assert!(text.contains("\n*  3        0.600"), "{text}");
        assert!(text.contains("best: number 3, violated properties: 0, violations: 0; interrupted"), "{text}");
        assert!(text.contains("on 3 of 4 inputs\n") && text.ends_with("def f():\n    return 1\n"), "{text}");
        let none = SearchResult { best: None, translation: None, ..result };
        assert!(render(&[none]).contains("the search has no translation"));
    }
}
