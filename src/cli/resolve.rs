//! Applies the flags to the configuration.
//!
//! A flag overrides the configuration. The configuration overrides the default.

use super::args::{GateArgs, VerdictArgs};
use crate::config::Config;
use mts_model::SandboxMode;
use mts_model::error::Result;

/// Overrides the configuration's keys with the flags.
///
/// # Errors
/// Returns a usage error that names the flag if a flag has an invalid value.
pub(super) fn overrides(
    config: &mut Config,
    verdict: &VerdictArgs,
    gate: &GateArgs,
    sandbox: Option<SandboxMode>,
) -> Result<()> {
    verdict.override_keys(config)?;
    gate.override_keys(config);
    config.sandbox = sandbox.unwrap_or(config.sandbox);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(verdict: &VerdictArgs, gate: &GateArgs) -> Result<Config> {
        let mut config = Config::default();
        config.gate.min_ca = 0.5;
        overrides(&mut config, verdict, gate, None).map(|()| config)
    }

    #[test]
    fn a_flag_takes_precedence_over_its_key_and_other_keys_do_not_change() {
        let gate = GateArgs { max_mts: Some(0.4), ..GateArgs::default() };
        let config =
            laid(&VerdictArgs { seed: Some("0x51c2".to_owned()), ..VerdictArgs::default() }, &gate).expect("fits");
        assert_eq!((config.inputs.seed, config.gate.max_mts, config.gate.min_ca), (0x51c2, 0.4, 0.5));
    }

    #[test]
    fn a_seed_that_is_no_number_is_named() {
        let error =
            laid(&VerdictArgs { seed: Some("many".to_owned()), ..VerdictArgs::default() }, &GateArgs::default());
        assert!(error.expect_err("no number").message.contains("many"));
    }
}
