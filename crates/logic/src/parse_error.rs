//! Where a text is not what it should be, told so that it can be mended: the position, what was expected, the line
//! itself and a caret under the offending character.

use std::fmt;

/// Displayed as one sentence, followed by the line it speaks of and a caret:
///
/// ```text
/// line 1, column 9: expected a formula, found "]"
///   P=? [ F ]
///           ^
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// Counted from one.
    pub line: usize,
    /// Counted from one, in characters.
    pub column: usize,
    /// A sentence.
    pub message: String,
    /// The text of the line.
    pub excerpt: String,
}

/// Longer lines are cut around the column, so that the caret stays on screen.
const EXCERPT_WIDTH: usize = 100;

impl ParseError {
    /// `offset` counts bytes from the start of `text`.
    pub fn at(text: &str, offset: usize, message: impl Into<String>) -> ParseError {
        let offset = offset.min(text.len());
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[offset..].find('\n').map_or(text.len(), |newline| offset + newline);
        ParseError {
            line: before.matches('\n').count() + 1,
            column: text[line_start..offset].chars().count() + 1,
            message: message.into(),
            excerpt: text[line_start..line_end].trim_end_matches('\r').to_string(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped = if self.column > EXCERPT_WIDTH * 3 / 4 { self.column - EXCERPT_WIDTH / 2 } else { 0 };
        let shown = |character: char| if character.is_control() { ' ' } else { character };
        let excerpt: String = self.excerpt.chars().skip(skipped).take(EXCERPT_WIDTH).map(shown).collect();
        writeln!(out, "line {}, column {}: {}", self.line, self.column, self.message)?;
        writeln!(out, "  {}", excerpt.trim_end())?;
        write!(out, "  {}^", " ".repeat(self.column - 1 - skipped))
    }
}
