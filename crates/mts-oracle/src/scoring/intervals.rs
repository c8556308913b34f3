//! Computes the interval of a score over all mutants from a sample. The interval is Wilson's
//! interval (1927) with an effective sample size.
//!
//! The effective size differs from the number of counted mutants for three reasons. First, a sample
//! without replacement from a finite population has a larger effective size (Cochran 1977, section
//! 2.6). Second, strata with different scores increase the effective size, and unequal weights
//! decrease it; the sample's variance gives both effects (Dean, Pagano 2015, "modified Wilson").
//! Third, the number of counted mutants is an estimate, so the score is a ratio.

use super::share::share;
use mts_model::report::Interval;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The lowest number of mutants that ran in a group of neighbouring pairs. A smaller group gives no
/// usable estimate of the variance.
const GROUP: u64 = 4;
/// The weight of the prior assumption that the sample design has no effect. The unit is groups.
const PRIOR: f64 = 4.0;

/// The counts of one pair's mutants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratum {
    /// The number of killed mutants among the counted mutants.
    pub hits: u64,
    /// The number of counted mutants among those that ran.
    pub counted: u64,
    /// The number of mutants that ran, among the generated mutants.
    pub run: u64,
    /// The number of generated mutants.
    pub generated: u64,
    /// The number of mutants that each mutant in the sample represents.
    pub weight: f64,
}

/// Returns Wilson's interval of a share. `of` is the size of the sample.
pub(crate) fn wilson_interval(share: f64, of: f64) -> Interval {
    let centre = share + Z * Z / (2.0 * of);
    let spread = Z * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of)).sqrt();
    let scale = 1.0 + Z * Z / of;
    // Rounding must not put a share outside its own interval.
    Interval {
        low: ((centre - spread) / scale).max(0.0).min(share),
        high: ((centre + spread) / scale).min(1.0).max(share),
    }
}

/// Returns the interval of the score of one pair or one operator. The formula ignores strata, so
/// the interval is never too narrow for a proportional sample. `None` if no mutant is counted.
#[must_use]
pub fn unstratified(hits: u64, counted: u64, run: u64, generated: u64) -> Option<Interval> {
    let score = share(hits, counted)?;
    Some(match effective_sample_size(counted as f64, run, generated) {
        Some(of) => wilson_interval(score, of),
        None => Interval { low: score, high: score },
    })
}

/// Returns the size of an equally precise sample from an infinite population.
///
/// `None` if every mutant ran.
fn effective_sample_size(counted: f64, run: u64, generated: u64) -> Option<f64> {
    (run < generated).then(|| counted * (generated as f64 - 1.0) / (generated - run) as f64)
}

/// Returns the weighted score over several pairs, and its interval. `None` if no mutant is counted.
#[must_use]
pub fn stratified(strata: &[Stratum]) -> Option<(f64, Interval)> {
    let sum = |of: &dyn Fn(&Stratum) -> f64| strata.iter().map(of).sum::<f64>();
    let whole = |of: fn(&Stratum) -> u64| strata.iter().map(of).sum::<u64>();
    let counted = sum(&|one| one.weight * one.counted as f64);
    if counted <= 0.0 {
        return None;
    }
    let is_even = strata.windows(2).all(|two| two[0].weight.to_bits() == two[1].weight.to_bits());
    let score = if is_even {
        share(whole(|one| one.hits), whole(|one| one.counted))?
    } else {
        sum(&|one| one.weight * one.hits as f64) / counted
    };
    // The effective number of mutants under unequal weights (Kish 1965).
    let kept = counted * counted / sum(&|one| one.weight * one.weight * one.counted as f64);
    let Some(plain) = effective_sample_size(kept, whole(|one| one.run), whole(|one| one.generated)) else {
        return Some((score, Interval { low: score, high: score }));
    };
    let groups = groups(strata);
    let as_plain = score * (1.0 - score) / plain;
    let effect = if as_plain > 0.0 {
        groups.iter().map(|group| variance(group, score)).sum::<f64>() / (counted * counted) / as_plain
    } else {
        1.0
    };
    let number = groups.len() as f64;
    let effect = (number * effect + PRIOR) / (number + PRIOR);
    Some((score, wilson_interval(score, plain / effect)))
}

