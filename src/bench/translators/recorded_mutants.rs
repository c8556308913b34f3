//! Matches recorded mutants with the programs of a corpus.
//!
//! A recorded mutant is another body of the corpus's method, a whole class, or the name of a mutant
//! that cargo mts generates.

use crate::bench::corpora::recording::{RecordedAnswer, RecordedRow};
use crate::report::format::count;
use mts_engine::{GeneratedPair, PairJob, VerdictSettings};
use mts_lang::SourceFile;
use mts_model::error::{Error, Result};
use mts_model::sequences::equal_ends;
use mts_model::{Change, Function, Language, Mutant, NodeId, Pair, Span, TextEdit};
use mts_translate::recorded::{self, RecordedMutant};
use mts_translate::{ForeignMutant, Translation};
use std::sync::Arc;

/// Returns the recorded mutants of one program, with their translations.
///
/// # Errors
/// Returns a usage error with the row's place if the row's Java text lacks the method, or if the row does not name
/// exactly one generated mutant.
pub fn recording(
    pair: &GeneratedPair,
    rows: &[&RecordedRow],
    settings: &VerdictSettings,
) -> Result<Vec<RecordedMutant>> {
    let job = pair.job();
    let frame = mts_lang::java::frame(&job.java, &job.pair.java);
    let own = || pair.mutants(settings).into_iter().flatten();
    let recorded = |row: &&RecordedRow| {
        let foreign = match &row.java {
            Some(java) => foreign_mutant(job, &frame, row, java)?,
            None => ForeignMutant { mutant: find_mutant(own, row)?, class: None },
        };
        Ok(RecordedMutant { foreign, translation: translation(&row.answer, &job.pair)? })
    };
    rows.iter().map(recorded).collect()
}

/// Returns the recorded translation for a pair.
///
/// # Errors
/// Returns an internal error if the grammar cannot be loaded.
pub fn translation(answer: &RecordedAnswer, pair: &Pair) -> Result<Translation> {
    match answer {
        RecordedAnswer::Python(text) if pair.is_program() => Ok(recorded::script(text, pair)),
        RecordedAnswer::Python(text) => recorded::module(text, &recorded::names(pair), pair.java.params.len()),
        RecordedAnswer::Missing(why) => Ok(Translation::Missing(why.clone())),
        RecordedAnswer::Unreachable(why) => Ok(Translation::Unreachable(why.clone())),
    }
}

/// Makes a mutant from its Java text.
fn foreign_mutant(job: &PairJob, frame: &[Vec<String>; 3], row: &RecordedRow, java: &str) -> Result<ForeignMutant> {
    let file = SourceFile::parse(&job.java.path, java.to_owned(), Language::Java)?;
    let (method, arity) = (&job.pair.java.name, job.pair.java.params.len());
    let Some(function) = find_method(&file, &job.pair.java) else {
        let class = &job.java_context.entry.class;
        let parameters = count(arity, "parameter");
        let what =
            format!("the Java text of the row has no static method {method} with {parameters} in a class {class}");
        let help = "write the whole class with the mutant in `java`";
        return Err(Error::usage(what).at(row.at.as_str()).help(help));
    };
    let node = job.java.lower(&job.pair.java).map_or(NodeId(0), |tree| tree.root);
    let mut mutant = Mutant {
        id: row.mutant.clone(),
        operator: row.operator,
        change: Change::Opaque { node },
        edits: Vec::new(),
        line: row.line,
        summary: row.change.clone().unwrap_or_default(),
    };
    if job.program.is_some() {
        return Ok(match other_body(&job.java, &file) {
            Some(edit) => ForeignMutant { mutant: Mutant { edits: vec![edit], ..mutant }, class: None },
            None => ForeignMutant { mutant, class: Some(Arc::new(file)) },
        });
    }
    // One compilation unit contains several mutants, and a syntax error in one mutant breaks all of them. So such a
    // mutant gets a class of its own.
    if function.broken.is_none() && mts_lang::java::frame(&file, function) == *frame {
        mutant.edits = vec![TextEdit::new(job.pair.java.body, function.body.slice(java))];
        return Ok(ForeignMutant { mutant, class: None });
    }
    Ok(ForeignMutant { mutant, class: Some(Arc::new(file)) })
}

/// Returns the edit of a function's body if the texts differ only there.
fn other_body(one: &SourceFile, other: &SourceFile) -> Option<TextEdit> {
    let (from, to) = (one.text.as_bytes(), other.text.as_bytes());
    let (before, after) = equal_ends(from, to);
    let changed = Span::new(before, from.len() - after);
    let holds = |f: &&Function| f.broken.is_none() && f.body.contains(changed);
    let function = one.functions.iter().filter(holds).min_by_key(|f| f.body.len())?;
    // One compilation unit contains several mutants, and a syntax error in one mutant breaks all of them.
    if other.functions.len() != one.functions.len() || other.functions.iter().any(|f| f.broken.is_some()) {
        return None;
    }
    let end = other.text.len() - (one.text.len() - function.body.end);
    Some(TextEdit::new(function.body, other.text.get(function.body.start..end)?))
}

/// Returns the same method in another text of its class.
fn find_method<'f>(file: &'f SourceFile, wanted: &Function) -> Option<&'f Function> {
    let is_same = |f: &&Function| {
        (&f.package, &f.scope, &f.name, f.kind, f.params.len())
            == (&wanted.package, &wanted.scope, &wanted.name, wanted.kind, wanted.params.len())
    };
    let types = |f: &Function| f.params.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
    let mut found: Vec<&Function> = file.functions.iter().filter(is_same).collect();
    found.sort_by_key(|f| types(f) != types(wanted));
    found.first().copied()
}

/// Finds the generated mutant that a row without Java text names.
///
/// The row has the id of the mutant, or its operator, line and change.
fn find_mutant<'m, M: Iterator<Item = &'m Mutant>>(own: impl Fn() -> M, row: &RecordedRow) -> Result<Mutant> {
    if let Some(mutant) = own().find(|mutant| mutant.id == row.mutant) {
        return Ok(mutant.clone());
    }
    let is_same = |m: &&Mutant| {
        (m.operator, m.line) == (row.operator, row.line)
            && row.change.as_ref().is_some_and(|change| *change == m.summary)
    };
    let found: Vec<&Mutant> = own().filter(is_same).collect();
    let fault = |what: String| {
        Err(Error::usage(what).at(row.at.as_str()).help(
            "write the whole class with the mutant in `java`, or copy `mutant`, `operator`, `line` and `change` from \
             the output of `bench --per-mutant`",
        ))
    };
    match found.as_slice() {
        [one] => Ok(Mutant { id: row.mutant.clone(), ..(*one).clone() }),
        [] => fault(format!("the row has no `java`, and cargo mts generates no mutant {} for {}", row.mutant, row.id)),
        several => fault(format!("{} mutants of {} match the row {}", several.len(), row.id, row.mutant)),
    }
}
