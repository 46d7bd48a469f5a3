//! Compressed resources of a modules image (`jlink --compress`): a stack of headers, each naming the decompressor
//! that made it: `zip` (zlib) or `compact-cp` (texts of constant pools moved to the image's table of strings).

use std::io::Read;

use crate::ClassError;

const MAGIC: u32 = 0xCAFE_FAFA;
const HEADER_BYTES: usize = 29;
/// No resource of a JDK comes near; a damaged size must not make us allocate without bound.
const SIZE_MAX: u64 = 1 << 30;

fn damaged(what: &str) -> ClassError {
    ClassError::Image { reason: format!("has a damaged compressed resource: {what}") }
}

/// Undoes all layers of compression. `word` reads a number in the image's byte order, `string` its table of strings.
pub(crate) fn expand<'a>(
    stored: &[u8],
    size: u64,
    big_endian: bool,
    word: impl Fn(&[u8], usize) -> Option<u32>,
    string: impl Fn(u32) -> Option<&'a [u8]>,
) -> Result<Vec<u8>, ClassError> {
    let mut current = stored.to_vec();
    // jlink has two plug-ins that compress, so a long stack is damage.
    for _ in 0..8 {
        if word(&current, 0) != Some(MAGIC) {
            if current.len() as u64 != size {
                return Err(damaged("its size is not the one that was recorded"));
            }
            return Ok(current);
        }
        let long = |at: usize| -> Option<u64> {
            let (first, second) = (u64::from(word(&current, at)?), u64::from(word(&current, at + 4)?));
            Some(if big_endian { first << 32 | second } else { second << 32 | first })
        };
        let cut_off = || damaged("its header is cut off");
        let compressed = long(4).ok_or_else(cut_off)?;
        let uncompressed = long(12).ok_or_else(cut_off)?;
        let name = word(&current, 20).and_then(&string).ok_or_else(cut_off)?;
        let content = current.get(HEADER_BYTES..).ok_or_else(cut_off)?;
        if uncompressed > SIZE_MAX || compressed > content.len() as u64 {
            return Err(damaged("it claims an impossible size"));
        }
        let content = &content[..compressed as usize];
        current = match name {
            b"zip" => unzip(content, uncompressed)?,
            b"compact-cp" => restore_constant_pool(content, uncompressed, &string)?,
            other => {
                let name = String::from_utf8_lossy(other);
                return Err(ClassError::Image { reason: format!("is compressed by `{name}`, which is not supported") });
            }
        };
    }
    Err(damaged("it is compressed too often"))
}

fn unzip(content: &[u8], size: u64) -> Result<Vec<u8>, ClassError> {
    let mut bytes = Vec::new();
    let mut decoder = flate2::read::ZlibDecoder::new(content).take(size);
    decoder.read_to_end(&mut bytes).map_err(|error| damaged(&error.to_string()))?;
    Ok(bytes)
}

/// Puts the texts back: tag 23 is a whole text in the image's strings, tag 25 a descriptor whose class names are given
/// as pairs of package and name.
fn restore_constant_pool<'a>(
    content: &[u8],
    size: u64,
    string: &impl Fn(u32) -> Option<&'a [u8]>,
) -> Result<Vec<u8>, ClassError> {
    let mut input = Compact { rest: content };
    let mut output = Vec::with_capacity(size.min(1 << 20) as usize);
    let missing = || damaged("a text is not in the image's strings");
    output.extend(input.take(8)?);
    let count = input.take(2)?;
    output.extend(count);
    let count = u16::from_be_bytes([count[0], count[1]]);
    let mut index = 1;
    while index < count {
        let tag = input.take(1)?[0];
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
        match tag {
            23 => {
                let number = input.number()?;
                push_text(&mut output, string(number).ok_or_else(missing)?)?;
            }
            25 => {
                let shape = string(input.number()?).ok_or_else(missing)?;
                let length = input.number()? as usize;
                let mut names = Compact { rest: input.take(length)? };
                let mut text = Vec::new();
                for &byte in shape {
                    text.push(byte);
                    if byte == b'L' && length > 0 {
                        let package = string(names.number()?).ok_or_else(missing)?;
                        if !package.is_empty() {
                            text.extend(package);
                            text.push(b'/');
                        }
                        text.extend(string(names.number()?).ok_or_else(missing)?);
                    }
                }
                push_text(&mut output, &text)?;
            }
            1 => {
                let length = input.take(2)?;
                output.push(1);
                output.extend(length);
                output.extend(input.take(usize::from(u16::from_be_bytes([length[0], length[1]])))?);
            }
            _ => {
                let bytes = match tag {
                    7 | 8 | 16 | 19 | 20 => 2,
                    15 => 3,
                    3 | 4 | 9..=12 | 17 | 18 => 4,
                    5 | 6 => 8,
                    _ => return Err(damaged("it has an unknown constant")),
                };
                output.push(tag);
                output.extend(input.take(bytes)?);
            }
        }
    }
    output.extend(input.rest);
    Ok(output)
}

fn push_text(output: &mut Vec<u8>, text: &[u8]) -> Result<(), ClassError> {
    let length = u16::try_from(text.len()).map_err(|_| damaged("a text is too long"))?;
    output.push(1);
    output.extend(length.to_be_bytes());
    output.extend(text);
    Ok(())
}

struct Compact<'a> {
    rest: &'a [u8],
}

impl<'a> Compact<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ClassError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| damaged("it is cut off"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// A number of one to three bytes whose first says how many (bits 5 and 6, with bit 7 set), or of four plain ones.
    fn number(&mut self) -> Result<u32, ClassError> {
        let first = self.rest.first().copied().ok_or_else(|| damaged("it is cut off"))?;
        if first & 0x80 == 0 {
            let bytes = self.take(4)?;
            return Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        }
        let bytes = self.take(usize::from(first >> 5 & 3).max(1))?;
        let head = u32::from(first & 0x1f);
        Ok(bytes[1..].iter().fold(head, |number, &byte| number << 8 | u32::from(byte)))
    }
}
