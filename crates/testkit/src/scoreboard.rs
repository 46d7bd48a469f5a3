//! The committed result of a suite: how many programs pass, and the names of those that do not, so that a change shows.

use crate::command::write_whole;
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoreboard {
    pub total: usize,
    pub failing: BTreeSet<String>,
}

impl Scoreboard {
    pub fn passed(&self) -> usize {
        self.total - self.failing.len()
    }

    pub fn to_text(&self) -> String {
        let mut text = format!("passed {} of {}\n", self.passed(), self.total);
        for name in &self.failing {
            text.push_str(name);
            text.push('\n');
        }
        text
    }

    pub fn parse(text: &str) -> Option<Scoreboard> {
        let mut lines = text.lines();
        let mut words = lines.next()?.strip_prefix("passed ")?.split(" of ");
        let (passed, total): (usize, usize) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let failing: BTreeSet<String> = lines.filter(|line| !line.is_empty()).map(str::to_string).collect();
        (passed + failing.len() == total).then_some(Scoreboard { total, failing })
    }

    /// Compares with what was committed for another JDK, which has other programs: nothing may fail here that passes there.
    pub fn settle_loosely(&self, file: &Path, version: u32) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let committed = Scoreboard::parse(&text).ok_or_else(|| format!("{}: not a score file", file.display()))?;
        let lost: Vec<&str> = self.failing.difference(&committed.failing).map(String::as_str).collect();
        if lost.is_empty() { Ok(()) } else { Err(format!("on JDK {version}, newly failing: {lost:?}")) }
    }

    /// Compares with the committed file. `HAZARD_BLESS=1` in the environment writes the file instead. A program that used to
    /// pass and fails now is an error; so is a file that undersells, for then a later loss would go unseen.
    pub fn settle(&self, file: &Path) -> Result<(), String> {
        if std::env::var_os("HAZARD_BLESS").is_some_and(|value| value == "1") {
            return write_whole(file, self.to_text().as_bytes()).map_err(|e| format!("{}: {e}", file.display()));
        }
        let text = std::fs::read_to_string(file)
            .map_err(|e| format!("{}: {e}; write it with HAZARD_BLESS=1", file.display()))?;
        let committed = Scoreboard::parse(&text)
            .ok_or_else(|| format!("{}: not a score file; write it with HAZARD_BLESS=1", file.display()))?;
        if *self == committed {
            return Ok(());
        }
        let lost: Vec<&str> = self.failing.difference(&committed.failing).map(String::as_str).collect();
        let won: Vec<&str> = committed.failing.difference(&self.failing).map(String::as_str).collect();
        Err(format!(
            "{} says {} of {} pass, now {} of {} do; newly failing: {lost:?}; newly passing: {won:?} (HAZARD_BLESS=1 rewrites the file)",
            file.display(),
            committed.passed(),
            committed.total,
            self.passed(),
            self.total
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_is_checked() {
        let board = Scoreboard { total: 5, failing: ["a/B", "c/D"].map(String::from).into() };
        assert_eq!(board.to_text(), "passed 3 of 5\na/B\nc/D\n");
        assert_eq!(Scoreboard::parse(&board.to_text()), Some(board));
        assert_eq!(Scoreboard::parse("passed 4 of 5\n"), None);
        assert_eq!(Scoreboard::parse("nonsense"), None);
    }
}
