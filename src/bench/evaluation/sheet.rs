//! Writes a table as CSV (RFC 4180) and as Markdown.
//!
//! The module writes CSV without a library, because the format has only one rule: a cell with a
//! special character is in quotes, and each quote in the cell is doubled.

/// A table. Its first row is the header.
pub(crate) struct Sheet {
    /// The file name of the table.
    pub name: String,
    title: String,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    pub fn new(name: &str, title: &str, rows: Vec<Vec<String>>) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), rows }
    }

    pub fn csv(&self) -> String {
        let cell = |cell: &String| {
            let cell = cell.trim();
            let is_plain = !cell.contains([',', '"', '\n', '\r']);
            if is_plain { cell.to_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        self.rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    pub fn markdown(&self) -> String {
        let cell = |cell: &String| cell.trim().replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ");
        let line = |row: &Vec<String>| format!("| {} |\n", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
        let mut out = format!("## {}\n\n", self.title);
        for (at, row) in self.rows.iter().enumerate() {
            out.push_str(&line(row));
            if at == 0 {
                out.push_str(&format!("|{}\n", " --- |".repeat(row.len())));
            }
        }
        out
    }
}

/// Formats a number with four decimals, or as `-` for `None`.
pub(super) fn number(x: Option<f64>) -> String {
    x.map_or_else(|| "-".to_owned(), |x| format!("{x:.4}"))
}

/// Formats a p-value.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Returns a row of text cells.
pub(super) fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_for_csv_and_markdown() {
        let rows = vec![vec!["a".to_owned(), "b|c".to_owned()], vec!["1,\"2\"".to_owned(), "x\ny".to_owned()]];
        let sheet = Sheet::new("t", "T", rows);
        assert_eq!(sheet.csv(), "a,b|c\n\"1,\"\"2\"\"\",\"x\ny\"\n");
        assert_eq!(sheet.markdown(), "## T\n\n| a | b\\|c |\n| --- | --- |\n| 1,\"2\" | x y |\n");
    }
}
