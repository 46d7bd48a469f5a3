//! Numbers, texts and lists: big-endian, texts and lists after their length (JDWP, "Detailed Command Information").

/// A packet whose data are not what its command has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub &'static str);

/// Reads data from the front.
pub struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes }
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (front, rest) = self.bytes.split_at_checked(count).ok_or(Malformed("the data end early"))?;
        self.bytes = rest;
        Ok(front)
    }

    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// Nothing may be left.
    pub fn end(self) -> Result<(), Malformed> {
        if self.bytes.is_empty() { Ok(()) } else { Err(Malformed("there are more data than expected")) }
    }
}

/// What can be written and read.
pub trait Wire: Sized {
    fn write(&self, out: &mut Vec<u8>);
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed>;
}

pub fn to_bytes(value: &impl Wire) -> Vec<u8> {
    let mut out = Vec::new();
    value.write(&mut out);
    out
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Wire for $number {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_be_bytes());
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
                let bytes = from.take(size_of::<$number>())?;
                Ok(<$number>::from_be_bytes(bytes.try_into().expect("as many as were taken")))
            }
        }
    )* };
}

numbers!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

impl Wire for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        u8::read(from).map(|byte| byte != 0)
    }
}

impl Wire for String {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        out.extend_from_slice(self.as_bytes());
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let length = u32::read(from)? as usize;
        let bytes = from.take(length)?.to_vec();
        String::from_utf8(bytes).map_err(|_| Malformed("a text is not UTF-8"))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u32).write(out);
        self.iter().for_each(|item| item.write(out));
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let count = u32::read(from)? as usize;
        // Every item takes a byte at least: a length that lies reserves nothing.
        if count > from.left() {
            return Err(Malformed("a list is longer than its data"));
        }
        (0..count).map(|_| T::read(from)).collect()
    }
}

/// Whatever is left, of commands that are refused as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest(pub Vec<u8>);

impl Wire for Rest {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let left = from.left();
        from.take(left).map(|bytes| Rest(bytes.to_vec()))
    }
}

macro_rules! tuples {
    ($(($($part:ident)*))*) => { $(
        #[allow(non_snake_case)]
        impl<$($part: Wire),*> Wire for ($($part,)*) {
            fn write(&self, out: &mut Vec<u8>) {
                let ($($part,)*) = self;
                let _ = &out;
                $($part.write(out);)*
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
                let _ = &from;
                Ok(($($part::read(from)?,)*))
            }
        }
    )* };
}

tuples! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }
