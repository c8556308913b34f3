//! Plain data that travels between the rooms: no input or output, no third-party syntax trees.
//! What each word means is defined here once; how values are computed is the business of the rooms.

pub mod class_change;
pub mod custom;
pub mod error;
pub mod event;
pub mod field;
pub mod finding;
pub mod fragment;
pub mod function;
pub mod input;
pub mod java_type;
pub mod mutant;
pub mod operator;
pub mod options;
pub mod outcome;
pub mod pair;
pub mod property;
pub mod random;
pub mod reading;
pub mod recipe;
pub mod report;
pub mod search;
pub mod sharing;
pub mod similarity;
pub mod span;
pub mod stand_in;
pub mod unit;
pub mod usage;
pub mod value;
pub mod variant;
pub mod verdict;

pub use class_change::{ClassChange, Site};
pub use custom::customary;
pub use event::Event;
pub use field::{is_inherited_field, plain_field};
pub use finding::{Answer, Dependence, EarlierCall, Evidence, Finding, FindingKind, Severity};
pub use fragment::{AloneRow, AloneVerdict, AroundRow, FragmentRow, FragmentScores, FragmentVerdict, PairFragments};
pub use function::{Function, FunctionKind, Language, Param};
pub use input::{Choice, Input, InputOrigin, Suite};
pub use java_type::{JavaType, Primitive};
pub use mutant::{Change, IncrementForm, Mutant, NodeId};
pub use operator::{BinaryOp, Operator, UnaryOp};
pub use options::{
    ExceptionMode, FailOn, GateAction, GateOn, NamedOption, OperatorProfile, OutputRule, SandboxMode, TypeMode,
};
pub use outcome::{Before, Outcome, Signature, State, VariantOutcomes};
pub use pair::{Counterpart, Narrowed, Pair, PairReason};
pub use property::{Example, Found, Mode, OnError, Property, PropertyCounts, PropertyResult, TranslatorResult};
pub use random::Random;
pub use reading::Reading;
pub use recipe::{Filled, Given, Maker, MakerForm, Port, Ports, Recipe, Step};
pub use search::{Attempt, Fitness, Parameters, SearchFrom, SearchResult};
pub use similarity::{Ruby, RubyLevel, Similarity, TokenRule};
pub use span::{Span, TextEdit};
pub use stand_in::{Literal, StandIns, rename, stand_in, stood_in};
pub use usage::Usage;
pub use value::Value;
pub use variant::{Transformation, VariantScores, VariantVerdict};
pub use verdict::{KillReason, MutantVerdict, Verdict};
