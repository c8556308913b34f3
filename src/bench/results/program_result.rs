//! Holds the measured result of a corpus and computes its scores.
//!
//! The scores are those of Guizzo et al. 2023 (section 3). The bench fills the rows. This module runs and prints
//! nothing.

use mts_model::report::{Interval, OperatorScore, ProgramEnding, Sample, Scores};
use mts_model::{KillReason, Operator, State, TextEdit, TranslatorUsage, VariantScores, Verdict, Why};
use mts_oracle::{scores, share};
use mts_translate::mirror::MIRROR;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One mutant of one program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MutantRow {
    /// The name of the mutant: its id, or a recorded name such as `AOIS_13`.
    pub mutant: String,
    /// The operator of the mutant.
    pub operator: Operator,
    /// The one-based line in the Java text.
    pub line: u32,
    /// The change in one line, for people: `i < n => i <= n`.
    pub change: String,
    /// The state in which the Java mutant ended.
    pub state: State,
    /// The verdict on the mutant.
    pub verdict: Verdict,
    /// Whether the mutant counts and has a counterpart.
    ///
    /// With another translator than the mirror, each translated mutant has a counterpart.
    pub mirrored: bool,
    /// Whether the counterpart is exact.
    pub exact: bool,
    /// The reason of the verdict.
    pub why: Why,
    /// The change on the Java side, as `- old` and `+ new` lines.
    pub java_edit: String,
    /// The change on the Python side, as `- old` and `+ new` lines. The change is empty without a
    /// counterpart.
    pub python_edit: String,
    /// The change on the Python side, as edits of the corpus's port.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<TextEdit>,
}

/// The port that ran: the corpus's port, or a translation of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortRun {
    /// The text of the module, if a translator made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The ending on all inputs together: `Success` if the port agrees with Java on every input.
    pub outcome: ProgramEnding,
}

/// The result of one program of the corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramResult {
    /// The id of the program.
    pub id: String,
    /// The counts and the scores. `ca_tests` is `None` if the original functions did not run.
    pub scores: Scores,
    /// The number of findings.
    pub findings: u64,
    /// The number of Java mutants that compile and ran.
    pub java_mutants: u64,
    /// The number of Java mutants that the inputs distinguish from the original function.
    pub distinguished: u64,
    /// The port that ran. `None` means that the recording does not have a port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<PortRun>,
    /// All mutants, in the order of generation.
    pub mutants: Vec<MutantRow>,
}

/// The cost of a benchmark run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunCost {
    /// The number of mutants that this run measured. Mutants from a journal do not count.
    pub mutants: u64,
    /// The wall-clock time in seconds.
    pub seconds: f64,
    /// The processor time of this process and its workers in seconds.
    pub cpu_seconds: f64,
    /// The peak resident size of this process and its workers together, in MiB.
    pub peak_rss_mb: f64,
}

/// Statistics over the scores of single programs that have counted mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// The arithmetic mean. `None` means that there are no programs.
    pub mean: Option<f64>,
    /// The median. For an even number of programs, it is the mean of the two middle scores.
    pub median: Option<f64>,
    /// The population standard deviation.
    pub sd: Option<f64>,
}

