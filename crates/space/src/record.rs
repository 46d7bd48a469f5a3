//! Plain data as bytes, for what is kept in files: numbers in seven-bit groups, texts and lists with their lengths in front.

use std::io::{self, Read, Write};

/// Writes records.
pub struct RecordWriter<'a>(pub &'a mut dyn Write);

impl RecordWriter<'_> {
    /// A number, in as few bytes as it needs.
    pub fn number(&mut self, mut number: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut len = 0;
        while number >= 0x80 {
            bytes[len] = number as u8 | 0x80;
            number >>= 7;
            len += 1;
        }
        bytes[len] = number as u8;
        self.0.write_all(&bytes[..=len])
    }

    /// Bytes, with how many they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.number(bytes.len() as u64)?;
        self.0.write_all(bytes)
    }

    /// A text.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// Items, with how many they are.
    pub fn list<T>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.number(items.len() as u64)?;
        items.into_iter().try_for_each(|item| each(self, item))
    }

    /// An item, or that there is none.
    pub fn option<T>(&mut self, item: Option<T>, each: impl FnOnce(&mut Self, T) -> io::Result<()>) -> io::Result<()> {
        self.number(u64::from(item.is_some()))?;
        item.map_or(Ok(()), |item| each(self, item))
    }
}

/// Reads what a [`RecordWriter`] wrote.
pub struct RecordReader<'a>(pub &'a mut dyn Read);

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is damaged")
}

impl RecordReader<'_> {
    /// The number that was written.
    pub fn number(&mut self) -> io::Result<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let mut byte = [0];
            self.0.read_exact(&mut byte)?;
            number |= u64::from(byte[0] & 0x7f).checked_shl(shift).ok_or_else(damaged)?;
            if byte[0] < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    /// The number that was written, which must have no more than 32 bits.
    pub fn number32(&mut self) -> io::Result<u32> {
        u32::try_from(self.number()?).map_err(|_| damaged())
    }

    /// The bytes that were written.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = self.number()?;
        let mut bytes = Vec::new();
        // A length that is wrong must not exhaust the memory before the end of the file is met.
        let read = Read::take(&mut *self.0, length).read_to_end(&mut bytes)?;
        if read as u64 == length { Ok(bytes) } else { Err(damaged()) }
    }

    /// The text that was written.
    pub fn text(&mut self) -> io::Result<String> {
        String::from_utf8(self.bytes()?).map_err(|_| damaged())
    }

    /// The items that were written.
    pub fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        (0..self.number()?).map(|_| each(self)).collect()
    }

    /// The item that was written, if there was one.
    pub fn option<T>(&mut self, each: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<Option<T>> {
        if self.number()? == 0 { Ok(None) } else { each(self).map(Some) }
    }

    /// One of several, by number.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> io::Result<T> {
        let place = usize::try_from(self.number()?).map_err(|_| damaged())?;
        all.get(place).copied().ok_or_else(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        let mut writer = RecordWriter(&mut bytes);
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        writer.list(numbers.iter(), |writer, number| writer.number(*number)).unwrap();
        writer.option(Some("Zürich"), |writer, text| writer.text(text)).unwrap();
        writer.option(None::<&str>, |writer, text| writer.text(text)).unwrap();
        let mut rest = bytes.as_slice();
        let mut reader = RecordReader(&mut rest);
        assert_eq!(reader.list(|reader| reader.number()).unwrap(), numbers);
        assert_eq!(reader.option(|reader| reader.text()).unwrap().as_deref(), Some("Zürich"));
        assert_eq!(reader.option(|reader| reader.text()).unwrap(), None);
        for end in 0..bytes.len() - 1 {
            let mut rest = &bytes[..end];
            let mut reader = RecordReader(&mut rest);
            let all = reader.list(|reader| reader.number()).and_then(|_| reader.option(|reader| reader.text()));
            assert!(all.is_err(), "cut after {end} bytes");
        }
    }
}
