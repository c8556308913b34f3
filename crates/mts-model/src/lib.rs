//! Plain data that travels between the rooms: no input or output, no third-party syntax trees.
//! What each word means is defined here once; how values are computed is the business of the rooms.

pub mod aliasing;
pub mod class_change;
pub mod compilation_unit;
pub mod error;
pub mod finding;
pub mod fragment;
pub mod function;
pub mod input;
pub mod java_type;
pub mod jdk;
pub mod mutant;
pub mod naming;
pub mod operator;
pub mod options;
pub mod outcome;
pub mod pair;
pub mod port_substitutes;
pub mod progress_event;
pub mod property;
pub mod random;
pub mod reason;
pub mod report;
pub mod return_convention;
pub mod search;
pub mod similarity;
pub mod span;
pub mod translator_usage;
pub mod value;
pub mod variant;
pub mod verdict;

pub use class_change::{ClassChange, Site};
pub use finding::{Answer, Dependence, EarlierCall, Evidence, Finding, FindingKind, Severity};
pub use fragment::{AloneRow, AloneVerdict, AroundRow, FragmentRow, FragmentScores, FragmentVerdict, PairFragments};
pub use function::{Function, FunctionKind, Language, Param};
pub use input::{Choice, Input, InputOrigin, Suite};
pub use java_type::{JavaType, Primitive};
pub use mutant::{Change, IncrementForm, Mutant, NodeId};
pub use naming::{is_inherited_field, plain_field, python_exception_name};
pub use operator::{BinaryOp, Operator, UnaryOp};
pub use options::{
    ExceptionMode, FailOn, GateAction, GateOn, NamedOption, OperatorProfile, OutputRule, SandboxMode, TypeMode,
};
pub use outcome::{Before, Outcome, Signature, State, VariantOutcomes};
pub use pair::{Counterpart, Pair, PairReason, TypeDispatch};
pub use port_substitutes::{Literal, PortSubstitutes, rename_attributes, substitute_inputs, substitute_outcome};
pub use progress_event::ProgressEvent;
pub use property::{Example, Found, Mode, OnError, Property, PropertyCounts, PropertyResult, TranslatorResult};
pub use random::Random;
pub use reason::{Nondeterminism, Reason};
pub use return_convention::ReturnConvention;
pub use search::{Attempt, Fitness, Parameters, SearchFrom, SearchResult};
pub use similarity::{Ruby, RubyLevel, Similarity, TokenRule};
pub use span::{Span, TextEdit};
pub use translator_usage::TranslatorUsage;
pub use value::{CallKind, Factory, Port, Ports, Recipe, Step, StubMethod, StubReturn, Value};
pub use variant::{Transformation, VariantScores, VariantVerdict};
pub use verdict::{KillReason, MutantVerdict, Verdict};
