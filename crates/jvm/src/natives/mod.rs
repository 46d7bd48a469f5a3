//! Native methods, one function each, registered by signature beside its body. A native may also replace a method
//! that has bytecode: where it does not apply it answers `FallThrough`, and the bytecode runs.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::vm::{Outcome, Vm};

/// Gets the arguments as slots (receiver first; a long takes two, its value in the first) and gives the result slot.
pub type Native = fn(&mut Vm, &[u64]) -> Outcome<u64>;

macro_rules! natives {
    ($($signature:literal => $body:expr;)*) => {
        pub const NATIVES: &[(&str, $crate::natives::Native)] = &[$(($signature, $body)),*];
    };
}

pub mod apart;
mod class;
pub(crate) mod coins;
mod constant_pool;
mod copying;
pub mod descriptor;
pub mod digests;
pub mod disk;
mod double_double;
pub(crate) mod drawn;
mod elementary;
pub mod functions;
mod instrument;
mod invocation;
pub mod io;
pub mod management;
mod math;
pub mod memory;
mod method_handles;
mod misc;
mod net;
mod nio;
mod object;
mod print;
pub mod processes;
mod protection;
pub(crate) mod random;
mod reflection;
mod serialization;
mod sockets;
mod stack_walker;
mod strict_math;
pub mod symbolic;
mod system;
mod thread;
mod throwable;
pub(crate) use throwable::native_called;
mod uniform;
mod unsafe_access;
pub mod verify;
mod watching;
mod whole;
pub mod zip;

type ByClass = HashMap<&'static str, Vec<(&'static str, &'static str, Native)>>;

/// All natives, by class; the table is made once.
#[derive(Clone, Copy)]
pub struct Registry(&'static ByClass);

impl Registry {
    pub fn new() -> Self {
        static TABLE: OnceLock<ByClass> = OnceLock::new();
        Registry(TABLE.get_or_init(Self::table))
    }

    fn table() -> ByClass {
        let mut classes = ByClass::new();
        let families: &[&[(&'static str, Native)]] = &[
            class::NATIVES,
            coins::NATIVES,
            random::NATIVES,
            verify::NATIVES,
            constant_pool::NATIVES,
            instrument::NATIVES,
            invocation::NATIVES,
            io::NATIVES,
            math::NATIVES,
            digests::NATIVES,
            drawn::NATIVES,
            strict_math::NATIVES,
            memory::NATIVES,
            method_handles::NATIVES,
            management::NATIVES,
            misc::NATIVES,
            net::NATIVES,
            nio::NATIVES,
            copying::NATIVES,
            object::NATIVES,
            print::NATIVES,
            processes::NATIVES,
            protection::NATIVES,
            reflection::NATIVES,
            serialization::NATIVES,
            sockets::NATIVES,
            stack_walker::NATIVES,
            system::NATIVES,
            throwable::NATIVES,
            thread::NATIVES,
            unsafe_access::NATIVES,
            watching::NATIVES,
            zip::NATIVES,
        ];
        for (signature, native) in families.iter().copied().flatten() {
            let (class_and_name, descriptor) = signature.split_at(signature.find('(').expect("a descriptor"));
            let (class, name) = class_and_name.rsplit_once('.').expect("a class and a name");
            classes.entry(class).or_default().push((name, descriptor, *native));
        }
        classes
    }

    pub fn of_class(&self, class: &str) -> Option<&'static [(&'static str, &'static str, Native)]> {
        self.0.get(class).map(Vec::as_slice)
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self::new()
    }
}
