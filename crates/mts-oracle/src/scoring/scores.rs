//! Computes the scores from verdicts: MTS, CA and EA.
//!
//! This module computes MTS for the whole run, for each pair and for each operator. EA (execution
//! accuracy) is the share of ports that run without an error. CA and EA have two kinds each. The
//! definitions are those of Guizzo et al. 2023, section 3; lower MTS is better.
//! A score without a counted item is `None`, never 0.

use super::intervals::{self, Stratum};
pub use super::share::share;
use mts_model::report::{Interval, OperatorScore, Sample, Scores};
use mts_model::{KillReason, MutantVerdict, Operator, State, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

/// Computes the scores of one pair. `accepted` holds the ids of accepted findings. Accepted kills
/// count in `mts`, but not in the numerator of `mts_open`.
#[must_use]
pub fn scores(verdicts: &[MutantVerdict], accepted: &BTreeSet<String>) -> Scores {
    let mut scores = Scores::default();
    for mutant in verdicts {
        let operator = scores.per_operator.entry(mutant.operator).or_default();
        let is_counted = matches!(mutant.verdict, Verdict::Killed(_) | Verdict::Survived);
        scores.exact += u64::from(is_counted && mutant.exact);
        match mutant.verdict {
            Verdict::Killed(reason) => {
                operator.counted += 1;
                operator.killed += 1;
                scores.counted += 1;
                scores.killed += 1;
                operator.accepted += u64::from(accepted.contains(&mutant.id));
                scores.accepted += u64::from(accepted.contains(&mutant.id));
                *scores.kill_reasons.entry(reason.word().to_owned()).or_default() += 1;
            }
            Verdict::Survived => {
                operator.counted += 1;
                scores.counted += 1;
            }
            Verdict::Anomalous(_) => scores.anomalous += 1,
            Verdict::Unmirrored => scores.unmirrored += 1,
            Verdict::Unknown => scores.unknown += 1,
        }
    }
    fill_in_shares(scores)
}

/// The numbers of inputs of a pair, by the comparison of the originals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputCounts {
    /// Inputs that count for CA: on these inputs, the tool compared the originals.
    pub inputs: usize,
    /// Inputs on which the originals agree, including type drift.
    pub equal: usize,
    /// Inputs on which the originals agree with a type drift.
    pub type_drifted: usize,
    /// Inputs with a placeholder on which the originals differ. `inputs` does not include them.
    pub undecided: usize,
}

/// Adds the numbers of inputs to the scores.
#[must_use]
pub fn with_originals(mut scores: Scores, counts: InputCounts) -> Scores {
    scores.inputs = counts.inputs as u64;
    scores.inputs_equal = counts.equal as u64;
    scores.inputs_type_drifted = counts.type_drifted as u64;
    scores.inputs_undecided = counts.undecided as u64;
    fill_in_shares(scores)
}

/// Adds the sample to the scores. `generated` has the number of generated mutants of each operator. `weight` is the
/// number of mutants that each mutant in the sample represents. If every mutant ran, the scores get no sample.
#[must_use]
pub fn with_sample(
    mut scores: Scores,
    verdicts: &[MutantVerdict],
    generated: &BTreeMap<Operator, u64>,
    weight: f64,
) -> Scores {
    let mut operators: BTreeMap<Operator, [u64; 2]> =
        generated.iter().map(|(op, generated)| (*op, [*generated, 0])).collect();
    for mutant in verdicts {
        operators.entry(mutant.operator).or_default()[1] += 1;
    }
    let sum = |at: usize| operators.values().map(|counts| counts[at]).sum();
    let (generated, run) = (sum(0), sum(1));
    if run < generated {
        scores.sample = Some(Sample { generated, run, weight, mts: None, mts_open: None, operators });
    }
    fill_in_shares(scores)
}

