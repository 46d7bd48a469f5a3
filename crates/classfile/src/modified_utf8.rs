//! Java's modified UTF-8 (JVMS 4.4.7): NUL is `C0 80`, characters beyond the basic plane are two encoded surrogates.

use crate::{ClassError, Constant};

/// Decodes the bytes of a `CONSTANT_Utf8`. Text with unpaired surrogates, which Rust strings cannot hold, keeps its
/// code units.
pub(crate) fn decode(bytes: &[u8]) -> Result<Constant, ClassError> {
    // Plain UTF-8 without NUL and without sequences of four bytes means the same in both encodings. The fold, which
    // does not stop early, is what the compiler vectorises.
    let differs = bytes.iter().fold(false, |differs, byte| differs | (byte.wrapping_sub(1) >= 0xef));
    if !differs && let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Constant::Utf8(text.into()));
    }
    let units = code_units(bytes)?;
    Ok(match String::from_utf16(&units) {
        Ok(text) => Constant::Utf8(text.into()),
        Err(_) => Constant::Utf16(units.into()),
    })
}

fn malformed() -> ClassError {
    ClassError::format("a text of the constant pool is not modified UTF-8")
}

fn code_units(bytes: &[u8]) -> Result<Vec<u16>, ClassError> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        let (unit, length) = match first {
            0x01..=0x7f => (u16::from(first), 0),
            0xc0..=0xdf => (u16::from(first & 0x1f) << 6 | continuation(after, 0)?, 1),
            0xe0..=0xef => {
                let high = u16::from(first & 0x0f) << 12;
                (high | continuation(after, 0)? << 6 | continuation(after, 1)?, 2)
            }
            _ => return Err(malformed()),
        };
        units.push(unit);
        rest = &after[length..];
    }
    Ok(units)
}

fn continuation(bytes: &[u8], index: usize) -> Result<u16, ClassError> {
    match bytes.get(index) {
        Some(byte) if byte & 0xc0 == 0x80 => Ok(u16::from(byte & 0x3f)),
        _ => Err(malformed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        match decode(bytes) {
            Ok(Constant::Utf8(text)) => text.to_string(),
            other => panic!("expected text, got {other:?}"),
        }
    }

    #[test]
    fn decodes_every_form() {
        assert_eq!(text(b"java/lang/String"), "java/lang/String");
        assert_eq!(text(b"a\xc0\x80b"), "a\0b");
        assert_eq!(text("é€".as_bytes()), "é€");
        // U+1F600 as two surrogates of three bytes each.
        assert_eq!(text(b"\xed\xa0\xbd\xed\xb8\x80"), "\u{1F600}");
        assert_eq!(decode(b"\xed\xa0\xbd").unwrap(), Constant::Utf16([0xd83d].as_slice().into()));
    }

    #[test]
    fn refuses_what_is_not_modified_utf8() {
        for bytes in [&b"\0"[..], b"\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98\x80", b"\xc3\x28", b"a\xff"] {
            assert!(decode(bytes).is_err(), "{bytes:?}");
        }
    }
}
