//! Writes shell commands that run both programs of a pair on a finding's input.

use super::explanation::Explanation;
use crate::report::escape::{shell, terminal as safe};
use mts_model::Value;
use std::fmt::Write;

/// The longest input in bytes that the text shows. An emitted test has the whole input.
const LONGEST: usize = 2000;

/// Returns the shell commands, or `None` if the pair is not a pair of programs.
///
/// If the input is too long, the text says so and has no commands. If the finding has no single
/// input, the text is empty.
pub(super) fn commands(explained: &Explanation) -> Option<String> {
    explained.pair.program.as_ref()?;
    let Some([Value::Str(stdin)]) = explained.finding.arguments.as_deref() else { return Some(String::new()) };
    if stdin.len() > LONGEST {
        return Some(format!(
            "  the input has {} bytes: `--emit-test` writes a test with the whole input\n",
            stdin.len()
        ));
    }
    let mut out = "  in a shell, at the root of the project:\n".to_owned();
    for (runtime, file) in [("java", &explained.pair.java.file), ("python3", &explained.pair.python.file)] {
        _ = writeln!(out, "    printf {} | {runtime} {}", format(stdin), safe(&shell(file)));
    }
    Some(out)
}

/// Quotes a text as the format argument of `printf`, in printable characters on one line.
fn format(text: &str) -> String {
    let mut out = "'".to_owned();
    for (at, c) in text.char_indices() {
        match c {
            // `printf` would take a leading `-` as an option.
            '-' if at == 0 => out.push_str(r"\055"),
            '\n' => out.push_str(r"\n"),
            '\\' => out.push_str(r"\\"),
            '%' => out.push_str("%%"),
            '\'' => out.push_str(r"'\''"),
            c if c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric() => out.push(c),
            c => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    _ = write!(out, "\\{byte:03o}");
                }
            }
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::process::Command;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn a_shell_prints_the_text_that_was_written(text in "([ -~]|\\n|\\t|\\r|%d|[àßя漢\u{202e}\u{7f}\u{1b}😀]){0,20}") {
            let written = format(&text);
            prop_assert_eq!(&safe(&written), &written);
            let printed = Command::new("sh").args(["-c", &format!("printf {written}")]).output().expect("a shell");
            prop_assert_eq!(String::from_utf8_lossy(&printed.stdout), text);
        }
    }
}
