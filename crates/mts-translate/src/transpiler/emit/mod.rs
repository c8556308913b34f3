//! Writes the typed tree of a Java file as a Python module.
//!
//! The module has imports, functions and classes. The other files of this folder write expressions and statements.

mod emitter;
mod expressions;
pub(super) mod fragment;
mod fragment_options;
mod jump_level;
mod module;
mod naming;
mod statements;

use super::{TranslatedPort, TranslationStyle};
use emitter::{BUILT_IN, EmitResult, Emitter, ModuleNames};
use mts_lang::java::typed_ast::{Program, Unsupported};
use std::collections::BTreeSet;

/// Writes the module of a program, or of one method with all that it needs.
pub(super) fn module(
    program: &Program,
    wanted: Option<(usize, usize)>,
    style: TranslationStyle,
) -> EmitResult<TranslatedPort> {
    match with_makers(program, wanted, style, None) {
        // A constructor with an unknown construct may be the reason. Try again without the constructors that the code
        // of the method does not call.
        Err(problem) if wanted.is_some() => with_makers(program, wanted, style, Some(problem)),
        whole => whole,
    }
}

/// Writes the module.
///
/// If `problem` is not `None`, the module has only the constructors that its code calls.
fn with_makers(
    program: &Program,
    wanted: Option<(usize, usize)>,
    style: TranslationStyle,
    problem: Option<Unsupported>,
) -> EmitResult<TranslatedPort> {
    // Local variables must not have the names of used helpers, and only a finished text shows which helpers it uses. So
    // write the text again if it has such a name.
    let mut clear = BTreeSet::new();
    loop {
        let globals = naming::globals(program, style);
        let mut emitter = Emitter::new(program, style, &globals, &clear);
        emitter.problem.clone_from(&problem);
        let port = emitter.module(wanted)?;
        let clashes: BTreeSet<String> =
            emitter.used.iter().filter(|used| emitter.locals.contains(*used)).cloned().collect();
        if clashes.is_empty() || clashes.is_subset(&clear) {
            return Ok(port);
        }
        clear.extend(clashes);
    }
}
