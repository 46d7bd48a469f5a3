//! A table that becomes Markdown for people and CSV for programs.

#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Table {
    /// What the table shows, and the file name of its CSV.
    pub title: String,
    #[serde(skip)]
    pub file: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// Long tables go into the CSV only.
    #[serde(skip)]
    pub is_data: bool,
}

impl Table {
    pub fn new<C: Into<String>>(file: &str, title: &str, columns: impl IntoIterator<Item = C>) -> Table {
        Table {
            title: title.to_owned(),
            file: file.to_owned(),
            columns: columns.into_iter().map(Into::into).collect(),
            ..Table::default()
        }
    }

    /// A table that only programs read.
    pub fn data<C: Into<String>>(file: &str, columns: impl IntoIterator<Item = C>) -> Table {
        Table { is_data: true, ..Table::new(file, "", columns) }
    }

    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "a row of table {} has as many cells as it has columns", self.file);
        self.rows.push(cells);
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("**{}**\n\n", self.title);
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        text.push_str(&line(&self.columns));
        let rules: String =
            (1..self.columns.len()).map(|column| if self.is_wordy(column) { "---|" } else { "---:|" }).collect();
        text.push_str(&format!("|---|{rules}\n"));
        self.rows.iter().for_each(|row| text.push_str(&line(row)));
        text
    }

    /// Whether most cells of a column are words, which are read from the left.
    fn is_wordy(&self, column: usize) -> bool {
        let is_word = |row: &&Vec<String>| row[column].starts_with(char::is_alphabetic);
        2 * self.rows.iter().filter(is_word).count() > self.rows.len()
    }

    pub fn csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Three significant digits, as the papers print.
pub fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (100.0..1e7).contains(&size) => format!("{value:.0}"),
        size if (10.0..1e7).contains(&size) => format!("{value:.1}"),
        size if (1e-3..1e7).contains(&size) => format!("{value:.3}"),
        _ => format!("{value:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_both_ways() {
        let mut table = Table::new("t", "Title", ["a", "b"]);
        table.row(["1,5", "\"x\""]);
        assert_eq!(table.csv(), "a,b\n\"1,5\",\"\"\"x\"\"\"\n");
        assert_eq!(table.markdown(), "**Title**\n\n| a | b |\n|---|---:|\n| 1,5 | \"x\" |\n");
        table.row(["2", "word"]);
        table.row(["3", "word"]);
        assert!(table.markdown().contains("|---|---|"));
        assert_eq!([short(0.0), short(1234.5), short(0.5), short(1e7)], ["0", "1234", "0.500", "1.00e7"]);
    }
}
