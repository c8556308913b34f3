//! What Python's worker shows of fields that the port computes: what its properties give, read once the call is over
//! and without a trace in the objects.

#[path = "support/workers.rs"]
mod workers;

use cargo_mts::execution::PythonUnit;
use cargo_mts::model::{Outcome, Port, Ports, Value};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use workers::*;

/// A function `f` of one number, in a module whose class `Box` may compute these fields.
fn unit(module: &str, fields: &[&str]) -> PythonUnit {
    let computed = fields.iter().map(|name| (*name).to_owned()).collect();
    let port = Port { module: "ported".to_owned(), qualname: "Box".to_owned(), computed };
    PythonUnit { ports: Arc::new(Ports::from([("acme.Box".to_owned(), port)])), ..python(&["int"], &[module]) }
}

/// What `f` gives, called with each of some numbers.
fn outcomes(module: &str, fields: &[&str], given: &[i64]) -> Vec<Outcome> {
    let inputs: Vec<_> = given.iter().map(|n| input(json!([n]))).collect();
    run_python(&mut cpython(), &unit(module, fields), &inputs).remove(0).outcomes
}

/// The fields of the objects that `f` gives.
fn fields(module: &str, names: &[&str]) -> Vec<Json> {
    let of = |outcome: Outcome| match outcome.value {
        Value::Object { .. } => outcome.value.to_json()["fields"].clone(),
        other => panic!("{other:?}: {}", outcome.note),
    };
    outcomes(module, names, &[1, 2]).into_iter().map(of).collect()
}

#[test]
fn a_property_is_shown_by_the_name_of_a_field_that_is_wanted() {
    let text = "import functools\nclass Base:\n    @property\n    def is_full(self):\n        return self.n > 1\n\
                class Box(Base):\n    __slots__ = ('n', '_size')\n    def __init__(self, n):\n        self.n = n\n        \
                self._size = 3\n    @property\n    def size(self):\n        return self._size\n    \
                @property\n    def __total(self):\n        return [self.n]\n    \
                @property\n    def unasked(self):\n        raise SystemExit\n\
                class Below(Box):\n    @functools.cached_property\n    def twice(self):\n        return self.n * 2\n\
                def f(n):\n    return Below(n)\n";
    let found = fields(text, &["isfull", "size", "total", "twice"]);
    // What is stored is shown as it is, and not once more.
    let wanted = |n: i64| json!({"n": n, "_size": 3, "twice()": 2 * n, "_Box__total()": [n], "is_full()": n > 1});
    assert_eq!(found, [wanted(1), wanted(2)]);
}

#[test]
fn nothing_is_read_that_no_field_of_javas_is_compared_with() {
    let text = "class Box:\n    def __init__(self, n):\n        self.n = n\n    @property\n    def total(self):\n        \
                raise SystemExit\n\
                class Other:\n    @property\n    def total(self):\n        return 3\n\
                def f(n):\n    box = Box(n)\n    box.other = Other()\n    return box\n";
    let found = fields(text, &[]);
    assert_eq!(found[0], json!({"n": 1, "other": {"$object": "Other", "fields": {}}}));
    let found = fields(&text.replace("raise SystemExit", "return 4"), &["total"]);
    assert_eq!(found[0], json!({"n": 1, "other": {"$object": "Other", "fields": {}}, "total()": 4}));
}

#[test]
fn what_raises_prints_or_does_not_end_is_no_part_of_the_call() {
    let text = "import itertools\ncount = itertools.count()\n\
                class Box:\n    def __init__(self, n):\n        self.n = n\n    \
                @property\n    def broken(self):\n        raise ValueError\n    \
                @property\n    def loud(self):\n        print('read')\n        return 1\n    \
                @property\n    def drawn(self):\n        return next(count)\n    \
                @property\n    def deep(self):\n        return self.deep\n    \
                @property\n    def items(self):\n        return iter([1])\n\
                def f(n):\n    return Box(n)\n";
    let all = outcomes(text, &["broken", "loud", "drawn", "deep", "items"], &[1]);
    assert_eq!(all[0].value.to_json()["fields"], json!({"n": 1, "loud()": 1}));
    assert_eq!(all[0].stdout, "");
    let endless = text.replace("raise ValueError", "\n        while True:\n            _mts_t_()");
    assert_eq!(fields(&endless, &["broken", "loud"])[0], json!({"n": 1}));
    let leaves = text.replace("raise ValueError", "raise SystemExit");
    assert_eq!(fields(&leaves, &["broken", "loud"])[0], json!({"n": 1}));
    // One without ticks costs its second once.
    let endless = text.replace("raise ValueError", "\n        while True:\n            pass");
    let found = fields(&endless, &["broken", "loud"]);
    assert_eq!(found, [json!({"n": 1}), json!({"n": 2, "loud()": 1})]);
}

#[test]
fn reading_leaves_the_objects_as_they_were() {
    let text = "import functools\n\
                class Box:\n    __slots__ = ('n', 'seen', '_lazy', '__dict__')\n    \
                def __init__(self):\n        self.n = 0\n        self.seen = []\n    \
                @functools.cached_property\n    def total(self):\n        return self.n * 10\n    \
                @property\n    def twice(self):\n        self.seen.append(1)\n        self.late = 3\n        \
                self._lazy = self.n * 2\n        return self._lazy\n\
                shared = Box()\n\
                def f(n):\n    shared.n += n\n    return shared\n";
    let found = fields(text, &["total", "twice"]);
    let wanted = |n: i64| json!({"n": n, "seen": [], "total()": n * 10, "twice()": n * 2});
    assert_eq!(found, [wanted(1), wanted(3)]);
}

#[test]
fn iterators_objects_and_references_are_shown_as_without_properties() {
    let text = "class Box:\n    def __init__(self, n):\n        self.n = n\n        self.items = [n]\n        \
                self.left = iter([n, n])\n    \
                @property\n    def whole(self):\n        return [self.items, Box(0) if self.n else None]\n\
                def f(n):\n    return [box := Box(n), box, [3]]\n";
    let found = outcomes(text, &["whole"], &[1]).remove(0).value.to_json();
    let inner = json!({"n": 0, "items": [0], "left": [0, 0], "whole()": [{"$ref": 6}, null]});
    let inner = json!({"$object": "Box", "fields": inner});
    let outer = json!({"n": 1, "items": [1], "left": [1, 1], "whole()": [{"$ref": 2}, inner]});
    assert_eq!(found[0]["fields"]["whole()"][0], outer["whole()"][0], "{found}");
    assert_eq!(found, json!([{"$object": "Box", "fields": outer}, {"$ref": 1}, [3]]));
}
