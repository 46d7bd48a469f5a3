//! Gzip (RFC 1952, any number of members) undone while reading; bytes that are not gzip pass unchanged.
//!
//! Large reads are inflated straight into the caller's memory, which decodes a piece while it is in the cache and uses the
//! same memory for the next. To inflate a whole file first costs more in fresh pages than in inflating. Checksums and
//! lengths are verified; what is wrong comes as an [`std::io::Error`] whose text is a sentence (see [`reason`]).

use std::io::{Error, Read, Result};

use flate2::{Decompress, FlushDecompress, Status};

/// The first bytes of gzip.
pub const MAGIC: [u8; 2] = [0x1f, 0x8b];
const INPUT_SIZE: usize = 1 << 17;
/// Smaller reads are served from a piece inflated ahead.
const DIRECT_MIN: usize = 1 << 15;

const TRUNCATED: &str = "the gzip data ends too early; the file is truncated";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing was read yet.
    Start,
    /// Not gzip at all.
    Verbatim,
    Inflating,
    /// After a member: another one, or padding.
    Between,
}

/// What was compressed, inflated as it is read.
pub struct Plain<R> {
    source: R,
    /// What was read and not yet used is `input[used..filled]`.
    input: Vec<u8>,
    used: usize,
    filled: usize,
    stage: Stage,
    inflater: Decompress,
    checksum: crc32fast::Hasher,
    /// Inflated for small reads, from `ahead_used` on.
    ahead: Vec<u8>,
    ahead_used: usize,
}

fn failure(message: impl Into<String>) -> Error {
    Error::new(std::io::ErrorKind::InvalidData, Sentence(message.into()))
}

#[derive(Debug)]
struct Sentence(String);

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Sentence {}

