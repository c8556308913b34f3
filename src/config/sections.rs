//! The configuration and its sections as plain types with their defaults.
//!
//! The reader rejects a value out of range ([`super::validate`]), so that the error has the line.
//! Other modules apply the settings.

use super::validate;
use mts_model::Thresholds as Gate;
use mts_model::{
    ExceptionMode, Operator, OperatorProfile, OutputRule, Property, SandboxMode, SearchFrom, Transformation, TypeMode,
    checked_numbers,
};
use schemars::JsonSchema;
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// The whole configuration; every key is optional.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
#[schemars(title = "mts.yml", description = "Configuration of cargo mts")]
pub struct Config {
    /// Version of the file format.
    #[serde(deserialize_with = "validate::version")]
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    /// [Folders of the two sides](#roots). Without roots, the tool reads every `.java` and `.py` file of the
    /// repository.
    pub roots: Vec<Root>,
    /// Files that the tool never reads, as globs over paths from the repository root. A glob
    /// without `/` matches file names, and the glob of a folder ends in `/`.
    #[serde(deserialize_with = "validate::globs")]
    pub exclude: Vec<String>,
    /// [Pairs](#pairs) that the tool does not find by its rules, or finds wrongly.
    pub pairs: Vec<PairEntry>,
    /// [Selectors](commands.md) of functions that have no port on purpose.
    pub unpaired: Vec<String>,
    /// Pairs of [whole programs](../pairs/programs.md).
    pub programs: Vec<ProgramEntry>,
    /// [Inputs](#inputs) of both sides.
    pub inputs: Inputs,
    /// [Hunt](#hunt) for inputs on which the original functions differ.
    pub hunt: Hunt,
    /// [Mutants](#mutation) that the tool makes.
    pub mutation: Mutation,
    /// Mutants that the [score](#score-and-comparison) counts.
    pub mts: Mts,
    /// Rules for the [comparison](#score-and-comparison) of two outcomes.
    pub compare: Compare,
    /// [Rules](#gate) that a pull request must keep.
    pub gate: Gate,
    /// [Fragments](#fragments): parts of the functions that run in isolation.
    pub fragments: Fragments,
    /// [Variants](#variants) of both functions that run in addition to the mutants.
    pub variants: Variants,
    /// [Search](#search) for a better translation.
    pub search: Search,
    /// [Seeded random numbers](#random-numbers) on both sides.
    pub random: Randomness,
    /// [Limits](#budgets) of one call of a function or a mutant.
    pub budgets: Budgets,
    /// Use of the sandbox. With `auto`, the tool uses the sandbox if the machine supports it, and reports which
    /// mechanisms protect the run. With `required`, the tool stops if the sandbox is not available. With `off`, the
    /// tool does not use the sandbox.
    pub sandbox: SandboxMode,
    /// [Java runtime](#runtimes): the JDK and the time limit of a build.
    pub java: Java,
    /// [Python runtime](#runtimes): the interpreter and the packages to install.
    pub python: Python,
    /// Your own [properties](#properties).
    pub properties: Vec<Property>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            version: validate::VERSION,
            roots: Vec::new(),
            exclude: Vec::new(),
            pairs: Vec::new(),
            unpaired: Vec::new(),
            programs: Vec::new(),
            inputs: Inputs::default(),
            hunt: Hunt::default(),
            mutation: Mutation::default(),
            mts: Mts::default(),
            compare: Compare::default(),
            gate: Gate::default(),
            fragments: Fragments::default(),
            variants: Variants::default(),
            search: Search::default(),
            random: Randomness::default(),
            budgets: Budgets::default(),
            sandbox: SandboxMode::default(),
            java: Java::default(),
            python: Python::default(),
            properties: Vec::new(),
        }
    }
}

/// The way to compile the Java side of a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    /// With the project's build tool, if the sources need libraries. Otherwise, and with a `classpath`, as `sources`.
    #[default]
    Auto,
    /// From the sources and `classpath`, without a build tool.
    Sources,
    /// With the classes that Maven builds.
    Maven,
    /// With the classes that Gradle builds.
    Gradle,
    /// Each file separately, with `classpath` and `sourcepath`.
    None,
}

impl Build {
    /// Reports whether this setting allows a build tool, which runs code of the project.
    #[must_use]
    pub fn may_start_a_tool(self) -> bool {
        !matches!(self, Self::Sources | Self::None)
    }
}

