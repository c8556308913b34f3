//! The options of a run: the configuration with the flags applied.
//!
//! The tool resolves the options once. Later stages get only this type, never flags or
//! configuration text.

use crate::config::{self, Config, Root};
use crate::run::suppression::skip_rules::SkipRules;
use mts_engine::TransformationConfig;
use mts_engine::VerdictSettings;
use mts_generate::fragments::LiveOut;
use mts_generate::mutation::MutationOptions;
use mts_generate::pairing::{ExplicitPair, PairingConfig};
use mts_model::error::{Error, Result};
use mts_model::report::ReportCommand;
use mts_model::{Operator, SandboxMode};
use mts_oracle::gate::Thresholds;
use mts_oracle::{Budgets, ExceptionTable, Rules};
use mts_workers::{Limits, PrivatePaths, SeededRandom};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The limit on the mutants that a run measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// No limit. For a very long function, the run still measures only a sample of the mutants.
    #[default]
    All,
    /// At most this number of mutants at the tested revision.
    ///
    /// At the base, the run measures the same share of the mutants.
    Mutants(u64),
    /// As many mutants as the tool can measure in this wall-clock time.
    Time(Duration),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Mutants(1) => write!(f, "1 mutant"),
            Self::Mutants(n) => write!(f, "{n} mutants"),
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}

impl Bound {
    /// Returns the limit as text for the report, or `None` if there is no limit.
    #[must_use]
    pub fn describe(&self) -> Option<String> {
        (*self != Self::All).then(|| self.to_string())
    }
}

/// The options of a command that are not in the configuration.
#[derive(Clone, Debug, Default)]
pub struct CommandOptions {
    /// The command, for the report.
    pub command: ReportCommand,
    /// The number of worker pairs; `None` for half the cores.
    pub jobs: Option<usize>,
    /// The limit on the mutants.
    pub bound: Bound,
    /// The variables that the tool compares after a fragment.
    pub outs: LiveOut,
    /// Whether all Python code runs in one process.
    pub share_process: bool,
    /// A pair that the command line names; it overrides the pairs of the configuration.
    pub pair: Option<ExplicitPair>,
}

/// The options of a run. The options do not change after the command creates them.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command, for the report.
    pub command: ReportCommand,
    /// The seed of generated inputs.
    pub seed: u64,
    /// The highest number of inputs for a pair.
    pub max_inputs: usize,
    /// The settings that affect verdicts.
    pub settings: VerdictSettings,
    /// The thresholds of the gate.
    pub thresholds: Thresholds,
    /// The limits of the workers.
    pub limits: Limits,
    /// The sandbox mode: use the sandbox if possible, always, or never.
    pub sandbox: SandboxMode,
    /// Whether all Python code runs in one process; otherwise each pair has its own process.
    pub share_process: bool,
    /// The number of worker pairs.
    pub jobs: usize,
    /// The path of this program, which the tool starts again as a launcher of workers.
    pub launcher: PathBuf,
    /// The folder of the JDK; `None` means that the tool searches for one.
    pub java_home: Option<PathBuf>,
    /// The time limit of a build tool.
    pub build_time: Duration,
    /// The CPython command; `None` for `python3`.
    pub python: Option<String>,
    /// The seeded random numbers of both sides; `None` if `random.python` is not configured.
    pub random: Option<SeededRandom>,
    /// The source roots.
    pub roots: Vec<Root>,
    /// The configuration of the pairing.
    pub pairing: PairingConfig,
    /// The limit on the mutants.
    pub bound: Bound,
    /// The rules that exclude code from mutation.
    pub suppress: SkipRules,
    /// The settings of the search for a better translation.
    pub search: config::Search,
    /// The paths of the repository that workers must not read.
    pub private: PrivatePaths,
}

/// Parses the configuration of pairs.
///
/// # Errors
/// Returns a usage error if a selector cannot be parsed.
pub fn pairing(config: &Config) -> Result<PairingConfig> {
    let pairs = config.pairs.iter().map(|p| (p.java.as_str(), p.python.as_str(), p.arguments.as_deref()));
    PairingConfig::parse(pairs, config.unpaired.iter().map(String::as_str))
}

