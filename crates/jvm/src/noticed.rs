//! What an exploration met that its verdict rests on. It is no part of any state: states that differ in nothing else are equal.

use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noticed {
    /// Operations of the library that ran as single steps while other threads could have noticed (see `operations`):
    /// `java.util.concurrent.Semaphore.release`.
    pub single_steps: BTreeSet<String>,
    /// Memory that two threads were about to access with nothing to order them (see `races`): `Counter.value`, `int[]`.
    pub raced: BTreeSet<String>,
    /// Methods that drew reals which the program compared (see `draws`): `Math.random`.
    pub reals: BTreeSet<String>,
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
    /// Where the program asked for a collection, which clears no reference here.
    pub collections: BTreeSet<String>,
}

impl Noticed {
    /// Asked after every step, so that nothing is made for it.
    pub fn is_empty(&self) -> bool {
        let Noticed {
            single_steps,
            raced,
            reals,
            gridded,
            fresh,
            few,
            time_outs,
            settled_clocks,
            clocks,
            registers,
            hosts,
            collections,
        } = self;
        let parts = [
            single_steps,
            raced,
            reals,
            gridded,
            fresh,
            few,
            time_outs,
            settled_clocks,
            clocks,
            registers,
            hosts,
            collections,
        ];
        parts.iter().all(|part| part.is_empty())
    }

    /// All of it, always in the same order.
    pub fn parts_mut(&mut self) -> [&mut BTreeSet<String>; 12] {
        let Noticed {
            single_steps,
            raced,
            reals,
            gridded,
            fresh,
            few,
            time_outs,
            settled_clocks,
            clocks,
            registers,
            hosts,
            collections,
        } = self;
        [
            single_steps,
            raced,
            reals,
            gridded,
            fresh,
            few,
            time_outs,
            settled_clocks,
            clocks,
            registers,
            hosts,
            collections,
        ]
    }

    /// Takes over what another one has noticed.
    pub fn absorb(&mut self, other: &mut Noticed) {
        for (own, others) in self.parts_mut().into_iter().zip(other.parts_mut()) {
            own.append(others);
        }
    }
}