/// The `--json` object of `cargo mts bench`.
///
/// A share with a denominator of 0 is `None` (JSON `null`), never 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchResult {
    /// The name of the translator.
    pub translator: String,
    /// The number of measured programs.
    pub programs: u64,
    /// The number of mutants.
    pub mutants: u64,
    /// The number of counted mutants, the denominator of `mts`.
    pub counted: u64,
    /// The number of killed mutants, the numerator of `mts`.
    pub killed: u64,
    /// MTS: killed / counted mutants over all programs.
    pub mts: Option<f64>,
    /// The sample and its interval. `None` means a full run.
    ///
    /// The counts are for the mutants that ran. `mts` and the scores by operator are estimates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// The MTS of the programs whose original functions agree on every input.
    pub mts_ca1: Option<f64>,
    /// The interval of `mts_ca1`, if the run is a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mts_ca1_interval: Option<Interval>,
    /// The MTS of the programs whose original functions differ on an input.
    pub mts_below: Option<f64>,
    /// The interval of `mts_below`, if the run is a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mts_below_interval: Option<Interval>,
    /// The statistics over the scores of all programs.
    pub individual: Individual,
    /// The statistics over programs whose original functions agree on every input.
    pub individual_ca1: Individual,
    /// The statistics over programs whose original functions differ on an input.
    pub individual_below: Individual,
    /// Equal inputs / all inputs, over all programs.
    pub ca_tests: Option<f64>,
    /// Programs that agree on every input / programs that ran.
    pub ca_programs: Option<f64>,
    /// Mutants with a counterpart / mutants that are not anomalous.
    pub mirrored_share: Option<f64>,
    /// Exact counterparts / all counterparts.
    pub exact_share: Option<f64>,
    /// Distinguished Java mutants / Java mutants that compile and ran.
    ///
    /// This ratio is the mutation score of the inputs. The ratio does not depend on the ports.
    pub mutation_score: Option<f64>,
    /// The scores of the operators that have a mutant.
    pub per_operator: BTreeMap<Operator, OperatorScore>,
    /// The counts of variants, which do not change `mts`. `None` means that the user requested no
    /// variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<VariantScores>,
    /// The number of Java mutants by final state. The sum is `mutants`.
    pub states: BTreeMap<String, u64>,
    /// The number of killed mutants by reason. The sum is `killed`.
    pub kill_reasons: BTreeMap<String, u64>,
    /// The number of mutants by verdict. The sum is `mutants`.
    pub verdicts: BTreeMap<String, u64>,
    /// The number of unmirrored mutants by reason.
    pub unmirrored: BTreeMap<String, u64>,
    /// The number of mutants without a splice by reason, if the tool tried a splice.
    pub unspliced: BTreeMap<String, u64>,
    /// The number of mutants without a translation by reason. The sum is the kill reason `missing`.
    pub missing: BTreeMap<String, u64>,
    /// The number of mutants without a verdict by reason.
    pub unknown: BTreeMap<String, u64>,
    /// The wall-clock time in seconds.
    pub seconds: f64,
    /// The processor time in seconds.
    pub cpu_seconds: f64,
    /// Measured mutants / wall-clock seconds.
    pub mutants_per_second: Option<f64>,
    /// The peak resident size of all processes in MiB.
    pub peak_rss_mb: f64,
    /// The cost of an external translator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<TranslatorUsage>,
    /// The figures of `--throughput`, if the user requested them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput: Option<crate::bench::results::throughput::Throughput>,
}

impl ProgramResult {
    /// Reports whether the original functions ran and agree on every input.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.scores.inputs > 0 && self.scores.inputs_equal == self.scores.inputs
    }

    /// Returns the number of mutants with a counterpart.
    #[must_use]
    pub fn mirrored(&self) -> u64 {
        count(self.mutants.iter().filter(|m| m.mirrored).count())
    }
}

