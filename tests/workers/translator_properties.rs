//! Tests the 38 properties of translators on translators with one defect each. The table says which
//! properties must fail for which defect. A translator without a defect fails no property.
//! `MTS_PROPERTY_TESTS=100` runs as many tests of each property as the tests for a release.

use crate::support::twenty;
use crate::support::workers;
use mts_engine::properties::{
    CheckedProperty, Engine, PropertyPlan, PropertyTranslator, RunCache, TestPort, TestProgram, TranslatorUnderTest,
    Workers, table,
};
use mts_generate::instrument::java::JavaContext;
use mts_generate::metamorphic::Transformation;
use mts_lang::SourceFile;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_model::{Language, OnError, Property, PropertyTestCounts};
use mts_oracle::{Budgets, Rules};
use mts_translate::transpiler::{self, MODULE, Mode, SUPPORT, TranslationStyle, translate};
use mts_workers::{Cpython, JavaEntry, Jvm, PythonEntry, ReadList};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// The defect of a translator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// The translation has one parameter more, which nothing uses.
    Arity,
    /// All parameters are one parameter.
    Packed,
    /// The translation has conditionals without effect.
    Conditionals,
    /// The translation has a loop without effect.
    Loops,
    /// The translation omits the added code.
    Omitted,
    /// The text is not valid Python.
    Syntax,
    /// The translation returns another result.
    Values,
    /// The translation does not end.
    Endless,
}

/// The transformation after which the defect occurs; `None` for all programs.
type When = Option<Transformation>;

/// The built-in translator with a defect. If there are several defects, each answer has one.
struct Defective {
    name: String,
    originals: BTreeMap<String, Arc<TestProgram>>,
    answers: Vec<Option<(When, Damage)>>,
}

impl PropertyTranslator for Defective {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn answers(&mut self, program: &TestProgram, most: usize) -> Result<std::result::Result<Vec<TestPort>, String>> {
        let answers = self.answers.iter().take(most).filter_map(|defect| self.answer(program, *defect));
        answers.map(TestPort::from_translation).collect::<Result<_>>().map(Ok)
    }
}

impl Defective {
    fn answer(&self, program: &TestProgram, defect: Option<(When, Damage)>) -> Option<transpiler::TranslatedPort> {
        let original = &self.originals[&program.function.name];
        let damage = defect.filter(|(when, _)| when.is_none() || *when == made_by(program, original)).map(|d| d.1);
        let program = if damage == Some(Damage::Omitted) { original } else { program };
        let style = TranslationStyle { mode: Mode::Faithful, keeps_names: true };
        let java = without_texts(&program.java);
        let function = java.functions.iter().find(|function| function.name == program.function.name)?;
        let mut port = translate(&java, Some(function), style).ok()?;
        if let Some(damage) = damage {
            port.text = damaged(&port, damage);
        }
        Some(port)
    }
}

/// Returns a file without comparisons of references to strings. The built-in translator does not
/// translate these, but a translator without a defect must translate all.
fn without_texts(file: &SourceFile) -> SourceFile {
    let text = match file.text.split_once("if (\"") {
        Some((before, rest)) => format!("{before}if (1 == 2){}", rest.split_once(')').expect("closed").1),
        None => file.text.clone(),
    };
    SourceFile::parse(&file.path, text, Language::Java).expect("parses")
}

/// Returns the transformation between an original and a derived program.
///
/// The methods' names distinguish the transformations, and no method has two changes.
fn made_by(program: &TestProgram, original: &TestProgram) -> When {
    let names = |program: &TestProgram| program.function.params.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    let (now, before) = (names(program), names(original));
    let count = |program: &TestProgram, words: &[&str]| {
        let text = program.function.span.slice(&program.java.text);
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| words.contains(word)).count()
    };
    let grew = |words: &[&str]| count(program, words).cmp(&count(original, words));
    use std::cmp::Ordering::{Equal, Greater, Less};
    if program.java.text == original.java.text {
        return None;
    }
    Some(match (now.last().map(String::as_str), grew(&["for", "while"]), grew(&["if"])) {
        (Some("f1"), _, _) => Transformation::Merge,
        (Some(last), _, _) if last.starts_with("prm") => Transformation::AddParam,
        _ if now != before => Transformation::RenameParam,
        (_, Greater, _) => Transformation::AddLoop,
        (_, Less, _) => Transformation::RmLoop,
        (_, Equal, Greater) => Transformation::AddConditional,
        (_, Equal, _) => Transformation::ChBranchCond,
    })
}

