//! Writes a finding on a pair of whole programs as a test of one program.
//!
//! The test runs the program of one side on the standard input of the finding, and expects the
//! output and the exit status of the other side. For a mutant, the test edits a copy of the file.

use super::case::{TestTarget, edited};
use crate::report::codegen::Refusal;
use crate::report::codegen::{java, python};
use crate::report::escape::terminal as safe;
use crate::report::format::python_name;
use crate::report::text::explain::{Explanation, SourceSide};
use mts_model::{Answer, State, Value};

/// The data of a test of a program.
struct ProgramCase<'e> {
    explained: &'e Explanation,
    target: TestTarget,
    stdin: &'e str,
    /// The expected output: the output of the other side.
    wanted: &'e str,
    /// The exit status of the other side. `None` means that an exception ended the program.
    status: Option<i32>,
    /// The tested side with the edit of the mutant. `None` if the finding has no mutant.
    edited: Option<&'e SourceSide>,
}

/// Returns the text of the test file.
///
/// # Errors
/// Returns an error if the finding has no such test.
pub(super) fn file(explained: &Explanation, target: TestTarget) -> Result<String, Refusal> {
    let case = ProgramCase::from_explanation(explained, target)?;
    Ok(match target {
        TestTarget::Python => case.python(),
        TestTarget::Java => case.java(),
    })
}

impl<'e> ProgramCase<'e> {
    fn from_explanation(explained: &'e Explanation, target: TestTarget) -> Result<Self, Refusal> {
        let stdin = match explained.finding.arguments.as_deref() {
            Some([Value::Str(stdin)]) => stdin,
            _ => return Err("the report contains no input that shows this finding".into()),
        };
        let evidence = explained.finding.evidence.as_ref();
        let evidence = evidence
            .ok_or("the report does not contain the outputs of the finding, for example because they are too large")?;
        let (other, answer) = match target {
            TestTarget::Python => ("Java", &evidence.java),
            TestTarget::Java => ("Python", &evidence.python),
        };
        let status = match answer.state {
            State::Ok => Some(status(answer).ok_or("the report does not contain the exit status")?),
            State::Exception => None,
            state => {
                return Err(format!(
                    "the {other} side has no outcome that a test can expect: the program ended as `{}`",
                    state.word()
                ));
            }
        };
        let edited = edited(explained, target)?;
        if edited.is_some_and(|side| side.hunks.is_empty()) {
            return Err("the mutant changes no lines on this side".into());
        }
        Ok(Self { explained, target, stdin, wanted: &answer.stdout, status, edited })
    }

    fn digits(&self) -> String {
        let id = self.explained.finding.id.trim_start_matches("MTS-");
        id.chars().filter(char::is_ascii_alphanumeric).collect()
    }

    /// Returns notes for a reader of the test, one note a line.
    fn reader_notes(&self) -> Vec<String> {
        let Explanation { pair, finding, .. } = self.explained;
        let (own, other) = if self.target == TestTarget::Java { ("Java", "Python") } else { ("Python", "Java") };
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let mut lines = vec![
            format!("{}: {}.", finding.id, finding.cause),
            String::new(),
            format!("{} ({}:{}) {}", pair.name, pair.java.file, finding.line_java, text(&finding.java_outcome)),
            format!("{} ({}) {}", python_name(pair), pair.python.file, text(&finding.python_outcome)),
            String::new(),
        ];
        if self.edited.is_some() {
            lines.push(format!(
                "The test makes the edit in {own} and expects the behaviour of {other} after the same edit."
            ));
        }
        lines.push(format!(
            "The test fails as long as {own} behaves differently from {other}. Decide which side is right:"
        ));
        lines.push(format!("if {own} is right, fix {other} and delete this test."));
        lines
    }

    fn python(&self) -> String {
        let quoted = |text: &str| python::quoted(text);
        let mut out = String::new();
        for line in self.reader_notes() {
            out += format!("# {}", safe(&line)).trim_end();
            out.push('\n');
        }
        out += "#\n# Run the test from the root of the project: python3 -m pytest FILE\n\n";
        out += "import os\nimport pathlib\nimport subprocess\nimport sys\n";
        if self.edited.is_some() {
            out += "\nimport pytest\n";
        }
        out += &format!("\nSCRIPT = pathlib.Path({})\n", quoted(&self.explained.pair.python.file));
        out += &format!("STDIN = {}\nWANTED = {}\n", quoted(self.stdin), quoted(self.wanted));
        if let Some(side) = self.edited {
            out += "# Each change: the number of its first line, the lines without the edit, and the lines with the edit.\nCHANGES = [\n";
            for hunk in &side.hunks {
                let list = |lines: &[String]| lines.iter().map(|line| quoted(line)).collect::<Vec<_>>().join(", ");
                out += &format!("    ({}, [{}], [{}]),\n", hunk.line, list(&hunk.before), list(&hunk.after));
            }
            out += "]\n";
            out += &PYTHON_EDITED.replace("FINDING", &self.explained.finding.id);
        }
        out += if self.explained.is_avatar { PYTHON_NEAR } else { PYTHON_LINES };
        out += &format!("\n\ndef test_mts_{}(tmp_path):\n    script = SCRIPT.resolve()\n", self.digits());
        out += "    paths = [str(script.parent), os.environ.get(\"PYTHONPATH\", \"\")]\n";
        if self.edited.is_some() {
            out += "    script = edited(script, tmp_path)\n";
        }
        out += PYTHON_RUN;
        out += "    assert same(ran.stdout, WANTED), ran.stdout + ran.stderr\n";
        match self.status {
            _ if self.explained.is_avatar => out += "    assert ran.stderr == \"\"\n",
            // After an exception, Java and Python exit with the same status.
            Some(status) => out += &format!("    assert ran.returncode == {status}, ran.stderr\n"),
            // After an exception in another thread than the main thread, the process exits with
            // status 0.
            None => {
                out += "    assert \"Traceback (most recent call last):\" in ran.stderr, \"the program ended without an exception\"\n"
            }
        }
        out
    }

