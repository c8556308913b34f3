//! Finds the ancestors of the classes of a file. The module `classes` writes the classes.

use mts_lang::java::typed_ast::Program;
use mts_model::JavaType;

/// Returns the classes of the file that a class directly extends or implements.
pub(in crate::transpiler::emit) fn parents(program: &Program, class: usize) -> Vec<usize> {
    let own = &program.classes[class];
    let find = |ty: &JavaType| class_named(program, class, ty);
    own.superclass.iter().chain(&own.interfaces).filter_map(find).collect()
}

/// Returns the library classes that a class directly extends or implements.
pub(in crate::transpiler::emit) fn library_parents(program: &Program, class: usize) -> Vec<JavaType> {
    let own = &program.classes[class];
    own.superclass
        .iter()
        .chain(&own.interfaces)
        .filter(|ty| class_named(program, class, ty).is_none())
        .cloned()
        .collect()
}

/// Returns the class of the file that a type denotes. `None` for a library class.
///
/// The type occurs in the class `from`, so nested classes near it come first.
fn class_named(program: &Program, from: usize, ty: &JavaType) -> Option<usize> {
    let simple = ty.simple_class()?;
    let found = program.classes.iter().enumerate().filter(|(_, c)| c.name == simple);
    let outer = program.classes[from].outer;
    let near = |at: usize| usize::from(program.classes[at].outer != outer && program.classes[at].outer != Some(from));
    found.map(|(at, _)| at).filter(|at| *at != from).min_by_key(|at| near(*at))
}

/// Returns a class and its ancestors.
pub(in crate::transpiler::emit) fn ancestry(program: &Program, class: usize) -> Vec<usize> {
    let mut line = vec![class];
    let mut at = 0;
    while at < line.len() {
        for parent in parents(program, line[at]) {
            if !line.contains(&parent) {
                line.push(parent);
            }
        }
        at += 1;
    }
    line
}
