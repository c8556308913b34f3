//! Finds recursive methods, because CPython's stack is about a tenth as deep as Java's.

use super::dependencies::Dependencies;
use mts_lang::java::typed_ast::{Expr, ExprKind, Program, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// The approximate number of frames on Java's default stack.
pub(in crate::transpiler::emit) const DEPTH: &str = "10_000";

type MethodId = (usize, usize);

/// Reports whether a necessary method can call itself, directly or through other methods.
pub(in crate::transpiler::emit) fn recurses(program: &Program, needed: &Dependencies) -> bool {
    let places = program
        .classes
        .iter()
        .enumerate()
        .flat_map(|(class, own)| own.methods.iter().enumerate().map(move |(method, own)| ((class, method), own)));
    let mut calls: BTreeMap<MethodId, BTreeSet<MethodId>> = BTreeMap::new();
    for (place, method) in places.filter(|((class, method), _)| needed.has_method(*class, *method)) {
        let mut found = BTreeSet::new();
        method.body.iter().flatten().for_each(|s| statement(program, s, &mut found));
        calls.insert(place, found);
    }
    // Repeatedly remove methods that call no remaining method. Such a method is not in a cycle of calls.
    loop {
        let before = calls.len();
        let known: BTreeSet<MethodId> = calls.keys().copied().collect();
        calls.retain(|_, callees| callees.iter().any(|callee| known.contains(callee)));
        if calls.len() == before {
            return before > 0;
        }
    }
}

fn statement(program: &Program, s: &Stmt, found: &mut BTreeSet<MethodId>) {
    let (expressions, statements) = s.parts();
    expressions.into_iter().for_each(|e| expression(program, e, found));
    statements.into_iter().for_each(|s| statement(program, s, found));
}

fn expression(program: &Program, e: &Expr, found: &mut BTreeSet<MethodId>) {
    match &e.kind {
        ExprKind::Call { class, method, receiver: Some(_), .. } => {
            // The call may run every method that overrides the called method.
            let called = &program.classes[*class].methods[*method];
            for (class, own) in program.classes.iter().enumerate() {
                let namesakes = own
                    .methods
                    .iter()
                    .enumerate()
                    .filter(|(_, m)| !m.is_static && m.name == called.name && m.params == called.params);
                found.extend(namesakes.map(|(method, _)| (class, method)));
            }
        }
        ExprKind::Call { class, method, .. } | ExprKind::SuperCall { class, method, .. } => {
            found.insert((*class, *method));
        }
        ExprKind::New { class, constructor: Some(method), .. } => {
            found.insert((*class, *method));
        }
        ExprKind::Closure(method) => {
            method.body.iter().flatten().for_each(|s| statement(program, s, found));
        }
        _ => {}
    }
    e.parts().into_iter().for_each(|part| expression(program, part, found));
}
