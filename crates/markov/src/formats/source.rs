//! Input files as bytes, and a cursor that knows where it stands.
//!
//! Text files are read whole: every format here is parsed in one pass over memory. Gzip is recognised by its first bytes,
//! not by the file's name.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::gzip::{self, Plain};

/// What is wrong with an input file, as one sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct LoadError {
    /// The file it is in.
    pub file: PathBuf,
    /// Line and column, both from one, where the format has lines.
    pub place: Option<(u32, u32)>,
    /// A sentence.
    pub message: String,
    /// The file is as its format wants it, but what it says cannot be worked with.
    pub is_unsupported: bool,
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl LoadError {
    /// An error of a file as a whole.
    pub fn new(file: &Path, message: impl Into<String>) -> LoadError {
        LoadError { file: file.to_path_buf(), place: None, message: message.into(), is_unsupported: false }
    }

    /// An error at a line and a column.
    pub fn at(file: &Path, place: Option<(u32, u32)>, message: impl Into<String>) -> LoadError {
        LoadError { place, ..LoadError::new(file, message) }
    }
}

/// Opens a file for reading, undoing gzip.
pub fn open(path: &Path) -> Result<Plain<std::fs::File>, LoadError> {
    std::fs::File::open(path).map(Plain::new).map_err(|error| unreadable(path, &error))
}

/// The bytes of a file, decompressed if they are gzip.
pub fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let whole = || -> std::io::Result<Vec<u8>> {
        let mut file = std::fs::File::open(path)?;
        let mut bytes = Vec::new();
        file.by_ref().take(2).read_to_end(&mut bytes)?;
        if bytes == gzip::MAGIC {
            let mut plain = Vec::new();
            Plain::new(bytes.as_slice().chain(file)).read_to_end(&mut plain)?;
            return Ok(plain);
        }
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    whole().map_err(|error| unreadable(path, &error))
}

/// Why a file cannot be read, as a sentence.
pub fn unreadable(path: &Path, error: &std::io::Error) -> LoadError {
    let reason = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission to read it is denied".to_string(),
        std::io::ErrorKind::IsADirectory => "it is a folder; a file was expected".to_string(),
        _ => gzip::reason(error).unwrap_or_else(|| format!("cannot be read ({error})")),
    };
    LoadError::new(path, reason)
}

