//! The text of a regular expression, read as `java.util.regex.Pattern` reads it. Whatever is not certain to mean here what it
//! means there is refused, also if it is an error there.

use super::CharSet;

/// What an expression is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Nothing.
    Empty,
    /// One code point.
    Set(CharSet),
    Sequence(Vec<Node>),
    /// The first is preferred.
    Either(Vec<Node>),
    Repeat {
        body: Box<Node>,
        least: u32,
        most: Option<u32>,
        is_greedy: bool,
    },
    /// A group with its number.
    Group(usize, Box<Node>),
    Assert(Assertion),
}

/// What is asked of a place between characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assertion {
    Start,
    End,
    /// `$`: the end, or before the line terminator that ends the text.
    LastEnd,
    LineStart,
    LineEnd,
    /// Whether a word begins or ends here.
    Bound(bool),
}

/// Flags of `Pattern.compile`, and what `\b` takes for a word, which is not the same for all versions of the library.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub flags: i32,
    pub word: Option<CharSet>,
}

const CASE_INSENSITIVE: i32 = 2;
const MULTILINE: i32 = 8;
const LITERAL: i32 = 16;
const DOTALL: i32 = 32;

/// Repetitions that are written out.
const REPEATS_MAX: u32 = 1000;
const DEPTH_MAX: usize = 200;

pub(super) fn line_terminators() -> CharSet {
    CharSet::of([(0x0a, 0x0a), (0x0d, 0x0d), (0x85, 0x85), (0x2028, 0x2029)])
}

/// The expression, and how many groups it has; nothing if it is not regular, or not known here.
pub fn parse(text: &[u16], options: &Options) -> Option<(Node, usize)> {
    if options.flags & !(CASE_INSENSITIVE | MULTILINE | LITERAL | DOTALL) != 0 {
        return None;
    }
    if text.iter().any(|unit| (0xd800..=0xdfff).contains(unit)) {
        return None;
    }
    let text: Vec<char> = text.iter().filter_map(|unit| char::from_u32(u32::from(*unit))).collect();
    let mut reader =
        Reader { text: &text, at: 0, flags: options.flags, groups: 0, depth: 0, knows_words: options.word.is_some() };
    if options.flags & LITERAL != 0 {
        return Some((Node::Sequence(text.iter().map(|c| reader.letter(*c)).collect()), 0));
    }
    let node = reader.alternatives()?;
    (reader.at == text.len()).then_some((node, reader.groups))
}

struct Reader<'a> {
    text: &'a [char],
    at: usize,
    flags: i32,
    groups: usize,
    depth: usize,
    knows_words: bool,
}

