//! Writes the folder of `bench --output` for several translators.
//!
//! The folder has a JSON line for each program, the tables of the papers as CSV and Markdown, and
//! their figures as SVG. The files contain no times, so equal runs write equal files.

pub mod compared;
pub mod correlated;
pub mod figures;
pub mod ports;
pub mod sheet;
pub mod translated;

use crate::bench::corpora::corpus_row::CorpusRow;
use crate::bench::evaluation::ports::{PairKind, PairKinds};
use crate::bench::evaluation::sheet::Sheet;
use crate::bench::evaluation::translated::Translated;
use crate::bench::results::program_result::{BenchResult, ProgramResult};
use crate::bench::results::{json_lines, tables};
use mts_model::error::{Error, Result};

/// Returns the files with their names.
///
/// # Errors
/// Returns an internal error if a grammar cannot be loaded or a line cannot be written as JSON.
pub fn files(all: &[Translated<'_>], corpus: &[CorpusRow], seed: u64) -> Result<Vec<(String, String)>> {
    let results: Vec<BenchResult> = all.iter().map(|one| one.result.clone()).collect();
    let kinds = PairKinds::new(corpus);
    let measures = ports::measures(all, corpus, &kinds)?;
    let mut sheets = vec![
        Sheet::new(
            "table-1",
            "Mutants and scores (rows of Guizzo et al. 2023, Table 1)",
            tables::overview_sheet(&results),
        ),
        Sheet::new(
            "table-2",
            "MTS by operator, lower is better (Guizzo et al. 2023, Table 2)",
            tables::operator_sheet(&results),
        ),
        Sheet::new("intervals", "95 % intervals, by bootstrap over programs", compared::intervals(all, seed)),
    ];
    if all.len() > 1 {
        let title = "Translators in pairs, over the programs for which both have a score: difference of MTS, its 95 % interval by \
                     bootstrap over programs, and Wilcoxon's signed-rank test of the programs' own MTS";
        sheets.push(Sheet::new("paired", title, compared::paired(all, seed)));
    }
    let title = "Spearman's rho over programs (Guizzo et al. 2023, section 5)";
    sheets.push(Sheet::new("correlations", title, correlated::scores(all)));
    for kind in kinds.all() {
        let (before, what) = match kind {
            PairKind::Functions => ("", "functions"),
            PairKind::Programs => ("program-", "whole programs"),
        };
        let table = if kind == PairKind::Functions { 3 } else { 2 };
        sheets.extend([
            Sheet::new(
                &format!("{before}translations"),
                &format!("Translation of {what} (columns of Ahmad et al. 2023, Table {table})"),
                ports::table_3(all, &measures, &kinds, kind),
            ),
            Sheet::new(
                &format!("{before}outcomes"),
                &format!("Outcomes of translated {what} (Ahmad et al. 2023, Table 4)"),
                ports::table_4(all, &kinds, kind),
            ),
            Sheet::new(
                &format!("{before}errors"),
                &format!("Errors of translated {what} (Ahmad et al. 2023, Table 5)"),
                ports::table_5(all, &kinds, kind),
            ),
        ]);
    }
    let title = "Spearman's rho of similarity to the corpus's port with CA and with MTS (Tran et al. 2019 use human \
                 judgement in place of CA)";
    sheets.push(Sheet::new("similarity", title, correlated::similarity(all, &measures)));
    let mut files = Vec::new();
    let mut pairs = String::new();
    for one in all {
        pairs += &json_lines::per_pair(one.name(), one.programs).map_err(|error| Error::bug(error.to_string()))?;
    }
    files.push(("pairs.jsonl".to_owned(), pairs));
    files.push(("tables.md".to_owned(), sheets.iter().map(Sheet::markdown).collect::<Vec<_>>().join("\n")));
    files.extend(sheets.iter().map(|sheet| (format!("{}.csv", sheet.name), sheet.csv())));
    files.extend(figures::all(all));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::program_result::{PortRun, RunCost, tests::worked_example};
    use mts_model::report::ProgramEnding;

    fn corpus() -> Vec<CorpusRow> {
        let line = |id: &str| {
            serde_json::json!({"id": id, "java": "class A { static int f(int a) { return a; } }", "java_class": "A", "java_method": "f",
                "java_return": "int", "java_params": ["int"], "python": "def f(a):\n    return a\n", "inputs": []})
            .to_string()
        };
        crate::bench::corpora::loader::read("c", ["A", "B", "C"].map(line).join("\n").as_bytes()).expect("reads")
    }

    fn programs() -> Vec<ProgramResult> {
        let mut all = worked_example();
        for (program, outcome) in
            all.iter_mut().zip([ProgramEnding::Success, ProgramEnding::Failure, ProgramEnding::CompileError])
        {
            program.port = Some(PortRun { text: Some("def f(a):\n    return a + 1\n".to_owned()), outcome });
        }
        all
    }

    #[test]
    fn the_folder_has_every_table_and_figure_and_a_second_run_writes_the_same() {
        let programs = programs();
        let result = |name: &str| BenchResult::new(name, &programs, RunCost::default());
        let (one, two) = (result("one"), result("two, \"quoted\""));
        let all = [Translated { programs: &programs, result: &one }, Translated { programs: &programs, result: &two }];
        let files = files(&all, &corpus(), 7).expect("files");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "pairs.jsonl",
                "tables.md",
                "table-1.csv",
                "table-2.csv",
                "intervals.csv",
                "paired.csv",
                "correlations.csv",
                "translations.csv",
                "outcomes.csv",
                "errors.csv",
                "similarity.csv",
                "figure-3.svg",
                "figure-4.svg",
                "figure-5.svg",
                "figure-6.svg",
            ]
        );
        assert_eq!(files, super::files(&all, &corpus(), 7).expect("files"));
        let text_of = |name: &str| &files.iter().find(|(file, _)| file == name).expect("it is there").1;
        assert!(text_of("table-1.csv").starts_with(",one,\"two, \"\"quoted\"\"\"\n"), "{}", text_of("table-1.csv"));
        assert!(!text_of("table-1.csv").contains("Seconds"), "what a run took differs between runs");
        assert!(text_of("outcomes.csv").contains("one,3,1,1,0,0,1,0"), "{}", text_of("outcomes.csv"));
        assert!(text_of("errors.csv").contains("one,33.33,0.00"), "{}", text_of("errors.csv"));
        assert!(text_of("paired.csv").contains("\"two, \"\"quoted\"\"\""), "{}", text_of("paired.csv"));
        assert!(
            text_of("tables.md").contains("| Overall MTS (lower is better) | 0.7500 | 0.7500 |"),
            "{}",
            text_of("tables.md")
        );
    }
}
