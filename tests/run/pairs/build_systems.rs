//! Tests how the tool builds both sides, with real compilers, interpreters and Maven. The tests
//! cover class paths, modules, language levels, generated sources, `sys.path` roots, virtual
//! environments, and every place where a function can be.

use crate::support::{Fixture, Ran};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks that the pair agrees on its inputs and that no mutant is killed.
fn holds(ran: &Ran, name: &str) {
    let head = &ran.pair(name)["head"];
    assert!(head["inputs"].as_u64().expect("a count") >= 1, "{name}: {head}");
    assert_eq!(head["ca_tests"], 1.0, "{name}: {}", ran.pair(name)["findings"]);
    assert_eq!(head["killed"], 0, "{name}: {}", ran.pair(name)["findings"]);
}

/// Checks the same as [`holds`]. The function also checks that enough mutants count, so that the
/// mutants ran.
fn is_scored(ran: &Ran, name: &str) {
    holds(ran, name);
    let counted = ran.pair(name)["head"]["counted"].as_u64().expect("a count");
    assert!(counted >= 3, "{name} has {counted} counted mutants\n{}", ran.reasons());
}

fn notes(ran: &Ran) -> String {
    ran.report()["notes"].to_string()
}

fn on_path(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").expect("a path");
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()).expect("there")
}

/// Returns the path of the interpreter itself. The program on PATH may be a shim that needs the
/// rest of PATH.
fn interpreter() -> PathBuf {
    let said = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().expect("it runs");
    PathBuf::from(String::from_utf8(said.stdout).expect("text").trim())
}

#[test]
#[ignore = "needs Maven and its repository, and takes long: `cargo test -- --ignored`"]
fn maven_gives_libraries_modules_and_generated_sources_once_for_equal_files_of_the_build() {
    let fixture = Fixture::whole("builds/maven");
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path().to_str().expect("text");
    let first = fixture.mts_with(&["run", "--all"], &[("XDG_CACHE_HOME", cache)]);
    is_scored(&first, "Words.mirrored");
    is_scored(&first, "Report.width");
    assert!(!notes(&first).contains("Maven"), "{}", notes(&first));
    assert!(!fixture.path().join("java/core/target").exists(), "the working tree is left alone");

    // Only Python changed. The second run cannot start Maven, and the tool also builds the base.
    let words = "python/acme/words.py";
    let text = std::fs::read_to_string(fixture.path().join(words)).expect("read");
    let base = fixture.commit("before");
    fixture.write(words, text.replace("out = out + text", "out = out + \"\" + text"));
    fixture.commit("after");
    let bin = tempfile::tempdir().expect("a folder");
    for (name, real) in [("java", on_path("java")), ("python3", interpreter())] {
        std::os::unix::fs::symlink(real, bin.path().join(name)).expect("linked");
    }
    let without = bin.path().to_str().expect("text");
    let second = fixture.mts_with(&["run", "--base", &base], &[("XDG_CACHE_HOME", cache), ("PATH", without)]);
    is_scored(&second, "Words.mirrored");
    assert_eq!(second.pair("Words.mirrored")["base"]["ca_tests"], 1.0, "{}", notes(&second));
    assert!(!notes(&second).contains("Maven"), "{}", notes(&second));
}

#[test]
#[ignore = "needs Gradle and Maven's repository, and takes long: `cargo test -- --ignored`"]
fn gradle_gives_libraries_projects_and_generated_sources() {
    let fixture = Fixture::whole("builds/gradle");
    let cache = tempfile::tempdir().expect("a folder");
    // Gradle compares its downloads with Maven's downloads.
    let home = tempfile::tempdir().expect("a folder");
    let downloaded = home.path().join(".m2/repository/org/apache/commons/commons-lang3/3.12.0");
    std::fs::create_dir_all(&downloaded).expect("a folder");
    std::fs::write(downloaded.join("commons-lang3-3.12.0.pom"), "cut short").expect("written");
    let [cache, home] = [&cache, &home].map(|folder| folder.path().to_str().expect("text"));
    let ran = fixture.mts_with(&["run", "--all"], &[("XDG_CACHE_HOME", cache), ("HOME", home)]);
    is_scored(&ran, "Words.mirrored");
    is_scored(&ran, "Report.width");
    assert!(!notes(&ran).contains("Gradle"), "{}", notes(&ran));
}

