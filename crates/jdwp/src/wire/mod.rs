//! The protocol as data: what goes over the wire, typed, and how it is written there.

mod command;
mod event;
mod packet;
mod scalar;
mod value;

pub use command::{Command, Decoded, Modifier};
pub use event::{Composite, Event, EventKind};
pub use packet::{HANDSHAKE, LENGTH_MAX, Packet, Payload};
pub use scalar::{Malformed, Reader, Rest, Wire, to_bytes};
pub use value::{
    ClassTag, ErrorCode, FieldId, FrameId, Location, MethodId, ObjectId, SuspendPolicy, Tag, Tagged, TypeId, Value,
};
