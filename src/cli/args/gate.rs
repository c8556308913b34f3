//! The flags of the gate. Each key of the gate has one flag.

use super::choice;
use crate::config::Config;
use clap::Args;
use clap::builder::{ValueParser, ValueParserFactory};
use mts_model::{FailOn, GateAction, GateDomain, GateOn};

/// The type of a gate key that has a flag.
pub trait FlagType {
    /// The type of the flag's value.
    type Value;

    /// Returns the parser of the flag's value.
    fn parser() -> ValueParser;
}

impl FlagType for f64 {
    type Value = Self;

    fn parser() -> ValueParser {
        ValueParser::new(super::share)
    }
}

impl FlagType for u64 {
    type Value = Self;

    fn parser() -> ValueParser {
        Self::value_parser().into()
    }
}

impl<T: FlagType> FlagType for Option<T> {
    type Value = T::Value;

    fn parser() -> ValueParser {
        T::parser()
    }
}

macro_rules! named {
    ($($option:ty),+) => {
        $(impl FlagType for $option {
            type Value = Self;

            fn parser() -> ValueParser {
                choice::<Self>().into()
            }
        })+
    };
}

named!(GateAction, FailOn, GateDomain, GateOn);

macro_rules! gate_args {
    ($(
        $(#[doc = $doc:literal])+
        $(#[serde($($serde:tt)*)])?
        $(#[schemars($($schema:tt)*)])?
        $key:ident: $ty:ty = $default:expr, $flag:literal $value:literal;
    )*) => {
        /// The gate; each flag overrides the configuration's key.
        #[derive(Debug, Args, Default)]
        #[command(next_help_heading = "Gate")]
        pub struct GateArgs {
            $(
                $(#[doc = $doc])+
                #[arg(long = $flag, value_name = $value, value_parser = <$ty as FlagType>::parser())]
                pub $key: Option<<$ty as FlagType>::Value>,
            )*
            /// Also run fragments: parts of both functions in isolation (default: true)
            #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
            pub fragments: Option<bool>,
            /// Also run variants: both functions after a change that must keep the behaviour (default: true)
            #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
            pub variants: Option<bool>,
        }

        impl GateArgs {
            /// Overrides the configuration's keys with the flags.
            pub fn override_keys(&self, config: &mut Config) {
                $(if let Some(value) = self.$key {
                    config.gate.$key = value.into();
                })*
                config.fragments.enabled = self.fragments.unwrap_or(config.fragments.enabled);
                config.variants.enabled = self.variants.unwrap_or(config.variants.enabled);
            }
        }
    };
}

mts_model::gate_keys!(gate_args);
