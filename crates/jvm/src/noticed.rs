//! What an exploration met that its verdict rests on. It is no part of any state: states that differ in nothing else are equal.

use std::collections::BTreeSet;

use crate::class::MethodId;
use crate::heap::ClassId;
use crate::vm::Vm;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noticed {
    /// Operations of the library that ran as single steps while other threads could have noticed (see `operations`):
    /// `java.util.concurrent.Semaphore.release`.
    pub single_steps: BTreeSet<String>,
    /// Memory that two threads were about to access with nothing to order them (see `races`): `Counter.value`, `int[]`.
    pub raced: BTreeSet<String>,
    /// Methods that drew reals which the program compared (see `draws`): `Math.random`.
    pub reals: BTreeSet<String>,
    /// Methods that drew ints or longs from all there are which the program compared with each other, or asked whether they are equal.
    pub unequal: BTreeSet<String>,
    /// Where a random real was used as a number, so that a few values stand for all.
    pub gridded: BTreeSet<String>,
    /// Where one fresh value stands for all of a range too large to enumerate.
    pub fresh: BTreeSet<String>,
    /// Where the sign and the lowest bits of a number from such a range are drawn, the rest is one fresh value.
    pub few: BTreeSet<String>,
    /// Where threads waited with a time-out: `Main.java:12`.
    pub time_outs: BTreeSet<String>,
    /// Where open readings of the clock were used as numbers.
    pub settled_clocks: BTreeSet<String>,
    /// Where the program read the clock.
    pub clocks: BTreeSet<String>,
    /// Calls that read what other paths left (see `natives::verify`): `Verify.getCounter`.
    pub registers: BTreeSet<String>,
    /// Hosts that the program asked for, and that do not exist here.
    pub hosts: BTreeSet<String>,
    /// Libraries of native code that the program asked for, and that cannot be loaded here.
    pub native_code: BTreeSet<String>,
    /// Where the program asked for a collection, which clears no reference here, or whether references were cleared.
    pub collections: BTreeSet<String>,
    /// Where threads waited or parked outside of any loop, so that a wake-up without a reason would not be noticed.
    pub unguarded: BTreeSet<String>,
    /// Accesses to shared memory in a mode that orders less than a volatile one: `AtomicInteger.lazySet`.
    pub weak: BTreeSet<String>,
    /// Where a call site was given another target while there were several threads, whose calls are not tried both before and after.
    pub call_sites: BTreeSet<String>,
}

/// The parts of what was noticed, shared or not, in the order of their numbers. One that is forgotten here does not compile.
macro_rules! parts {
    ($noticed:expr) => {{
        let Noticed {
            single_steps,
            raced,
            reals,
            unequal,
            gridded,
            fresh,
            few,
            time_outs,
            settled_clocks,
            clocks,
            registers,
            hosts,
            native_code,
            collections,
            unguarded,
            weak,
            call_sites,
        } = $noticed;
        [
            single_steps,
            raced,
            reals,
            unequal,
            gridded,
            fresh,
            few,
            time_outs,
            settled_clocks,
            clocks,
            registers,
            hosts,
            native_code,
            collections,
            unguarded,
            weak,
            call_sites,
        ]
    }};
}

impl Noticed {
    /// Asked after every step, so that nothing is made for it.
    pub fn is_empty(&self) -> bool {
        parts!(self).iter().all(|part| part.is_empty())
    }

    /// All of it, always in the same order.
    pub fn parts_mut(&mut self) -> [&mut BTreeSet<String>; 17] {
        parts!(self)
    }

    /// What was noticed, each with the number of its part.
    pub fn drain(&mut self) -> Vec<(u8, String)> {
        let parts = (0..).zip(self.parts_mut());
        parts.flat_map(|(kind, part)| std::mem::take(part).into_iter().map(move |text| (kind, text))).collect()
    }

    /// Takes over what another one has noticed.
    pub fn absorb(&mut self, other: &mut Noticed) {
        for (own, others) in self.parts_mut().into_iter().zip(other.parts_mut()) {
            own.append(others);
        }
    }
}

/// How a machine remembers that it need not notice something again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    SingleStep(MethodId),
    Place((MethodId, u32)),
    Call((MethodId, u32)),
    Race((ClassId, bool, u32)),
}

impl Vm {
    /// Something was noticed for the first time. The machine of one of several workers may have to notice it again.
    pub(crate) fn notice(&mut self, mark: Mark, part: fn(&mut Noticed) -> &mut BTreeSet<String>, text: String) {
        if self.is_one_of_several {
            self.marks.push((mark, text.clone()));
        }
        part(&mut self.noticed).insert(text);
    }

    /// A search rests on what its own steps show: as long as it has not come to a step that shows something (`is_known`), every
    /// step that does is to show it, also those that it may come to first.
    pub(crate) fn notice_again(&mut self, is_known: impl Fn(&str) -> bool) {
        let mut marks = std::mem::take(&mut self.marks);
        for (mark, text) in marks.drain(..) {
            if is_known(&text) {
                continue;
            }
            match mark {
                Mark::SingleStep(method) => self.methods[method.0 as usize].is_noted = false,
                Mark::Place(place) => drop(self.noticed_waits.remove(&place)),
                Mark::Call(place) => drop(self.noticed_calls.remove(&place)),
                Mark::Race(place) => drop(self.raced.remove(&place)),
            }
        }
        self.marks = marks;
    }
}
