//! The options of a run, resolved once from the configuration, flags laid over it. Only this type
//! travels; raw flags and configuration text stay where they are read.

use crate::config::{self, Config, Root};
use crate::run::suppression::skip_rules::SkipRules;
use mts_engine::TransformationConfig;
use mts_engine::VerdictSettings;
use mts_generate::fragments::LiveOut;
use mts_generate::mutation::MutationOptions;
use mts_generate::pairing::{ExplicitPair, PairingConfig};
use mts_model::error::{Error, Result};
use mts_model::{Operator, SandboxMode};
use mts_oracle::gate::Thresholds;
use mts_oracle::{Budgets, ExceptionTable, Rules};
use mts_workers::{Limits, SeededRandom};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How much is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// Every mutant.
    #[default]
    All,
    /// So many of those of the tested revision; of the base the same share.
    Mutants(u64),
    /// The mutants that this wall time allows.
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
    /// The bound as text for the report; `None` where everything runs.
    #[must_use]
    pub fn describe(&self) -> Option<String> {
        (*self != Self::All).then(|| self.to_string())
    }
}

/// Options of a command that the configuration does not have.
#[derive(Clone, Debug, Default)]
pub struct CommandOptions {
    /// The subcommand, for the report.
    pub command: &'static str,
    /// Pairs of workers; half the cores where nobody says.
    pub jobs: Option<usize>,
    /// How much of the run to do.
    pub bound: Bound,
    /// Which variables of a fragment are compared.
    pub outs: LiveOut,
    /// A pair that the command names; it comes before those of the configuration.
    pub pair: Option<ExplicitPair>,
}

/// The settings of a run. A value does not change once a command has made it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The subcommand, for the report.
    pub command: String,
    /// Seed of generated inputs.
    pub seed: u64,
    /// Most inputs for a pair.
    pub max_inputs: usize,
    /// The settings that verdicts depend on.
    pub settings: VerdictSettings,
    /// The gate.
    pub thresholds: Thresholds,
    /// Bounds of the workers.
    pub limits: Limits,
    /// How much the sandbox is insisted on.
    pub sandbox: SandboxMode,
    /// Pairs of workers.
    pub jobs: usize,
    /// The program that re-executes itself to start workers.
    pub launcher: PathBuf,
    /// JDK to use; `None` to look for one.
    pub java_home: Option<PathBuf>,
    /// How long a build tool may take.
    pub build_time: Duration,
    /// CPython to use; `None` for `python3`.
    pub python: Option<String>,
    /// The seed of random numbers, where they have one.
    pub random: Option<SeededRandom>,
    /// Source roots.
    pub roots: Vec<Root>,
    /// The configuration of pairs.
    pub pairing: PairingConfig,
    /// How much of the run to do.
    pub bound: Bound,
    /// The code that is not mutated.
    pub suppress: SkipRules,
    /// How a better translation is searched for.
    pub search: config::Search,
}

impl Options {
    /// The options of a command under a configuration.
    ///
    /// # Errors
    /// A usage error for a selector that cannot be parsed.
    pub fn new(config: &Config, command: CommandOptions) -> Result<Self> {
        let CommandOptions { command, jobs, bound, outs, pair } = command;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pairs = config.pairs.iter().map(|p| (p.java.as_str(), p.python.as_str(), p.arguments.as_deref()));
        let pairing = PairingConfig::parse(pairs, config.unpaired.iter().map(String::as_str))?;
        let watchdog = Duration::from_secs(config.budgets.watchdog_seconds);
        let watchdog = config.budgets.seconds.map_or(watchdog, |limit| {
            // A day is more than anybody waits.
            Limits::watchdog_of(Duration::from_secs(limit.get().min(86_400)))
        });
        Ok(Self {
            command: command.to_owned(),
            seed: config.inputs.seed,
            max_inputs: config.inputs.max,
            settings: settings(config, outs),
            thresholds: config.gate.clone(),
            limits: Limits { watchdog, ..Limits::default() },
            sandbox: config.sandbox,
            jobs: jobs.unwrap_or(cores / 2).max(1),
            launcher: std::env::current_exe()
                .map_err(|error| Error::environment(format!("cannot find this program's own file: {error}")))?,
            java_home: config.java.home.as_ref().map(PathBuf::from),
            build_time: Duration::from_secs(config.java.build_seconds),
            python: config.python.command.clone(),
            random: seeded(config),
            roots: config.roots.clone(),
            pairing: PairingConfig { pairs: pair.into_iter().chain(pairing.pairs).collect(), ..pairing },
            bound,
            suppress: SkipRules::from_config(config)?,
            search: config.search.clone(),
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
            exceptions: ExceptionTable::with(config.compare.exceptions.clone()),
            exceptions_mode: config.mts.exceptions,
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
        outs,
        // A limit asks for what it bounds.
        fragments: config.fragments.enabled
            || config.gate.max_confirmed_fragments.or(config.gate.max_latent_fragments).is_some(),
        variants: variants(config),
    }
}

impl Options {
    /// The same, without variants.
    #[must_use]
    pub fn without_variants(&self) -> Self {
        let own = self.clone();
        Self { settings: VerdictSettings { variants: TransformationConfig::NONE, ..own.settings }, ..own }
    }
}

fn variants(config: &Config) -> TransformationConfig {
    let config::Variants { enabled, transformations: kinds, per_transformation: each, seed } = &config.variants;
    let enabled = *enabled || config.gate.max_broken_variants.is_some();
    if !enabled {
        return TransformationConfig::NONE;
    }
    TransformationConfig {
        transformations: kinds.clone(),
        per_transformation: *each,
        seed: seed.unwrap_or(config.inputs.seed),
    }
}
