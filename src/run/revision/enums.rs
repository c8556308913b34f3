//! Finds the enums in a signature, whose constants are the possible arguments.
//!
//! The search covers the pair's own file and the file with the enum's name.

use crate::run::revision::Revision;
use mts_generate::inputs::Enums;
use mts_lang::SourceFile;
use mts_model::bounded_text::{SOURCE_BYTES, read_text};
use mts_model::jdk::{TypeShape, type_shape};
use mts_model::{JavaType, Language};

/// Returns the enums among the classes in these types.
///
/// The pair's own file comes first, then files of its folder, then all other files. The function skips an enum if two
/// files at the same step have the name of the enum's file, because the right file is unknown.
#[must_use]
pub fn resolve<'t>(revision: &Revision, own: &SourceFile, types: impl Iterator<Item = &'t JavaType>) -> Enums {
    let mut enums = Enums::new();
    let mut todo: Vec<&JavaType> = types.collect();
    while let Some(ty) = todo.pop() {
        match ty {
            JavaType::Array(element) => todo.push(element),
            JavaType::Class { args, .. } => {
                todo.extend(args);
                let written = ty.simple_class().filter(|name| type_shape(name) == TypeShape::Other);
                if let Some(name) = written.filter(|name| !enums.contains_key(*name))
                    && let Some(constants) = constants(revision, own, ty, name)
                {
                    enums.insert(name.to_owned(), constants);
                }
            }
            _ => {}
        }
    }
    enums
}

fn constants(revision: &Revision, own: &SourceFile, ty: &JavaType, name: &str) -> Option<Vec<String>> {
    let constants_in = |file: &SourceFile| {
        let found = mts_lang::java::enums(file).iter().find(|(declared, _)| declared == name);
        found.map(|(_, constants)| constants.clone()).filter(|constants| !constants.is_empty())
    };
    if let Some(constants) = constants_in(own) {
        return Some(constants);
    }
    // The file of `Outer.Color` is Outer.java. The file of `Color` is Color.java.
    let text = ty.to_string();
    let outer = text.split('.').find(|part| part.starts_with(char::is_uppercase)).unwrap_or(name);
    let ending = format!("{outer}.java");
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let named = revision.paths.iter().filter(|path| path.rsplit('/').next() == Some(ending.as_str()));
    let (near, far): (Vec<&String>, Vec<&String>) = named.partition(|path| folder(path) == folder(&own.path));
    let candidates = if near.is_empty() { far } else { near };
    let [path] = candidates.as_slice() else { return None };
    match revision.file(path) {
        Some(file) => constants_in(file),
        // The revision contains no parsed file if the change does not touch the file.
        None => {
            let text = read_text(revision.folder.join(path), SOURCE_BYTES).ok()?;
            constants_in(&SourceFile::parse(path, text, Language::Java).ok()?)
        }
    }
}
