//! Lowers Java text to the typed AST.
//!
//! The module resolves names, computes types and makes implicit conversions explicit. An unsupported construct is an
//! error with its line. If the construct is in a member of a class, the error affects only this member. Otherwise
//! the error affects the class, or the whole file if the construct is outside of classes.

mod calls;
mod classes;
mod closures;
mod declarations;
mod expressions;
mod library;
mod lowerer;
mod operators;
mod statements;
mod switches;
mod tree;

pub use library::{Library, Signature, functional_method};
pub use tree::{
    Case, Catch, Class, ClassKind, Expr, ExprKind, Field, Method, Program, Resource, Stmt, StmtKind, Target,
    Unsupported, Variable,
};

use crate::SourceFile;
use crate::java::types::named_children;
use lowerer::nodes::{LowerResult, first, has_token, line, unsupported};
use lowerer::{Enclosing, Jumpable, Lowerer, LoweringContext, SwitchUse};

/// Returns the typed AST of a file.
///
/// # Errors
///
/// Returns an error if a construct makes the whole file unreadable. [`Class::problem`],
/// [`Field::problem`] and [`Method::body`] hold the errors of members.
pub fn program(file: &SourceFile, library: &Library) -> Result<Program, Unsupported> {
    let without_misread_parentheses = calls::cast_ambiguity::without_misread_parentheses(file);
    let file = without_misread_parentheses.as_ref().unwrap_or(file);
    let declared = declarations::declared(file)?;
    let mut program = declared.program();
    let world = LoweringContext { file, library, program: &declared.program(), declared: &declared };
    for class in 0..program.classes.len() {
        if !program.classes[class].is_local {
            let (done, _) = closures::class(world, class, &Enclosing::default());
            done.into_iter().for_each(|part| part.put(&mut program));
        }
    }
    Ok(program)
}