/// The folders of the two sides of a port.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Root {
    /// Folder of the Java packages, from the repository root. Without this key, the whole repository.
    #[serde(deserialize_with = "validate::folder")]
    pub java: String,
    /// Folder that holds the Python packages, as in `sys.path`. Without this key, the whole repository.
    #[serde(deserialize_with = "validate::folder")]
    pub python: String,
    /// How to compile the Java side: `auto`, `sources`, `maven`, `gradle`, `none`; see [builds](../pairs/builds.md).
    pub build: Build,
    /// Jars and class folders for the Java side. Only the [configuration of the
    /// base](../ci/security.md#paths-that-a-pull-request-chooses) may name paths outside of the repository.
    pub classpath: Vec<String>,
    /// Further folders with Java sources that the tool compiles on demand. The path rule of `classpath` applies too.
    pub sourcepath: Vec<String>,
    /// Whether the change under test adds the root. Then its paths must be inside the repository.
    #[serde(skip)]
    pub is_added: bool,
}

/// A pair that the user declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct PairEntry {
    /// [Selector](commands.md) of the Java side, such as `acme/Money.java#Money.split(int)`.
    #[serde(deserialize_with = "validate::text")]
    pub java: String,
    /// Selector of the Python side, such as `acme/money.py:Money.split`.
    #[serde(deserialize_with = "validate::text")]
    pub python: String,
    /// Zero-based Python position of each Java parameter, without `self`. If the key is missing, the tool matches
    /// parameters by name and position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<usize>>,
}

/// A pair of whole programs with tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct ProgramEntry {
    /// File with `main(String[])`.
    #[serde(deserialize_with = "validate::folder")]
    pub java: String,
    /// Python script.
    #[serde(deserialize_with = "validate::folder")]
    pub python: String,
    /// Folder of the tests: `in/NAME` with `out/NAME`, or `NAME.in` with `NAME.out`. If an output is
    /// missing, the tool expects Java's output.
    #[serde(deserialize_with = "validate::folder")]
    pub tests: String,
    /// Whether the change under test adds the program. Such a program removes no function that the
    /// base measures.
    #[serde(skip)]
    pub is_added: bool,
}

/// The inputs of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Inputs {
    /// Highest number of generated inputs for a pair, 1 to 10000.
    #[serde(deserialize_with = "validate::input_count")]
    #[schemars(range(min = 1, max = 10000))]
    pub max: usize,
    /// Seed of generated inputs: an integer, or a string of hexadecimal digits.
    #[serde(deserialize_with = "validate::seed")]
    #[schemars(schema_with = "validate::seed_schema")]
    pub seed: u64,
    /// Glob of the [suite files](../pairs/inputs.md#suite-files), which hold inputs that people write.
    #[serde(deserialize_with = "validate::glob")]
    pub files: String,
}

impl Default for Inputs {
    fn default() -> Self {
        Self { max: 32, seed: 0, files: "mts/inputs/*.json".to_owned() }
    }
}

/// The hunt for inputs on which the original functions differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Hunt {
    /// Highest number of calls of each original function for a pair. The range is 0 to 1000000; 0
    /// turns the hunt off.
    #[serde(deserialize_with = "validate::calls")]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub budget: usize,
}

impl Default for Hunt {
    fn default() -> Self {
        Self { budget: 1_024 }
    }
}

/// A rule that skips mutants: it skips each mutant that matches all given keys. At least one key is required.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Skip {
    /// Selector of either side, such as `legacy/**` or `Money.*`; without it, every pair.
    #[serde(deserialize_with = "validate::optional_text", skip_serializing_if = "Option::is_none")]
    pub pair: Option<String>,
    /// Globs for the text of a call before its arguments, such as `log.*` or `System.out.*`. Without globs, every
    /// place.
    #[serde(deserialize_with = "validate::globs", skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// Names of operators. Without this key, all operators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<Operator>,
}

/// Reads the entries of `mutation.skip`.
///
/// The reader rejects an entry without a key, because such an entry would skip everything.
fn skips<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Skip>, D::Error> {
    struct SkipSeed;
    impl<'de> de::DeserializeSeed<'de> for SkipSeed {
        type Value = Skip;

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Skip, D::Error> {
            let skip = Skip::deserialize(deserializer)?;
            if skip == Skip::default() {
                return Err(de::Error::custom("an empty entry would skip everything: give pair, calls or operators"));
            }
            Ok(skip)
        }
    }
    validate::list(deserializer, "a list of rules that skip mutants", || SkipSeed)
}