/// Reads text formats token by token, counting lines.
pub struct Cursor<'a> {
    file: &'a Path,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
    /// Bytes whose lines are not in `line` yet.
    counted_from: (usize, usize),
    /// Long numbers read lately: models repeat a few probabilities many times.
    recent: [(&'a [u8], f64); RECENT],
}

/// How many long numbers are remembered.
const RECENT: usize = 64;

impl<'a> Cursor<'a> {
    /// At the beginning of a file.
    pub fn new(file: &'a Path, bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { file, bytes, at: 0, line: 1, line_start: 0, counted_from: (0, 0), recent: [(&[], 0.0); RECENT] }
    }

    /// An error at the cursor.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> LoadError {
        self.error_at(self.at, message)
    }

    /// An error at an earlier position on the same line.
    #[cold]
    pub fn error_at(&self, at: usize, message: impl Into<String>) -> LoadError {
        let column = at.saturating_sub(self.line_start) as u32 + 1;
        LoadError::at(self.file, Some((self.line_number(), column)), message)
    }

    /// How many bytes were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Line and column of the cursor.
    pub fn place(&self) -> (u32, u32) {
        (self.line_number(), (self.at - self.line_start) as u32 + 1)
    }

    /// How many bytes follow.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// What follows, cut between lines into `parts` pieces of about the same length.
    pub fn split(&self, parts: usize) -> Vec<Cursor<'a>> {
        let mut cuts = vec![self.at];
        for part in 1..parts {
            let wanted = self.at + self.remaining() / parts * part;
            let from = wanted.max(cuts[part - 1]);
            let rest = &self.bytes[from..];
            cuts.push(rest.iter().position(|byte| *byte == b'\n').map_or(self.bytes.len(), |length| from + length + 1));
        }
        cuts.push(self.bytes.len());
        cuts.windows(2)
            .enumerate()
            .map(|(part, cut)| Cursor {
                file: self.file,
                bytes: &self.bytes[..cut[1]],
                at: cut[0],
                line: self.line,
                line_start: if part == 0 { self.line_start } else { cut[0] },
                counted_from: if part == 0 { self.counted_from } else { (self.at, cut[0]) },
                recent: [(&[], 0.0); RECENT],
            })
            .collect()
    }

    /// The line, counting now those that an earlier piece of the file has.
    fn line_number(&self) -> u32 {
        let (from, to) = self.counted_from;
        self.line + self.bytes[from..to].iter().filter(|byte| **byte == b'\n').count() as u32
    }

    /// The next byte, which stays the next.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Goes on to what is no blank.
    #[inline]
    pub fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Whether nothing but blanks is left on the line.
    #[inline]
    pub fn at_line_end(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.peek(), None | Some(b'\n'))
    }

    fn newline(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.at;
    }

    /// Moves to the next line with content; comments (`#`) are handed to `comment`. False at the end of the file.
    #[inline]
    pub fn next_content(&mut self, mut comment: impl FnMut(&'a [u8])) -> bool {
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return false,
                Some(b'\n') => self.newline(),
                Some(b'#') => {
                    let rest = &self.bytes[self.at + 1..];
                    let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    comment(&rest[..length]);
                    self.at += 1 + length;
                }
                Some(_) => return true,
            }
        }
    }

    /// Requires the end of the line.
    #[inline]
    pub fn end_line(&mut self) -> Result<(), LoadError> {
        if self.at_line_end() {
            return Ok(());
        }
        let word = self.clone_word();
        Err(self.error(format!("the line should end here, but \"{word}\" follows")))
    }

    fn clone_word(&self) -> String {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len()).min(40);
        String::from_utf8_lossy(&rest[..length]).into_owned()
    }

    #[cold]
    fn expected<T>(&self, what: &str) -> Result<T, LoadError> {
        Err(match self.peek() {
            None => self.error(format!("{what} was expected, but the file ends here")),
            Some(b'\n' | b'\r') => self.error(format!("{what} was expected, but the line ends here")),
            Some(_) => self.error(format!("{what} was expected, but \"{}\" was found", self.clone_word())),
        })
    }

    /// A natural number.
    #[inline]
    pub fn natural(&mut self, what: &str) -> Result<u64, LoadError> {
        self.skip_blanks();
        let start = self.at;
        /// So many digits cannot overflow, and need not be watched.
        const DIGITS_SAFE: usize = 19;
        let mut value: u64 = 0;
        for byte in &self.bytes[start..] {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            self.at += 1;
        }
        if start == self.at {
            return self.expected(what);
        }
        if self.at - start > DIGITS_SAFE {
            value = match std::str::from_utf8(&self.bytes[start..self.at]).ok().and_then(|digits| digits.parse().ok()) {
                Some(value) => value,
                None => return Err(self.error_at(start, format!("{what} is too large"))),
            };
        }
        // "3.5" or "2x" is no natural number; ':' and '=' and ',' separate tokens in some formats.
        if let Some(b'.' | b'a'..=b'z' | b'A'..=b'Z') = self.peek() {
            self.at = start;
            return self.expected(what);
        }
        Ok(value)
    }

    /// An integer, for formats that count states from -1.
    pub fn integer(&mut self, what: &str) -> Result<i64, LoadError> {
        self.skip_blanks();
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        if negative {
            self.at += 1;
        }
        let magnitude = self.natural(what)?;
        match i64::try_from(magnitude) {
            Ok(value) => Ok(if negative { -value } else { value }),
            Err(_) => Err(self.error_at(start, format!("{what} is too large"))),
        }
    }

    /// A state index below `states`.
    #[inline]
    pub fn state(&mut self, what: &str, states: usize) -> Result<u32, LoadError> {
        self.skip_blanks();
        let start = self.at;
        if self.peek() == Some(b'-') {
            return Err(self.error(format!("{what} is negative; states are numbered from 0")));
        }
        let value = self.natural(what)?;
        if value >= states as u64 {
            let last = states as i64 - 1;
            return Err(self.error_at(start, format!("{what} {value} is out of range: there are states 0 to {last}")));
        }
        Ok(value as u32)
    }

    /// A decimal number. The common short form is read directly (Clinger 1990: a mantissa below 2^53 and a power of ten
    /// up to 22 need one correctly rounded operation); the rest goes to the standard library.
    #[inline]
    pub fn number(&mut self, what: &str) -> Result<f64, LoadError> {
        self.skip_blanks();
        let start = self.at;
        let mut mantissa: u64 = 0;
        let mut digits = 0;
        let mut scale = 0usize;
        let mut seen_point = false;
        loop {
            match self.peek() {
                Some(byte @ b'0'..=b'9') => {
                    mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
                    digits += 1;
                    scale += usize::from(seen_point);
                }
                Some(b'.') if !seen_point => seen_point = true,
                _ => break,
            }
            self.at += 1;
        }
        let plain = matches!(self.peek(), None | Some(b' ' | b'\n' | b'\t' | b'\r' | b':' | b'/' | b',' | b')'));
        if plain && 0 < digits && digits <= 15 && scale <= 22 {
            return Ok(mantissa as f64 / POWERS[scale]);
        }
        self.at = start;
        let token = self.word_until(|byte| matches!(byte, b':' | b'/' | b',' | b')'));
        let tail = token.last_chunk::<8>().map_or(0, |tail| u64::from_le_bytes(*tail));
        let place = (tail.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize % RECENT;
        if !token.is_empty() && self.recent[place].0 == token {
            return Ok(self.recent[place].1);
        }
        let text = std::str::from_utf8(token).unwrap_or("");
        match text.parse::<f64>() {
            Ok(value) => {
                self.recent[place] = (token, value);
                Ok(value)
            }
            Err(_) => {
                self.at = start;
                self.expected(what)
            }
        }
    }

    /// The bytes up to the next blank.
    pub fn word(&mut self) -> &'a [u8] {
        self.skip_blanks();
        self.word_until(|_| false)
    }

    fn word_until(&mut self, stop: impl Fn(u8) -> bool) -> &'a [u8] {
        let start = self.at;
        while let Some(byte) = self.peek() {
            if byte.is_ascii_whitespace() || stop(byte) {
                break;
            }
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }

    /// The word at the cursor, which stays.
    #[inline]
    pub fn upcoming(&self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        &rest[..length]
    }

    /// The rest of the line, without moving.
    pub fn upcoming_line(&self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        &rest[..length]
    }

    /// The rest of the line, blanks at its ends removed.
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let start = self.at;
        while !matches!(self.peek(), None | Some(b'\n')) {
            self.at += 1;
        }
        self.bytes[start..self.at].trim_ascii()
    }

    /// Consumes `byte` if it is next.
    #[inline]
    pub fn accept(&mut self, byte: u8) -> bool {
        if self.peek() == Some(byte) {
            self.at += 1;
            return true;
        }
        false
    }

    /// Reads this byte, or says what was expected.
    pub fn require(&mut self, byte: u8, what: &str) -> Result<(), LoadError> {
        self.skip_blanks();
        if self.accept(byte) { Ok(()) } else { self.expected(what) }
    }

    /// A text in double quotes.
    pub fn quoted(&mut self, what: &str) -> Result<&'a str, LoadError> {
        self.require(b'"', what)?;
        let start = self.at;
        loop {
            match self.peek() {
                Some(b'"') => break,
                None | Some(b'\n') => return Err(self.error_at(start - 1, "this quotation mark is never closed")),
                Some(_) => self.at += 1,
            }
        }
        let text = &self.bytes[start..self.at];
        self.at += 1;
        std::str::from_utf8(text).map_err(|_| self.error_at(start, format!("{what} is not valid UTF-8")))
    }
}

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];