/// Returns the text of a translation with a defect.
fn damaged(port: &transpiler::TranslatedPort, damage: Damage) -> String {
    let head = format!("def {}(", port.qualname);
    let (before, rest) = port.text.split_once(&head).expect("the function");
    let (params, body) = rest.split_once("):\n").expect("its head");
    let lines = |lines: &str| format!("{before}{head}{params}):\n{lines}{body}");
    match damage {
        Damage::Arity => format!("{before}{head}{params}, extra=None):\n{body}"),
        Damage::Packed => format!("{before}{head}*given):\n    {params}, = given\n{body}"),
        Damage::Conditionals => lines(&"    if False:\n        pass\n".repeat(5)),
        Damage::Loops => lines("    for unused in ():\n        pass\n"),
        Damage::Omitted => port.text.clone(),
        Damage::Syntax => format!("{}\ndef broken(:\n", port.text),
        Damage::Values => lines("    return 'wrong'\n"),
        Damage::Endless => lines("    while True:\n        pass\n"),
    }
}

/// Returns every defect with exactly the properties that must fail for it.
fn defects() -> Vec<(When, Damage, Vec<&'static str>)> {
    use Damage::{Arity, Conditionals, Loops, Omitted, Packed, Syntax, Values};
    use Transformation::{AddConditional, AddLoop, AddParam, ChBranchCond, Merge, RenameParam, RmLoop};
    vec![
        // A defect in every translation is the same for a program and its variant. Only two merged
        // programs have the defect twice, while their merged program has it once.
        (None, Arity, vec!["arity", "merge-arity"]),
        (None, Conditionals, vec!["numConditionals", "merge-numConditionals"]),
        (None, Loops, vec!["numLoops", "merge-numLoops"]),
        (None, Syntax, vec!["compiles"]),
        (None, Values, vec!["retValues"]),
        (Some(RenameParam), Arity, vec!["renameParam-arity"]),
        (Some(RenameParam), Conditionals, vec!["renameParam-numConditionals"]),
        (Some(RenameParam), Loops, vec!["renameParam-numLoops"]),
        (Some(RenameParam), Syntax, vec!["renameParam-compiles"]),
        (Some(RenameParam), Values, vec!["renameParam-retValues"]),
        (Some(AddParam), Packed, vec!["addParam-arity"]),
        (Some(AddParam), Conditionals, vec!["addParam-numConditionals"]),
        (Some(AddParam), Loops, vec!["addParam-numLoops"]),
        (Some(AddParam), Syntax, vec!["addParam-compiles"]),
        (Some(AddParam), Values, vec!["addParam-retValues"]),
        (Some(AddConditional), Arity, vec!["addConditional-arity"]),
        (Some(AddConditional), Omitted, vec!["addConditional-numConditionals"]),
        (Some(AddConditional), Loops, vec!["addConditional-numLoops"]),
        (Some(AddConditional), Syntax, vec!["addConditional-compiles"]),
        (Some(AddConditional), Values, vec!["addConditional-retValues"]),
        (Some(ChBranchCond), Arity, vec!["chBranchCond-arity"]),
        (Some(ChBranchCond), Conditionals, vec!["chBranchCond-numConditionals"]),
        (Some(ChBranchCond), Loops, vec!["chBranchCond-numLoops"]),
        (Some(ChBranchCond), Syntax, vec!["chBranchCond-compiles"]),
        (Some(AddLoop), Arity, vec!["addLoop-arity"]),
        (Some(AddLoop), Conditionals, vec!["addLoop-numConditionals"]),
        (Some(AddLoop), Omitted, vec!["addLoop-numLoops"]),
        (Some(AddLoop), Syntax, vec!["addLoop-compiles"]),
        (Some(AddLoop), Values, vec!["addLoop-retValues"]),
        (Some(RmLoop), Arity, vec!["rmLoop-arity"]),
        (Some(RmLoop), Conditionals, vec!["rmLoop-numConditionals"]),
        (Some(RmLoop), Loops, vec!["rmLoop-numLoops"]),
        (Some(RmLoop), Syntax, vec!["rmLoop-compiles"]),
        (Some(Merge), Arity, vec!["merge-arity"]),
        (Some(Merge), Conditionals, vec!["merge-numConditionals"]),
        (Some(Merge), Loops, vec!["merge-numLoops"]),
        (Some(Merge), Syntax, vec!["merge-compiles"]),
        (Some(Merge), Values, vec!["merge-retValues"]),
    ]
}

