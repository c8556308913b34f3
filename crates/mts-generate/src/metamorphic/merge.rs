//! Merges two Java methods into one method with a selecting parameter.
//!
//! The change is the transformation `merge` of Eniser et al. 2024. The merged method replaces the
//! first method and keeps its name.

use super::{ParsedFunction, names};
use mts_lang::ir::Kind;
use mts_lang::{java, mentions, signature_spans};
use mts_model::{FunctionKind, JavaType, Language, Random, Span, TextEdit, span};

/// Number of layouts of a merged method.
///
/// A layout fixes the order of the parameters, the order of the branches, and the form of the
/// condition.
pub const LAYOUTS: u8 = 8;

/// A merged method.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedMethod {
    /// The edits of the first method's file.
    pub edits: Vec<TextEdit>,
    /// The index of the method whose parameters come first: 0 or 1.
    pub leads: usize,
    /// The value of the last parameter that selects the method whose parameters come first.
    pub flag: bool,
}

/// Merges two methods in a layout.
///
/// Both methods must be static and not generic, without variable arity, and have the same result type
/// and `throws` clause. Returns `None` otherwise, if other code in the two files names one of the
/// methods, or if the second method needs declarations of its own file.
#[must_use]
pub fn merge(
    first: ParsedFunction<'_>,
    second: ParsedFunction<'_>,
    layout: u8,
    random: &mut Random,
) -> Option<MergedMethod> {
    if !is_self_contained(second) {
        return None;
    }
    let merged = merge_in_layout(first, second, layout, random)?;
    let text = &first.file.text;
    let before = Span::new(first.function.span.start, merged.list.start).slice(text);
    let tail = Span::new(merged.list.end + 1, first.function.body.start).slice(text);
    let mut edits = imports(first, second);
    let whole = format!("{before}{}){tail}{}", merged.params.join(", "), merged.body);
    edits.push(TextEdit::new(first.function.span, whole));
    Some(MergedMethod { edits, leads: merged.leads, flag: merged.leads == 0 })
}

/// A layout of two merged methods.
pub(super) struct MergeLayout {
    /// The span of the first method's parameter list.
    pub list: Span,
    /// All parameters, the flag last.
    pub params: Vec<String>,
    /// The body with its braces.
    pub body: String,
    /// The flag's name.
    pub flag: String,
    /// The index of the method whose parameters come first: 0 or 1.
    pub leads: usize,
    /// The numbers of the test that the condition adds to the flag.
    ///
    /// `(r, None)` adds `&& r == r`, and `(r, Some(s))` adds `|| r == s`. Neither test changes the value of the
    /// condition.
    pub dressing: (i64, Option<i64>),
    /// True if the condition is the negated flag.
    pub is_negated: bool,
}

/// Joins two methods in a layout, as one method that replaces the first method.
///
/// Returns `None` if the signatures do not fit or other code names one of the methods.
pub(super) fn merge_in_layout(
    first: ParsedFunction<'_>,
    second: ParsedFunction<'_>,
    layout: u8,
    random: &mut Random,
) -> Option<MergeLayout> {
    let returns = &first.function.returns;
    if *returns != second.function.returns || *returns == JavaType::Unknown {
        return None;
    }
    if !is_unreferenced(first) || !is_unreferenced(second) {
        return None;
    }
    let (heads, sides) = (
        [signature_spans::head(first.file, first.function)?, signature_spans::head(second.file, second.function)?],
        [first, second],
    );
    if heads.iter().any(|head| head.is_generic) {
        return None;
    }
    let tails =
        [0, 1].map(|at| Span::new(heads[at].list.end + 1, sides[at].function.body.start).slice(&sides[at].file.text));
    if tails[0].trim() != tails[1].trim() {
        return None;
    }
    let parts =
        [MarkedMethod::from_function(first, &heads[0], "_f1")?, MarkedMethod::from_function(second, &heads[1], "_f2")?];
    let texts = [first.file.text.as_str(), second.file.text.as_str()];
    let flag = if texts.iter().any(|text| names::has_word(text, "f1")) {
        names::fresh("f", 6, &texts, &[], random)
    } else {
        "f1".to_owned()
    };
    let leads = usize::from(layout / 2 % 2);
    let mut params = [parts[leads].params.clone(), parts[1 - leads].params.clone()].concat();
    params.push(format!("boolean {flag}"));
    let r = random.between(1, 100);
    let dressing = (r, (layout / 4 != 0).then(|| random.between(101, 200)));
    let dressed = match dressing.1 {
        None => format!("&& {r} == {r}"),
        Some(other) => format!("|| {r} == {other}"),
    };
    let is_negated = !layout.is_multiple_of(2);
    let (test, then, other) = if is_negated { (format!("!{flag}"), 1, 0) } else { (flag.clone(), 0, 1) };
    let body = format!("{{\nif ({test} {dressed}) {} else {}\n}}", parts[then].body, parts[other].body);
    Some(MergeLayout { list: heads[0].list, params, body, flag, leads, dressing, is_negated })
}