impl BenchResult {
    /// Sums the results of the programs of a translator.
    #[must_use]
    pub fn new(translator: &str, programs: &[ProgramResult], spent: RunCost) -> Self {
        let rows = || programs.iter().flat_map(|p| &p.mutants);
        let sum = |of: fn(&ProgramResult) -> u64| programs.iter().map(of).sum::<u64>();
        let mutants = sum(|p| count(p.mutants.len()));
        let (counted, killed) = (sum(|p| p.scores.counted), sum(|p| p.scores.killed));
        let ran = programs.iter().filter(|p| p.scores.inputs > 0);
        let (agreeing, differing): (Vec<&ProgramResult>, Vec<_>) = ran.partition(|p| p.agrees());
        let compared = count(agreeing.len() + differing.len());
        let mirrored = sum(ProgramResult::mirrored);
        let sound = rows().filter(|m| !matches!(m.verdict, Verdict::Anomalous(_))).count();
        let exact = rows().filter(|m| m.mirrored && m.exact).count();
        let (ca1, below) = (together(&agreeing), together(&differing));
        let all = scores::overall(programs.iter().map(|program| &program.scores));
        let mut result = Self {
            translator: translator.to_owned(),
            programs: count(programs.len()),
            mutants,
            counted,
            killed,
            mts: all.mts,
            sample: all.sample,
            mts_ca1: ca1.mts,
            mts_ca1_interval: ca1.sample.and_then(|sample| sample.mts),
            mts_below: below.mts,
            mts_below_interval: below.sample.and_then(|sample| sample.mts),
            individual: Individual::new(programs.iter().filter_map(own)),
            individual_ca1: Individual::new(agreeing.iter().copied().filter_map(own)),
            individual_below: Individual::new(differing.iter().copied().filter_map(own)),
            ca_tests: share(sum(|p| p.scores.inputs_equal), sum(|p| p.scores.inputs)),
            ca_programs: share(count(agreeing.len()), compared),
            mirrored_share: share(mirrored, count(sound)),
            // Only the mirror distinguishes exact counterparts from others.
            exact_share: share(count(exact), mirrored).filter(|_| translator == MIRROR),
            mutation_score: share(sum(|p| p.distinguished), sum(|p| p.java_mutants)),
            per_operator: BTreeMap::new(),
            variants: programs
                .iter()
                .any(|p| p.scores.variants.is_some())
                .then(|| programs.iter().filter_map(|program| program.scores.variants.as_ref()).sum()),
            states: BTreeMap::new(),
            kill_reasons: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            unmirrored: BTreeMap::new(),
            unspliced: BTreeMap::new(),
            missing: BTreeMap::new(),
            unknown: BTreeMap::new(),
            seconds: spent.seconds,
            cpu_seconds: spent.cpu_seconds,
            mutants_per_second: (spent.seconds > 0.0).then(|| real(spent.mutants) / spent.seconds),
            peak_rss_mb: spent.peak_rss_mb,
            translation: None,
            throughput: None,
        };
        for row in rows() {
            *result.states.entry(row.state.word().to_owned()).or_default() += 1;
            *result.verdicts.entry(row.verdict.word().to_owned()).or_default() += 1;
            if let Verdict::Killed(reason) = row.verdict {
                *result.kill_reasons.entry(reason.word().to_owned()).or_default() += 1;
            }
            if row.verdict == Verdict::Unmirrored {
                *result.unmirrored.entry(row.why.reason.clone()).or_default() += 1;
                if let Some(no_splice) = &row.why.no_splice {
                    *result.unspliced.entry(no_splice.clone()).or_default() += 1;
                }
            }
            if row.verdict == Verdict::Killed(KillReason::Missing) {
                *result.missing.entry(row.why.reason.clone()).or_default() += 1;
            }
            if row.verdict == Verdict::Unknown {
                *result.unknown.entry(row.why.reason.clone()).or_default() += 1;
            }
            let own = result.per_operator.entry(row.operator).or_default();
            own.counted += u64::from(row.verdict.is_counted());
            own.killed += u64::from(row.verdict.is_killed());
        }
        for (operator, own) in &mut result.per_operator {
            let known = all.per_operator.get(operator).filter(|known| known.interval.is_some());
            (own.mts, own.interval) =
                known.map_or((share(own.killed, own.counted), None), |known| (known.mts, known.interval));
        }
        result
    }
}

/// Returns the score of one program.
fn own(program: &ProgramResult) -> Option<f64> {
    share(program.scores.killed, program.scores.counted)
}

/// Returns the scores of several programs together.
fn together(programs: &[&ProgramResult]) -> Scores {
    scores::overall(programs.iter().map(|program| &program.scores))
}