/// What an escape stands for.
enum Escape {
    Letter(char),
    Class(CharSet),
    Place(Assertion),
    /// `\Q…\E`
    Quote(Vec<char>),
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let is_there = self.peek() == Some(c);
        self.at += usize::from(is_there);
        is_there
    }

    fn has(&self, flag: i32) -> bool {
        self.flags & flag != 0
    }

    fn cased(&self, set: CharSet) -> CharSet {
        if self.has(CASE_INSENSITIVE) { set.ignoring_case() } else { set }
    }

    fn letter(&self, c: char) -> Node {
        Node::Set(self.cased(CharSet::single(u32::from(c))))
    }

    fn alternatives(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return None;
        }
        let mut ways = vec![self.sequence()?];
        while self.eat('|') {
            ways.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(if ways.len() == 1 { ways.remove(0) } else { Node::Either(ways) })
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            match c {
                '|' | ')' => break,
                '(' => {
                    let is_repeatable = self.group(&mut parts)?;
                    if is_repeatable {
                        self.repeated(&mut parts)?;
                    }
                }
                '[' => {
                    self.at += 1;
                    let set = self.class(0)?;
                    parts.push(Node::Set(set));
                    self.repeated(&mut parts)?;
                }
                '\\' => {
                    self.at += 1;
                    match self.escape()? {
                        Escape::Letter(c) => parts.push(self.letter(c)),
                        Escape::Class(set) => parts.push(Node::Set(set)),
                        Escape::Place(place) => {
                            parts.push(Node::Assert(place));
                            self.unrepeated()?;
                            continue;
                        }
                        Escape::Quote(text) if text.is_empty() => {
                            self.unrepeated()?;
                            continue;
                        }
                        Escape::Quote(text) => {
                            parts.extend(text.into_iter().map(|c| self.letter(c)).collect::<Vec<_>>())
                        }
                    }
                    self.repeated(&mut parts)?;
                }
                '^' | '$' => {
                    self.at += 1;
                    parts.push(Node::Assert(match (c, self.has(MULTILINE)) {
                        ('^', false) => Assertion::Start,
                        ('^', true) => Assertion::LineStart,
                        (_, false) => Assertion::LastEnd,
                        (_, true) => Assertion::LineEnd,
                    }));
                    self.unrepeated()?;
                }
                '.' => {
                    self.at += 1;
                    let set = if self.has(DOTALL) { CharSet::all() } else { line_terminators().complement() };
                    parts.push(Node::Set(set));
                    self.repeated(&mut parts)?;
                }
                '*' | '+' | '?' | '{' => return None,
                c => {
                    self.at += 1;
                    parts.push(self.letter(c));
                    self.repeated(&mut parts)?;
                }
            }
        }
        Some(match parts.len() {
            0 => Node::Empty,
            1 => parts.remove(0),
            _ => Node::Sequence(parts),
        })
    }

    /// Adds a group, and tells whether it can be repeated: flags cannot.
    fn group(&mut self, parts: &mut Vec<Node>) -> Option<bool> {
        self.at += 1;
        let before = self.flags;
        let mut number = None;
        if self.eat('?') {
            match self.peek()? {
                ':' => self.at += 1,
                '<' => {
                    self.at += 1;
                    if !self.peek()?.is_ascii_alphabetic() {
                        return None;
                    }
                    while self.peek()?.is_ascii_alphanumeric() {
                        self.at += 1;
                    }
                    if !self.eat('>') {
                        return None;
                    }
                    self.groups += 1;
                    number = Some(self.groups);
                }
                _ => {
                    self.read_flags()?;
                    if self.eat(')') {
                        self.unrepeated()?;
                        return Some(false);
                    }
                    if !self.eat(':') {
                        return None;
                    }
                }
            }
        } else {
            self.groups += 1;
            number = Some(self.groups);
        }
        let body = self.alternatives()?;
        if !self.eat(')') {
            return None;
        }
        self.flags = before;
        parts.push(match number {
            Some(number) => Node::Group(number, Box::new(body)),
            None => body,
        });
        Some(true)
    }

    fn read_flags(&mut self) -> Option<()> {
        let mut is_off = false;
        loop {
            let flag = match self.peek()? {
                'i' => CASE_INSENSITIVE,
                'm' => MULTILINE,
                's' => DOTALL,
                '-' if !is_off => {
                    is_off = true;
                    self.at += 1;
                    continue;
                }
                ')' | ':' => return Some(()),
                _ => return None,
            };
            self.at += 1;
            self.flags = if is_off { self.flags & !flag } else { self.flags | flag };
        }
    }

    /// A quantifier would be an error here, or mean something that nobody writes.
    fn unrepeated(&self) -> Option<()> {
        (!matches!(self.peek(), Some('*' | '+' | '?' | '{'))).then_some(())
    }

    /// Applies a quantifier to the last part, if one follows.
    fn repeated(&mut self, parts: &mut Vec<Node>) -> Option<()> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let bounds = self.bounds()?;
                self.at -= 1;
                bounds
            }
            _ => return Some(()),
        };
        self.at += 1;
        let is_greedy = !self.eat('?');
        self.unrepeated()?;
        let body = Box::new(parts.pop()?);
        parts.push(Node::Repeat { body, least, most, is_greedy });
        Some(())
    }

    /// What stands between braces; the closing one is seen.
    fn bounds(&mut self) -> Option<(u32, Option<u32>)> {
        let least = self.number()?;
        let most = match self.next()? {
            '}' => Some(least),
            ',' if self.eat('}') => None,
            ',' => {
                let most = self.number()?;
                (self.next()? == '}').then_some(())?;
                Some(most)
            }
            _ => return None,
        };
        most.is_none_or(|most| least <= most).then_some((least, most))
    }

    fn number(&mut self) -> Option<u32> {
        let mut value: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let sum = value.unwrap_or(0) * 10 + digit;
            if sum > REPEATS_MAX {
                return None;
            }
            value = Some(sum);
            self.at += 1;
        }
        value
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<Escape> {
        let c = self.next()?;
        let class = |set: CharSet| Some(Escape::Class(set));
        let digits = CharSet::of([(0x30, 0x39)]);
        let words = CharSet::of([(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)]);
        let spaces = CharSet::of([(0x09, 0x0d), (0x20, 0x20)]);
        let vertical = CharSet::of([(0x0a, 0x0d), (0x85, 0x85), (0x2028, 0x2029)]);
        let horizontal = CharSet::of([
            (0x09, 0x09),
            (0x20, 0x20),
            (0xa0, 0xa0),
            (0x1680, 0x1680),
            (0x180e, 0x180e),
            (0x2000, 0x200a),
            (0x202f, 0x202f),
            (0x205f, 0x205f),
            (0x3000, 0x3000),
        ]);
        match c {
            'd' => class(digits),
            'D' => class(digits.complement()),
            'w' => class(words),
            'W' => class(words.complement()),
            's' => class(spaces),
            'S' => class(spaces.complement()),
            'v' => class(vertical),
            'V' => class(vertical.complement()),
            'h' => class(horizontal),
            'H' => class(horizontal.complement()),
            'p' => class(self.property()?),
            'P' => class(self.property()?.complement()),
            'A' => Some(Escape::Place(Assertion::Start)),
            'z' => Some(Escape::Place(Assertion::End)),
            'Z' => Some(Escape::Place(Assertion::LastEnd)),
            'b' if self.knows_words && self.peek() != Some('{') => Some(Escape::Place(Assertion::Bound(true))),
            'B' if self.knows_words => Some(Escape::Place(Assertion::Bound(false))),
            'Q' => {
                let mut text = Vec::new();
                while let Some(c) = self.next() {
                    if c == '\\' && self.eat('E') {
                        break;
                    }
                    text.push(c);
                }
                Some(Escape::Quote(text))
            }
            _ => self.letter_escape(c).map(Escape::Letter),
        }
    }

    fn letter_escape(&mut self, c: char) -> Option<char> {
        let known = match c {
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{c}',
            'a' => '\u{7}',
            'e' => '\u{1b}',
            'x' => return self.hexadecimal(2),
            'u' => return self.hexadecimal(4),
            _ if c.is_ascii_alphanumeric() => return None,
            _ => c,
        };
        Some(known)
    }

    fn hexadecimal(&mut self, count: usize) -> Option<char> {
        let mut value = 0;
        for _ in 0..count {
            value = value * 16 + self.next()?.to_digit(16)?;
        }
        char::from_u32(value)
    }

    /// Properties of ASCII, which do not depend on the library's version.
    fn property(&mut self) -> Option<CharSet> {
        if !self.eat('{') {
            return None;
        }
        let from = self.at;
        while self.next()? != '}' {}
        let name: String = self.text[from..self.at - 1].iter().collect();
        let ranges: &[(u32, u32)] = match &*name {
            "Lower" if !self.has(CASE_INSENSITIVE) => &[(0x61, 0x7a)],
            "Upper" if !self.has(CASE_INSENSITIVE) => &[(0x41, 0x5a)],
            "ASCII" => &[(0, 0x7f)],
            "Alpha" => &[(0x41, 0x5a), (0x61, 0x7a)],
            "Digit" => &[(0x30, 0x39)],
            "Alnum" => &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)],
            "Punct" => &[(0x21, 0x2f), (0x3a, 0x40), (0x5b, 0x60), (0x7b, 0x7e)],
            "Graph" => &[(0x21, 0x7e)],
            "Print" => &[(0x20, 0x7e)],
            "Blank" => &[(0x09, 0x09), (0x20, 0x20)],
            "Cntrl" => &[(0, 0x1f), (0x7f, 0x7f)],
            "XDigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
            "Space" => &[(0x09, 0x0d), (0x20, 0x20)],
            _ => return None,
        };
        Some(CharSet::of(ranges.iter().copied()))
    }

    /// A class after its opening bracket. Nested classes and intersections are taken where all versions of the library agree.
    fn class(&mut self, depth: usize) -> Option<CharSet> {
        let is_negated = self.eat('^');
        let mut set = CharSet::default();
        let mut is_first = true;
        loop {
            match self.next()? {
                ']' if is_first => return None,
                ']' => break,
                '[' if is_negated || depth > 0 || self.peek() == Some('^') => return None,
                '[' => set = set.union(&self.class(depth + 1)?),
                '&' if self.peek() == Some('&') => {
                    self.at += 1;
                    if is_negated || is_first || depth > 0 || !self.eat('[') {
                        return None;
                    }
                    let other = self.class(depth + 1)?;
                    return self.eat(']').then(|| set.intersection(&other));
                }
                '\\' => match self.escape()? {
                    Escape::Letter(c) => set = set.union(&self.range(c)?),
                    Escape::Class(class) => set = set.union(&class),
                    Escape::Place(_) | Escape::Quote(_) => return None,
                },
                c => set = set.union(&self.range(c)?),
            }
            is_first = false;
        }
        Some(if is_negated { set.complement() } else { set })
    }

    /// A character of a class, or the range that it begins.
    fn range(&mut self, first: char) -> Option<CharSet> {
        let ends = |c: Option<&char>| matches!(c, None | Some(']' | '['));
        if self.peek() != Some('-') || ends(self.text.get(self.at + 1)) {
            return Some(self.cased(CharSet::single(u32::from(first))));
        }
        self.at += 1;
        let last = match self.next()? {
            '\\' => match self.escape()? {
                Escape::Letter(c) => c,
                _ => return None,
            },
            '&' | '-' => return None,
            c => c,
        };
        (first <= last).then(|| self.cased(CharSet::of([(u32::from(first), u32::from(last))])))
    }
}
