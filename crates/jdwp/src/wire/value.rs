//! Identifiers, places and values.

use super::scalar::{Malformed, Reader, Wire};

macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident),*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u64);

        impl Wire for $name {
            fn write(&self, out: &mut Vec<u8>) {
                self.0.write(out);
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
                u64::read(from).map($name)
            }
        }
    )* };
}

identifiers! {
    /// An object; zero is null. Threads, thread groups, loaders, strings and class objects are objects.
    ObjectId,
    /// A class, interface or array type.
    TypeId,
    MethodId,
    FieldId,
    FrameId
}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident: $number:ty, $wrong:literal { $($variant:ident = $code:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($variant),* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            pub fn code(self) -> $number {
                match self { $($name::$variant => $code),* }
            }

            pub fn of(code: $number) -> Option<$name> {
                match code { $($code => Some($name::$variant),)* _ => None }
            }
        }

        impl Wire for $name {
            fn write(&self, out: &mut Vec<u8>) {
                self.code().write(out);
            }
            fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
                $name::of(<$number>::read(from)?).ok_or(Malformed($wrong))
            }
        }
    };
}
pub(super) use codes;

codes! {
    ClassTag: u8, "there is no such kind of type" { Class = 1, Interface = 2, Array = 3 }
}

codes! {
    SuspendPolicy: u8, "there is no such suspend policy" { None = 0, EventThread = 1, All = 2 }
}

codes! {
    /// The kind of a value, by the letter of its signature; objects of some classes have letters of their own.
    Tag: u8, "there is no such kind of value" {
        Array = b'[', Byte = b'B', Char = b'C', Object = b'L', Float = b'F', Double = b'D', Int = b'I', Long = b'J',
        Short = b'S', Void = b'V', Boolean = b'Z', String = b's', Thread = b't', ThreadGroup = b'g', ClassLoader = b'l',
        ClassObject = b'c',
    }
}

codes! {
    /// Why there is no answer.
    ErrorCode: u16, "there is no such error" {
        InvalidThread = 10, InvalidThreadGroup = 11, ThreadNotSuspended = 13, ThreadNotAlive = 15, InvalidObject = 20,
        InvalidClass = 21, ClassNotPrepared = 22, InvalidMethodId = 23, InvalidLocation = 24, InvalidFieldId = 25,
        InvalidFrameId = 30, TypeMismatch = 34, InvalidSlot = 35, NotFound = 41, NotImplemented = 99,
        AbsentInformation = 101, InvalidEventType = 102, IllegalArgument = 103, OutOfMemory = 110, VmDead = 112,
        Internal = 113, InvalidTag = 500, InvalidIndex = 503, InvalidLength = 504, InvalidString = 506,
        InvalidClassLoader = 507, InvalidArray = 508, NativeMethod = 511, InvalidCount = 512,
    }
}

/// A place in bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub tag: ClassTag,
    pub class: TypeId,
    pub method: MethodId,
    pub index: u64,
}

impl Location {
    /// Written where there is none.
    fn write_none(out: &mut Vec<u8>) {
        (0u8, 0u64, 0u64, 0u64).write(out);
    }
}

impl Wire for Location {
    fn write(&self, out: &mut Vec<u8>) {
        (self.tag, self.class, self.method, self.index).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let (tag, class, method, index) = Wire::read(from)?;
        Ok(Location { tag, class, method, index })
    }
}

impl Wire for Option<Location> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Some(location) => location.write(out),
            None => Location::write_none(out),
        }
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let (tag, class, method, index): (u8, TypeId, MethodId, u64) = Wire::read(from)?;
        match tag {
            0 => Ok(None),
            tag => {
                let tag = ClassTag::of(tag).ok_or(Malformed("there is no such kind of type"))?;
                Ok(Some(Location { tag, class, method, index }))
            }
        }
    }
}

/// An object with the letter of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tagged {
    pub tag: Tag,
    pub object: ObjectId,
}

impl Tagged {
    pub const NULL: Tagged = Tagged { tag: Tag::Object, object: ObjectId(0) };
}

impl Wire for Tagged {
    fn write(&self, out: &mut Vec<u8>) {
        (self.tag, self.object).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let (tag, object) = Wire::read(from)?;
        Ok(Tagged { tag, object })
    }
}

/// A value with its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Void,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Object(Tagged),
}

impl Value {
    pub fn tag(&self) -> Tag {
        match self {
            Value::Void => Tag::Void,
            Value::Boolean(_) => Tag::Boolean,
            Value::Byte(_) => Tag::Byte,
            Value::Char(_) => Tag::Char,
            Value::Short(_) => Tag::Short,
            Value::Int(_) => Tag::Int,
            Value::Long(_) => Tag::Long,
            Value::Float(_) => Tag::Float,
            Value::Double(_) => Tag::Double,
            Value::Object(object) => object.tag,
        }
    }

    /// Without its kind, as in arrays of primitives.
    pub fn write_bare(&self, out: &mut Vec<u8>) {
        match self {
            Value::Void => {}
            Value::Boolean(value) => value.write(out),
            Value::Byte(value) => value.write(out),
            Value::Char(value) => value.write(out),
            Value::Short(value) => value.write(out),
            Value::Int(value) => value.write(out),
            Value::Long(value) => value.write(out),
            Value::Float(value) => value.write(out),
            Value::Double(value) => value.write(out),
            Value::Object(value) => value.object.write(out),
        }
    }
}

impl Wire for Value {
    fn write(&self, out: &mut Vec<u8>) {
        self.tag().write(out);
        self.write_bare(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(match Tag::read(from)? {
            Tag::Void => Value::Void,
            Tag::Boolean => Value::Boolean(Wire::read(from)?),
            Tag::Byte => Value::Byte(Wire::read(from)?),
            Tag::Char => Value::Char(Wire::read(from)?),
            Tag::Short => Value::Short(Wire::read(from)?),
            Tag::Int => Value::Int(Wire::read(from)?),
            Tag::Long => Value::Long(Wire::read(from)?),
            Tag::Float => Value::Float(Wire::read(from)?),
            Tag::Double => Value::Double(Wire::read(from)?),
            tag => Value::Object(Tagged { tag, object: Wire::read(from)? }),
        })
    }
}