    fn java(&self) -> String {
        let quoted = |text: &str| java::quoted(text);
        let pair = &self.explained.pair;
        let package = pair.call.as_ref().map_or("", |call| call.package.as_str());
        let folder = pair.java.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let sources = folder.strip_suffix(&package.replace('.', "/")).unwrap_or(folder).trim_end_matches('/');
        let class = pair.java.class.replace('.', "$");
        let class = if package.is_empty() { class } else { format!("{package}.{class}") };
        let mut out = String::new();
        for line in self.reader_notes() {
            // Java interprets `\u` even in a comment.
            out += format!("// {}", safe(&line).replace("\\u", "\\ u")).trim_end();
            out.push('\n');
        }
        out += "// The test reads the source file below the working directory, or below the folder that -Dmts.root names.\n\n";
        out += JAVA_IMPORTS;
        out += &format!("\nclass Mts{}Test {{\n", self.digits());
        let constant = |name: &str, value: &str| format!("    private static final String {name} = {value};\n");
        out += &constant("FILE", &quoted(&pair.java.file));
        out += &constant("SOURCES", &quoted(if sources.is_empty() { "." } else { sources }));
        out += &constant("CLASS", &quoted(&class));
        out += &constant("STDIN", &quoted(self.stdin));
        out += &constant("WANTED", &quoted(self.wanted));
        out += "    // Each change: the number of its first line, the lines without the edit, and the lines with the edit.\n";
        let hunks = self.edited.map_or(&[][..], |side| &side.hunks);
        let list = |lines: &[String]| lines.iter().map(|line| quoted(line)).collect::<Vec<_>>().join(", ");
        let numbers: Vec<String> = hunks.iter().map(|hunk| hunk.line.to_string()).collect();
        let rows = |of: &dyn Fn(usize) -> String| {
            (0..hunks.len()).map(|at| format!("{{{}}}", of(at))).collect::<Vec<_>>().join(", ")
        };
        out += &format!("    private static final int[] LINES = {{{}}};\n", numbers.join(", "));
        let (before, after) = (rows(&|at| list(&hunks[at].before)), rows(&|at| list(&hunks[at].after)));
        out += &format!("    private static final String[][] BEFORE = {{{before}}};\n");
        out += &format!("    private static final String[][] AFTER = {{{after}}};\n");
        let asks = self.status.is_none() && !self.explained.is_avatar;
        let errors = if asks { "folder.resolve(\"stderr\").toFile()" } else { "ProcessBuilder.Redirect.INHERIT" };
        out += &JAVA_RUN.replace("FINDING", &self.explained.finding.id).replace("ERRORS", errors);
        out += "        assertTrue(same(printed, WANTED), printed);\n";
        match self.status {
            _ if self.explained.is_avatar => {}
            Some(status) => out += &format!("        assertEquals({status}, run.exitValue());\n"),
            // After an exception in another thread than the main thread, the process exits with
            // status 0.
            None => out += JAVA_THROWN,
        }
        out += "    }\n";
        out += if self.explained.is_avatar { JAVA_NEAR } else { JAVA_LINES };
        out += "}\n";
        out
    }
}

fn status(answer: &Answer) -> Option<i32> {
    match answer.value {
        Value::ExitStatus(status) => Some(status),
        _ => None,
    }
}

const PYTHON_EDITED: &str = r#"

def edited(script, folder):
    """Writes a copy of the script with the edit, and returns the path of the copy."""
    lines = script.read_text(encoding="utf-8").split("\n")
    for line, before, after in sorted(CHANGES, reverse=True):
        places = [at for at in range(len(lines)) if lines[at : at + len(before)] == before]
        place = line - 1 if line - 1 in places else places[0] if len(places) == 1 else None
        if place is None:
            pytest.fail(
                "FINDING: this test is out of date. "
                "It edits lines of the port, and the text of these lines has changed."
            )
        lines[place : place + len(before)] = after
    copy = folder / script.name
    copy.write_text("\n".join(lines), encoding="utf-8")
    return copy
"#;

const PYTHON_LINES: &str = r#"

def same(printed, wanted):
    """Compares the texts line by line, without blanks at the end of lines and without empty lines at the end."""
    printed, wanted = ([line.rstrip() for line in text.rstrip().split("\n")] for text in (printed, wanted))
    return printed == wanted
"#;

const PYTHON_NEAR: &str = r#"

def same(printed, wanted):
    """Compares by AVATAR's rule: equal numbers of lines and words; different words are numbers less than 1e-6 apart."""
    lines = printed.strip().split("\n"), wanted.strip().split("\n")
    return len(lines[0]) == len(lines[1]) and printed.strip() != "" and all(map(near, *lines))


def near(one, other):
    words = one.split(), other.split()
    try:
        return len(words[0]) == len(words[1]) and all(a == b or abs(float(a) - float(b)) < 1e-6 for a, b in zip(*words))
    except ValueError:
        return False
"#;

const PYTHON_RUN: &str = r#"    ran = subprocess.run(
        [sys.executable, str(script)],
        input=STDIN,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"},
    )
"#;

const JAVA_IMPORTS: &str = "\
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
";

const JAVA_RUN: &str = r#"
    /** Returns the text of the file with the edit. */
    private static String edited(String text) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        for (int change = LINES.length - 1; change >= 0; change--) {
            List<String> before = Arrays.asList(BEFORE[change]);
            List<Integer> places = new ArrayList<>();
            for (int at = 0; at + before.size() <= lines.size(); at++) {
                if (lines.subList(at, at + before.size()).equals(before)) places.add(at);
            }
            int own = LINES[change] - 1;
            int place = places.contains(own) ? own : places.size() == 1 ? places.get(0) : -1;
            if (place < 0) {
                fail("FINDING: this test is out of date. "
                        + "It edits lines of the Java source, and the text of these lines has changed.");
            }
            lines.subList(place, place + before.size()).clear();
            lines.addAll(place, Arrays.asList(AFTER[change]));
        }
        return String.join("\n", lines);
    }

    @Test
    void theProgramDoesWhatThePortDoes() throws Exception {
        Path root = Path.of(System.getProperty("mts.root", "."));
        Path folder = Files.createTempDirectory("mts");
        Path source = folder.resolve(Path.of(FILE).getFileName());
        Files.writeString(source, edited(Files.readString(root.resolve(FILE))));
        int compiled = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-nowarn", "-d", folder.toString(),
                "-sourcepath", root.resolve(SOURCES).toString(), source.toString());
        assertEquals(0, compiled, "the program does not compile");
        File stdin = Files.writeString(folder.resolve("stdin"), STDIN).toFile();
        File stdout = folder.resolve("stdout").toFile();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process run = new ProcessBuilder(java, "-Dfile.encoding=UTF-8", "-cp", folder.toString(), CLASS)
                .redirectInput(stdin).redirectOutput(stdout).redirectError(ERRORS).start();
        boolean ended = run.waitFor(60, TimeUnit.SECONDS);
        run.destroyForcibly();
        assertTrue(ended, "the program did not end within 60 seconds");
        String printed = Files.readString(stdout.toPath());
"#;

const JAVA_THROWN: &str = r#"        String errors = Files.readString(folder.resolve("stderr"));
        assertTrue(errors.contains("Exception in thread \""), "the program ended without an exception: " + errors);
"#;

const JAVA_LINES: &str = r#"
    /** Compares the texts line by line, without blanks at the end of lines and without empty lines at the end. */
    private static boolean same(String printed, String wanted) {
        return trimmed(printed).equals(trimmed(wanted));
    }

    private static String trimmed(String text) {
        return text.replaceAll("[ \\t\\r]+(?=\\n|$)", "").replaceAll("\\s+$", "");
    }
"#;

const JAVA_NEAR: &str = r#"
    /** Compares by AVATAR's rule: equal numbers of lines and words; different words are numbers less than 1e-6 apart. */
    private static boolean same(String printed, String wanted) {
        String[] lines = printed.strip().split("\n"), others = wanted.strip().split("\n");
        if (printed.isBlank() || lines.length != others.length) return false;
        for (int line = 0; line < lines.length; line++) {
            String[] words = lines[line].strip().split("\\s+"), own = others[line].strip().split("\\s+");
            if (words.length != own.length) return false;
            for (int word = 0; word < words.length; word++) {
                if (words[word].equals(own[word])) continue;
                try {
                    if (!(Math.abs(Double.parseDouble(words[word]) - Double.parseDouble(own[word])) < 1e-6)) return false;
                } catch (NumberFormatException none) {
                    return false;
                }
            }
        }
        return true;
    }
"#;
