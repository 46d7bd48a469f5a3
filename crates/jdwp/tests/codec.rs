//! Laws of the codec: what is written is read, and damaged packets are refused or read, never a panic.

use jdwp::wire::{
    ClassTag, Command, Composite, Decoded, Event, EventKind, FieldId, FrameId, Location, MethodId, Modifier, ObjectId,
    Packet, Payload, Reader, Rest, SuspendPolicy, Tag, Tagged, TypeId, Value, Wire, to_bytes,
};
use proptest::prelude::*;

fn locations() -> impl Strategy<Value = Location> {
    (prop::sample::select(ClassTag::ALL), any::<u64>(), any::<u64>(), any::<u64>())
        .prop_map(|(tag, class, method, index)| Location { tag, class: TypeId(class), method: MethodId(method), index })
}

fn objects() -> impl Strategy<Value = Tagged> {
    let tags =
        [Tag::Array, Tag::Object, Tag::String, Tag::Thread, Tag::ThreadGroup, Tag::ClassLoader, Tag::ClassObject];
    (prop::sample::select(tags.to_vec()), any::<u64>()).prop_map(|(tag, id)| Tagged { tag, object: ObjectId(id) })
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Void),
        any::<bool>().prop_map(Value::Boolean),
        any::<i8>().prop_map(Value::Byte),
        any::<u16>().prop_map(Value::Char),
        any::<i16>().prop_map(Value::Short),
        any::<i32>().prop_map(Value::Int),
        any::<i64>().prop_map(Value::Long),
        (-1e30f32..1e30).prop_map(Value::Float),
        (-1e300f64..1e300).prop_map(Value::Double),
        objects().prop_map(Value::Object),
    ]
}

fn modifiers() -> impl Strategy<Value = Modifier> {
    prop_oneof![
        any::<i32>().prop_map(Modifier::Count),
        any::<i32>().prop_map(Modifier::Conditional),
        any::<u64>().prop_map(|id| Modifier::ThreadOnly(ObjectId(id))),
        any::<u64>().prop_map(|id| Modifier::ClassOnly(TypeId(id))),
        ".{0,12}".prop_map(Modifier::ClassMatch),
        ".{0,12}".prop_map(Modifier::ClassExclude),
        locations().prop_map(Modifier::LocationOnly),
        (any::<u64>(), any::<bool>(), any::<bool>()).prop_map(|(id, caught, uncaught)| Modifier::ExceptionOnly {
            class: TypeId(id),
            caught,
            uncaught
        }),
        (any::<u64>(), any::<u64>())
            .prop_map(|(id, field)| Modifier::FieldOnly { class: TypeId(id), field: FieldId(field) }),
        (any::<u64>(), any::<i32>(), any::<i32>()).prop_map(|(id, size, depth)| Modifier::Step {
            thread: ObjectId(id),
            size,
            depth
        }),
        any::<u64>().prop_map(|id| Modifier::InstanceOnly(ObjectId(id))),
        ".{0,12}".prop_map(Modifier::SourceNameMatch),
        Just(Modifier::PlatformThreadsOnly),
    ]
}

fn commands() -> impl Strategy<Value = Command> {
    let ids = || any::<u64>().prop_map(ObjectId);
    let types = || any::<u64>().prop_map(TypeId);
    prop_oneof![
        Just(Command::Version {}),
        Just(Command::AllThreads {}),
        ".{0,40}".prop_map(|signature| Command::ClassesBySignature { signature }),
        any::<i32>().prop_map(|status| Command::Exit { status }),
        prop::collection::vec((ids(), any::<u32>()), 0..5).prop_map(|objects| Command::DisposeObjects { objects }),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(|rest| Command::RedefineClasses { rest: Rest(rest) }),
        (types(), prop::collection::vec(any::<u64>().prop_map(FieldId), 0..5))
            .prop_map(|(class, fields)| Command::StaticValues { class, fields }),
        (types(), ids(), any::<u64>(), prop::collection::vec(values(), 0..5), any::<u32>()).prop_map(
            |(class, thread, method, arguments, options)| Command::InvokeStatic {
                class,
                thread,
                method: MethodId(method),
                arguments,
                options
            }
        ),
        (ids(), any::<i32>(), any::<i32>()).prop_map(|(thread, first, count)| Command::Frames { thread, first, count }),
        (ids(), any::<u64>(), prop::collection::vec((any::<i32>(), any::<u8>()), 0..5))
            .prop_map(|(thread, frame, slots)| Command::FrameValues { thread, frame: FrameId(frame), slots }),
        (
            prop::sample::select(EventKind::ALL),
            prop::sample::select(SuspendPolicy::ALL),
            prop::collection::vec(modifiers(), 0..6)
        )
            .prop_map(|(kind, policy, modifiers)| Command::SetRequest { kind, policy, modifiers }),
    ]
}

