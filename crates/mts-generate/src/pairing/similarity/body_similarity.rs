//! Measures the similarity of function bodies on the common IR.
//!
//! The features are called and read names, literals, words of comments and kinds of statements. A
//! port keeps most of these features, whatever its name.

use super::identifiers::{count, joined, words};
use mts_lang::SourceFile;
use mts_lang::ir::{Kind, Literal, Tree};
use mts_model::{Function, Language, NodeId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// A function that returns the source file of a function, if it is available.
pub type SourceLookup<'a> = dyn Fn(&Function) -> Option<Arc<SourceFile>> + 'a;

/// The features of a body.
#[derive(Debug, Default)]
pub(in crate::pairing) struct Profile {
    /// The total weight of each feature.
    signs: BTreeMap<String, f64>,
    total: f64,
    /// The names that the body calls, normalized.
    pub(in crate::pairing) calls: BTreeSet<String>,
    /// The `instanceof` tests in order of the text: variable and simple class name.
    pub(in crate::pairing) instance_tests: Vec<(String, String)>,
    /// The field that the body only returns or sets, normalized.
    pub(in crate::pairing) field: Option<String>,
}

/// The similarity of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::pairing) struct BodySimilarity {
    /// The share of common features, 0 to 1.
    pub(in crate::pairing) share: f64,
    /// The amount of evidence, 0 to 1. Two empty bodies give no evidence.
    pub(in crate::pairing) certainty: f64,
}

/// The profiles of the bodies of both sides, computed on demand.
pub(in crate::pairing) struct Bodies<'a> {
    sources: &'a SourceLookup<'a>,
    read: RefCell<BTreeMap<ProfileKey, Option<Rc<Profile>>>>,
}

/// A language and a function's index.
type ProfileKey = (Language, usize);

/// Names that are common in all programs.
const EVERYWHERE: [&str; 33] = [
    "this", "self", "cls", "super", "len", "length", "size", "append", "add", "get", "set", "put", "range", "str",
    "int", "float", "bool", "tostring", "valueof", "format", "list", "dict", "array", "object", "string", "integer",
    "math", "system", "out", "print", "println", "charat", "equals",
];

impl<'a> Bodies<'a> {
    pub(in crate::pairing) fn new(sources: &'a SourceLookup<'a>) -> Self {
        Self { sources, read: RefCell::default() }
    }

    /// Returns the file of a function.
    pub(in crate::pairing) fn file(&self, function: &Function) -> Option<Arc<SourceFile>> {
        (self.sources)(function)
    }

    /// Returns the profile of function number `at`; `None` if its body is not readable.
    pub(in crate::pairing) fn profile(&self, function: &Function, at: usize) -> Option<Rc<Profile>> {
        let key = (function.language, at);
        if let Some(known) = self.read.borrow().get(&key) {
            return known.clone();
        }
        let profile = (self.sources)(function).and_then(|file| {
            let tree = file.lower_once(function)?;
            Some(Rc::new(Profile::new(&tree, function.body.slice(&file.text))))
        });
        self.read.borrow_mut().insert(key, profile.clone());
        profile
    }
}

