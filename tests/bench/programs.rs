//! Tests `bench` on corpora of whole programs.
//!
//! The corpora have AVATAR's layout with its tests, and the mirror and other translators score
//! them. The results are the tables of Ahmad et al. 2023.

use crate::support::mts_in;
use serde_json::{Value as Json, json};
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("in one")).expect("folders");
    std::fs::write(path, text).expect("written");
}

/// A program of several methods, as tokens.
const JAVA: &str = "import java . util . Scanner ; public class Main { static int twice ( int n ) { return n * 2 ; } public static \
                    void main ( String [ ] args ) { Scanner in = new Scanner ( System . in ) ; int n = in . nextInt ( ) ; int s = 0 ; \
                    for ( int i = 0 ; i < n ; i ++ ) { s += twice ( i ) ; } System . out . println ( \" sum ▁ \" + s ) ; } }";
/// Returns the port of this program; `last` is the statement that prints the result.
fn python(last: &str) -> String {
    format!(
        "def twice ( n ) : NEW_LINE INDENT return n * 2 NEW_LINE DEDENT n = int ( input ( ) ) NEW_LINE s = 0 NEW_LINE for i in range ( n ) \
         : NEW_LINE INDENT s += twice ( i ) NEW_LINE DEDENT {last} NEW_LINE"
    )
}

/// Writes AVATAR's folders: three programs with two tests each, and one without tests.
fn avatar(folder: &Path) {
    let ports = [
        python("print ( \" sum ▁ \" + str ( s ) )"),
        python("print ( \" sum \" , s + n // 9 )"),
        python("print ( \" sum \" , s // ( 3 - n ) )"),
        python("print ( s )"),
    ];
    let (mut ids, mut map) = (String::new(), String::new());
    for (at, _) in ports.iter().enumerate() {
        ids += &format!("atcoder_ABC00{at}_A\n");
        let name = format!("ABC00{at}/A");
        if at < 3 {
            let file = |side: &str, n: u32| format!("{name}/{side}/0{n}.txt");
            let files_of = |side: &str| json!([file(side, 1), file(side, 2)]);
            let line = json!({"avatar_id": format!("atcoder_ABC00{at}_A"), "inputs": files_of("in"), "outputs": files_of("out")});
            map += &format!("{line}\n");
            for (n, (given, wanted)) in (1..).zip([("3\n", "sum 6\n"), ("10\n", "sum 90\n")]) {
                write(folder, &format!("test_cases/atcoder_test_cases/{}", file("in", n)), given);
                write(folder, &format!("test_cases/atcoder_test_cases/{}", file("out", n)), wanted);
            }
        }
    }
    let java = format!("{JAVA}\n").repeat(ports.len());
    write(folder, "data/test.java-python.java", &java);
    write(folder, "data/test.java-python.python", &(ports.join("\n") + "\n"));
    write(folder, "data/test.java-python.id", &ids);
    write(folder, "test_cases/atcoder_id2tests_filtered.jsonl", &map);
}

/// A translator for this program.
///
/// The translator writes the first port, with the operators of the Java text.
const TRANSLATE: &str = r#"import re, sys
java = sys.stdin.read()
twice = re.search(r"twice \( int n \) \{ return (.*?) ; \}", java).group(1)
if "int i = 0 ; i < n" not in java:
    sys.exit("this loop is not known")