/// The sentence of this module behind an error, however often others wrapped it.
pub fn reason(error: &Error) -> Option<String> {
    let mut inner: &(dyn std::error::Error + 'static) = error.get_ref()?;
    loop {
        if let Some(sentence) = inner.downcast_ref::<Sentence>() {
            return Some(sentence.0.clone());
        }
        if let Some(wrapped) = inner.downcast_ref::<Error>() {
            inner = wrapped.get_ref()?;
        } else {
            inner = inner.source()?;
        }
    }
}

impl<R: Read> Plain<R> {
    /// What a source holds.
    pub fn new(source: R) -> Plain<R> {
        Plain {
            source,
            input: vec![0; INPUT_SIZE],
            used: 0,
            filled: 0,
            stage: Stage::Start,
            inflater: Decompress::new(false),
            checksum: crc32fast::Hasher::new(),
            ahead: Vec::new(),
            ahead_used: 0,
        }
    }

    /// Reads more behind what is there; false at the end of the source.
    fn refill(&mut self) -> Result<bool> {
        if self.used > 0 {
            self.input.copy_within(self.used..self.filled, 0);
            self.filled -= self.used;
            self.used = 0;
        }
        if self.filled == self.input.len() {
            // A header with a name this long; it must be seen as a whole.
            self.input.resize(2 * self.filled, 0);
        }
        let length = loop {
            match self.source.read(&mut self.input[self.filled..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.filled += length;
        Ok(length > 0)
    }

    /// Whether `count` bytes of input are at hand, after reading as far as needed.
    fn at_hand(&mut self, count: usize) -> Result<bool> {
        while self.filled - self.used < count {
            if !self.refill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Moves to the data of the next member; false if there is none.
    fn begin_member(&mut self) -> Result<bool> {
        if !self.at_hand(2)? || self.input[self.used..self.used + 2] != MAGIC {
            return Ok(false);
        }
        loop {
            if let Some(length) = header_length(&self.input[self.used..self.filled])? {
                if !self.at_hand(length + 1)? {
                    return Err(failure(TRUNCATED));
                }
                self.used += length;
                break;
            }
            if !self.refill()? {
                return Err(failure(TRUNCATED));
            }
        }
        self.inflater.reset(false);
        self.checksum = crc32fast::Hasher::new();
        self.stage = Stage::Inflating;
        Ok(true)
    }

    fn end_member(&mut self) -> Result<()> {
        if !self.at_hand(8)? {
            return Err(failure(TRUNCATED));
        }
        let word = |at: usize| self.input[at..].first_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        if self.checksum.clone().finalize() != word(self.used) {
            return Err(failure("the gzip data is damaged (its checksum does not match)"));
        }
        if self.inflater.total_out() as u32 != word(self.used + 4) {
            return Err(failure("the gzip data is damaged (its length does not match)"));
        }
        self.used += 8;
        self.stage = Stage::Between;
        Ok(())
    }

    /// Zeros after the last member are padding of tapes; anything else does not belong there.
    fn end_of_members(&mut self) -> Result<usize> {
        loop {
            if self.input[self.used..self.filled].iter().any(|byte| *byte != 0) {
                return Err(failure("the gzip data is damaged (bytes follow that are not gzip)"));
            }
            self.used = self.filled;
            if !self.refill()? {
                return Ok(0);
            }
        }
    }

    /// Some plain bytes, at most what fits into `out`; zero at the end.
    fn produce(&mut self, out: &mut [u8]) -> Result<usize> {
        loop {
            match self.stage {
                Stage::Start => {
                    if !self.begin_member()? {
                        self.stage = Stage::Verbatim;
                    }
                }
                Stage::Verbatim => {
                    if self.used == self.filled {
                        return self.source.read(out);
                    }
                    let length = (self.filled - self.used).min(out.len());
                    out[..length].copy_from_slice(&self.input[self.used..self.used + length]);
                    self.used += length;
                    return Ok(length);
                }
                Stage::Between => {
                    if !self.begin_member()? {
                        return self.end_of_members();
                    }
                }
                Stage::Inflating => {
                    let before = (self.inflater.total_in(), self.inflater.total_out());
                    let status = self
                        .inflater
                        .decompress(&self.input[self.used..self.filled], out, FlushDecompress::None)
                        .map_err(|error| failure(format!("the gzip data is damaged ({error})")))?;
                    self.used += (self.inflater.total_in() - before.0) as usize;
                    let length = (self.inflater.total_out() - before.1) as usize;
                    self.checksum.update(&out[..length]);
                    if status == Status::StreamEnd {
                        self.end_member()?;
                    }
                    if length > 0 {
                        return Ok(length);
                    }
                    if status != Status::StreamEnd && before.0 == self.inflater.total_in() && !self.refill()? {
                        return Err(failure(TRUNCATED));
                    }
                }
            }
        }
    }
}

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        if self.ahead_used == self.ahead.len() {
            if out.len() >= DIRECT_MIN {
                return self.produce(out);
            }
            let mut ahead = std::mem::take(&mut self.ahead);
            ahead.resize(DIRECT_MIN, 0);
            self.ahead_used = 0;
            let length = self.produce(&mut ahead)?;
            ahead.truncate(length);
            self.ahead = ahead;
        }
        let rest = &self.ahead[self.ahead_used..];
        let length = rest.len().min(out.len());
        out[..length].copy_from_slice(&rest[..length]);
        self.ahead_used += length;
        Ok(length)
    }
}

/// The length of a member's header, `None` if the bytes end within it.
fn header_length(member: &[u8]) -> Result<Option<usize>> {
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const CHECKSUM: u8 = 2;
    let Some([_, _, method, flags, ..]) = member.get(..10) else { return Ok(None) };
    if *method != 8 {
        return Err(failure(format!("the gzip data is damaged (compression method {method} is not known)")));
    }
    let mut at = 10;
    if flags & EXTRA != 0 {
        let Some([low, high]) = member.get(at..at + 2) else { return Ok(None) };
        at += 2 + usize::from(u16::from_le_bytes([*low, *high]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let Some(length) = member.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == 0)) else {
                return Ok(None);
            };
            at += length + 1;
        }
    }
    Ok(Some(if flags & CHECKSUM != 0 { at + 2 } else { at }))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::Plain;

    /// Hands out a byte or two at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let length = out.len().min(self.0.len()).min(1 + self.0.len() % 2);
            out[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    fn packed(plain: &[u8], name: &str) -> Vec<u8> {
        let mut encoder = flate2::GzBuilder::new().filename(name).write(Vec::new(), flate2::Compression::fast());
        encoder.write_all(plain).expect("memory is writable");
        encoder.finish().expect("memory is writable")
    }

    fn read(source: impl Read) -> Result<Vec<u8>, String> {
        let mut plain = Vec::new();
        match Plain::new(source).read_to_end(&mut plain) {
            Ok(_) => Ok(plain),
            Err(error) => Err(super::reason(&error).expect("a sentence")),
        }
    }

    #[test]
    fn members_follow_each_other_however_slowly_they_come() {
        let (first, second) = (vec![7u8; 100_000], b"and more".to_vec());
        let whole = [first.as_slice(), second.as_slice()].concat();
        let members = |name: &str| [packed(&first, "a name"), packed(b"", ""), packed(&second, name)].concat();
        assert_eq!(read(Slow(&members("x"))).as_ref(), Ok(&whole));
        // A header longer than what is read at a time.
        let mut bytes = members(&"long".repeat(100_000));
        assert_eq!(read(bytes.as_slice()).as_ref(), Ok(&whole));
        bytes.extend([0; 700]);
        assert_eq!(read(bytes.as_slice()).as_ref(), Ok(&whole));
        bytes.push(1);
        assert!(read(bytes.as_slice()).is_err_and(|error| error.contains("bytes follow that are not gzip")));
        assert_eq!(read(b"plain".as_slice()), Ok(b"plain".to_vec()));
        assert_eq!(read([].as_slice()), Ok(Vec::new()));
    }

    #[test]
    fn every_prefix_is_truncated_and_every_flipped_bit_is_noticed() {
        let bytes = packed(b"some text, some text and some more", "n");
        for length in 2..bytes.len() {
            assert!(read(&bytes[..length]).is_err_and(|error| error.contains("truncated")), "{length}");
        }
        for at in 13..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(read(damaged.as_slice()).is_err(), "{at}");
        }
    }
}