#[test]
#[ignore = "needs Gradle: `cargo test -- --ignored`"]
fn the_wrapper_of_the_project_takes_precedence_over_gradle_on_path() {
    let fixture = Fixture::empty();
    // Without the property that only the wrapper sets, half of the sources are missing.
    let script =
        "apply plugin: 'java'\nif (project.hasProperty('wrapped')) {\n    sourceSets.main.java.srcDir 'more'\n}\n";
    fixture.write("java/build.gradle", script);
    fixture.write("java/settings.gradle", "rootProject.name = 'acme'\n");
    fixture.write("java/gradlew", "#!/bin/sh\nexec gradle -Pwrapped=yes \"$@\"\n");
    fixture.write(
        "java/more/acme/Least.java",
        "package acme;\n\nfinal class Least {\n    static final int OF_ALL = -900;\n}\n",
    );
    let java = "package acme;\n\npublic class Capped {\n    static int capped(int n) {\n        if (n < Least.OF_ALL || n > 900) {\n            \
                return Least.OF_ALL;\n        }\n        return n / 3 + 1;\n    }\n}\n";
    fixture.write("java/src/main/java/acme/Capped.java", java);
    fixture.write(
        "python/capped.py",
        "def capped(n):\n    if n < -900 or n > 900:\n        return -900\n    return int(n / 3) + 1\n",
    );
    fixture.write("mts.yml", "version: 1\nroots:\n  - {java: java, python: python, build: gradle}\n");
    fixture.commit("all");
    let cache = tempfile::tempdir().expect("a folder");
    let ran = fixture.mts_with(&["run", "--all"], &[("XDG_CACHE_HOME", cache.path().to_str().expect("text"))]);
    is_scored(&ran, "Capped.capped");
}