/// The twenty programs, the workers, and the cached results.
struct Bench {
    programs: Vec<Arc<TestProgram>>,
    jvm: Jvm,
    cpython: Cpython,
    memory: RunCache,
    _support: TempDir,
}

impl Bench {
    fn new() -> Self {
        let support = TempDir::new().expect("a folder");
        std::fs::write(support.path().join(format!("{MODULE}.py")), SUPPORT).expect("written");
        let mut options = workers::options();
        options.read = ReadList::new([&support.path().to_path_buf()]);
        let programs = twenty::examples().into_iter().map(|example| Arc::new(program(example, support.path())));
        Self {
            programs: programs.collect(),
            jvm: Jvm::start(&options).expect("a JDK"),
            cpython: Cpython::start(&options).expect("a CPython"),
            memory: RunCache::default(),
            _support: support,
        }
    }

    fn translator(&self, answers: Vec<Option<(When, Damage)>>) -> Defective {
        let originals = self.programs.iter().map(|p| (p.function.name.clone(), Arc::clone(p))).collect();
        Defective { name: format!("{answers:?}"), originals, answers }
    }

    fn check(
        &mut self,
        translator: &mut Defective,
        property: &CheckedProperty,
        budget: u64,
        beams: usize,
    ) -> PropertyTestCounts {
        self.check_all(vec![TranslatorUnderTest::new(translator, beams)], property, budget).remove(0)
    }

    fn check_all(
        &mut self,
        translators_under_test: Vec<TranslatorUnderTest<'_>>,
        property: &CheckedProperty,
        budget: u64,
    ) -> Vec<PropertyTestCounts> {
        let rules = Rules::default();
        let mut workers =
            Workers { jvm: &mut self.jvm, cpython: &mut self.cpython, rules: &rules, budgets: Budgets::default() };
        let memory = &mut self.memory;
        let mut engine = Engine {
            programs: &self.programs,
            translators: translators_under_test,
            workers: &mut workers,
            cache: memory,
        };
        let plan = PropertyPlan { seed: 7, budget: Some(budget), examples: 1 };
        engine.check(property, plan).expect("is checked")
    }
}

fn program(example: twenty::Example, support: &Path) -> TestProgram {
    let signature = example.signature();
    let function = example.function().clone();
    TestProgram {
        id: function.name.clone(),
        java_context: JavaContext::from_entry(
            JavaEntry {
                class: "Alone".to_owned(),
                method: function.name.clone(),
                signature: signature.clone(),
                is_static: true,
                receiver: Vec::new(),
                factories: Vec::new(),
                port_substitutes: Arc::default(),
                construct_only: false,
            },
            false,
        ),
        python_context: PythonContext {
            entry: PythonEntry::function("port", "port.py", "", Vec::new()),
            path: vec![support.to_path_buf()],
            fallback_path: vec![],
            former_modules: vec![],
            version_modules: vec![],
            signature: signature.clone(),
            receiver: Vec::new(),
            factories: Vec::new(),
            ports: Arc::default(),
            port_substitutes: Arc::default(),
        },
        own_arguments: signature.params.len(),
        function,
        java: Arc::new(example.java),
        tree: example.tree,
        inputs: Arc::new(example.inputs),
        like: None,
    }
}