/// The mutants to generate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Mutation {
    /// [Operators](../mutants/operators.md) to use, such as `[AORB, ROR]`. If the list is empty or missing, the tool
    /// uses all method-level operators.
    #[serde(deserialize_with = "validate::operators")]
    pub operators: Vec<Operator>,
    /// [Class-level operators](../mutants/operators.md#class-level-operators) to use, such as `[IOD, ISD]`. If the list
    /// is empty or missing, the tool uses no class-level operator.
    #[serde(deserialize_with = "validate::class_operators")]
    pub class_operators: Vec<Operator>,
    /// `default`, or `mujava`. With `mujava`, the tool makes the same mutants as muJava, with the errors of muJava. Use
    /// `mujava` only to compare scores with published scores.
    pub profile: OperatorProfile,
    /// Mutants that the tool does not make; see [ignoring](suppression.md#in-the-configuration).
    #[serde(deserialize_with = "skips")]
    pub skip: Vec<Skip>,
    /// Do not mutate calls to a logger. In profile `mujava`, this key has no effect.
    pub skip_logging: bool,
}

impl Default for Mutation {
    fn default() -> Self {
        Self {
            operators: Vec::new(),
            class_operators: Vec::new(),
            profile: OperatorProfile::default(),
            skip: Vec::new(),
            skip_logging: true,
        }
    }
}

/// The score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Mts {
    /// Treatment of a Java mutant that throws an exception. With `paper`, the mutant does not count, as in the
    /// [paper](verdicts.md) that defines MTS. With `compare`, the exception is an ordinary output, and the port must
    /// raise an equal exception.
    pub exceptions: ExceptionMode,
}

/// The rules that decide whether two outcomes are equal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Compare {
    /// Treatment of equal values of different types: `drift` or `strict`. With `drift`, the values agree, and the
    /// report counts them as type drift. With `strict`, the values differ.
    pub types: TypeMode,
    /// One relative tolerance for every float; without it 1e-9 for `double`, 1e-5 for `float`.
    #[serde(deserialize_with = "validate::optional_tolerance")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub rel_tol: Option<f64>,
    /// Compare floats with tolerance 0, and treat -0.0 and 0.0 as different values.
    pub exact_floats: bool,
    /// How the tool compares the outputs of [whole programs](../pairs/programs.md): `exact`, or `avatar`.
    /// `avatar` ignores the exit status, blanks around lines, and small differences of numbers.
    pub output: OutputRule,
    /// Python exceptions that may stand for a Java exception, in addition to [the table](verdicts.md#equal-exceptions).
    pub exceptions: BTreeMap<String, Vec<String>>,
}

/// The fragments that run in isolation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Fragments {
    /// Also [run parts of the functions in isolation](../mutants/fragments.md).
    pub enabled: bool,
}

impl Default for Fragments {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// Variants of both sides that run in addition to the mutants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Variants {
    /// Run [variants](../mutants/variants.md) of both sides beside the mutants.
    pub enabled: bool,
    /// Transformations that make the variants; see the [kinds of variants](../mutants/variants.md#kinds). For example,
    /// `merge` joins two functions. `chBranchCond` replaces a condition, and `rmLoop` deletes a loop. These two may
    /// change the behaviour, so MTS counts their variants like mutants.
    pub transformations: Vec<Transformation>,
    /// Number of variants of each transformation for a pair, at most 20.
    #[serde(deserialize_with = "validate::few")]
    #[schemars(range(min = 1, max = 20))]
    pub per_transformation: usize,
    /// Seed of the random choice of places and names in variants. Without this key, the seed of the inputs.
    pub seed: Option<u64>,
}

impl Default for Variants {
    fn default() -> Self {
        // Omit the two transformations that are mutants, so that MTS is the same with and without
        // variants.
        let kept = Transformation::ALL.into_iter().filter(|transformation| transformation.keeps_behaviour());
        Self { enabled: true, transformations: kept.collect(), per_transformation: 1, seed: None }
    }
}

