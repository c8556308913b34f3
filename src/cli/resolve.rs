//! From raw flags and the configuration to the options that travel: a flag wins over the
//! configuration, the configuration over the default.

use super::args::{ActionArg, ExceptionsArg, FailOnArg, GateArgs, ProfileArg, SandboxArg, VerdictArgs};
use crate::analysis::Settings;
use crate::config::{self, Config};
use crate::error::{Error, Result};
use crate::execution::Limits;
use crate::judgement::gate::{FailOn, OnEvent, Thresholds};
use crate::judgement::{Budgets, ExceptionTable, ExceptionsMode, Rules, Types};
use crate::model::Operator;
use crate::mutation::{MutationOptions, Profile};
use crate::pairing::PairingConfig;
use crate::pipeline::options::{Options, Root, Sandbox};
use crate::translation::mirror::Inserted;
use std::path::PathBuf;
use std::time::Duration;

/// Resolves everything once.
pub(super) fn options(
    command: &str,
    config: &Config,
    verdict: &VerdictArgs,
    gate: &GateArgs,
    jobs: Option<usize>,
    sandbox: Option<SandboxArg>,
) -> Result<Options> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Options {
        command: command.to_owned(),
        seed: verdict.seed.as_deref().map(seed).transpose()?.unwrap_or(config.inputs.seed),
        max_inputs: verdict.max_inputs.unwrap_or(config.inputs.max).max(1),
        settings: settings(config, verdict)?,
        thresholds: thresholds(&config.gate, gate)?,
        limits: Limits { watchdog: Duration::from_secs(config.budgets.watchdog_seconds), ..Limits::default() },
        sandbox: match (sandbox, config.sandbox) {
            (Some(SandboxArg::Auto), _) | (None, config::Sandbox::Auto) => Sandbox::Auto,
            (Some(SandboxArg::Required), _) | (None, config::Sandbox::Required) => Sandbox::Required,
            (Some(SandboxArg::Off), _) | (None, config::Sandbox::Off) => Sandbox::Off,
        },
        jobs: jobs.unwrap_or(cores / 2).max(1),
        launcher: std::env::current_exe()
            .map_err(|error| Error::environment(format!("cannot find this program's own file: {error}")))?,
        java_home: config.java.home.as_ref().map(PathBuf::from),
        python: config.python.command.clone(),
        roots: config.roots.iter().map(root).collect(),
        after_merge: Vec::new(),
        notes: Vec::new(),
    })
}

fn root(root: &config::Root) -> Root {
    Root {
        java: root.java.clone(),
        python: root.python.clone(),
        classpath: root.classpath.clone(),
        sourcepath: root.sourcepath.clone(),
    }
}

/// A seed in decimal or `0x` hexadecimal.
fn seed(text: &str) -> Result<u64> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| Error::usage(format!("not a seed: `{text}`")).mend("give a whole number, such as 7 or 0x51c2"))
}

fn settings(config: &Config, verdict: &VerdictArgs) -> Result<Settings> {
    let operators = if verdict.operators.is_empty() {
        config.mutation.operators.clone()
    } else {
        let parsed: std::result::Result<Vec<Operator>, String> =
            verdict.operators.iter().map(|name| name.parse()).collect();
        parsed.map_err(|text| Error::usage(text).at("--operators"))?
    };
    let mujava =
        verdict.profile.map_or(config.mutation.profile == config::Profile::Mujava, |p| p == ProfileArg::Mujava);
    let compare = match verdict.exceptions {
        Some(mode) => mode == ExceptionsArg::Compare,
        None => config.mts.exceptions == config::Exceptions::Compare,
    };
    let strict = verdict.strict_types || config.compare.types == config::Types::Strict;
    if verdict.rel_tol.is_some_and(|x| !(0.0..1.0).contains(&x)) {
        return Err(Error::usage("a relative tolerance lies between 0 and 1").at("--rel-tol"));
    }
    Ok(Settings {
        rules: Rules {
            types: if strict { Types::Strict } else { Types::Drift },
            rel_tol: if verdict.exact_floats { None } else { verdict.rel_tol.or(config.compare.rel_tol) },
            exact_floats: verdict.exact_floats || (config.compare.exact_floats && verdict.rel_tol.is_none()),
            exceptions: ExceptionTable::with(config.compare.exceptions.clone()),
            exceptions_mode: if compare { ExceptionsMode::Compare } else { ExceptionsMode::Paper },
        },
        mutation: MutationOptions {
            profile: if mujava { Profile::MuJava } else { Profile::Default },
            operators: if operators.is_empty() { Operator::ALL.to_vec() } else { operators },
        },
        budgets: Budgets { factor: config.budgets.factor, floor: config.budgets.floor },
        inserted: match config.mirror.inserted {
            config::Inserted::Faithful => Inserted::Faithful,
            config::Inserted::Plain => Inserted::Plain,
        },
    })
}

fn thresholds(config: &config::Gate, flags: &GateArgs) -> Result<Thresholds> {
    let share = |name: &str, value: Option<f64>| match value {
        Some(x) if !(0.0..=1.0).contains(&x) => {
            Err(Error::usage(format!("{x} is no share between 0 and 1")).at(format!("--{name}")))
        }
        other => Ok(other),
    };
    Ok(Thresholds {
        max_mts: share("max-mts", flags.max_mts)?.unwrap_or(config.max_mts),
        max_overall_mts: share("max-overall-mts", flags.max_overall_mts)?.or(config.max_overall_mts),
        new_max_mts: share("new-max-mts", flags.new_max_mts)?.or(config.new_max_mts),
        max_mts_increase: share("max-mts-increase", flags.max_mts_increase)?.unwrap_or(config.max_mts_increase),
        min_ca: share("min-ca", flags.min_ca)?.unwrap_or(config.min_ca),
        min_mutants: flags.min_mutants.unwrap_or(config.min_mutants),
        min_mirrored: share("min-mirrored", flags.min_mirrored)?.unwrap_or(config.min_mirrored),
        on_drift: action(flags.on_drift, config.on_drift),
        on_inconclusive: action(flags.on_inconclusive, config.on_inconclusive),
        on_no_pairs: action(flags.on_no_pairs, config.on_no_pairs),
        fail_on: match (flags.fail_on, config.fail_on) {
            (Some(FailOnArg::Regression), _) | (None, config::FailOn::Regression) => FailOn::Regression,
            (Some(FailOnArg::Threshold), _) | (None, config::FailOn::Threshold) => FailOn::Threshold,
            (Some(FailOnArg::Any), _) | (None, config::FailOn::Any) => FailOn::Any,
            (Some(FailOnArg::Never), _) | (None, config::FailOn::Never) => FailOn::Never,
        },
    })
}

fn action(flag: Option<ActionArg>, config: config::Effect) -> OnEvent {
    match (flag, config) {
        (Some(ActionArg::Fail), _) | (None, config::Effect::Fail) => OnEvent::Fail,
        (Some(ActionArg::Warn), _) | (None, config::Effect::Warn) => OnEvent::Warn,
        (Some(ActionArg::Pass), _) | (None, config::Effect::Pass) => OnEvent::Pass,
    }
}

/// What people said about pairs.
pub(super) fn pairing(config: &Config) -> Result<PairingConfig> {
    let pairs = config.pairs.iter().map(|p| (p.java.as_str(), p.python.as_str(), p.arguments.as_deref()));
    PairingConfig::parse(pairs, config.unpaired.iter().map(String::as_str))
}