print(f"def twice(n):\n    return {twice}\nn = int(input())\ns = 0\nfor i in range(n):\n    s += twice(i)\nprint('sum', s)")
"#;

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("it is there")
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn avatar_programs_give_its_tables_with_the_mirror_and_with_a_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    avatar(path);
    write(path, "t.py", TRANSLATE);
    let base = ["bench", "--corpus", "data", "--operators", "AORB,ROR", "--time-limit", "30", "--compare", "avatar"];
    let all = [
        &base[..],
        &["--translator", "mirror", "--translator", "command:python3 t.py", "--translator", "plain"],
        &["--no-translation-cache", "--output", "tables", "--per-mutant", "rows", "--json"],
    ];
    let ran = mts_in(path, &all.concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("cargo mts skips test-atcoder_ABC003_A: the program has no tests"), "{}", ran.stderr);
    let results: Json = serde_json::from_str(&ran.stdout).expect("JSON");
    let translator = |at: usize| &results["translators"][at];
    // Three ports: one like Java, one wrong on the test with 10, and one that is wrong there and
    // fails on the other test.
    assert_eq!((&translator(0)["programs"], &translator(0)["ca_tests"]), (&json!(3), &json!(0.5)), "{results}");
    assert_eq!((&translator(1)["ca_programs"], &translator(2)["ca_programs"]), (&json!(1.0), &json!(0.0)));
    // The mutants are in `twice` and in the loop, and both sides have them.
    assert!(translator(0)["counted"].as_u64() > Some(8), "{results}");
    let rows = read(path, "rows");
    let verdicts: Vec<Json> = rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let count = |is: &dyn Fn(&Json) -> bool| verdicts.iter().filter(|row| is(row)).count();
    let of_command = |row: &Json| row["translator"] == "command:python3 t.py";
    assert!(count(&|row| of_command(row) && row["verdict"] == "survived" && row["operator"] == "AORB") > 3, "{rows}");
    let refused = |row: &Json| row["why"].as_str().is_some_and(|why| why.contains("this loop is not known"));
    assert!(count(&|row| of_command(row) && refused(row) && row["operator"] == "ROR") > 3, "{rows}");
    let tables = path.join("tables");
    let outcomes = read(&tables, "program-outcomes.csv");
    let head = "Translator,Programs,Success,Failure,Timeout,Runtime error,Compilation error,No translation\n";
    let rows = "mirror,3,1,1,0,1,0,0\ncommand:python3 t.py,3,3,0,0,0,0,0\nplain,3,0,0,0,0,0,3\n";
    assert_eq!(outcomes, [head, rows].concat());
    assert!(read(&tables, "program-errors.csv").contains("mirror,0.00,33.33\n"));
    let translations = read(&tables, "program-translations.csv");
    let command = translations.lines().nth(2).expect("a row");
    assert!(
        command.starts_with("command:python3 t.py,3,0.") && command.ends_with(",1.0000,1.0000,1.0000"),
        "{command}"
    );
    assert!(translations.lines().nth(1).is_some_and(|row| row.ends_with(",0.3333")), "{translations}");
    assert!(!tables.join("outcomes.csv").exists(), "there are no functions");
    assert!(
        read(&tables, "tables.md").contains("Translation of whole programs (columns of Ahmad et al. 2023, Table 2)")
    );
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_replayed_recording_of_programs_gives_the_same_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    avatar(path);
    write(path, "t.py", TRANSLATE);
    let base = ["bench", "--corpus", "data", "--only", "ABC000", "--operators", "AORB,ROR", "--compare", "avatar"];
    let first =
        ["--translator", "command:python3 t.py", "--no-translation-cache", "--record", "r", "--per-mutant", "a"];
    let ran = mts_in(path, &[&base[..], &first[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = mts_in(path, &[&base[..], &["--translator", "recorded:r", "--per-mutant", "b"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let verdicts = |name: &str| -> Vec<(Json, Json)> {
        let rows = read(path, name);
        let rows = rows.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
        rows.map(|row| (row["mutant"].clone(), row["verdict"].clone())).collect()
    };
    assert!(verdicts("a").len() > 8);
    assert_eq!(verdicts("b"), verdicts("a"));
}

#[test]
fn a_corpus_can_mix_programs_with_tests_and_functions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let program = json!({"id": "P", "java": "public class P { public static void main(String[] a) { int n = new java.util.Scanner(System.in).nextInt(); \
        System.out.println(n * 2); } }", "python": "n = int(input())\nprint(n * 2)\n", "tests": [{"stdin": "4\n", "stdout": "8\n"}, {"stdin": "0\n"}]});
    let function = json!({"id": "F", "java": "class F { static int f(int n) { return n * 2; } }", "java_class": "F", "java_method": "f",
        "java_return": "int", "java_params": ["int"], "python": "def f(n):\n    return n * 2\n", "inputs": [[4]]});
    write(path, "both.jsonl", &format!("{program}\n{function}\n"));
    let base = ["bench", "--corpus", "both.jsonl", "--operators", "AORB", "--output", "t", "--per-pair", "pairs"];
    let ran = mts_in(path, &[&base[..], &["--translator", "mirror", "--translator", "plain"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let pairs = read(path, "pairs");
    assert!(
        pairs.contains("\"id\":\"P\",\"ca\":1.0,\"mts\":0.0") && pairs.contains("\"id\":\"F\",\"ca\":1.0"),
        "{pairs}"
    );
    let tables = path.join("t");
    assert!(read(&tables, "outcomes.csv").contains("plain,1,1,"));
    // The built-in translator does not know programs that read with a scanner.
    assert!(read(&tables, "program-outcomes.csv").contains("mirror,1,1,0,0,0,0,0\nplain,1,0,0,0,0,0,1\n"));
}