fn events() -> impl Strategy<Value = Event> {
    let ids = || any::<u64>().prop_map(ObjectId);
    prop_oneof![
        Just(Event::VmDeath),
        ids().prop_map(|thread| Event::VmStart { thread }),
        ids().prop_map(|thread| Event::ThreadDeath { thread }),
        (ids(), locations()).prop_map(|(thread, location)| Event::Breakpoint { thread, location }),
        (ids(), locations()).prop_map(|(thread, location)| Event::SingleStep { thread, location }),
        (ids(), locations(), values()).prop_map(|(thread, location, value)| Event::MethodExitWithReturnValue {
            thread,
            location,
            value
        }),
        (ids(), locations(), objects(), prop::option::of(locations()))
            .prop_map(|(thread, location, exception, caught)| Event::Exception { thread, location, exception, caught }),
        (ids(), prop::sample::select(ClassTag::ALL), any::<u64>(), ".{0,20}", any::<i32>()).prop_map(
            |(thread, tag, class, signature, status)| Event::ClassPrepare {
                thread,
                tag,
                class: TypeId(class),
                signature,
                status
            }
        ),
        (ids(), locations(), any::<u64>(), any::<u64>(), objects(), values()).prop_map(
            |(thread, location, class, field, object, value)| Event::FieldModification {
                thread,
                location,
                tag: ClassTag::Class,
                class: TypeId(class),
                field: FieldId(field),
                object,
                value
            }
        ),
        (ids(), objects(), locations()).prop_map(|(thread, object, location)| Event::MonitorContendedEnter {
            thread,
            object,
            location
        }),
        (ids(), objects(), locations()).prop_map(|(thread, object, location)| Event::MonitorContendedEntered {
            thread,
            object,
            location
        }),
        (ids(), objects(), locations(), any::<i64>()).prop_map(|(thread, object, location, timeout)| {
            Event::MonitorWait { thread, object, location, timeout }
        }),
        (ids(), objects(), locations(), any::<bool>()).prop_map(|(thread, object, location, timed_out)| {
            Event::MonitorWaited { thread, object, location, timed_out }
        }),
    ]
}

proptest! {
    #[test]
    fn commands_are_read_as_they_were_written(command in commands()) {
        let (set, number, data) = command.encode();
        prop_assert_eq!(Command::decode(set, number, &data), Decoded::Known(command));
    }

    #[test]
    fn events_are_read_as_they_were_written(
        policy in prop::sample::select(SuspendPolicy::ALL),
        events in prop::collection::vec((any::<u32>(), events()), 0..4),
    ) {
        let composite = Composite { policy, events };
        let bytes = to_bytes(&composite);
        let mut reader = Reader::new(&bytes);
        prop_assert_eq!(Composite::read(&mut reader), Ok(composite));
        prop_assert_eq!(reader.end(), Ok(()));
    }

    #[test]
    fn packets_are_read_as_they_were_written(
        id in any::<u32>(),
        data in prop::collection::vec(any::<u8>(), 0..200),
        reply in prop::option::of(any::<u16>()),
        set in any::<u8>(),
    ) {
        let payload = reply.map_or(Payload::Command { set, command: 3 }, |error| Payload::Reply { error });
        let packet = Packet { id, payload, data };
        let mut bytes = Vec::new();
        packet.write(&mut bytes).expect("memory can be written");
        let mut from = &bytes[..];
        prop_assert_eq!(Packet::read(&mut from).expect("whole"), Some(packet));
        prop_assert_eq!(Packet::read(&mut from).expect("at the end"), None);
    }

    /// Cut short, a command is malformed: never another command, never a panic.
    #[test]
    fn commands_cut_short_are_refused(command in commands(), cut in 1usize..8) {
        let (set, number, data) = command.encode();
        // What takes the rest takes any rest.
        prop_assume!(data.len() >= cut && !matches!(command, Command::RedefineClasses { .. }));
        let decoded = Command::decode(set, number, &data[..data.len() - cut]);
        prop_assert!(matches!(decoded, Decoded::Malformed(_)), "{:?}", decoded);
    }

    #[test]
    fn damaged_commands_are_read_or_refused(
        set in 0u8..20,
        number in 0u8..24,
        data in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        if let Decoded::Known(command) = Command::decode(set, number, &data) {
            let (again, once_more, written) = command.encode();
            prop_assert_eq!((again, once_more), (set, number));
            prop_assert_eq!(written.len(), data.len());
        }
    }

    #[test]
    fn damaged_streams_end(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let mut from = &bytes[..];
        let mut count = 0;
        while let Ok(Some(_)) = Packet::read(&mut from) {
            count += 1;
        }
        prop_assert!(count <= bytes.len() / 11);
    }
}

#[test]
fn every_command_of_the_table_has_its_number_once() {
    let mut all = Command::ALL.to_vec();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), Command::ALL.len());
    assert!(all.len() > 80, "{}", all.len());
}
