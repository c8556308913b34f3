//! Options of a run with a fixed set of values, one type for each option.
//!
//! The configuration, the flags, the gate and the report use these types. Other crates implement the effects of the
//! options.

pub mod checked_numbers;
mod gate;
pub mod glob;

pub use gate::Thresholds;

/// An option with a fixed set of named values.
pub trait NamedOption: Copy + Send + Sync + 'static {
    /// All values, in the order in which messages list them.
    const ALL: &'static [Self];

    /// Returns the name of the value in configuration, flags and reports.
    fn name(self) -> &'static str;

    /// Returns the meaning of the value, without a full stop at the end.
    fn description(self) -> &'static str;

    /// Returns the value with this name.
    ///
    /// # Errors
    /// Returns an error if no value has the name. The message lists the names.
    fn from_name(name: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().copied().find(|value| value.name() == name);
        known.ok_or_else(|| {
            let names: Vec<String> = Self::ALL.iter().map(|value| format!("`{}`", value.name())).collect();
            format!("unknown value `{name}`, expected one of {}", names.join(", "))
        })
    }
}

/// Declares an option with its values and their names. The doc comment of each value becomes its description.
///
/// If `#[serde(other)]` is before the last value, an unknown name in JSON becomes this value.
#[macro_export]
macro_rules! named_option {
    ($(#[$meta:meta])* $option:ident $(= $default:ident)? {
        $($(#[doc = $doc:tt])+ $(#[serde($serde:ident)])? $value:ident = $name:literal,)+
    }) => {
        $crate::named_values! {
            $(#[$meta])*
            #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
            $option $(= $default)? {
                $($(#[doc = $doc])+ #[serde(rename = $name)] $(#[serde($serde)])? $value = $name,)+
            }
        }
    };
}

/// Declares values with their names, like [`named_option`], but without `serde` and a JSON schema.
#[macro_export]
macro_rules! named_values {
    ($(#[$meta:meta])* $option:ident $(= $default:ident)? {
        $($(#[doc = $doc:tt])+ $(#[serde($($serde:tt)+)])* $value:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $option {
            $($(#[doc = $doc])+ $(#[serde($($serde)+)])* $value,)+
        }

        impl $crate::options::NamedOption for $option {
            const ALL: &'static [Self] = &[$(Self::$value),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            fn description(self) -> &'static str {
                let text = match self {
                    $(Self::$value => concat!($($doc),+),)+
                };
                text.trim().trim_end_matches('.')
            }
        }

        $(impl Default for $option {
            fn default() -> Self {
                Self::$default
            }
        })?

        impl std::str::FromStr for $option {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                $crate::options::NamedOption::from_name(name)
            }
        }

        impl std::fmt::Display for $option {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::options::NamedOption::name(*self))
            }
        }
    };
}

named_option! {
    /// The set of mutants that the tool makes.
    OperatorProfile = Default {
        /// The operators as defined: no quirks, no textual duplicates, no mutant that cannot compile.
        Default = "default",
        /// The mutants of muJava itself, with quirks and duplicates, to compare with published figures.
        MuJava = "mujava",
    }
}

named_option! {
    /// How an exception of a Java mutant counts. An exception of an original function is always an output.
    ExceptionMode = Paper {
        /// The mutant is anomalous (Guizzo et al. 2023, section 3).
        Paper = "paper",
        /// The exception is an output like any other.
        Compare = "compare",
    }
}

named_option! {
    /// How an equal value of a different type counts.
    TypeMode = Drift {
        /// A finding that kills no mutant.
        Drift = "drift",
        /// A difference.
        Strict = "strict",
    }
}

named_option! {
    /// Rule for equal outputs of two whole programs.
    OutputRule = Exact {
        /// Equal lines and exit status. Blanks at the end of lines and empty lines at the end do not count.
        Exact = "exact",
        /// AVATAR's rule (Ahmad et al. 2023). Numbers may differ by 1e-6. Standard error must be empty, and the output
        /// must not be empty.
        Avatar = "avatar",
    }
}

named_option! {
    /// The effect on the gate of a condition that is not a score.
    GateAction {
        /// No effect.
        Pass = "pass",
        /// The report shows a warning.
        Warn = "warn",
        /// The gate fails.
        Fail = "fail",
    }
}

named_option! {
    /// Inputs on which a difference of the original functions is an error.
    GateDomain = Edge {
        /// Inputs inside the domain and at its edge. A difference outside is a warning: Java throws by accident, or a
        /// length does not fit its array.
        Edge = "edge",
        /// All inputs.
        All = "all",
    }
}

named_option! {
    /// Broken rules that fail the run; the others become warnings.
    FailOn = Regression {
        /// Only results worse than at the base revision. On pairs without a base, every rule.
        Regression = "regression",
        /// Only absolute thresholds, not the rise against the base.
        Threshold = "threshold",
        /// All rules of `regression` and of `threshold`.
        Any = "any",
        /// No rule: the report shows everything and the run does not fail.
        Never = "never",
    }
}

named_option! {
    /// Part of a sampled score that the gate compares with the thresholds.
    GateOn = Estimate {
        /// The estimate.
        Estimate = "estimate",
        /// The upper end of the interval of MTS.
        LowerBound = "lower-bound",
    }
}

named_option! {
    /// Sandbox for the code under test.
    SandboxMode = Auto {
        /// Use every mechanism that the machine offers; the report lists them.
        Auto = "auto",
        /// Refuse to run without a sandbox.
        Required = "required",
        /// Use no sandbox.
        Off = "off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_read_back<T: NamedOption + PartialEq + std::fmt::Debug + serde::Serialize + serde::de::DeserializeOwned>() {
        for value in T::ALL {
            assert_eq!(T::from_name(value.name()), Ok(*value));
            let json = serde_json::to_value(value).expect("a word");
            assert_eq!(json, value.name(), "serde and the name agree");
            assert_eq!(serde_json::from_value::<T>(json).expect("read back"), *value);
            assert!(!value.description().is_empty() && !value.description().ends_with('.'));
        }
    }

    #[test]
    fn every_value_is_read_back_from_its_name() {
        is_read_back::<OperatorProfile>();
        is_read_back::<ExceptionMode>();
        is_read_back::<TypeMode>();
        is_read_back::<OutputRule>();
        is_read_back::<GateAction>();
        is_read_back::<FailOn>();
        is_read_back::<GateOn>();
        is_read_back::<SandboxMode>();
        is_read_back::<crate::report::PairStatus>();
        is_read_back::<crate::report::ReportCommand>();
        is_read_back::<crate::StatefulSide>();
    }

    #[test]
    fn the_error_for_an_unknown_value_lists_the_valid_values() {
        let error = "sometimes".parse::<FailOn>().expect_err("no value");
        assert_eq!(error, "unknown value `sometimes`, expected one of `regression`, `threshold`, `any`, `never`");
    }
}