/// The parameters and the body of a method, with a suffix on each parameter name.
struct MarkedMethod {
    params: Vec<String>,
    body: String,
}

impl MarkedMethod {
    fn from_function(side: ParsedFunction<'_>, head: &signature_spans::Head, mark: &str) -> Option<Self> {
        let text = &side.file.text;
        let mut edits = Vec::new();
        for param in &side.function.params {
            let name = format!("{}{mark}", param.name);
            if param.optional || names::has_word(text, &name) {
                return None;
            }
            let uses = signature_spans::uses(side.file, side.function, &param.name)?;
            edits.extend(uses.into_iter().map(|place| TextEdit::new(place, name.clone())));
        }
        let part = |range: Span| {
            let inside = edits.iter().filter(|edit| range.contains(edit.span));
            let moved = |edit: &TextEdit| {
                TextEdit::new(Span::new(edit.span.start - range.start, edit.span.end - range.start), edit.text.clone())
            };
            span::apply(range.slice(text), &inside.map(moved).collect::<Vec<_>>())
        };
        let params = head.params.iter().map(|param| part(*param)).collect::<Option<Vec<_>>>()?;
        Some(Self { params, body: part(side.function.body)? })
    }
}

/// Reports whether a static Java method has a name that only its declaration contains.
fn is_unreferenced(side: ParsedFunction<'_>) -> bool {
    side.file.language == Language::Java
        && side.function.kind == FunctionKind::StaticMethod
        && mentions(side.file, &side.function.name) == 1
}

/// Reports whether a method uses only its own variables and library classes.
fn is_self_contained(side: ParsedFunction<'_>) -> bool {
    let tree = side.tree;
    let own = side.function.span.slice(&side.file.text);
    let declares =
        java::classes(side.file).iter().filter_map(|class| class.scope.last()).any(|name| names::has_word(own, name));
    let calls =
        side.file.functions.iter().any(|other| other.span != side.function.span && names::has_word(own, &other.name));
    let mut declared: Vec<&str> = side.function.params.iter().map(|param| param.name.as_str()).collect();
    let name = |id| match tree.kind(id) {
        Kind::Name(name) => Some(name.as_str()),
        _ => None,
    };
    let all = tree.preorder(tree.root);
    for id in &all {
        let children = tree.children(*id);
        let bound = match tree.kind(*id) {
            Kind::Declare | Kind::ForEach => children.get(..1),
            Kind::Catch { .. } | Kind::Lambda => children.get(..children.len().saturating_sub(1)),
            _ => None,
        };
        declared.extend(bound.into_iter().flatten().filter_map(|id| name(*id)));
    }
    // The name of a library class starts with a capital letter. A constant has only capital
    // letters.
    let is_class = |word: &str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    let is_known = |word: &str| declared.contains(&word) || is_class(word);
    !declares && !calls && all.iter().filter_map(|id| name(*id)).all(is_known)
}

/// Inserts the imports of the second file that the first file does not have.
fn imports(first: ParsedFunction<'_>, second: ParsedFunction<'_>) -> Vec<TextEdit> {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let (own, end) = java::import_spans(first.file);
    let own: Vec<String> = own.into_iter().map(|place| plain(place.slice(&first.file.text))).collect();
    let (others, _) = java::import_spans(second.file);
    let wanted =
        others.into_iter().map(|place| place.slice(&second.file.text)).filter(|text| !own.contains(&plain(text)));
    let text: String = wanted.map(|text| format!("\n{text}")).collect();
    let text = if end == 0 && !text.is_empty() { format!("{}\n", text.trim_start()) } else { text };
    if text.is_empty() { Vec::new() } else { vec![TextEdit::insert(end, text)] }
}