/// Returns a pair's counts for a score over several pairs.
fn stratum(scores: &Scores, hits: u64) -> Stratum {
    let all = scores.counted + scores.anomalous + scores.unmirrored + scores.unknown;
    match &scores.sample {
        Some(sample) => {
            let (run, generated, weight) = (sample.run, sample.generated, sample.weight);
            Stratum { hits, counted: scores.counted, run, generated, weight }
        }
        None => Stratum { hits, counted: scores.counted, run: all, generated: all, weight: 1.0 },
    }
}

/// Computes the scores over several pairs. Every mutant and every input has the same weight (micro
/// average). In a sample, the weight of a mutant is the number of mutants that it represents, and
/// the score has an interval.
#[must_use]
pub fn overall<'a>(pairs: impl IntoIterator<Item = &'a Scores>) -> Scores {
    let pairs: Vec<&Scores> = pairs.into_iter().collect();
    let mut sum = sum_counts(&pairs);
    if pairs.iter().all(|one| one.sample.is_none()) {
        return sum;
    }
    let over = |hits: fn(&Scores) -> u64| {
        intervals::stratified(&pairs.iter().map(|one| stratum(one, hits(one))).collect::<Vec<_>>())
    };
    let (all, open) = (over(|one| one.killed), over(|one| one.killed.saturating_sub(one.accepted)));
    (sum.mts, sum.mts_open) = (all.map(|(score, _)| score), open.map(|(score, _)| score));
    let strata: Vec<Stratum> = pairs.iter().map(|one| stratum(one, one.killed)).collect();
    let whole = |of: fn(&Stratum) -> u64| strata.iter().map(of).sum::<u64>();
    let (generated, run) = (whole(|one| one.generated), whole(|one| one.run));
    let weighed = strata.iter().map(|one| one.weight * one.run as f64).sum::<f64>();
    sum.sample = Some(Sample {
        generated,
        run,
        weight: if run > 0 { weighed / run as f64 } else { 1.0 },
        mts: all.map(|(_, interval)| interval),
        mts_open: open.map(|(_, interval)| interval),
        operators: BTreeMap::new(),
    });
    sum_operators(&pairs, &mut sum);
    sum
}

/// Computes the scores of single operators over several pairs, some of which are samples.
fn sum_operators(pairs: &[&Scores], sum: &mut Scores) {
    for (operator, score) in &mut sum.per_operator {
        let of_pair = |one: &&Scores| {
            let own = one.per_operator.get(operator).copied().unwrap_or_default();
            // If there is no sample, the number of uncounted mutants has no effect.
            let sample = one.sample.as_ref().map(|sample| (sample, sample.operators.get(operator)));
            let (run, generated, weight) = match sample {
                Some((sample, Some([generated, run]))) => (*run, *generated, sample.weight),
                Some((sample, None)) => (0, 0, sample.weight),
                None => (own.counted, own.counted, 1.0),
            };
            Stratum { hits: own.killed, counted: own.counted, run, generated, weight }
        };
        let strata: Vec<Stratum> = pairs.iter().map(of_pair).filter(|one| one.generated > 0).collect();
        if strata.iter().any(|one| one.run < one.generated)
            && let Some((mts, interval)) = intervals::stratified(&strata)
        {
            (score.mts, score.interval) = (Some(mts), Some(interval));
        }
    }
}

/// Adds a count that a pair may lack to a sum.
fn add<C: Default + for<'c> AddAssign<&'c C>>(sum: &mut Option<C>, own: Option<&C>) {
    if let Some(own) = own {
        *sum.get_or_insert_default() += own;
    }
}

