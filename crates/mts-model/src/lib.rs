//! Defines the plain data that the crates exchange, the error type and the exit codes.
//!
//! The crate also has the tables of facts about Java and Python: the catalogue of the JDK and the divergences. The
//! other crates read source text, run code, and compute the results. In this crate, only [`bounded_text`] reads files.
//! No type contains syntax trees of other libraries.

pub mod divergences;
pub mod error;
pub mod execution;
pub mod function;
pub mod jdk;
pub mod mutant;
pub mod options;
pub mod random;
pub mod report;
pub mod text;
pub mod value;

pub use execution::{
    Before, Choice, CopyOutcomes, Input, InputOrigin, MOST_INPUTS, Nondeterminism, ObjectDifferences, Outcome,
    ProgressEvent, Reason, Requirement, Signature, State, Suite, compilation_unit, injected_names,
};
pub use function::{
    Counterpart, Function, FunctionKind, JavaType, Language, Pair, PairReason, PairingRule, Param, Primitive,
    ReturnConvention, Span, TextEdit, TypeDispatch, TypeVariable, is_inherited_field, nesting, plain_field,
    python_exception_name, span,
};
pub use mutant::{
    BinaryOp, Change, ClassChange, IncrementForm, KillReason, Mutant, MutantVerdict, NodeId, Operator,
    OperatorDefinition, Site, Transformation, UnaryOp, VariantScores, VariantVerdict, Verdict, Why,
};
pub use options::{
    ExceptionMode, FailOn, GateAction, GateDomain, GateOn, NamedOption, OperatorProfile, OutputRule, SandboxMode,
    Thresholds, TypeMode, checked_numbers, glob,
};
pub use random::Random;
pub use report::{
    Answer, Attempt, Cause, ComponentKind, Dependence, DiagnosedPlace, Diagnosis, DifferingCall, EarlierCall,
    EnclosingRow, Evidence, Example, Finding, FindingKind, Fitness, Fix, FragmentRow, FragmentScores, FragmentVerdict,
    IsolatedRow, IsolatedVerdict, Mode, OnError, PairFragments, Parameters, Property, PropertyCounts, PropertyResult,
    PropertyTestCounts, Ruby, RubyLevel, SearchFrom, SearchResult, Severity, Similarity, StatefulSide, TokenRule,
    TranslatorResult, TranslatorUsage,
};
pub use text::{bounded_text, python_keywords, sequences};
pub use value::array_form::ArrayForm;
pub use value::{
    CallKind, Factory, Literal, Port, PortSubstitutes, Ports, Recipe, Step, StubMethod, StubReturn, Value, aliasing,
    rename_attributes, substitute_inputs, substitute_outcome,
};