/// Joins neighbouring pairs to groups in which at least [`GROUP`] mutants ran.
fn groups(strata: &[Stratum]) -> Vec<Vec<Stratum>> {
    let run = |group: &[Stratum]| group.iter().map(|one| one.run).sum::<u64>();
    let mut groups: Vec<Vec<Stratum>> = Vec::new();
    for one in strata {
        match groups.last_mut() {
            Some(group) if run(group) < GROUP => group.push(*one),
            _ => groups.push(vec![*one]),
        }
    }
    if groups.last().is_some_and(|group| run(group) < GROUP)
        && let Some(rest) = groups.pop()
    {
        match groups.last_mut() {
            Some(group) => group.extend(rest),
            None => groups.push(rest),
        }
    }
    groups
}

/// Returns a group's contribution to the variance of the residuals.
fn variance(group: &[Stratum], score: f64) -> f64 {
    let sum = |of: &dyn Fn(&Stratum) -> f64| group.iter().map(of).sum::<f64>();
    let (run, generated) = (sum(&|one| one.run as f64), sum(&|one| one.generated as f64));
    if run < 2.0 || run >= generated {
        return 0.0;
    }
    let survived = |one: &Stratum| (one.counted - one.hits) as f64;
    let squares =
        sum(&|one| one.weight * one.weight * (one.hits as f64 * (1.0 - score).powi(2) + survived(one) * score.powi(2)));
    let mean = sum(&|one| one.weight * (one.hits as f64 - score * one.counted as f64)) / run;
    let spread = ((squares - run * mean * mean) / (run - 1.0)).max(0.0);
    run * (1.0 - run / generated) * spread
}

