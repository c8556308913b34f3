//! Plain data that travels between the rooms: no input or output, no third-party syntax trees.
//! What each word means is defined here once; how values are computed is the business of the rooms.

pub mod class_change;
pub mod event;
pub mod finding;
pub mod fragment;
pub mod function;
pub mod input;
pub mod java_type;
pub mod mutant;
pub mod operator;
pub mod outcome;
pub mod pair;
pub mod property;
pub mod random;
pub mod recipe;
pub mod report;
pub mod search;
pub mod similarity;
pub mod span;
pub mod unit;
pub mod usage;
pub mod value;
pub mod variant;
pub mod verdict;

pub use class_change::{ClassChange, Site};
pub use event::Event;
pub use finding::{Answer, Dependence, EarlierCall, Evidence, Finding, FindingKind, Severity};
pub use fragment::{FragmentRow, FragmentScores, FragmentVerdict, PairFragments};
pub use function::{Function, FunctionKind, Language, Param};
pub use input::{Choice, Input, InputOrigin, Suite};
pub use java_type::{JavaType, Primitive};
pub use mutant::{Change, IncrementForm, Mutant, NodeId};
pub use operator::{BinaryOp, Operator, UnaryOp};
pub use outcome::{Before, Outcome, Signature, State, VariantOutcomes};
pub use pair::{Pair, PairReason};
pub use property::{Example, Found, Mode, OnError, Property, PropertyResult, TranslatorResult};
pub use random::Random;
pub use recipe::{Maker, MakerForm, Recipe, Step};
pub use search::{Attempt, Fitness, Parameters, SearchFrom, SearchResult};
pub use similarity::{Ruby, RubyLevel, Similarity, TokenRule};
pub use span::{Span, TextEdit};
pub use usage::Usage;
pub use value::Value;
pub use variant::{Transformation, VariantScores, VariantVerdict};
pub use verdict::{KillReason, MutantVerdict, Verdict};