/// Adds up the counts of several pairs.
fn sum_counts(pairs: &[&Scores]) -> Scores {
    let mut sum = Scores::default();
    for one in pairs {
        sum.counted += one.counted;
        sum.killed += one.killed;
        sum.accepted += one.accepted;
        sum.exact += one.exact;
        sum.anomalous += one.anomalous;
        sum.unmirrored += one.unmirrored;
        sum.unknown += one.unknown;
        sum.ignored += one.ignored;
        add(&mut sum.fragments, one.fragments.as_ref());
        add(&mut sum.variants, one.variants.as_ref());
        add(&mut sum.properties, one.properties.as_ref());
        sum.inputs += one.inputs;
        sum.inputs_equal += one.inputs_equal;
        sum.inputs_type_drifted += one.inputs_type_drifted;
        sum.inputs_undecided += one.inputs_undecided;
        sum.inputs_accepted += one.inputs_accepted;
        for (reason, n) in &one.kill_reasons {
            *sum.kill_reasons.entry(reason.clone()).or_default() += n;
        }
        for (operator, score) in &one.per_operator {
            let into = sum.per_operator.entry(*operator).or_default();
            into.counted += score.counted;
            into.killed += score.killed;
            into.accepted += score.accepted;
        }
    }
    fill_in_shares(sum)
}

/// Returns the increase of a pair's MTS without accepted kills from base to head.
///
/// A decrease is negative. Only mutants that count at both revisions are included, by id. `None` if
/// there are no such mutants.
#[must_use]
pub fn increase(base: &[MutantVerdict], head: &[MutantVerdict], accepted: &BTreeSet<String>) -> Option<f64> {
    let killed: BTreeMap<&str, bool> =
        base.iter().filter(|m| m.verdict.is_counted()).map(|m| (m.id.as_str(), m.verdict.is_killed())).collect();
    let (mut both, mut before, mut after) = (0, 0, 0);
    for mutant in head.iter().filter(|m| m.verdict.is_counted()) {
        let Some(was_killed) = killed.get(mutant.id.as_str()) else { continue };
        let open = !accepted.contains(&mutant.id);
        both += 1;
        before += u64::from(open && *was_killed);
        after += u64::from(open && mutant.verdict.is_killed());
    }
    Some(share(after, both)? - share(before, both)?)
}

/// Returns the interval of [`increase`] if not all mutants ran. The mutants of the head are then a
/// sample of the `generated` mutants. `None` if all mutants ran, or none counts at both revisions.
#[must_use]
pub fn increase_interval(
    base: &[MutantVerdict],
    head: &[MutantVerdict],
    accepted: &BTreeSet<String>,
    generated: u64,
) -> Option<Interval> {
    let killed: BTreeMap<&str, bool> =
        base.iter().filter(|m| m.verdict.is_counted()).map(|m| (m.id.as_str(), m.verdict.is_killed())).collect();
    let (mut both, mut more, mut fewer) = (0, 0, 0);
    for mutant in head.iter().filter(|m| m.verdict.is_counted()) {
        let Some(was_killed) = killed.get(mutant.id.as_str()) else { continue };
        let is_open = !accepted.contains(&mutant.id);
        let is_killed = mutant.verdict.is_killed();
        both += 1;
        more += u64::from(is_open && is_killed && !was_killed);
        fewer += u64::from(is_open && !is_killed && *was_killed);
    }
    let run = head.len() as u64;
    (run < generated).then(|| intervals::increase(more, fewer, both, run, generated))?
}

/// Computes the scores over the pairs whose originals agree on every input.
///
/// The paper calls this "MTS with original correct". A score above 0 suggests latent faults.
#[must_use]
pub fn originals_correct<'a>(pairs: impl IntoIterator<Item = &'a Scores>) -> Scores {
    overall(pairs.into_iter().filter(|one| one.inputs > 0 && one.inputs_equal == one.inputs))
}

/// Removes the mutants whose counterpart failed, so that only kills by a mismatch remain. This rule
/// is the second reading of the paper's tables, and not the default.
#[must_use]
pub fn mismatches_only(verdicts: &[MutantVerdict]) -> Vec<MutantVerdict> {
    let ran = |verdict: &Verdict| !matches!(verdict, Verdict::Killed(reason) if *reason != KillReason::Mismatch);
    verdicts.iter().filter(|one| ran(&one.verdict)).cloned().collect()
}