#[test]
#[ignore = "needs Maven: `cargo test -- --ignored`"]
fn a_configured_build_that_fails_is_a_row_with_the_first_error_of_the_tool() {
    let fixture = Fixture::whole("builds/modules");
    fixture.write("mts.yml", "version: 1\nroots:\n  - {java: java, python: python, build: maven}\n");
    fixture.write(
        "java/shop/pom.xml",
        "<project><modelVersion>4.0.0</modelVersion><artifactId>shop</artifactId></project>",
    );
    let ran = fixture.mts(&["run", "--all"]);
    assert!(
        ran.code == 12 && ran.reasons().contains("a build by Maven, which fails: "),
        "{}\n{}",
        ran.reasons(),
        ran.stderr
    );
    assert!(ran.reasons().contains("shop") && !ran.reasons().contains("\u{1b}"), "{}", ran.reasons());
    let gradle = Fixture::whole("builds/modules");
    gradle.write("mts.yml", "version: 1\nroots:\n  - {java: java, python: python, build: gradle}\n");
    let ran = gradle.mts(&["run", "--all"]);
    assert!(ran.reasons().contains("no folder above java/shop"), "{}", ran.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn modules_without_libraries_need_no_tool() {
    let fixture = Fixture::whole("builds/modules");
    let nothing = tempfile::tempdir().expect("a folder");
    let ran = fixture.mts_with(&["run", "--all"], &[("XDG_CACHE_HOME", nothing.path().to_str().expect("text"))]);
    is_scored(&ran, "Invoice.tax");
    is_scored(&ran, "Counter.advance");
    assert!(!nothing.path().join("cargo-mts/builds").exists(), "no build was kept");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn an_explicit_class_path_is_all_that_a_file_is_compiled_against() {
    let fixture = Fixture::whole("builds/modules");
    // A class folder has classes in the same package as the class under test, and a jar has another
    // package.
    let rates = fixture.path().join("java/rates/src/main/java/acme/shop/Rates.java");
    compile(&fixture.path().join("lib/classes"), &rates);
    std::fs::remove_file(rates).expect("removed");
    fixture.write("java/shop/src/main/java/acme/shop/Broken.java", "package acme.shop; class Broken { not Java }");
    fixture.write(
        "mts.yml",
        "version: 1\nroots:\n  - {java: java, python: python, build: none, classpath: [lib/classes]}\n",
    );
    let ran = fixture.mts(&["run", "--all"]);
    is_scored(&ran, "Invoice.tax");

    fixture.write("mts.yml", "version: 1\nroots:\n  - {java: java, python: python, build: none}\n");
    let ran = fixture.mts(&["run", "--all"]);
    assert!(ran.reasons().contains("Invoice.tax") && ran.reasons().contains("cannot find symbol"), "{}", ran.reasons());
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_class_on_the_class_path_is_found_after_it_was_compiled_as_a_source() {
    let fixture = Fixture::empty();
    // The pairs of `Height` run first, and `Tower` needs the compiled `Height`.
    let sources = ["java/acme/Height.java", "java/acme/Tower.java"];
    fixture.write(sources[0], "package acme;\n\npublic abstract class Height {\n    private final int floors;\n\n    public Height(int floors) {\n        this.floors = floors;\n    }\n\n    public final int floors() {\n        return floors;\n    }\n}\n");
    fixture.write(sources[1], "package acme;\n\npublic class Tower extends Height {\n    public Tower(int floors) {\n        super(floors);\n    }\n\n    public int steps(int each) {\n        return floors() / 2 + each % 7;\n    }\n}\n");
    fixture.write("python/height.py", "class Height:\n    def __init__(self, floors):\n        self.floors_ = floors\n\n    def floors(self):\n        return self.floors_\n");
    fixture.write("python/tower.py", "import math\nfrom height import Height\n\n\nclass Tower(Height):\n    def __init__(self, floors):\n        super().__init__(floors)\n\n    def steps(self, each):\n        return int(self.floors() / 2) + int(math.fmod(each, 7))\n");
    let paths = sources.map(|source| fixture.path().join(source));
    compile_all(&fixture.path().join("lib/classes"), &paths);
    fixture.write(
        "mts.yml",
        "version: 1\nroots:\n  - {java: java, python: python, build: none, classpath: [lib/classes]}\n",
    );
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--jobs", "1"]);
    holds(&ran, "Height.floors");
    is_scored(&ran, "Tower.steps");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn jars_next_to_sources_without_a_build_file_are_named_and_init_adds_them() {
    let fixture = Fixture::empty();
    fixture.write("java/src/Share.java", "import org.cut.Cut;\n\nclass Share {\n    static int share(int n) {\n        return Cut.cut(n) % 50 + 4;\n    }\n}\n");
    fixture.write(
        "python/share.py",
        "import math\n\n\ndef share(n):\n    return int(math.fmod(int(math.fmod(n, 900)), 50)) + 4\n",
    );
    let library = tempfile::tempdir().expect("a folder");
    let source = library.path().join("Cut.java");
    std::fs::write(&source, "package org.cut; public class Cut { public static int cut(int n) { return n % 900; } }")
        .expect("written");
    compile(&library.path().join("classes"), &source);
    fixture.write("java/lib/readme.txt", "libraries\n");
    let jar = fixture.path().join("java/lib/cut.jar");
    let made = Command::new("jar").arg("cf").arg(jar).arg("-C").arg(library.path().join("classes")).arg(".").status();
    assert!(made.expect("the JDK's jar").success());
    fixture.write("mts.yml", "version: 1\nroots:\n  - {java: java/src, python: python}\n");
    fixture.commit("with a library");
    let ran = fixture.mts(&["run", "--all"]);
    assert!(ran.reasons().contains("package org.cut does not exist"), "{}", ran.reasons());
    assert!(notes(&ran).contains("java/lib/cut.jar"), "{}", notes(&ran));

    let said = fixture.mts(&["init", "--force"]).stdout;
    assert!(said.contains("class path: java/lib/cut.jar"), "{said}");
    fixture.commit("configured");
    let ran = fixture.mts(&["run", "--all", "--base", "HEAD"]);
    holds(&ran, "Share.share");
    assert!(!notes(&ran).contains("cut.jar"), "{}", notes(&ran));
}

/// Runs a repository with `Parts.whole(int)` and `Parts.half(int)`, and these files as its Python
/// side.
fn parts(files: &[(&str, &str)]) -> Ran {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\nroots:\n  - {java: java, python: libs}\n");
    fixture.write("java/Parts.java", "class Parts {\n    static int whole(int n) { return n % 90 + 7; }\n    static int half(int n) { return n % 8 * 3; }\n}\n");
    for (path, text) in files {
        fixture.write(path, text);
    }
    fixture.commit("all");
    fixture.mts(&["run", "--all"])
}

const WHOLE: &str = "import math\n\n\ndef whole(n):\n    return int(math.fmod(n, 90)) + 7\n";
const HALF: &str = "import math\n\n\ndef half(n):\n    return int(math.fmod(n, 8)) * 3\n";

#[test]
fn functions_of_an_init_file_with_relative_imports_run() {
    let whole = WHOLE.replace("import math\n", "import math\nfrom .half import half\n");
    let ran = parts(&[("libs/parts/__init__.py", whole.as_str()), ("libs/parts/half.py", HALF)]);
    holds(&ran, "Parts.whole");
    holds(&ran, "Parts.half");
}

#[test]
fn a_package_is_found_in_a_project_folder_that_no_import_can_name() {
    let half = HALF.replace("import math\n", "import math\nfrom parts.whole import whole\n");
    let ran = parts(&[
        ("libs/the-parts/setup.py", "from setuptools import setup, find_packages\nsetup(packages=find_packages())\n"),
        ("libs/the-parts/__init__.py", ""),
        ("libs/the-parts/parts/__init__.py", ""),
        ("libs/the-parts/parts/whole.py", WHOLE),
        ("libs/the-parts/parts/half.py", half.as_str()),
    ]);
    holds(&ran, "Parts.whole");
    holds(&ran, "Parts.half");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_statement_that_raises_at_import_is_reported_once_and_the_rest_of_the_module_runs() {
    let tools = "import math\n\n\ndef grid(kind=math.object):\n    return kind\n\n\ndef left(a, b):\n    return int(math.fmod(a, b))\n";
    let whole = "from tools import left\nimport legacy\n\n\ndef whole(n):\n    return left(n, 90) + 7\n";
    let half = "from tools import left\n\n\ndef half(n):\n    return left(n, 8) * 3\n";
    let legacy = ("libs/legacy.py", "print 'an old version'\n");
    let ran = parts(&[("libs/tools.py", tools), ("libs/whole.py", whole), ("libs/half.py", half), legacy]);
    for name in ["Parts.whole", "Parts.half"] {
        assert!(ran.head(name, "inputs") >= 5, "{}", ran.pair(name)["head"]);
        assert_eq!(ran.head(name, "killed"), 0, "{}", ran.pair(name)["findings"]);
    }
    let rows = ran.report()["pairs"].to_string();
    assert!(rows.contains("math' has no attribute 'object'"), "{rows}");
}

fn compile(out: &Path, source: &Path) {
    compile_all(out, &[source.to_path_buf()]);
}

fn compile_all(out: &Path, sources: &[PathBuf]) {
    let done = Command::new("javac").arg("-d").arg(out).args(sources).status().expect("the JDK's compiler");
    assert!(done.success());
}

#[test]
fn the_level_of_the_language_is_that_of_the_build_as_far_as_the_jdk_supports_it() {
    let ran = Fixture::whole("builds/language-level").mts(&["run", "--all"]);
    is_scored(&ran, "Doubles.capped");
    holds(&ran, "Halves.half");
    assert!(notes(&ran).contains("the build of `new` asks for Java 99, but the JDK has version"), "{}", notes(&ran));
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn python_roots_are_read_from_the_settings_files_of_the_project() {
    let fixture = Fixture::whole("builds/python-roots");
    let ran = fixture.mts(&["run", "--all"]);
    for name in ["Gauge.gaugeLevel", "Meter.meterLevel", "Scale.scaleLevel", "Tool.toolLevel"] {
        is_scored(&ran, name);
    }
    assert!(!fixture.path().join("imported.txt").exists(), "an import's effects stay in the sandbox");
    assert!(ran.pair("Gauge.gaugeLevel")["call"]["module"] == "acme.gauge", "{}", ran.pair("Gauge.gaugeLevel")["call"]);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn the_virtual_environment_of_the_working_tree_is_used_unless_it_is_part_of_the_revision() {
    let fixture = Fixture::empty();
    fixture.write("java/Third.java", "public class Third {\n    static int third(int n) {\n        if (n > 900 || n < -900) {\n            return n;\n        }\n        return n / 3 + 1;\n    }\n}\n");
    fixture.write("python/third.py", "from installed import divided\n\n\ndef third(n):\n    if n > 900 or n < -900:\n        return n\n    return divided(n) + 1\n");
    fixture.write(".gitignore", ".venv/\n");
    fixture.commit("all");
    let made =
        Command::new("python3").args(["-m", "venv", "--without-pip", ".venv"]).current_dir(fixture.path()).status();
    assert!(made.expect("the interpreter").success());
    let library = std::fs::read_dir(fixture.path().join(".venv/lib")).expect("a folder").flatten().next().expect("one");
    let library = library.path().join("site-packages/installed.py");
    std::fs::write(library, "def divided(n):\n    return int(n / 3)\n").expect("written");
    let ran = fixture.mts(&["run", "--all"]);
    is_scored(&ran, "Third.third");
    assert!(notes(&ran).contains("`.venv`"), "{}", notes(&ran));

    fixture.write(".gitignore", "");
    fixture.write("mts.yml", "version: 1\nexclude: ['.venv/**']\n");
    fixture.commit("with the environment");
    let ran = fixture.mts(&["run", "--all"]);
    assert!(!notes(&ran).contains("virtual"), "{}", notes(&ran));
    let headline = ran.report()["headline"].as_str().expect("text");
    assert!(headline.ends_with("needs the Python module `installed`, which is not installed"), "{headline}");

    // The configuration names the interpreter, which may be anywhere.
    std::fs::rename(fixture.path().join(".venv"), fixture.path().join("elsewhere")).expect("moved");
    fixture.write(".gitignore", "elsewhere/\n");
    fixture.write("mts.yml", "version: 1\npython: {command: elsewhere/bin/python}\n");
    fixture.commit("without the environment");
    // The tool reads the command from the base revision.
    is_scored(&fixture.mts(&["run", "--all", "--base", "HEAD"]), "Third.third");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn java_from_8_to_25_is_listed_and_run_as_far_as_the_jdk_is_new_enough() {
    let fixture = Fixture::whole("builds/syntax");
    let listed = fixture.mts(&["list", "--format", "json"]);
    let rows: Vec<serde_json::Value> = serde_json::from_str(&listed.stdout).expect("JSON");
    let broken: Vec<&str> =
        rows.iter().filter(|row| !row["obstacle"].is_null()).filter_map(|row| row["java"]["method"].as_str()).collect();
    assert_eq!((rows.len(), broken), (25, vec!["twentyTwoLeft"]), "{}", listed.stdout);
    assert!(rows.iter().any(|row| row["java"]["class"] == "Compact.Pair" && row["java"]["method"] == "compactSum"));

    let said = Command::new("javac").arg("-version").output().expect("a JDK");
    let said = String::from_utf8([said.stdout, said.stderr].concat()).expect("text");
    let digits = said.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
    let release: u32 = digits.and_then(|digits| digits.parse().ok()).expect("a number");
    let ran = fixture.mts(&["run", "--all", "--operators", "SDL,AORB"]);
    let wanted = [
        (8, "Eight.eightSum"),
        (8, "Eight.eightFold"),
        (11, "Eleven.elevenQuarter"),
        (17, "Seventeen.seventeenDays"),
        (17, "Seventeen.seventeenText"),
        (17, "Seventeen.seventeenSize"),
        (21, "TwentyOne.twentyOneSum"),
        (22, "TwentyTwo.twentyTwoCount"),
        (25, "TwentyFive.twentyFiveHalf"),
        (25, "Compact.compactCapped"),
    ];
    for (needs, name) in wanted {
        if release >= needs {
            assert!(ran.head(name, "inputs") >= 5, "{name}: {}", ran.reasons());
            assert!(
                ran.original_findings(name).iter().all(|(severity, _)| severity != "error"),
                "{name}: {:?}",
                ran.original_findings(name)
            );
        } else {
            let skipped = ran.report()["skipped"].as_array().expect("rows").clone();
            let row = skipped.iter().find(|row| row["name"].as_str().is_some_and(|text| text.contains(name)));
            let reason = row.expect(name)["reason"].as_str().expect("a reason").to_owned();
            let is_known =
                reason.starts_with("the Java side does not compile: ") || reason.contains("a newer JDK than");
            assert!(is_known, "{name}: {reason}");
            // The first error of the file, which is in another function.
            let first = match (release, name) {
                (17..=20, "TwentyOne.twentyOneSum") => "the code needs a newer JDK than openjdk ",
                (17..=20, "TwentyTwo.twentyTwoCount") => "may not be used as an identifier (line 11)",
                (17..=24, "TwentyFive.twentyFiveHalf") => "'.' expected (line 3)",
                _ => "",
            };
            assert!(reason.contains(first), "{name}: {reason}");
        }
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_function_is_replaced_in_every_kind_of_class_and_module() {
    let ran = Fixture::whole("builds/class-kinds").mts(&["run", "--all"]);
    let scored = [
        "Kinds.usesHelper",
        "Kinds.usesInherited",
        "Kinds.clipped",
        "Kinds.shifted",
        "Kinds.getLevel",
        "Kinds.raise",
        "Kinds.throughClass",
        "Kinds.depth",
        "Kinds.Part.area",
        "Kinds.Part.<init>",
        "Base.shifted",
    ];
    for name in scored {
        is_scored(&ran, name);
    }
    for name in ["Kinds.weight", "Kinds.withLambda", "Base.weight"] {
        holds(&ran, name);
    }
}

#[test]
fn without_a_build_file_classes_and_modules_are_found_in_the_other_folders() {
    let fixture = Fixture::empty();
    let class = |name: &str, body: &str| format!("public class {name} {{\n    {body}\n}}\n");
    fixture.write(
        "core/src/money/Cents.java",
        format!("package money;\n\n{}", class("Cents", "public static final int EACH = 100;")),
    );
    let tax = "public static int of(int n) { return n * Cents.EACH / 8; }";
    fixture.write("core/src/money/Tax.java", format!("package money;\n\n{}", class("Tax", tax)));
    let due = "public static int due(int n) { return n < 0 ? 0 : Tax.of(n) + n; }";
    fixture.write("shop/src/shop/Till.java", format!("package shop;\n\nimport money.Tax;\n\n{}", class("Till", due)));
    let half = "public static int half(int n) { return Till.due(n) / 2 + 1; }";
    fixture.write("shop/more/shop/Halves.java", format!("package shop;\n\n{}", class("Halves", half)));
    // The port expects that its script puts the parent folder on `sys.path` at its start.
    fixture.write("port/till.py", "def due(n):\n    return 0 if n < 0 else n * 100 // 8 + n\n");
    let more = "import os\nimport sys\n\nsys.path.insert(0, os.path.abspath('..'))\nimport till\n\n\n\
                def half(n):\n    return till.due(n) // 2 + 1\n";
    fixture.write("port/more/halves.py", more);
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--operators", "AORB", "--fail-on", "never"]);
    for pair in ["Till.due", "Halves.half"] {
        assert!(ran.pair(pair)["head"]["inputs"].as_u64() >= Some(5), "{pair}: {}", ran.reasons());
        assert!(!ran.pair(pair)["findings"].to_string().contains("import"), "{}", ran.pair(pair));
    }
}

#[test]
fn a_class_in_a_folder_of_another_name_than_its_package_finds_its_package() {
    let fixture = Fixture::empty();
    let rate = "package money;\n\npublic class Rate {\n    public static final int EACH = 8;\n}\n";
    fixture.write("src/java/Rate.java", rate);
    fixture.write("src/java/Other.java", "package other;\n\npublic class Other {\n}\n");
    let tax = "public static int tax(int n) {\n        return n < 0 ? 0 : n / Rate.EACH;\n    }";
    fixture.write("src/java/Taxes.java", format!("package money;\n\npublic class Taxes {{\n    {tax}\n}}\n"));
    fixture.write("src/python/taxes.py", "def tax(n):\n    return 0 if n < 0 else n // 8\n");
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all"]);
    assert!(ran.head("Taxes.tax", "inputs") >= 5, "{}", ran.reasons());
}

#[test]
fn no_package_name_writes_outside_of_the_folder_of_arranged_packages() {
    let outside = tempfile::tempdir().expect("a folder");
    let path = outside.path().to_str().expect("text");
    let fixture = Fixture::empty();
    fixture.write(
        "src/P.java",
        format!(
            "package a/*.{path}.*/.b;\n\npublic class P {{\n    public static int one(int n) {{ return n; }}\n}}\n"
        ),
    );
    fixture.write("src/p.py", "def one(n):\n    return n\n");
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all"]);
    assert!(ran.head("P.one", "inputs") >= 5, "{}", ran.reasons());
    assert_eq!(std::fs::read_dir(outside.path()).expect("a folder").count(), 0, "a file was written outside");
}

#[test]
fn a_resource_next_to_the_sources_is_on_the_class_path_without_a_build_tool() {
    let java = "package acme;\n\nimport java.util.ResourceBundle;\n\npublic class Words {\n    static final String LETTERS = ResourceBundle.getBundle(\"acme.words\").getString(\"letters\");\n\n    static boolean has(char letter) {\n        return LETTERS.indexOf(letter) >= 0;\n    }\n}\n";
    let python = "LETTERS = 'abcde'\n\n\ndef has(letter):\n    return letter in LETTERS\n";
    for (source, resource) in [
        ("java/src/acme/Words.java", "java/src/acme/words.properties"),
        ("src/main/java/acme/Words.java", "src/main/resources/acme/words.properties"),
    ] {
        let fixture = Fixture::empty();
        fixture.write(source, java).write(resource, "letters=abcde\n");
        fixture.write("python/words.py", python).commit("all");
        let ran = fixture.mts(&["run", "--all", "--worktree", "--operators", "ROR"]);
        assert_eq!(ran.original_findings("Words.has"), [], "{resource}");
        assert!(ran.head("Words.has", "inputs") >= 5, "{}", ran.reasons());
    }
}