/// Returns the number of tests of each property; every test shows the defect.
fn tests() -> u64 {
    std::env::var("MTS_PROPERTY_TESTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn checked(property: &Property) -> CheckedProperty {
    CheckedProperty::new(property).unwrap_or_else(|(key, fault)| panic!("{}: {key}: {fault:?}", property.name))
}

fn all() -> Vec<CheckedProperty> {
    table().expect("a table").test.iter().map(checked).collect()
}

fn named(name: &str) -> CheckedProperty {
    all().into_iter().find(|property| property.property.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Checks that no property fails for the translator without a defect.
fn hold_for_an_honest_translator(budget: u64) {
    let mut bench = Bench::new();
    let mut honest = bench.translator(vec![None]);
    for property in all().iter().chain(&table().expect("a table").search.iter().map(checked).collect::<Vec<_>>()) {
        let found = bench.check(&mut honest, property, budget, 1);
        let name = &property.property.name;
        assert_eq!((found.violations, found.inconclusive), (0, 0), "{name}: {:?} {:?}", found.reason, found.examples);
        assert_eq!(found.tests, budget, "{name} applies");
    }
}

#[test]
fn a_correct_translator_fails_no_property() {
    hold_for_an_honest_translator(2 * tests());
}

#[test]
#[ignore = "takes a quarter of a minute: `cargo test -- --ignored`"]
fn a_correct_translator_fails_no_property_in_many_tests() {
    hold_for_an_honest_translator(8 * tests());
}

/// Checks that for each of these defects the named properties fail, and no others.
fn fail_for(defects: &[(When, Damage, Vec<&str>)]) {
    let properties = all();
    let mut bench = Bench::new();
    for (when, damage, expected) in defects {
        let mut translator = bench.translator(vec![Some((*when, *damage))]);
        let mut failed = BTreeSet::new();
        for property in &properties {
            if bench.check(&mut translator, property, tests(), 1).violations > 0 {
                failed.insert(property.property.name.as_str());
            }
        }
        assert_eq!(failed, expected.iter().copied().collect(), "{when:?} {damage:?}");
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_defect_in_every_translation_fails_its_property_and_no_other() {
    let mut defects = defects();
    defects.retain(|(when, ..)| when.is_none());
    fail_for(&defects);
}

#[test]
#[ignore = "takes half a minute: `cargo test -- --ignored`"]
fn every_property_fails_for_its_defect_and_for_no_other() {
    let defects = defects();
    let caught: BTreeSet<&str> = defects.iter().flat_map(|(.., expected)| expected.iter().copied()).collect();
    assert_eq!(caught.len(), 38, "each of them fails for one defect at least");
    std::thread::scope(|scope| {
        for part in defects.chunks(defects.len().div_ceil(2)) {
            scope.spawn(|| fail_for(part));
        }
    });
}

#[test]
fn a_test_with_beams_fails_only_if_every_combination_fails() {
    let mut bench = Bench::new();
    let property = named("renameParam-arity");
    let wrong = Some((Some(Transformation::RenameParam), Damage::Arity));
    let always = Some((None, Damage::Arity));
    let mut tell = |answers, beams| bench_found(&mut bench, &property, answers, beams);
    assert!(tell(vec![wrong], 2) > 0, "one answer, and it is wrong");
    assert!(tell(vec![wrong, None], 1) > 0, "the second answer is not asked for");
    assert_eq!(tell(vec![wrong, None], 2), 0, "d1 with the second answer for x2 holds");
    assert!(tell(vec![wrong, wrong], 2) > 0, "none of four combinations holds");
    assert_eq!(tell(vec![wrong, always], 2), 0, "the extra parameter in both texts is no difference");
}

fn bench_found(
    bench: &mut Bench,
    property: &CheckedProperty,
    answers: Vec<Option<(When, Damage)>>,
    beams: usize,
) -> u64 {
    let mut translator = bench.translator(answers);
    bench.check(&mut translator, property, 8, beams).violations
}

/// A translator that answers only every `every`-th request.
struct Silent {
    asked: u64,
    every: u64,
}

impl PropertyTranslator for Silent {
    fn name(&self) -> String {
        "silent".to_owned()
    }

    fn answers(&mut self, _: &TestProgram, _: usize) -> Result<std::result::Result<Vec<TestPort>, String>> {
        self.asked += 1;
        Ok(if self.asked.is_multiple_of(self.every) { Ok(Vec::new()) } else { Err("no line".to_owned()) })
    }
}

#[test]
fn an_unreachable_translator_violates_no_property_and_is_not_called_again_after_a_while() {
    let mut bench = Bench::new();
    let mut dead = Silent { asked: 0, every: u64::MAX };
    let mut patchy = Silent { asked: 0, every: 3 };
    let property = named("renameParam-arity");
    let translators_under_test = vec![TranslatorUnderTest::new(&mut dead, 1), TranslatorUnderTest::new(&mut patchy, 1)];
    let found = bench.check_all(translators_under_test, &property, 60);
    assert_eq!((found[0].tests, found[0].unreachable, found[0].violations, found[0].inconclusive), (60, 60, 0, 0));
    assert_eq!(found[0].reason.as_deref(), Some("no line"));
    assert_eq!(dead.asked, 20, "asked no more");
    // Of the two programs of a test, the translator often misses at least one. Programs without a
    // translation are counted too.
    assert!(found[1].unreachable > 30 && found[1].unreachable < 60 && patchy.asked > 60, "{:?}", found[1]);
    assert_eq!(found[1].unreachable + found[1].inconclusive, 60, "{:?}", found[1]);
}

#[test]
fn the_result_of_a_seed_does_not_depend_on_earlier_checks() {
    let mut bench = Bench::new();
    let property = named("addLoop-numLoops");
    let mut translator = bench.translator(vec![Some((Some(Transformation::AddLoop), Damage::Omitted))]);
    let first = bench.check(&mut translator, &property, 20, 1);
    bench.check(&mut translator, &named("merge-numLoops"), 5, 1);
    assert_eq!(bench.check(&mut translator, &property, 20, 1), first);
    let mut honest = bench.translator(vec![None, None]);
    let alone = bench.check(&mut honest, &property, 20, 2);
    let both = vec![TranslatorUnderTest::new(&mut honest, 2), TranslatorUnderTest::new(&mut translator, 1)];
    assert_eq!(
        bench.check_all(both, &property, 20),
        [alone, first.clone()],
        "other translators do not change the result"
    );
    assert_eq!(first.violations + first.duplicates, 20, "{first:?}");
    assert!(first.seeds > 1 && first.seeds <= first.violations);
}

#[test]
fn an_error_of_a_property_is_a_violation_only_if_the_property_says_so() {
    let mut bench = Bench::new();
    let mut honest = bench.translator(vec![None]);
    let mut property = named("arity").property;
    property.ensures = "bleu(x1, d1) > 0.5".to_owned();
    let found = bench.check(&mut honest, &checked(&property), 5, 1);
    assert_eq!((found.violations, found.inconclusive), (0, 5));
    assert!(found.reason.expect("a reason").contains("two translations"));
    property.on_error = OnError::Violation;
    assert!(bench.check(&mut honest, &checked(&property), 5, 1).violations > 0);
}

#[test]
fn a_variant_that_takes_much_longer_is_inconclusive_and_no_violation() {
    let mut bench = Bench::new();
    let mut endless = bench.translator(vec![Some((Some(Transformation::RenameParam), Damage::Endless))]);
    let found = bench.check(&mut endless, &named("renameParam-retValues"), 2, 1);
    assert_eq!((found.violations, found.inconclusive), (0, 2), "{:?}", found.reason);
    assert!(found.reason.expect("a reason").contains("many times the ticks"));
    let mut endless = bench.translator(vec![Some((None, Damage::Endless))]);
    let found = bench.check(&mut endless, &named("retValues"), 2, 1);
    assert_eq!((found.violations + found.duplicates, found.inconclusive), (2, 0), "{:?}", found.reason);
}

#[test]
fn the_check_of_a_property_that_never_applies_ends() {
    let mut bench = Bench::new();
    let mut honest = bench.translator(vec![None]);
    let mut property = named("arity").property;
    property.requires = "arity(x1) > 99".to_owned();
    let found = bench.check(&mut honest, &checked(&property), 3, 1);
    assert_eq!((found.tests, found.inapplicable), (0, 60));
}

#[test]
fn a_user_defined_property_is_checked_as_a_builtin_one() {
    let mut bench = Bench::new();
    let mut honest = bench.translator(vec![None]);
    let mut property = named("retValues").property;
    for (ensures, holds) in [
        ("inputs.all(i, returns(d1)[i] == returns(x1)[i]) && runs(d1) && runs(x1)", true),
        ("outputs_equal(d1, x1) && outputs_close(x1, d1, 4) && bleu(d1, d1) == 1.0 && ruby(d1, d1) == 1.0", true),
        ("statements(d1) > 0 && nodes(x1) > statements(x1) && tokens(x1) > 3 && text(d1).startsWith(\"def \")", true),
        ("calls(d1, \"no_such_name\")", false),
    ] {
        (property.requires, property.ensures) = ("compiles(x1)".to_owned(), ensures.to_owned());
        let found = bench.check(&mut honest, &checked(&property), 10, 1);
        assert_eq!(found.violations == 0, holds, "{ensures}: {:?}", found.examples);
        assert_eq!(found.inconclusive, 0, "{ensures}: {:?}", found.reason);
    }
}
