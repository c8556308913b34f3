//! Instruments both languages to record the arguments and the results of calls.
//!
//! Only calls of functions of other pairs count, which both functions of a pair make at corresponding places.

use super::recorded_site::{RecordedSite, nested};
use mts_lang::ir::{Form, Kind, Literal, Node, Tree};
use mts_model::injected_names::{java_package, python_recorder};
use mts_model::{FunctionKind, NodeId, Pair, TextEdit};
use std::collections::BTreeMap;

/// The highest number of recorded calls in the text of a function.
const MOST_CALLS: usize = 64;

/// A call of another pair, in the texts of both functions.
pub struct RecordedCall<'p> {
    /// The called pair.
    pub callee: &'p Pair,
    /// The number of the place before the call. The place records the receiver if the receiver is `this`, else nothing.
    pub begin: u32,
    /// The number of the place that records the result.
    pub result: u32,
    /// The numbers of the places that record the receiver and the arguments. `this` has no place.
    pub values: Vec<u32>,
    /// Whether the code of a side may catch the exception of the call.
    pub is_in_try: bool,
    /// Whether the first of `values` is the receiver.
    pub has_receiver: bool,
    java: CallNodes,
    python: CallNodes,
}

/// The nodes of a call on one side.
struct CallNodes {
    call: NodeId,
    /// The receiver, unless it is `this` or `self`, and the arguments.
    values: Vec<NodeId>,
    /// Whether the receiver is `this` or `self`.
    is_on_this: bool,
}

/// Returns the calls of other pairs that both functions make.
///
/// A call counts if its result is used, and if both functions call the pair at the same number of places. `callees` are all pairs of the project.
#[must_use]
pub fn recorded_calls<'p>(java: &Tree, python: &Tree, caller: &Pair, callees: &'p [Pair]) -> Vec<RecordedCall<'p>> {
    let mut by_port: BTreeMap<(&str, usize), (Vec<NodeId>, &Pair)> = BTreeMap::new();
    // The records of nested runs of the caller cannot be told apart.
    let is_recursive = |node: &Node| matches!(&node.kind, Kind::Call { name, .. } if *name == caller.java.name);
    if java.nodes.iter().any(is_recursive) {
        return Vec::new();
    }
    for call in calls(java) {
        let Some(callee) = callee(java, call, caller, callees) else { continue };
        let port = (callee.python.file.as_str(), callee.python.span.start);
        by_port.entry(port).or_insert_with(|| (Vec::new(), callee)).0.push(call);
    }
    let catches = |tree: &Tree| tree.nodes.iter().any(|node| matches!(node.kind, Kind::Try { .. }));
    let is_in_try = catches(java) || catches(python);
    let mut found = Vec::new();
    let mut place = 0;
    for (java_calls, callee) in by_port.into_values() {
        let python_calls: Vec<NodeId> =
            calls(python).into_iter().filter(|call| call_name(python, *call) == Some(&callee.python.name)).collect();
        let is_builtin = BUILTINS.contains(&callee.python.name.as_str()) && callee.python.file != caller.python.file;
        if java_calls.len() != python_calls.len() || is_builtin {
            continue;
        }
        for (own, other) in java_calls.into_iter().zip(python_calls) {
            if !names_port(python, other, callee) {
                continue;
            }
            let sides = [(java, own, "this"), (python, other, "self")];
            let [Some(own), Some(other)] = sides.map(|(tree, call, this)| call_nodes(tree, call, this, callee)) else {
                continue;
            };
            if own.is_on_this != other.is_on_this || own.values.len() != other.values.len() {
                continue;
            }
            let count = u32::try_from(own.values.len()).unwrap_or_default();
            let values = (place + 2..place + 2 + count).collect();
            found.push(RecordedCall {
                callee,
                begin: place,
                result: place + 1,
                values,
                is_in_try,
                has_receiver: own.values.len() > callee.java.params.len(),
                java: own,
                python: other,
            });
            place += 2 + count;
        }
    }
    found.sort_by_key(|call| java.node(call.java.call).span.start);
    found.truncate(MOST_CALLS);
    found
}