impl Individual {
    /// Computes mean, median and population standard deviation.
    pub fn new(scores: impl Iterator<Item = f64>) -> Self {
        let mut scores: Vec<f64> = scores.collect();
        if scores.is_empty() {
            return Self::default();
        }
        scores.sort_by(f64::total_cmp);
        let number = real(count(scores.len()));
        let mean = scores.iter().sum::<f64>() / number;
        let middle = scores.len() / 2;
        let median =
            if scores.len() % 2 == 1 { scores[middle] } else { f64::midpoint(scores[middle - 1], scores[middle]) };
        let variance = scores.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / number;
        Self { mean: Some(mean), median: Some(median), sd: Some(variance.sqrt()) }
    }
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

fn real(n: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let x = n as f64;
    x
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn row(operator: Operator, state: State, verdict: Verdict) -> MutantRow {
        let mirrored = !matches!(verdict, Verdict::Unmirrored);
        MutantRow {
            mutant: format!("{operator}_1"),
            operator,
            line: 3,
            change: "a => b".into(),
            state,
            verdict,
            mirrored,
            exact: mirrored && state == State::Ok,
            why: Why::default(),
            java_edit: String::new(),
            python_edit: String::new(),
            edits: Vec::new(),
        }
    }

    pub fn program(id: &str, equal: u64, mutants: Vec<MutantRow>) -> ProgramResult {
        let counted = count(mutants.iter().filter(|m| m.verdict.is_counted()).count());
        let killed = count(mutants.iter().filter(|m| m.verdict.is_killed()).count());
        let scores = Scores {
            mts: share(killed, counted),
            counted,
            killed,
            ca_tests: share(equal, 10),
            inputs: 10,
            inputs_equal: equal,
            ..Scores::default()
        };
        ProgramResult {
            id: id.into(),
            scores,
            findings: killed,
            java_mutants: 0,
            distinguished: 0,
            port: None,
            mutants,
        }
    }

    /// Returns the worked example of the definition of MTS.
    ///
    /// A has two kills of three, B has four of five, and C has no counted mutant.
    pub fn worked_example() -> Vec<ProgramResult> {
        use Operator::{AOIS, LOR, ROR, SDL};
        use State::{Exception, NotCompiled, Ok, Timeout};
        let anomalous = |op, state| row(op, state, Verdict::Anomalous(state));
        let killed = |op, reason| row(op, Ok, Verdict::Killed(reason));
        let a = vec![
            row(ROR, Ok, Verdict::Survived),
            killed(AOIS, KillReason::Mismatch),
            anomalous(AOIS, Timeout),
            killed(AOIS, KillReason::Missing),
            anomalous(SDL, NotCompiled),
        ];
        let b = vec![
            killed(AOIS, KillReason::NotCompiled),
            killed(LOR, KillReason::Exception),
            killed(ROR, KillReason::Timeout),
            row(LOR, Ok, Verdict::Survived),
            killed(SDL, KillReason::Incomplete),
        ];
        vec![program("A", 10, a), program("B", 5, b), program("C", 0, vec![anomalous(ROR, Exception)])]
    }

    #[test]
    fn the_result_equals_the_worked_example_of_the_definition() {
        let result =
            BenchResult::new("mirror", &worked_example(), RunCost { mutants: 11, seconds: 2.0, ..RunCost::default() });
        assert_eq!((result.programs, result.mutants, result.counted, result.killed), (3, 11, 8, 6));
        assert_eq!(result.mts, Some(0.75));
        assert!((result.individual.mean.expect("mean") - 0.733_333).abs() < 1e-6);
        assert!((result.individual.median.expect("median") - 0.733_333).abs() < 1e-6);
        assert!((result.individual.sd.expect("sd") - 0.066_667).abs() < 1e-6);
        let operator_mts = |op| result.per_operator[&op].mts;
        assert_eq!((operator_mts(Operator::AOIS), operator_mts(Operator::LOR)), (Some(1.0), Some(0.5)));
        assert_eq!((operator_mts(Operator::ROR), operator_mts(Operator::SDL)), (Some(0.5), Some(1.0)));
        assert_eq!(result.mts_ca1, Some(2.0 / 3.0), "only A agrees");
        assert_eq!(result.mts_below, Some(0.8), "B and C do not");
        assert_eq!((result.individual_ca1.median, result.individual_below.median), (Some(2.0 / 3.0), Some(0.8)));
        assert_eq!((result.ca_tests, result.ca_programs), (Some(0.5), Some(1.0 / 3.0)));
        assert_eq!(result.mutants_per_second, Some(5.5));
    }

    #[test]
    fn counts_by_state_verdict_and_reason_add_up() {
        let result = BenchResult::new("mirror", &worked_example(), RunCost::default());
        assert_eq!(result.states.values().sum::<u64>(), result.mutants);
        assert_eq!(result.verdicts.values().sum::<u64>(), result.mutants);
        assert_eq!(result.kill_reasons.values().sum::<u64>(), result.killed);
        assert_eq!(result.states["timeout"], 1);
    }

    #[test]
    fn unmirrored_mutants_are_counted_by_their_reason() {
        let unmirrored = |why: Why| MutantRow { why, ..row(Operator::ROR, State::Ok, Verdict::Unmirrored) };
        let unspliced = |why: &str| Why { no_splice: Some(why.to_owned()), ..Why::from("no counterpart") };
        let rows = vec![
            unmirrored("operand differs".into()),
            unmirrored(unspliced("the mirror finds no place in the port for a translation of the mutated code")),
            unmirrored(unspliced("the translation of the original code leaves other values at the place")),
        ];
        let result = BenchResult::new("mirror", &[program("A", 10, rows)], RunCost::default());
        let expected = BTreeMap::from([("no counterpart".to_owned(), 2), ("operand differs".to_owned(), 1)]);
        assert_eq!(result.unmirrored, expected);
        let whys = [
            "the mirror finds no place in the port for a translation of the mutated code",
            "the translation of the original code leaves other values at the place",
        ]
        .map(|why| (why.to_owned(), 1));
        assert_eq!(result.unspliced, BTreeMap::from(whys));
        assert_eq!(result.verdicts["unmirrored"], 3);
    }

    #[test]
    fn missing_and_unknown_mutants_are_counted_by_the_name_of_their_reason() {
        let mutant = |verdict, why: &str| MutantRow { why: Why::parse(why), ..row(Operator::ROR, State::Ok, verdict) };
        let (missing, unknown) = (Verdict::Killed(KillReason::Missing), Verdict::Unknown);
        let rows = vec![
            mutant(missing, "prose around the code: line 1"),
            mutant(missing, "prose around the code: line 7"),
            mutant(missing, "an empty answer"),
            mutant(unknown, "rate limit or quota reached: 429 no quota: none"),
        ];
        let result = BenchResult::new("http", &[program("A", 10, rows)], RunCost::default());
        let counts =
            |all: &[(&str, u64)]| all.iter().map(|(why, n)| ((*why).to_owned(), *n)).collect::<BTreeMap<_, _>>();
        assert_eq!(result.missing, counts(&[("an empty answer", 1), ("prose around the code", 2)]));
        assert_eq!(result.unknown, counts(&[("rate limit or quota reached", 1)]));
        assert_eq!((result.counted, result.killed), (3, 3), "what could not be reached is not counted");
    }

    #[test]
    fn a_score_without_counted_mutants_is_null_and_not_zero() {
        let result = BenchResult::new("mirror", &[], RunCost::default());
        let json = serde_json::to_value(&result).expect("serializes");
        let shares = ["mirrored_share", "exact_share", "mutation_score"];
        for key in ["mts", "mts_ca1", "mts_below", "ca_tests", "ca_programs"].iter().chain(&shares) {
            assert!(json[key].is_null(), "{key}");
        }
        assert!(json["individual"]["mean"].is_null());
    }
}