impl Options {
    /// Creates the options of a command from a configuration.
    ///
    /// # Errors
    /// Returns a usage error if a selector or a glob is invalid. Returns an environment error if the operating system
    /// does not know the path of this program.
    pub fn new(config: &Config, command: CommandOptions) -> Result<Self> {
        let CommandOptions { command, jobs, bound, outs, share_process, pair } = command;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pairing = pairing(config)?;
        let watchdog = Duration::from_secs(config.budgets.watchdog_seconds);
        let limits = Limits { watchdog, ..Limits::default() };
        let limits = config.budgets.seconds.map_or(limits, |limit| {
            // A call never needs more than a day, so a larger limit counts as one day.
            let call = Duration::from_secs(limit.get().min(86_400));
            Limits { watchdog: Limits::watchdog_of(call), shortest_call: call, ..Limits::default() }
        });
        Ok(Self {
            command,
            seed: config.inputs.seed,
            max_inputs: config.inputs.max,
            settings: settings(config, outs),
            thresholds: config.gate.clone(),
            limits,
            sandbox: config.sandbox,
            jobs: jobs.unwrap_or(cores / 2).max(1),
            launcher: launcher()?,
            java_home: config.java.home.as_ref().map(PathBuf::from),
            build_time: Duration::from_secs(config.java.build_seconds),
            python: config.python.command.clone(),
            random: seeded(config),
            roots: config.roots.clone(),
            pairing: PairingConfig { pairs: pair.into_iter().chain(pairing.pairs).collect(), ..pairing },
            bound,
            suppress: SkipRules::from_config(config)?,
            share_process,
            search: config.search.clone(),
            private: PrivatePaths::default(),
        })
    }
}

fn seeded(config: &Config) -> Option<SeededRandom> {
    let python = config.random.python.clone()?;
    Some(SeededRandom { seed: config.random.seed.unwrap_or(config.inputs.seed), python })
}

fn settings(config: &Config, outs: LiveOut) -> VerdictSettings {
    let operators = &config.mutation.operators;
    VerdictSettings {
        rules: Rules {
            types: config.compare.types,
            rel_tol: config.compare.rel_tol,
            ulps: None,
            exact_floats: config.compare.exact_floats,
            exceptions: ExceptionTable::with_rows(config.compare.exceptions.clone()),
            exceptions_mode: config.mts.exceptions,
            domain: config.gate.domain,
            programs: config.compare.output,
        },
        mutation: MutationOptions {
            profile: config.mutation.profile,
            operators: {
                let method = if operators.is_empty() { Operator::ALL.to_vec() } else { operators.clone() };
                [method, config.mutation.class_operators.clone()].concat()
            },
        },
        budgets: Budgets {
            factor: config.budgets.factor,
            floor: config.budgets.floor,
            original: config.budgets.seconds.map_or(Budgets::ORIGINAL, |_| Budgets::TIMED),
        },
        hunt: config.hunt.budget,
        outs,
        fragments: config.fragments.enabled || config.gate.needs_fragments(),
        variants: variants(config),
    }
}

impl Options {
    /// Returns the same options without variants.
    #[must_use]
    pub fn without_variants(&self) -> Self {
        let own = self.clone();
        Self { settings: VerdictSettings { variants: TransformationConfig::NONE, ..own.settings }, ..own }
    }
}

/// Returns the path of this program.
///
/// The tool starts this program again as the launcher of workers and build tools.
///
/// # Errors
/// Returns an environment error if the operating system does not know the path.
pub fn launcher() -> Result<PathBuf> {
    std::env::current_exe()
        .map_err(|error| Error::environment(format!("cannot find the path of the cargo-mts program: {error}")))
}

fn variants(config: &Config) -> TransformationConfig {
    let config::Variants { enabled, transformations: kinds, per_transformation: each, seed } = &config.variants;
    let enabled = *enabled || config.gate.needs_variants();
    if !enabled {
        return TransformationConfig::NONE;
    }
    TransformationConfig {
        transformations: kinds.clone(),
        per_transformation: *each,
        seed: seed.unwrap_or(config.inputs.seed),
    }
}

/// Returns the JSON text of values, from which the caller computes a digest.
///
/// # Errors
/// Returns an internal error if a value has no JSON form.
pub(crate) fn identity_json(values: &impl Serialize) -> Result<String> {
    serde_json::to_string(values).map_err(|error| Error::bug(format!("settings have no JSON form: {error}")))
}
