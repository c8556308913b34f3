//! Holds the built-in translator, which translates Java to Python by rules.
//!
//! The input is the typed tree of a Java file, from `mts-lang`.
//!
//! The mode `faithful` keeps Java's meaning. It calls helpers of the support module, unless the value ranges show that
//! the code needs no helper. The mode `plain` writes the code that a maintainer would write. If the code has an unknown
//! construct, the result is an error with the line of the construct, and never a guess.

mod emit;
mod exceptions;
mod library;
mod merged_file;
mod names;
mod py_expr;
mod ranges;
mod style;
mod support;
mod translator;

#[cfg(test)]
mod tests;

pub use emit::fragment::{
    FragmentRequest, FragmentTranslation, IntegerStyle, SupportDefinition, TypedFile, UncheckedOps, definitions,
    fragment,
};
pub use style::{Mode, TranslatedPort, TranslationStyle};
pub use support::{MODULE, SUPPORT};
pub use translator::Transpiler;

use library::KNOWN;
use mts_lang::SourceFile;
use mts_lang::java::typed_ast;
use mts_model::Function;
use mts_model::error::{Error, Result};

/// Translates a file, or one method with all that it needs of the file.
///
/// # Errors
/// Returns a usage error with file and line if the code has an unknown construct, and with the file if a function does
/// not parse.
pub fn translate(file: &SourceFile, wanted: Option<&Function>, style: TranslationStyle) -> Result<TranslatedPort> {
    translated(file, wanted, style, |line| format!("{}:{line}", file.path))
}

/// Translates one method with all that it needs of its file and of other files.
///
/// # Errors
/// Returns an error if [`translate`] fails.
pub fn translate_with(
    file: &SourceFile,
    others: &[SourceFile],
    wanted: &Function,
    style: TranslationStyle,
) -> Result<TranslatedPort> {
    let joined = merged_file::MergedFile::merge(file, others)?;
    translated(&joined.file, Some(wanted), style, |line| joined.place(line))
}

fn translated(
    file: &SourceFile,
    wanted: Option<&Function>,
    style: TranslationStyle,
    place: impl Fn(u32) -> String,
) -> Result<TranslatedPort> {
    let refuse = |unsupported: typed_ast::Unsupported| {
        Error::usage(format!("cannot translate {}", unsupported.construct))
            .at(place(unsupported.line))
            .help("rewrite this code without the unsupported construct, or port this function yourself")
    };
    if let Some(broken) = file.functions.iter().find_map(|f| f.broken.as_ref()) {
        return Err(Error::usage(broken.clone()).at(file.path.as_str()).help("fix the Java file"));
    }
    let program = typed_ast::program(file, &KNOWN.library).map_err(refuse)?;
    let wanted = wanted.and_then(|function| {
        let methods = program
            .classes
            .iter()
            .enumerate()
            .flat_map(|(class, c)| c.methods.iter().enumerate().map(move |(method, m)| ((class, method), m.span)));
        methods.into_iter().find(|(_, span)| *span == function.span).map(|(place, _)| place)
    });
    emit::module(&program, wanted, style).map_err(refuse)
}

/// Returns a Java name in snake case: `maxSubArray` becomes `max_sub_array`.
#[must_use]
pub fn snake(name: &str) -> String {
    names::snake(name)
}

/// Returns the simple name of a class type. The result is `Object` for other types.
fn library_class(ty: &mts_model::JavaType) -> String {
    ty.simple_class().unwrap_or("Object").to_owned()
}
