//! Commands that debuggers send, by set and number (JDWP, "Command sets"). The table says what data each has; reading and writing
//! follow from it.

use super::event::EventKind;
use super::scalar::{Malformed, Reader, Rest, Wire};
use super::value::{FieldId, FrameId, Location, MethodId, ObjectId, SuspendPolicy, TypeId, Value};

/// A command's data, read.
#[derive(Debug, PartialEq)]
pub enum Decoded {
    Known(Command),
    /// No such command; later versions of the protocol may have it.
    Unknown,
    Malformed(Malformed),
}

macro_rules! commands {
    ($($set:literal, $number:literal => $name:ident { $($field:ident: $kind:ty),* };)*) => {
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command { $($name { $($field: $kind),* }),* }

        impl Command {
            /// Set and number of all.
            pub const ALL: &'static [(u8, u8)] = &[$(($set, $number)),*];

            pub fn decode(set: u8, number: u8, data: &[u8]) -> Decoded {
                let mut from = Reader::new(data);
                match Command::read(set, number, &mut from).and_then(|command| from.end().map(|()| command)) {
                    Ok(Some(command)) => Decoded::Known(command),
                    // Whatever data an unknown command has.
                    Ok(None) => Decoded::Unknown,
                    Err(_) if !Command::ALL.contains(&(set, number)) => Decoded::Unknown,
                    Err(malformed) => Decoded::Malformed(malformed),
                }
            }

            fn read(set: u8, number: u8, from: &mut Reader<'_>) -> Result<Option<Command>, Malformed> {
                Ok(Some(match (set, number) {
                    $(($set, $number) => Command::$name { $($field: <$kind as Wire>::read(from)?),* },)*
                    _ => return Ok(None),
                }))
            }

            /// Set, number and data.
            pub fn encode(&self) -> (u8, u8, Vec<u8>) {
                let mut out = Vec::new();
                match self {
                    $(Command::$name { $($field),* } => {
                        $($field.write(&mut out);)*
                        ($set, $number, out)
                    })*
                }
            }
        }
    };
}

commands! {
    1, 1 => Version {};
    1, 2 => ClassesBySignature { signature: String };
    1, 3 => AllClasses {};
    1, 4 => AllThreads {};
    1, 5 => TopLevelThreadGroups {};
    1, 6 => Dispose {};
    1, 7 => IdSizes {};
    1, 8 => Suspend {};
    1, 9 => Resume {};
    1, 10 => Exit { status: i32 };
    1, 11 => CreateString { text: String };
    1, 12 => Capabilities {};
    1, 13 => ClassPaths {};
    1, 14 => DisposeObjects { objects: Vec<(ObjectId, u32)> };
    1, 15 => HoldEvents {};
    1, 16 => ReleaseEvents {};
    1, 17 => CapabilitiesNew {};
    1, 18 => RedefineClasses { rest: Rest };
    1, 19 => SetDefaultStratum { stratum: String };
    1, 20 => AllClassesWithGeneric {};
    1, 21 => InstanceCounts { classes: Vec<TypeId> };
    1, 22 => AllModules {};

    2, 1 => Signature { class: TypeId };
    2, 2 => ClassLoader { class: TypeId };
    2, 3 => Modifiers { class: TypeId };
    2, 4 => Fields { class: TypeId };
    2, 5 => Methods { class: TypeId };
    2, 6 => StaticValues { class: TypeId, fields: Vec<FieldId> };
    2, 7 => SourceFile { class: TypeId };
    2, 8 => NestedTypes { class: TypeId };
    2, 9 => Status { class: TypeId };
    2, 10 => Interfaces { class: TypeId };
    2, 11 => ClassObject { class: TypeId };
    2, 12 => SourceDebugExtension { class: TypeId };
    2, 13 => SignatureWithGeneric { class: TypeId };
    2, 14 => FieldsWithGeneric { class: TypeId };
    2, 15 => MethodsWithGeneric { class: TypeId };
    2, 16 => Instances { class: TypeId, most: i32 };
    2, 17 => ClassFileVersion { class: TypeId };
    2, 18 => ConstantPool { class: TypeId };
    2, 19 => Module { class: TypeId };

    3, 1 => Superclass { class: TypeId };
    3, 2 => SetStaticValues { rest: Rest };
    3, 3 => InvokeStatic { class: TypeId, thread: ObjectId, method: MethodId, arguments: Vec<Value>, options: u32 };
    3, 4 => NewInstance { class: TypeId, thread: ObjectId, method: MethodId, arguments: Vec<Value>, options: u32 };
    4, 1 => NewArray { class: TypeId, length: i32 };
    5, 1 => InvokeInterfaceStatic {
        class: TypeId, thread: ObjectId, method: MethodId, arguments: Vec<Value>, options: u32
    };

    6, 1 => LineTable { class: TypeId, method: MethodId };
    6, 2 => VariableTable { class: TypeId, method: MethodId };
    6, 3 => Bytecodes { class: TypeId, method: MethodId };
    6, 4 => IsObsolete { class: TypeId, method: MethodId };
    6, 5 => VariableTableWithGeneric { class: TypeId, method: MethodId };

    9, 1 => ReferenceType { object: ObjectId };
    9, 2 => Values { object: ObjectId, fields: Vec<FieldId> };
    9, 3 => SetValues { rest: Rest };
    9, 5 => MonitorInfo { object: ObjectId };
    9, 6 => Invoke {
        object: ObjectId, thread: ObjectId, class: TypeId, method: MethodId, arguments: Vec<Value>, options: u32
    };
    9, 7 => DisableCollection { object: ObjectId };
    9, 8 => EnableCollection { object: ObjectId };
    9, 9 => IsCollected { object: ObjectId };
    9, 10 => ReferringObjects { object: ObjectId, most: i32 };

    10, 1 => StringValue { object: ObjectId };

    11, 1 => ThreadName { thread: ObjectId };
    11, 2 => SuspendThread { thread: ObjectId };
    11, 3 => ResumeThread { thread: ObjectId };
    11, 4 => ThreadStatus { thread: ObjectId };
    11, 5 => GroupOfThread { thread: ObjectId };
    11, 6 => Frames { thread: ObjectId, first: i32, count: i32 };
    11, 7 => FrameCount { thread: ObjectId };
    11, 8 => OwnedMonitors { thread: ObjectId };
    11, 9 => CurrentContendedMonitor { thread: ObjectId };
    11, 10 => StopThread { thread: ObjectId, exception: ObjectId };
    11, 11 => Interrupt { thread: ObjectId };
    11, 12 => SuspendCount { thread: ObjectId };
    11, 13 => OwnedMonitorsStackDepth { thread: ObjectId };
    11, 14 => ForceEarlyReturn { rest: Rest };
    11, 15 => IsVirtual { thread: ObjectId };

    12, 1 => GroupName { group: ObjectId };
    12, 2 => GroupParent { group: ObjectId };
    12, 3 => GroupChildren { group: ObjectId };

    13, 1 => ArrayLength { array: ObjectId };
    13, 2 => ArrayValues { array: ObjectId, first: i32, count: i32 };
    13, 3 => SetArrayValues { rest: Rest };

    14, 1 => VisibleClasses { loader: ObjectId };

    15, 1 => SetRequest { kind: EventKind, policy: SuspendPolicy, modifiers: Vec<Modifier> };
    15, 2 => ClearRequest { kind: EventKind, request: u32 };
    15, 3 => ClearAllBreakpoints {};

    16, 1 => FrameValues { thread: ObjectId, frame: FrameId, slots: Vec<(i32, u8)> };
    16, 2 => SetFrameValues { rest: Rest };
    16, 3 => ThisObject { thread: ObjectId, frame: FrameId };
    16, 4 => PopFrames { rest: Rest };

    17, 1 => ReflectedType { object: ObjectId };
    18, 1 => ModuleName { module: ObjectId };
    18, 2 => ModuleLoader { module: ObjectId };
}