/// Returns the calls whose results the code uses, in the order of the text.
fn calls(tree: &Tree) -> Vec<NodeId> {
    let is_used = |id: &NodeId| {
        let node = tree.node(*id);
        let parent = node.parent.map(|parent| tree.kind(parent));
        matches!(node.kind, Kind::Call { .. })
            && node.form != Form::Idiom
            && !node.is_virtual
            && parent.is_some_and(|parent| *parent != Kind::ExprStmt)
    };
    let mut found: Vec<NodeId> = tree.preorder(tree.root).into_iter().filter(is_used).collect();
    found.sort_by_key(|id| tree.node(*id).span.start);
    found
}

fn call_name(tree: &Tree, call: NodeId) -> Option<&str> {
    match tree.kind(call) {
        Kind::Call { name, .. } => Some(name),
        _ => None,
    }
}

/// Returns the receiver of a call and its arguments.
fn parts(tree: &Tree, call: NodeId) -> (Option<NodeId>, &[NodeId]) {
    match (tree.kind(call), tree.children(call)) {
        (Kind::Call { has_receiver: true, .. }, [receiver, arguments @ ..]) => (Some(*receiver), arguments),
        (_, arguments) => (None, arguments),
    }
}

/// Returns the pair whose Java function the call names.
///
/// A call without a receiver, or on `this`, must name a function of the caller's class. A call of a static method must
/// name the class. The runs check the class of every other receiver. `None` if several functions fit, or if the function
/// is the caller.
fn callee<'p>(tree: &Tree, call: NodeId, caller: &Pair, callees: &'p [Pair]) -> Option<&'p Pair> {
    let name = call_name(tree, call)?;
    let (receiver, arguments) = parts(tree, call);
    let fits = |pair: &&Pair| {
        let java = &pair.java;
        let is_method = matches!(java.kind, FunctionKind::Method | FunctionKind::StaticMethod);
        is_method && java.name == name && java.params.len() == arguments.len() && pair.dispatch_on.is_none()
    };
    let is_of_class = |pair: &&Pair| (&pair.java.file, &pair.java.scope) == (&caller.java.file, &caller.java.scope);
    let on_this = receiver.is_none_or(|receiver| *tree.kind(receiver) == Kind::Name("this".into()));
    let named = receiver.and_then(|receiver| match tree.kind(receiver) {
        Kind::Name(name) => Some(name),
        _ => None,
    });
    let is_reached = |pair: &&Pair| match pair.java.kind {
        _ if on_this => is_of_class(pair),
        FunctionKind::StaticMethod => named.is_some() && named == pair.java.scope.last(),
        _ => true,
    };
    let candidates: Vec<&Pair> = callees.iter().filter(fits).filter(is_reached).collect();
    let is_other = |pair: &&Pair| (&pair.java.file, pair.java.span) != (&caller.java.file, caller.java.span);
    match candidates[..] {
        [only] => Some(only).filter(is_other),
        _ => None,
    }
}

/// Reports whether a call of the port names the module or class of its function.
///
/// This applies to functions and static methods.
/// The runs check the class of a receiver of other methods.
fn names_port(python: &Tree, call: NodeId, callee: &Pair) -> bool {
    let (Some(receiver), false) = (parts(python, call).0, callee.java.kind == FunctionKind::Method) else {
        return true;
    };
    let (Kind::Name(name) | Kind::Attribute(name)) = python.kind(receiver) else { return false };
    let module = callee.python.file.rsplit('/').next().and_then(|file| file.strip_suffix(".py"));
    ["self", "cls"].contains(&name.as_str())
        || Some(name) == callee.python.scope.last()
        || Some(name.as_str()) == module
}