/// Returns the interval of an increase of MTS.
///
/// `both` mutants count at both revisions. Of these mutants, `more` are killed only at the head,
/// `fewer` only at the base. The result combines the worst ends of both shares, so the interval is
/// never too narrow.
#[must_use]
pub fn increase(more: u64, fewer: u64, both: u64, run: u64, generated: u64) -> Option<Interval> {
    let (more, fewer) = (unstratified(more, both, run, generated)?, unstratified(fewer, both, run, generated)?);
    Some(Interval { low: more.low - fewer.high, high: more.high - fewer.low })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::random::Random;

    fn near(seen: Interval, low: f64, high: f64) {
        assert!((seen.low - low).abs() < 1e-9 && (seen.high - high).abs() < 1e-9, "{seen:?}");
    }

    #[test]
    fn a_sample_of_a_very_large_population_has_the_wilson_interval() {
        // scipy 1.17.1: binomtest(8, 17).proportion_ci(method='wilson').
        let plain = wilson_interval(8.0 / 17.0, 17.0);
        near(plain, 0.261_651_064_424_094_36, 0.690_367_649_399_955_8);
        let endless = unstratified(8, 17, 17, u64::MAX >> 12).expect("17 are some");
        near(endless, plain.low, plain.high);
    }

    #[test]
    fn a_larger_sample_has_a_narrower_interval_and_the_whole_population_a_point() {
        let width = |run| unstratified(run / 4, run / 2, run, 1_000).map(|seen| seen.high - seen.low).expect("some");
        assert!(width(100) > width(400) && width(400) > width(996) && width(1_000) == 0.0);
        near(unstratified(1, 4, 10, 10).expect("some"), 0.25, 0.25);
        assert_eq!(unstratified(0, 0, 3, 10), None, "nothing is counted");
        assert!(
            unstratified(0, 5, 5, 50).is_some_and(|seen| seen.low == 0.0 && seen.high > 0.3),
            "no kill is no proof"
        );
    }

    #[test]
    fn a_stratified_sample_of_pairs_with_different_scores_has_a_narrower_interval() {
        let stratum = |hits| Stratum { hits, counted: 10, run: 10, generated: 100, weight: 10.0 };
        let apart: Vec<Stratum> = (0..40).map(|nth| stratum(if nth % 2 == 0 { 0 } else { 10 })).collect();
        let alike: Vec<Stratum> = (0..40).map(|_| stratum(5)).collect();
        let width = |strata: &[Stratum]| stratified(strata).map(|(score, seen)| (score, seen.high - seen.low));
        let (one, two) = (width(&apart).expect("some"), width(&alike).expect("some"));
        assert_eq!((one.0, two.0), (0.5, 0.5));
        assert!(one.1 < 0.5 * two.1, "{one:?} {two:?}");
    }

    #[test]
    fn mutants_that_represent_more_mutants_have_more_weight() {
        let strata = [
            Stratum { hits: 10, counted: 10, run: 10, generated: 10, weight: 1.0 },
            Stratum { hits: 0, counted: 10, run: 10, generated: 90, weight: 9.0 },
        ];
        let (score, seen) = stratified(&strata).expect("some");
        assert!((score - 0.1).abs() < 1e-12 && seen.low <= 0.1 && seen.high > 0.1, "{score} {seen:?}");
    }

    /// The interval covers the true score in about 95 % of samples. The pairs of the
    /// population differ, and a third of its mutants does not count.
    #[test]
    fn the_interval_covers_the_true_score_in_about_95_percent_of_400_samples() {
        let mut random = Random::new(3);
        let population: Vec<Vec<Option<bool>>> = (0..60)
            .map(|nth| {
                let percent = [0, 0, 0, 10, 60, 100][nth % 6];
                (0..20 + nth).map(|_| (!random.draw_bool(33)).then(|| random.draw_bool(percent))).collect()
            })
            .collect();
        let kills = |all: &[Option<bool>]| all.iter().filter(|one| **one == Some(true)).count() as u64;
        let counted = |all: &[Option<bool>]| all.iter().flatten().count() as u64;
        let whole: Vec<Option<bool>> = population.concat();
        let score = share(kills(&whole), counted(&whole)).expect("some");
        let (mut covered, mut pairs, mut pairs_covered) = (0, 0, 0);
        for _ in 0..400 {
            let strata: Vec<Stratum> = population
                .iter()
                .map(|pair| {
                    let mut shuffled = pair.clone();
                    random.shuffle(&mut shuffled);
                    shuffled.truncate(pair.len() / 5 + usize::from(random.draw_bool(100 * (pair.len() % 5) / 5)));
                    let (run, generated) = (shuffled.len() as u64, pair.len() as u64);
                    Stratum { hits: kills(&shuffled), counted: counted(&shuffled), run, generated, weight: 5.0 }
                })
                .collect();
            let (_, seen) = stratified(&strata).expect("some");
            covered += u32::from((seen.low..=seen.high).contains(&score));
            for (one, pair) in strata.iter().zip(&population) {
                let Some(seen) = unstratified(one.hits, one.counted, one.run, one.generated) else { continue };
                let own = share(kills(pair), counted(pair)).expect("some");
                pairs += 1;
                pairs_covered += u32::from((seen.low..=seen.high).contains(&own));
            }
        }
        // 95 % of 400 is 380, and three standard deviations are 13.
        assert!((367..=396).contains(&covered), "{covered} of 400");
        assert!(f64::from(pairs_covered) / f64::from(pairs) > 0.95, "{pairs_covered} of {pairs}");
    }

    #[test]
    fn the_interval_of_an_increase_uses_both_of_its_parts() {
        let seen = increase(3, 1, 40, 40, 400).expect("some");
        assert!(seen.low < 0.05 && 0.05 < seen.high, "{seen:?}");
        near(increase(3, 1, 40, 40, 40).expect("some"), 0.05, 0.05);
        assert_eq!(increase(0, 0, 0, 0, 40), None);
    }
}
