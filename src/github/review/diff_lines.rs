//! The lines of the head that the diff of a pull request shows.
//!
//! GitHub rejects a review with a comment at any other line. The module reads the hunks by hand, because
//! git2 reads no patch without the header of its file.

/// The lines of one file of the head that GitHub's `patch` shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DiffLines {
    /// The one-based number of the first line of each hunk, and its lines.
    hunks: Vec<(usize, Vec<String>)>,
}

impl DiffLines {
    /// Parses a unified diff of one file.
    pub fn parse(patch: &str) -> Self {
        let mut hunks: Vec<(usize, Vec<String>)> = Vec::new();
        for line in patch.split('\n') {
            if let Some(start) = first_line(line) {
                hunks.push((start, Vec::new()));
            } else if let (Some(text), Some((_, lines))) = (line.strip_prefix([' ', '+']), hunks.last_mut()) {
                lines.push(text.strip_suffix('\r').unwrap_or(text).to_owned());
            }
        }
        Self { hunks }
    }

    /// Reports whether one hunk has these lines, starting at the one-based line `start`.
    pub fn has(&self, start: u32, lines: &[String]) -> bool {
        let Ok(start) = usize::try_from(start) else { return false };
        self.hunks.iter().any(|(first, shown)| {
            let at = start.checked_sub(*first);
            let found = at.and_then(|at| shown.get(at..at.checked_add(lines.len())?));
            !lines.is_empty() && found == Some(lines)
        })
    }
}

/// Returns the number of the head's first line from the header of a hunk.
///
/// An example of a header is `@@ -1,2 +3,4 @@`.
fn first_line(line: &str) -> Option<usize> {
    let (_, new) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let digits = new.split([',', ' ']).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "@@ -1,3 +1,4 @@\n a\n-b\n+c\r\n+@@ -9 +9 @@\n d\n@@ -20 +21,2 @@ def f():\n x\n+y\n\\ No newline at end of file";

    #[test]
    fn only_lines_of_one_hunk_are_in_the_diff() {
        let lines = DiffLines::parse(PATCH);
        let has = |start: u32, text: &[&str]| {
            lines.has(start, &text.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
        };
        assert!(has(1, &["a", "c"]) && has(2, &["c", "@@ -9 +9 @@", "d"]) && has(21, &["x", "y"]) && has(22, &["y"]));
        assert!(!has(1, &["a", "b"]), "the base's line");
        assert!(!has(4, &["d", "x"]), "two hunks");
        assert!(!has(2, &["a"]) && !has(0, &["a"]) && !has(22, &["y", ""]) && !has(1, &[]));
    }
}