/// The built-in functions of Python that a call without a receiver can mean.
const BUILTINS: [&str; 24] = [
    "abs", "all", "any", "bin", "chr", "divmod", "filter", "format", "hash", "hex", "id", "input", "iter", "len",
    "map", "max", "min", "next", "open", "pow", "print", "round", "sorted", "sum",
];

/// Returns the nodes of a call that the code records.
///
/// `None` if the code cannot record the receiver, or passes an argument that is no plain value.
fn call_nodes(tree: &Tree, call: NodeId, this: &str, callee: &Pair) -> Option<CallNodes> {
    let is_plain =
        |id: &NodeId| !matches!(tree.kind(*id), Kind::Lambda | Kind::Opaque(_) | Kind::Literal(Literal::Null));
    let (receiver, arguments) = parts(tree, call);
    let is_instance = callee.java.kind == FunctionKind::Method;
    let is_in_place = callee.arguments.iter().enumerate().all(|(at, position)| at == *position);
    if is_instance != (callee.python.kind == FunctionKind::Method)
        || arguments.len() != callee.java.params.len()
        || !is_in_place
        || !arguments.iter().all(is_plain)
    {
        return None;
    }
    let name = receiver.map(|receiver| tree.kind(receiver));
    let is_on_this = is_instance && name.is_none_or(|kind| *kind == Kind::Name(this.into()));
    let is_on_super = name.is_some_and(|kind| *kind == Kind::Name("super".into()));
    let own = receiver.filter(|_| is_instance && !is_on_this);
    if is_on_super || own.is_some_and(|receiver| !is_plain(&receiver)) {
        return None;
    }
    Some(CallNodes { call, values: own.into_iter().chain(arguments.iter().copied()).collect(), is_on_this })
}

/// Returns edits of the Java file that record the calls.
#[must_use]
pub fn java_edits(tree: &Tree, calls: &[RecordedCall<'_>]) -> Vec<TextEdit> {
    let recorder = format!("{}.StateRecorder", java_package());
    let on = |place: u32| format!("{recorder}.on({place}, ");
    let around = |call: &RecordedCall<'_>| {
        let this = if call.java.is_on_this { "this" } else { "" };
        format!("{}{recorder}.then({recorder}.at({}, new Object[] {{ {this} }}), ", on(call.result), call.begin)
    };
    sites(tree, calls, |call| &call.java, &around, &on, ["))", ")"])
}

/// Returns edits of the port that record the calls.
#[must_use]
pub fn python_edits(tree: &Tree, calls: &[RecordedCall<'_>]) -> Vec<TextEdit> {
    let recorder = python_recorder();
    let on = |place: u32| format!("(lambda v: ({recorder}({place}, lambda: (v,)), v)[1])(");
    let around = |call: &RecordedCall<'_>| {
        let this = if call.python.is_on_this { "self," } else { "" };
        format!("{}({recorder}({}, lambda: ({this})), ", on(call.result), call.begin)
    };
    sites(tree, calls, |call| &call.python, &around, &on, [")[1])", ")"])
}

/// Returns the edits of one side. `around` and `on` give the texts before a call and before a value.
fn sites<'c>(
    tree: &Tree,
    calls: &'c [RecordedCall<'_>],
    side: impl Fn(&'c RecordedCall<'_>) -> &'c CallNodes,
    around: &dyn Fn(&RecordedCall<'_>) -> String,
    on: &dyn Fn(u32) -> String,
    [after_call, after_value]: [&str; 2],
) -> Vec<TextEdit> {
    let site = |id: NodeId, open: String, close: &str| RecordedSite {
        span: tree.node(id).span,
        is_block: false,
        open,
        close: close.to_owned(),
    };
    let of_call = |call: &'c RecordedCall<'_>| {
        let nodes = side(call);
        let values = nodes.values.iter().zip(&call.values).map(|(id, place)| site(*id, on(*place), after_value));
        std::iter::once(site(nodes.call, around(call), after_call)).chain(values.collect::<Vec<_>>())
    };
    nested(calls.iter().flat_map(of_call).collect())
}