/// What an event must be like to be told.
#[derive(Clone, Debug, PartialEq)]
pub enum Modifier {
    /// The so-manieth, once.
    Count(i32),
    /// Conditions were planned for, and never came.
    Conditional(i32),
    ThreadOnly(ObjectId),
    ClassOnly(TypeId),
    ClassMatch(String),
    ClassExclude(String),
    LocationOnly(Location),
    ExceptionOnly {
        class: TypeId,
        caught: bool,
        uncaught: bool,
    },
    FieldOnly {
        class: TypeId,
        field: FieldId,
    },
    Step {
        thread: ObjectId,
        size: i32,
        depth: i32,
    },
    InstanceOnly(ObjectId),
    SourceNameMatch(String),
    PlatformThreadsOnly,
}

impl Wire for Modifier {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Modifier::Count(count) => (1u8, *count).write(out),
            Modifier::Conditional(expression) => (2u8, *expression).write(out),
            Modifier::ThreadOnly(thread) => (3u8, *thread).write(out),
            Modifier::ClassOnly(class) => (4u8, *class).write(out),
            Modifier::ClassMatch(pattern) => (5u8, pattern.clone()).write(out),
            Modifier::ClassExclude(pattern) => (6u8, pattern.clone()).write(out),
            Modifier::LocationOnly(location) => (7u8, *location).write(out),
            Modifier::ExceptionOnly { class, caught, uncaught } => (8u8, *class, *caught, *uncaught).write(out),
            Modifier::FieldOnly { class, field } => (9u8, *class, *field).write(out),
            Modifier::Step { thread, size, depth } => (10u8, *thread, *size, *depth).write(out),
            Modifier::InstanceOnly(object) => (11u8, *object).write(out),
            Modifier::SourceNameMatch(pattern) => (12u8, pattern.clone()).write(out),
            Modifier::PlatformThreadsOnly => 13u8.write(out),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(match u8::read(from)? {
            1 => Modifier::Count(Wire::read(from)?),
            2 => Modifier::Conditional(Wire::read(from)?),
            3 => Modifier::ThreadOnly(Wire::read(from)?),
            4 => Modifier::ClassOnly(Wire::read(from)?),
            5 => Modifier::ClassMatch(Wire::read(from)?),
            6 => Modifier::ClassExclude(Wire::read(from)?),
            7 => Modifier::LocationOnly(Wire::read(from)?),
            8 => {
                let (class, caught, uncaught) = Wire::read(from)?;
                Modifier::ExceptionOnly { class, caught, uncaught }
            }
            9 => {
                let (class, field) = Wire::read(from)?;
                Modifier::FieldOnly { class, field }
            }
            10 => {
                let (thread, size, depth) = Wire::read(from)?;
                Modifier::Step { thread, size, depth }
            }
            11 => Modifier::InstanceOnly(Wire::read(from)?),
            12 => Modifier::SourceNameMatch(Wire::read(from)?),
            13 => Modifier::PlatformThreadsOnly,
            _ => return Err(Malformed("there is no such modifier")),
        })
    }
}