impl Profile {
    fn new(tree: &Tree, text: &str) -> Self {
        let mut profile = Self { field: field(tree), ..Self::default() };
        for id in tree.preorder(tree.root) {
            profile.node(tree.kind(id));
            profile.instance_test(tree, id);
        }
        for comment in text.lines().filter_map(comment) {
            for word in comment.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 4) {
                profile.sign(format!("comment {}", word.to_lowercase()), 0.5);
            }
        }
        profile.total = profile.signs.values().sum();
        profile
    }

    fn instance_test(&mut self, tree: &Tree, id: NodeId) {
        if let Kind::InstanceOf(class) = tree.kind(id)
            && let Some(Kind::Name(variable)) = tree.child(id, 0).map(|of| tree.kind(of))
        {
            let simple = class.rsplit('.').next().unwrap_or(class);
            let simple = simple.split('<').next().unwrap_or(simple);
            self.instance_tests.push((variable.clone(), simple.to_owned()));
        }
    }

    fn node(&mut self, kind: &Kind) {
        match kind {
            Kind::Call { name, .. } => self.call(name),
            Kind::New(ty) => self.call(&ty.to_string()),
            Kind::Name(name) | Kind::Attribute(name) => self.name(name, 1.0),
            Kind::Literal(literal) => self.literal(literal),
            Kind::InstanceOf(class) => self.name(class, 1.0),
            Kind::If | Kind::Conditional => self.sign("decides".to_owned(), 0.4),
            Kind::Throw => self.sign("throws".to_owned(), 0.6),
            Kind::Try { .. } => self.sign("tries".to_owned(), 0.6),
            Kind::Return => self.sign("returns".to_owned(), 0.2),
            Kind::Binary(op) | Kind::AugAssign(op) => self.sign(format!("{op:?}"), 0.3),
            kind if kind.is_loop() => self.sign("loops".to_owned(), 0.4),
            _ => {}
        }
    }

    fn call(&mut self, name: &str) {
        let bare = name.rsplit('.').next().unwrap_or(name);
        let bare = bare.split('<').next().unwrap_or(bare);
        self.calls.insert(joined(bare));
        self.name(bare, 1.5);
    }

    /// Adds a name. The name of an accessor counts as the name of its field.
    fn name(&mut self, name: &str, weight: f64) {
        let parts = words(name);
        let whole = match parts.split_first() {
            Some((first, rest)) if !rest.is_empty() && matches!(first.as_str(), "get" | "set" | "is") => rest.concat(),
            _ => parts.concat(),
        };
        if !whole.is_empty() && !EVERYWHERE.contains(&whole.as_str()) {
            // A name of one letter is not distinctive.
            self.sign(format!("name {whole}"), if whole.len() == 1 { 0.2 } else { weight });
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Int(digits) if digits.len() > 1 => self.sign(format!("number {digits}"), 1.5),
            Literal::Int(digits) => self.sign(format!("number {digits}"), 0.3),
            Literal::Float(value) => self.sign(format!("number {value}"), 1.0),
            Literal::Char(c) => self.sign(format!("text {c}"), 1.0),
            Literal::Str(text) if text.chars().count() <= 3 => self.sign(format!("text {text}"), 1.0),
            // Two messages may differ in single words, so add each word.
            Literal::Str(text) => {
                for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 3) {
                    self.sign(format!("text {}", word.to_lowercase()), 0.8);
                }
            }
            Literal::Bool(_) | Literal::Null => self.sign(format!("{literal:?}"), 0.2),
        }
    }

    fn sign(&mut self, sign: String, weight: f64) {
        *self.signs.entry(sign).or_default() += weight;
    }

    /// Returns the similarity: the common weight relative to the total weight.
    pub(in crate::pairing) fn similarity(&self, other: &Self) -> BodySimilarity {
        let common: f64 =
            self.signs.iter().filter_map(|(sign, weight)| Some(weight.min(*other.signs.get(sign)?))).sum();
        let all = self.total + other.total;
        let share = if all > 0.0 { 2.0 * common / all } else { 0.0 };
        // About ten names give full evidence.
        BodySimilarity { share, certainty: (self.total.min(other.total) / 10.0).min(1.0) }
    }
}

impl BodySimilarity {
    /// Returns the evidence for a pair, in log odds.
    ///
    /// The function assumes that unrelated functions share a fifth of their features.
    pub(in crate::pairing) fn evidence(self) -> f64 {
        ((self.share - 0.2) * 8.0 * self.certainty).clamp(-1.5, 4.0)
    }
}

/// Returns the text of a comment, if the comment is alone on its line.
///
/// A line of a block comment counts if it starts with `* `.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("//").or_else(|| line.strip_prefix('#')).or_else(|| line.strip_prefix("* "))
}

