//! The committed result of a suite: how many programs pass, and the names of those that do not, so that a change shows.

use std::collections::BTreeSet;

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
