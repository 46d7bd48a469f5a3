//! Damaged files: each reader of a format gets files of its corpus (`corpus/`, by format) with bytes, numbers, lines or whole pieces
//! changed at random, and must accept or refuse them. A panic, a reading that does not end, and memory far beyond the file's size are wrong.
//!
//! An input is a function of its format, a seed and a number, so that what was found can be had again.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use space::Rng;

/// A format and what reads it. Readers that want a file get one.
pub struct Format {
    pub name: &'static str,
    read: fn(&[u8], &Path),
}

pub const FORMATS: [Format; 12] = [
    Format { name: "class", read: |bytes, _| drop(classfile::ClassFile::parse(bytes)) },
    Format { name: "jar", read: read_jar },
    Format { name: "jimage", read: read_image },
    Format { name: "tra", read: |bytes, path| drop(markov::formats::tra::read(path, bytes)) },
    Format { name: "umb", read: |bytes, path| drop(markov::formats::umb::read(path, bytes)) },
    Format { name: "drn", read: |bytes, path| drop(markov::formats::drn::read(path, bytes)) },
    Format { name: "aut", read: |bytes, _| drop(lts::read(bytes)) },
    Format { name: "jpf", read: read_configuration },
    Format { name: "properties", read: read_properties },
    Format { name: "trace", read: read_trace },
    Format { name: "prism", read: |bytes, _| read_model(models::Language::Prism, bytes) },
    Format { name: "jani", read: |bytes, _| read_model(models::Language::Jani, bytes) },
];

fn read_jar(bytes: &[u8], path: &Path) {
    const FEATURE: u16 = 17;
    let Ok(jar) = classfile::jar::Jar::of_bytes(path, bytes.to_vec()) else { return };
    for name in jar.class_names().take(16) {
        let _ = jar.find(&format!("{name}.class"), FEATURE);
    }
}

fn read_image(bytes: &[u8], path: &Path) {
    written(bytes, path);
    let Ok(image) = classfile::Jimage::open(path) else { return };
    let _ = image.find_class("java/lang/Object");
    let _ = image.module_of_package("java/lang");
    image.class_names().take(64).for_each(drop);
}

fn read_configuration(bytes: &[u8], path: &Path) {
    written(bytes, path);
    let subject = checker::job::Subject { target: path.display().to_string(), ..Default::default() };
    let _ = checker::jpf::expand(&checker::Job { subject, ..Default::default() });
}

fn read_properties(bytes: &[u8], _: &Path) {
    let text = String::from_utf8_lossy(bytes);
    let constants = logic::Constants::default();
    let _ = logic::parse_properties_file(&text, &constants);
    let _ = logic::parse_property(text.lines().next().unwrap_or_default(), &constants);
}

fn read_trace(bytes: &[u8], path: &Path) {
    written(bytes, path);
    let _ = checker::Recording::read(path);
}

fn read_model(language: models::Language, bytes: &[u8]) {
    let _ = models::ModelSource::parse(language, String::from_utf8_lossy(bytes).into_owned());
}

fn written(bytes: &[u8], path: &Path) {
    std::fs::write(path, bytes).expect("there is room for a small file");
}

/// The files that a format's inputs are made from.
pub struct Corpus {
    files: Vec<Vec<u8>>,
}

impl Corpus {
    /// Class files are those of generated programs; the others are kept.
    pub fn of(format: &Format) -> std::io::Result<Corpus> {
        const PROGRAMS: u64 = 4;
        let mut files = Vec::new();
        if format.name == "class" {
            let programs = (0..PROGRAMS).map(|seed| crate::bytecode::generate(seed, &Default::default()).0);
            files.extend(programs.flatten().map(|(_, bytes)| bytes));
        } else {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(format.name);
            let mut paths: Vec<PathBuf> =
                std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
            paths.sort();
            for path in paths {
                files.push(std::fs::read(path)?);
            }
        }
        Ok(Corpus { files })
    }

    /// The input of this number: a file with a few changes. The first ones are the files themselves.
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        const CHANGES_MAX: usize = 6;
        if let Some(file) = self.files.get(number as usize) {
            return file.clone();
        }
        let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut bytes = self.files[rng.below(self.files.len())].clone();
        for _ in 0..1 + rng.below(CHANGES_MAX) {
            self.change(&mut rng, &mut bytes);
        }
        bytes
    }

    fn change(&self, rng: &mut Rng, bytes: &mut Vec<u8>) {
        const NUMBERS: [u64; 12] =
            [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, i64::MAX as u64, u64::MAX];
        const WORDS: [&str; 14] = [
            "-1",
            "0",
            "9999999999",
            "4294967295",
            "18446744073709551616",
            "1e308",
            "NaN",
            "-0",
            "\"",
            "((((((((",
            "[",
            "{",
            "${a}",
            "\\",
        ];
        let at = rng.below(bytes.len().max(1));
        let scale = 1 << rng.below(8);
        let length = (1 + rng.below(scale)).min(bytes.len().saturating_sub(at));
        let other = &self.files[rng.below(self.files.len())];
        let from = rng.below(other.len().max(1));
        let piece = &other[from..(from + length).min(other.len())];
        match rng.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            2 => {
                // A number, in either order of bytes.
                let width = 1 << rng.below(4);
                let number = NUMBERS[rng.below(NUMBERS.len())];
                let mut number = if rng.below(2) == 0 { number } else { number << (64 - 8 * width) }.to_be_bytes();
                if rng.below(2) == 0 {
                    number.reverse();
                }
                let end = (at + width).min(bytes.len());
                bytes[at.min(end)..end].copy_from_slice(&number[..end - at.min(end)]);
            }
            3 => drop(bytes.drain(at..at + length)),
            4 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again.repeat(1 + rng.below(4)));
            }
            5 => drop(bytes.splice(at..at + length, piece.iter().copied())),
            6 => drop(bytes.splice(at..at, piece.iter().copied())),
            7 => bytes.truncate(at),
            _ => {
                let word = WORDS[rng.below(WORDS.len())].bytes();
                let end =
                    bytes[at..].iter().position(|byte| !byte.is_ascii_alphanumeric()).map_or(bytes.len(), |on| at + on);
                bytes.splice(at..end, word);
            }
        }
    }
}

/// Has an input read; how long that took, or how it panicked.
pub fn attempt(format: &Format, bytes: &[u8], path: &Path) -> Result<Duration, String> {
    let begun = Instant::now();
    let told = catch_unwind(|| (format.read)(bytes, path));
    told.map(|()| begun.elapsed()).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_read_or_refused() {
        const INPUTS: u64 = 300;
        let scratch = std::env::temp_dir().join(format!("hazard-formats-{}", std::process::id()));
        std::fs::create_dir_all(&scratch).unwrap();
        for format in &FORMATS {
            let corpus = Corpus::of(format).unwrap();
            assert!(!corpus.files.is_empty(), "{} has no corpus", format.name);
            for number in 0..INPUTS {
                let path = scratch.join(format!("input.{}", format.name));
                let told = attempt(format, &corpus.input(1, number), &path);
                assert!(told.is_ok(), "{} 1 {number}: {}", format.name, told.unwrap_err());
            }
        }
        std::fs::remove_dir_all(scratch).unwrap();
    }
}