/// Returns the field of a body that is only `return field` or `this.field = parameter`.
fn field(tree: &Tree) -> Option<String> {
    let [statement] = tree.children(tree.root) else { return None };
    match tree.kind(*statement) {
        Kind::Return => name_of(tree, tree.child(*statement, 0)?),
        Kind::ExprStmt => {
            let set = tree.child(*statement, 0).filter(|id| matches!(tree.kind(*id), Kind::Assign))?;
            let from = tree.child(set, 1)?;
            matches!(tree.kind(from), Kind::Name(_)).then(|| name_of(tree, tree.child(set, 0)?))?
        }
        _ => None,
    }
}

fn name_of(tree: &Tree, id: NodeId) -> Option<String> {
    match tree.kind(id) {
        Kind::Name(name) => Some(joined(name)),
        Kind::Attribute(name) => {
            let base = tree.child(id, 0)?;
            let own = matches!(tree.kind(base), Kind::Name(name) if matches!(name.as_str(), "this" | "self"));
            own.then(|| joined(name))
        }
        _ => None,
    }
}

/// Returns the log odds of a share, bounded.
pub(in crate::pairing) fn log_odds(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    (share / (1.0 - share)).ln()
}

/// Returns the share that has these log odds.
pub(in crate::pairing) fn share(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Returns the log odds that one of `candidates` functions is the port, before any comparison.
pub(in crate::pairing) fn prior(candidates: usize) -> f64 {
    -count(candidates.max(1)).ln() - 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn profile(path: &str, text: &str) -> Profile {
        let language = Language::from_path(path).unwrap();
        let file = SourceFile::parse(path, text.to_owned(), language).unwrap();
        let function = &file.functions[0];
        Profile::new(&file.lower(function).unwrap(), function.body.slice(&file.text))
    }

    const JAVA: &str = "class A { int pay(int[] items) { int total = 0; for (int item : items) { if (item > 250) \
                        { total += applyDiscount(item, \"member\"); } } return total; } }";

    #[test]
    fn a_port_is_similar_to_its_source_under_any_name_and_an_unrelated_function_is_not() {
        let java = profile("A.java", JAVA);
        let port = profile(
            "a.py",
            "def charge(items):\n    total = 0\n    for item in items:\n        if item > 250:\n            \
             total += apply_discount(item, 'member')\n    return total\n",
        );
        let unrelated = profile(
            "a.py",
            "def charge(path):\n    with open(path) as file:\n        return file.read().split('\\n')\n",
        );
        assert!(java.similarity(&port).share > 0.9, "{:?}", java.similarity(&port));
        assert!(java.similarity(&port).evidence() > 2.0);
        assert!(java.similarity(&unrelated).share < 0.2, "{:?}", java.similarity(&unrelated));
        assert!(java.similarity(&unrelated).evidence() < 0.0);
        assert!(port.calls.contains("applydiscount"));
    }

    #[test]
    fn an_accessor_is_recognized_by_its_field() {
        let field = |body: &str| profile("A.java", &format!("class A {{ {body} }}")).field;
        assert_eq!(field("int getX() { return this.startIndex; }").as_deref(), Some("startindex"));
        assert_eq!(field("void setX(int v) { startIndex = v; }").as_deref(), Some("startindex"));
        assert_eq!(field("int getX() { return a.x; }"), None);
        assert_eq!(field("int getX() { return startIndex + 1; }"), None);
    }

    proptest! {
        #[test]
        fn log_odds_and_shares_are_inverse_functions(p in 0.02f64..0.98) {
            prop_assert!((share(log_odds(p)) - p).abs() < 1e-9);
        }

        #[test]
        fn similarity_is_symmetric(a in "[a-c]{1,3}", b in "[a-c]{1,3}") {
            let calling = |name: &str| profile("a.py", &format!("def f(x):\n    return {name}(x, 'text') + 12\n"));
            let (left, right) = (calling(&a), calling(&b));
            prop_assert!((left.similarity(&right).share - right.similarity(&left).share).abs() < 1e-9);
        }
    }
}
