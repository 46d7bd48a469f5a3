//! Regular expressions as automata against the library's own, on all texts over small alphabets: what matches as a whole, at the
//! beginning, anywhere, and where the groups are.

use jvm::regular::{CharSet, Conditions, Found, Mode, Options, Program, outcomes};
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Stdio};

/// A text that is known.
struct Known<'a>(&'a [u16]);

impl Conditions for Known<'_> {
    type Condition = bool;

    fn within(&mut self, place: usize, ranges: &[(u32, u32)]) -> bool {
        ranges.iter().any(|(low, high)| (*low..=*high).contains(&u32::from(self.0[place])))
    }

    fn and(&mut self, a: &bool, b: &bool) -> bool {
        *a && *b
    }

    fn or(&mut self, parts: &[bool]) -> bool {
        parts.iter().any(|part| *part)
    }

    fn certain(&mut self) -> bool {
        true
    }

    fn is_impossible(&mut self, condition: &bool) -> bool {
        !*condition
    }
}

fn found(program: &Program, text: &[u16], from: usize, mode: Mode) -> Found {
    let unit_max = if text.iter().any(|unit| *unit > 0xff) { 0xffff } else { 0xff };
    let results = outcomes(program, &mut Known(text), (text.len(), unit_max), from, mode).expect("few ways");
    let mut true_ones = results.into_iter().filter(|(holds, _)| *holds).map(|(_, found)| found);
    let found = true_ones.next().expect("the conditions cover everything");
    assert_eq!(true_ones.next(), None, "the conditions exclude each other");
    found
}

fn shown(found: &Found) -> String {
    let marks = |marks: &Vec<i32>| marks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    found.as_ref().map_or_else(|| "-".to_owned(), marks)
}

#[test]
fn automata_find_what_the_library_finds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/hotspot");
    let list = folder.join("regular-expressions.txt");
    let expressions = std::fs::read_to_string(&list).expect("the list of expressions");
    let word = CharSet::of([(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)]);
    let programs: Vec<[Option<Program>; 2]> = (expressions.lines())
        .map(|line| {
            let parts: Vec<&str> = line.splitn(3, '\t').collect();
            let options = Options { flags: parts[0].parse().expect("flags"), word: Some(word.clone()) };
            let text: Vec<u16> = parts[2].encode_utf16().collect();
            [true, false].map(|with_marks| Program::of(&text, &options, with_marks))
        })
        .collect();
    assert!(programs.iter().all(|[_, plain]| plain.is_some()), "all of them are regular");
    assert!(programs.iter().filter(|[marked, _]| marked.is_some()).count() > 200);
    let mut java = Command::new("java")
        .arg(folder.join("RegularExpressions.java"))
        .arg(&list)
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let output = std::io::BufReader::new(java.stdout.take().expect("its output is ours"));
    let mut compared = 0;
    for line in output.lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split(' ').collect();
        let number: usize = words[0].parse().expect("a number");
        let unit = |at: usize| u16::from_str_radix(&words[1][at..at + 4], 16).expect("a unit");
        let text: Vec<u16> = (0..words[1].len()).step_by(4).map(unit).collect();
        let questions = [(0, Mode::Whole), (0, Mode::Prefix), (0, Mode::Search), (1, Mode::Search)];
        for ((from, mode), expected) in questions.into_iter().zip(&words[2..]).filter(|(_, word)| **word != "!") {
            let [marked, plain] = &programs[number];
            let question = || format!("{mode:?} from {from}: {line}\n{:?}", expressions.lines().nth(number));
            if let Some(program) = marked {
                assert_eq!(shown(&found(program, &text, from, mode)), *expected, "{}", question());
            }
            if let Some(program) = plain {
                assert_eq!(found(program, &text, from, mode).is_some(), *expected != "-", "{}", question());
            }
            compared += 1;
        }
    }
    assert!(java.wait().expect("java ends").success());
    assert!(compared > 500_000, "{compared}");
}

#[test]
fn what_is_not_regular_is_refused() {
    let refused = [
        r"(.)\1",
        "(?=a)b",
        "(?!a)b",
        "(?<=a)b",
        "(?<!a)b",
        "(?>a*)b",
        "a*+",
        "a++b",
        r"\G",
        r"\k<x>",
        "a**",
        "*a",
        "(a",
        "a)",
        "[a",
        "a{2",
        "a{2,1}",
        "{",
        r"\y",
        r"\p{L}",
        r"\p{IsLatin}",
        "[^a[b]]",
        "(?x)a",
        "(?u)a",
        r"\R",
        r"\X",
        "(a?){2}",
    ];
    for text in refused {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert!(Program::of(&units, &Options::default(), false).is_none(), "{text}");
    }
    let surrogates: Vec<u16> = "\u{1f600}".encode_utf16().collect();
    assert!(Program::of(&surrogates, &Options::default(), false).is_none());
}
