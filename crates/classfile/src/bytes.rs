//! A cursor over the bytes of a class file: big-endian, every read checked against the end.

use crate::ClassError;

#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a> {
    rest: &'a [u8],
}

/// What is said of a file that ends too early.
pub const TRUNCATED: &str = "the class file is truncated";

fn truncated() -> ClassError {
    ClassError::format(TRUNCATED)
}

impl<'a> Bytes<'a> {
    pub fn new(rest: &'a [u8]) -> Self {
        Bytes { rest }
    }

    pub fn len(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], ClassError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(truncated)?;
        self.rest = rest;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], ClassError> {
        let (taken, rest) = self.rest.split_first_chunk::<N>().ok_or_else(truncated)?;
        self.rest = rest;
        Ok(*taken)
    }

    #[inline]
    pub fn u8(&mut self) -> Result<u8, ClassError> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub fn u16(&mut self) -> Result<u16, ClassError> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub fn u32(&mut self) -> Result<u32, ClassError> {
        self.array().map(u32::from_be_bytes)
    }

    #[inline]
    pub fn u64(&mut self) -> Result<u64, ClassError> {
        self.array().map(u64::from_be_bytes)
    }

    /// A capacity for `count` items of which each takes at least `size` bytes: never more than the input can hold, so
    /// that a lying count cannot make us allocate.
    pub fn capacity(&self, count: u16, size: usize) -> usize {
        usize::from(count).min(self.rest.len() / size)
    }

    /// The end of an attribute or of the file: nothing may be left.
    pub fn finish(&self, what: &str) -> Result<(), ClassError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(ClassError::format(format!("{what} is followed by {} extra bytes", self.rest.len())))
    }
}