/// The search for a better translation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Search {
    /// Highest number of translations.
    #[serde(deserialize_with = "validate::input_count")]
    #[schemars(range(min = 1, max = 10000))]
    pub iterations: usize,
    /// Tests of each property for each translation.
    #[serde(deserialize_with = "validate::input_count")]
    #[schemars(range(min = 1, max = 10000))]
    pub tests: usize,
    /// Temperature of the first translation. If the [description](../translation/translators.md#a-description) of the
    /// model has a `temperature`, the search uses that value instead.
    #[serde(deserialize_with = "validate::temperature")]
    #[schemars(range(min = 0.0, max = 2.0))]
    pub temperature: f64,
    /// Mean of the random number that the search adds to the temperature.
    #[serde(deserialize_with = "validate::noise")]
    #[schemars(range(min = -2.0, max = 2.0))]
    pub noise_mean: f64,
    /// Standard deviation of the random number that the search adds to the temperature.
    #[serde(deserialize_with = "validate::temperature")]
    #[schemars(range(min = 0.0, max = 2.0))]
    pub noise_deviation: f64,
    /// Lowest temperature.
    #[serde(deserialize_with = "validate::temperature")]
    #[schemars(range(min = 0.0, max = 2.0))]
    pub min_temperature: f64,
    /// Highest temperature.
    #[serde(deserialize_with = "validate::temperature")]
    #[schemars(range(min = 0.0, max = 2.0))]
    pub max_temperature: f64,
    /// Translation whose parameters (temperature, seed, prompt) the search changes for the next translation. `last` is
    /// the last translation, and `best` is the best translation so far.
    pub from: SearchFrom,
    /// Seed of the random temperatures, prompts and tests of the search. Without this key, the seed of the inputs.
    pub seed: Option<u64>,
    /// [Suggest](../translation/search.md#in-a-pull-request) a better translation in `run` and `check`. The suggestions
    /// are for pairs that fail the gate because their original functions differ.
    pub suggest: bool,
    /// File outside the repository that describes the model for suggestions.
    pub translator: Option<String>,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            iterations: 20,
            tests: 50,
            temperature: 0.1,
            noise_mean: 0.0,
            noise_deviation: 0.2,
            min_temperature: 0.0,
            max_temperature: 1.5,
            from: SearchFrom::Last,
            seed: None,
            suggest: false,
            translator: None,
        }
    }
}

/// The limit of a mutant's run: the ticks of the original times `factor`, plus `floor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Budgets {
    /// Factor by which the tool multiplies the ticks of the original Java function.
    #[serde(deserialize_with = "validate::positive")]
    #[schemars(range(min = 1))]
    pub factor: u64,
    /// Ticks that the tool adds after the multiplication by `factor`.
    #[serde(deserialize_with = "checked_numbers::count")]
    pub floor: u64,
    /// The tool replaces a worker that gives no answer for this number of seconds.
    #[serde(deserialize_with = "validate::positive")]
    #[schemars(range(min = 1))]
    pub watchdog_seconds: u64,
    /// [Seconds of processor time](verdicts.md#a-limit-in-seconds) for a run of one side. With this key, an original
    /// function has no limit of ticks (without the key: 10 million ticks on an input). The watchdog then waits 10/6 of
    /// this time instead of `watchdog-seconds`. Use this key only to compare results with papers that have such a
    /// limit.
    pub seconds: Option<NonZeroU64>,
}

impl Default for Budgets {
    fn default() -> Self {
        Self { factor: 10, floor: 2000, watchdog_seconds: 10, seconds: None }
    }
}

/// The Java side's runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Java {
    /// Folder of the JDK; without it `JAVA_HOME`, then `PATH`.
    pub home: Option<String>,
    /// Seconds that a [build tool](../pairs/builds.md) may take.
    #[serde(deserialize_with = "validate::positive")]
    #[schemars(range(min = 1))]
    pub build_seconds: u64,
}

impl Default for Java {
    fn default() -> Self {
        Self { home: None, build_seconds: 600 }
    }
}

/// The Python side's runtime.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Python {
    /// [Interpreter](../pairs/builds.md#the-interpreter). If the key is missing, the tool uses the interpreter
    /// of `.venv` or `venv`, or else `python3`.
    pub command: Option<String>,
    /// [Requirements](../pairs/dependencies.md) that the tool installs into an environment of its own: `auto`,
    /// requirements files, a `setup.cfg`, a `setup.py`, or a `pyproject.toml` with extras in brackets.
    #[serde(deserialize_with = "validate::requirements", skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
}

/// Random numbers with the same seed on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", expecting = "keys with values")]
pub struct Randomness {
    /// `random` (the Python module), or a class of the port as `module.Class`. If the key is missing, the tool
    /// seeds nothing.
    #[serde(deserialize_with = "validate::optional_counterpart", skip_serializing_if = "Option::is_none")]
    pub python: Option<String>,
    /// Seed at the start of every call. Without this key, the seed of the inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}