/// The mean, the median and the spread of the pairs' own scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndividualScores {
    /// Number of pairs with a score.
    pub pairs: usize,
    /// Mean.
    pub mean: f64,
    /// Median; for an even number of pairs, the mean of the middle two scores.
    pub median: f64,
    /// Standard deviation of the population.
    pub sd: f64,
}

/// Computes the mean, the median and the spread of the scores of single pairs. A pair without a
/// counted mutant has no score. `None` if no pair has a score.
#[must_use]
pub fn individual_scores<'a>(pairs: impl IntoIterator<Item = &'a Scores>) -> Option<IndividualScores> {
    let mut all: Vec<f64> = pairs.into_iter().filter_map(|one| one.mts).collect();
    all.sort_by(f64::total_cmp);
    let middle = all.get(all.len() / 2)?;
    let median = if all.len() % 2 == 1 { *middle } else { f64::midpoint(all[all.len() / 2 - 1], *middle) };
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let variance = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    Some(IndividualScores { pairs: all.len(), mean, median, sd: variance.sqrt() })
}

/// Returns the share of pairs whose originals agree on every input.
///
/// This share is AVATAR's CA (Ahmad et al. 2023). `None` if the tool compared no pair.
#[must_use]
pub fn ca_programs<'a>(pairs: impl IntoIterator<Item = &'a Scores>) -> Option<f64> {
    let compared: Vec<&Scores> = pairs.into_iter().filter(|one| one.inputs > 0).collect();
    let correct = compared.iter().filter(|one| one.inputs_equal == one.inputs).count();
    share(correct as u64, compared.len() as u64)
}

/// Returns the share of ports that run without an error.
///
/// This share is AVATAR's EA of functions (Ahmad et al. 2023). `runs` has one state per port, its
/// worst state over all inputs. `Ok` and `Timeout` count as running. A compile error, an exception
/// and a crash do not count. `None` if there is no port.
#[must_use]
pub fn ea_functions(runs: &[State]) -> Option<f64> {
    let ran = runs.iter().filter(|state| matches!(state, State::Ok | State::Timeout)).count();
    share(ran as u64, runs.len() as u64)
}

/// Returns the share of ports that compile (AVATAR's EA of programs). `None` if there is no port.
#[must_use]
pub fn ea_compile(runs: &[State]) -> Option<f64> {
    let compiled = runs.iter().filter(|state| !matches!(state, State::NotCompiled | State::Missing)).count();
    share(compiled as u64, runs.len() as u64)
}

/// Returns the 95 % Wilson score interval of the share `hits / of`. `None` if `of` is 0.
#[must_use]
pub fn wilson(hits: u64, of: u64) -> Option<(f64, f64)> {
    let Interval { low, high } = intervals::wilson_interval(share(hits, of)?, of as f64);
    Some((low, high))
}

/// Computes every share from the counts.
///
/// The function also removes the rows of operators without a counted mutant.
fn fill_in_shares(mut scores: Scores) -> Scores {
    scores.mts = share(scores.killed, scores.counted);
    scores.mts_open = share(scores.killed.saturating_sub(scores.accepted), scores.counted);
    scores.ca_tests = share(scores.inputs_equal, scores.inputs);
    scores.per_operator.retain(|_, score: &mut OperatorScore| score.counted > 0);
    for score in scores.per_operator.values_mut() {
        score.mts = share(score.killed, score.counted);
    }
    let Some(sample) = &mut scores.sample else { return scores };
    let interval = |hits| intervals::unstratified(hits, scores.counted, sample.run, sample.generated);
    (sample.mts, sample.mts_open) = (interval(scores.killed), interval(scores.killed.saturating_sub(scores.accepted)));
    for (operator, score) in &mut scores.per_operator {
        let Some([generated, run]) = sample.operators.get(operator).filter(|[generated, run]| run < generated) else {
            continue;
        };
        score.interval = intervals::unstratified(score.killed, score.counted, *run, *generated);
    }
    scores
}

#[cfg(test)]
#[path = "scores_tests.rs"]
mod tests;
