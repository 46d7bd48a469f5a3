//! The archive of a UMB file: arrays by name, decoded while they are read.
//!
//! Most bytes of a large model are 64-bit numbers that are kept as 32 bits, and doubles; both are converted piece by piece.
//! `index.json` comes first, so that the types are known by then; where it does not, bytes are kept and converted later.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use serde_json::Value;

use super::gzip;
use super::source::LoadError;
use crate::bits::Bits;
use crate::rational;

/// What is decoded at a time; it should stay in a core's own cache.
const PIECE: usize = 1 << 18;

pub struct Archive<'a> {
    path: &'a Path,
    pub index: Value,
    files: HashMap<String, Content>,
}

/// A file of the archive, in the form it is used in.
enum Content {
    Bytes(Vec<u8>),
    Indices(Indices),
    Doubles(Vec<f64>),
}

/// 64-bit numbers that are below 2^32, or else the first that is not, with its place.
#[derive(Default)]
pub struct Indices {
    pub values: Vec<u32>,
    pub too_large: Option<(usize, u64)>,
}

/// Numbers as stored, with exact values where the type is rational.
pub struct Numbers {
    pub values: Vec<f64>,
    pub fractions: HashMap<u32, RBig>,
}

impl<'a> Archive<'a> {
    /// Reads all files of the archive. `size_max` bounds what is reserved on the word of a header.
    pub fn open(path: &'a Path, plain: impl Read, size_max: u64) -> Result<Archive<'a>, LoadError> {
        let damaged = |error: std::io::Error| {
            let reason = gzip::reason(&error).unwrap_or_else(|| format!("is not a UMB archive ({error})"));
            LoadError::new(path, reason)
        };
        let mut archive = Archive { path, index: Value::Null, files: HashMap::new() };
        let mut plain = plain;
        let mut entries = tar::Archive::new(&mut plain);
        let mut piece = Vec::new();
        for entry in entries.entries().map_err(damaged)? {
            let mut entry = entry.map_err(damaged)?;
            let name = entry.path().map_err(damaged)?.to_string_lossy().trim_start_matches("./").to_string();
            let size = entry.size();
            let (content, length) =
                archive.decode(&name, &mut entry, size.min(size_max) as usize, &mut piece).map_err(damaged)?;
            if length != size {
                return Err(LoadError::new(path, format!("the archive ends within {name}; the file is truncated")));
            }
            if let ("index.json", Content::Bytes(text)) = (name.as_str(), &content) {
                archive.index = serde_json::from_slice(text)
                    .map_err(|error| LoadError::new(path, format!("index.json is not valid JSON ({error})")))?;
            }
            archive.files.insert(name, content);
        }
        // The rest is padding; it is read for the checksum behind it.
        std::io::copy(&mut plain, &mut std::io::sink()).map_err(damaged)?;
        if archive.files.is_empty() {
            return Err(LoadError::new(path, "is not a UMB archive: it contains no files"));
        }
        archive.bytes("index.json")?;
        Ok(archive)
    }

    /// One file, and how many bytes of it there were.
    fn decode(
        &self,
        name: &str,
        from: &mut impl Read,
        size: usize,
        piece: &mut Vec<u8>,
    ) -> std::io::Result<(Content, u64)> {
        let offsets = matches!(name, "state-to-choices.bin" | "choice-to-branches.bin" | "branch-to-target.bin");
        let doubles =
            name == "branch-to-probability.bin" && is_double(self.index["transition-system"].get(PROBABILITY));
        if (!offsets && !doubles) || !size.is_multiple_of(8) {
            let mut bytes = Vec::with_capacity(size);
            let length = from.read_to_end(&mut bytes)? as u64;
            return Ok((Content::Bytes(bytes), length));
        }
        piece.resize(PIECE, 0);
        let mut length = 0u64;
        let mut indices = Indices { values: Vec::with_capacity(if offsets { size / 8 } else { 0 }), too_large: None };
        let mut values: Vec<f64> = Vec::with_capacity(if offsets { 0 } else { size / 8 });
        loop {
            let mut filled = 0;
            while filled < PIECE {
                match from.read(&mut piece[filled..])? {
                    0 => break,
                    more => filled += more,
                }
            }
            length += filled as u64;
            let chunks = piece[..filled].as_chunks::<8>().0;
            if offsets {
                indices.extend(chunks);
            } else {
                values.extend(chunks.iter().map(|chunk| f64::from_le_bytes(*chunk)));
            }
            if filled < PIECE {
                return Ok((if offsets { Content::Indices(indices) } else { Content::Doubles(values) }, length));
            }
        }
    }

    pub fn error(&self, message: impl Into<String>) -> LoadError {
        LoadError::new(self.path, message)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    fn missing(&self, name: &str) -> LoadError {
        self.error(format!("the archive has no {name}"))
    }

    fn bytes(&self, name: &str) -> Result<&[u8], LoadError> {
        match self.files.get(name) {
            Some(Content::Bytes(bytes)) => Ok(bytes),
            _ => Err(self.missing(name)),
        }
    }

    fn expect_length(&self, name: &str, length: u64, expected: u64) -> Result<(), LoadError> {
        if length == expected {
            return Ok(());
        }
        Err(self.error(format!("{name} has {length} bytes where the index implies {expected}")))
    }

    /// 64-bit numbers.
    pub fn indices(&mut self, name: &str, count: u64) -> Result<Indices, LoadError> {
        let indices = match self.files.remove(name) {
            Some(Content::Indices(indices)) => indices,
            Some(Content::Bytes(bytes)) => {
                self.expect_length(name, bytes.len() as u64, count * 8)?;
                let mut indices = Indices::default();
                indices.extend(bytes.as_chunks::<8>().0);
                indices
            }
            _ => return Err(self.missing(name)),
        };
        self.expect_length(name, indices.values.len() as u64 * 8, count * 8)?;
        Ok(indices)
    }

    /// `count + 1` ascending offsets from 0 to `last`; missing means one each.
    pub fn offsets(&mut self, name: &str, count: u64, last: u64) -> Result<Vec<u32>, LoadError> {
        if !self.contains(name) && count == last {
            return Ok((0..=count as u32).collect());
        }
        let Indices { values, too_large } = self.indices(name, count + 1)?;
        let descends = values.windows(2).fold(false, |descends, pair| descends | (pair[0] > pair[1]));
        if too_large.is_some() || descends {
            return Err(self.error(format!("{name} is not ascending from 0 to {last}")));
        }
        if values.first() != Some(&0) || values.last().map(|value| u64::from(*value)) != Some(last) {
            return Err(self.error(format!("{name} does not run from 0 to {last}")));
        }
        Ok(values)
    }

    pub fn bits(&self, name: &str, count: usize) -> Result<Bits, LoadError> {
        let content = self.bytes(name)?;
        self.expect_length(name, content.len() as u64, count.div_ceil(64) as u64 * 8)?;
        let words = content.as_chunks::<8>().0.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect();
        Bits::from_words(words, count).ok_or_else(|| self.error(format!("{name} is too short")))
    }

    pub fn words(&self, name: &str, count: u64) -> Result<Vec<u32>, LoadError> {
        let content = self.bytes(name)?;
        self.expect_length(name, content.len() as u64, count * 4)?;
        Ok(content.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect())
    }

    /// The bytes of a file, which the archive then no longer has.
    pub fn take_bytes(&mut self, name: &str, expected: u64) -> Result<Vec<u8>, LoadError> {
        match self.files.remove(name) {
            Some(Content::Bytes(bytes)) => {
                self.expect_length(name, bytes.len() as u64, expected)?;
                Ok(bytes)
            }
            _ => Err(self.missing(name)),
        }
    }

    /// Numbers of the type the index declares.
    pub fn numbers(&mut self, name: &str, kind: Option<&Value>, count: u64) -> Result<Numbers, LoadError> {
        if let Some(Content::Doubles(_)) = self.files.get(name)
            && let Some(Content::Doubles(values)) = self.files.remove(name)
        {
            self.expect_length(name, values.len() as u64 * 8, count * 8)?;
            return Ok(Numbers { values, fractions: HashMap::new() });
        }
        let content = self.bytes(name)?;
        let (type_name, size) = number_type(kind);
        if size == 0 || size > 1 << 16 || !size.is_multiple_of(8) {
            return Err(self.error(format!("{name}: numbers of {size} bits are not supported")));
        }
        self.expect_length(name, content.len() as u64, count * (size / 8))?;
        let width = (size / 8) as usize;
        let mut fractions = HashMap::new();
        let values = match (type_name, size) {
            ("double", 64) => content.as_chunks::<8>().0.iter().map(|chunk| f64::from_le_bytes(*chunk)).collect(),
            ("double", 32) => {
                content.as_chunks::<4>().0.iter().map(|chunk| f64::from(f32::from_le_bytes(*chunk))).collect()
            }
            ("rational", _) if width.is_multiple_of(2) => {
                let mut values = Vec::with_capacity(count as usize);
                for (index, chunk) in content.chunks_exact(width).enumerate() {
                    let (numerator, denominator) = chunk.split_at(width / 2);
                    let denominator = UBig::from_le_bytes(denominator);
                    if denominator == UBig::ZERO {
                        return Err(self.error(format!("{name}: element {index} is a fraction with denominator 0")));
                    }
                    let fraction = RBig::from_parts(signed(numerator), denominator);
                    let value = rational::nearest(&fraction);
                    if rational::meant(value) != fraction {
                        fractions.insert(index as u32, fraction);
                    }
                    values.push(value);
                }
                values
            }
            ("uint", _) => {
                content.chunks_exact(width).map(|chunk| rational::nearest(&UBig::from_le_bytes(chunk).into())).collect()
            }
            ("int", _) => content.chunks_exact(width).map(|chunk| rational::nearest(&signed(chunk).into())).collect(),
            _ => return Err(self.error(format!("{name}: numbers of type {type_name} ({size} bits) are not supported"))),
        };
        Ok(Numbers { values, fractions })
    }

    /// Names stored as one text and the offsets of its parts.
    pub fn strings(&mut self, folder: &str, count: u64) -> Result<Vec<String>, LoadError> {
        let length = self.bytes(&format!("{folder}/strings.bin"))?.len() as u64;
        let offsets = self.offsets(&format!("{folder}/string-mapping.bin"), count, length)?;
        let text = self.bytes(&format!("{folder}/strings.bin"))?;
        let part = |pair: &[u32]| String::from_utf8_lossy(&text[pair[0] as usize..pair[1] as usize]).into_owned();
        Ok(offsets.windows(2).map(part).collect())
    }
}

impl Indices {
    fn extend(&mut self, chunks: &[[u8; 8]]) {
        let before = self.values.len();
        let mut all = 0;
        self.values.extend(chunks.iter().map(|chunk| {
            let value = u64::from_le_bytes(*chunk);
            all |= value;
            value as u32
        }));
        if all > u64::from(u32::MAX) && self.too_large.is_none() {
            let value = |chunk: &[u8; 8]| u64::from_le_bytes(*chunk);
            let large = |chunk: &[u8; 8]| value(chunk) > u64::from(u32::MAX);
            self.too_large = chunks.iter().position(large).map(|place| (before + place, value(&chunks[place])));
        }
    }
}

/// The key of the index that says how probabilities are stored.
pub const PROBABILITY: &str = "branch-probability-type";

/// The name and the size in bits of a declared type.
fn number_type(kind: Option<&Value>) -> (&str, u64) {
    let name = kind.and_then(|kind| kind.get("type")).and_then(Value::as_str).unwrap_or("double");
    let size = kind.and_then(|kind| kind.get("size")).and_then(Value::as_u64);
    (name, size.unwrap_or(if name == "rational" { 128 } else { 64 }))
}

fn is_double(kind: Option<&Value>) -> bool {
    number_type(kind) == ("double", 64)
}

/// Two's complement, little-endian.
fn signed(bytes: &[u8]) -> IBig {
    let magnitude = IBig::from(UBig::from_le_bytes(bytes));
    match bytes.last() {
        Some(top) if top & 0x80 != 0 => magnitude - (IBig::ONE << (bytes.len() * 8)),
        _ => magnitude,
    }
}
