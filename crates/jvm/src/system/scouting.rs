//! A look ahead: random walks that learn what threads share before the exploration begins.

use std::sync::atomic::Ordering;

use space::{Encoding, Pick, System};

use super::{Program, World};
use crate::config::Reduction;
use crate::state::Changes;

impl Program {
    /// Walks at random for a moment to learn what threads share, so that the exploration need not be repeated often.
    /// Every walk starts from the initial state, and leaves no trace in it. If `forget`, says whether anything was learned, which
    /// is then none of the exploration's business.
    pub(super) fn scout(&self, world: &mut World, forget: bool) -> bool {
        const WALKS: usize = 64;
        self.walk(world, WALKS, forget)
    }

    /// Once it is known what threads share, a few more walks, on which threads stand before each access, notice races.
    pub(super) fn scout_for_races(&self, world: &mut World) -> bool {
        const WALKS: usize = 16;
        world.vm.stands_before_accesses = true;
        let learned = self.walk(world, WALKS, true);
        world.vm.stands_before_accesses = self.config.detect_races;
        learned
    }

    fn walk(&self, world: &mut World, walks: usize, forget: bool) -> bool {
        const STEPS: u64 = 8192;
        const INSTRUCTIONS: u64 = 1 << 26;
        /// A walk ends that goes on for so many steps without a choice: it goes round, waiting for somebody.
        const ALONE: usize = 16;
        /// Walks that show what a single thread changes.
        const FEW: usize = 8;
        // Without reduction there is nothing to learn; but several workers have to load what they need beforehand.
        let full = self.config.reduction == Reduction::Off;
        if self.config.run_once || (full && world.beside.is_none()) {
            return false;
        }
        let violations = std::mem::take(&mut world.vm.violations);
        let (output, errors) = (std::mem::take(&mut world.vm.output), std::mem::take(&mut world.vm.errors));
        let counters = world.vm.counters();
        let mut start = Encoding::new();
        self.encode(world, &mut start);
        let mut changes = Changes::watch(&mut world.vm);
        let mut rng = space::Rng::new(self.config.seed);
        let mut steps = 0;
        let mut threaded = false;
        let last = world.vm.instructions + INSTRUCTIONS;
        for walk in 0..walks {
            self.decode(&start, world);
            changes.iter_mut().for_each(|changes| changes.begin(&mut world.vm));
            let mut alone = 0;
            while let Some(choice) = self.choice(world) {
                let alternatives = choice.alternatives() as usize;
                alone = if alternatives == 1 { alone + 1 } else { 0 };
                if alone > ALONE {
                    break;
                }
                let pick = Pick(rng.below(alternatives) as u32);
                threaded |= world.vm.threaded;
                steps += 1;
                if steps > STEPS || world.vm.instructions > last || self.step(world, pick).is_err() {
                    break;
                }
                // To find that it still goes round takes as long as many steps, each time.
                if world.goes_round {
                    break;
                }
            }
            changes.iter_mut().for_each(|changes| changes.end(&world.vm));
            // A program that shows no second thread in its first walk seldom has one.
            let has_enough = !(threaded || world.beside.is_some()) && (changes.is_none() || walk > FEW);
            if steps > STEPS || world.vm.instructions > last || has_enough {
                break;
            }
        }
        if let Some(changes) = changes {
            self.known.note_changes(changes.key());
        }
        if threaded {
            self.known.threaded.store(true, Ordering::Relaxed);
        }
        self.decode(&start, world);
        let vm = &mut world.vm;
        (vm.violations, vm.output, vm.errors) = (violations, output, errors);
        vm.set_counters(counters);
        forget && self.known.learned.swap(false, Ordering::Relaxed)
    }
}
