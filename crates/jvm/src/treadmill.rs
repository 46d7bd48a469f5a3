//! Loops that never end. A transition that computes for long may go through the same states again and again, without a choice
//! that would show them to the search. So the machine looks, for a while, at every state in which the thread passes the same
//! place (Brent 1980); if one comes back, it is shown, and the search finds that it leads to itself.

use space::Encoding;

use crate::class::MethodId;
use crate::exec::ACCESSES_LONG;
use crate::system::standing;
use crate::vm::Vm;

#[derive(Default)]
pub struct Treadmill {
    seen: Option<(Vec<(MethodId, u32)>, Encoding)>,
    looks: u32,
    /// Encodings made since the looking began, and their bytes.
    encodings: u32,
    encoded: usize,
}

impl Treadmill {
    pub fn goes_round(&mut self, vm: &mut Vm) -> bool {
        /// Looks per slice of instructions; fewer of large states, which would cost more than what is being looked at.
        const LOOKS: u32 = 512;
        const ENCODED: u64 = 1 << 18;
        /// What was computed is worth so many bytes of looking, one for each of so many instructions.
        const INSTRUCTIONS_PER_BYTE: u64 = 16;
        const ENCODINGS_LEAST: u32 = 4;
        /// Instructions that go by before the next looks, per byte of the last ones.
        const REST_PER_BYTE: u64 = 4;
        let place: Vec<_> = vm.thread().frames.iter().map(|frame| (frame.method, frame.pc)).collect();
        let is_same_place = self.seen.as_ref().is_some_and(|(seen, _)| *seen == place);
        if is_same_place || self.looks.is_power_of_two() || self.seen.is_none() {
            let mut encoding = Encoding::new();
            vm.encode(standing::RESUME, &mut encoding);
            self.encodings += 1;
            self.encoded += encoding.bytes().len();
            if is_same_place && self.seen.as_ref().is_some_and(|(_, seen)| seen.bytes() == encoding.bytes()) {
                return true;
            }
            if self.looks.is_power_of_two() || self.seen.is_none() {
                self.seen = Some((place, encoding));
            }
        }
        self.looks += 1;
        let spent = vm.instructions.saturating_sub(vm.transition_start);
        let worth = ENCODED.min(spent / INSTRUCTIONS_PER_BYTE) as usize;
        if self.looks < LOOKS && (self.encoded < worth || self.encodings < ENCODINGS_LEAST) {
            // This instruction still runs; the next look comes as soon as the thread jumps back or calls.
            vm.instructions_max = vm.instructions + 2;
        } else {
            vm.instructions_max = vm.instructions_max.max(vm.instructions + self.encoded as u64 * REST_PER_BYTE);
            *self = Treadmill::default();
        }
        false
    }

    /// Whether a thread is worth being shown that has come back to no state, but looks around again and again for what others
    /// do.
    pub fn looked_in_vain(&self, vm: &Vm) -> bool {
        self.seen.is_none() && vm.thread().accesses >= ACCESSES_LONG
    }
}
