//! Who looks on while symbolic execution runs: hears of it a few times per second, and may interrupt it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use symbolic::{Pulse, Signs};

use crate::draft::Draft;

/// Between two looks at the interrupt; every second of them is told.
const INTERVAL: Duration = Duration::from_millis(100);

#[derive(Default)]
pub struct Onlooker<'a> {
    /// Set to end the work early.
    pub interrupt: Option<Arc<AtomicBool>>,
    pub on_signs: Option<SignsListener<'a>>,
    /// Where what is known is kept, for whoever watches from another thread.
    pub draft: Option<Arc<Draft>>,
}

/// Gets what was done, and since when.
pub type SignsListener<'a> = Box<dyn FnMut(&Signs, Duration) + Send + 'a>;

impl Onlooker<'_> {
    /// Does the work, which shows its signs of life by `pulse`.
    pub(crate) fn attend<R>(&mut self, pulse: &Pulse, work: impl FnOnce() -> R) -> R {
        if self.interrupt.is_none() && self.on_signs.is_none() {
            return work();
        }
        let started = Instant::now();
        let (done, waiting) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut looks = 0u64;
                while waiting.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if self.interrupt.as_ref().is_some_and(|asked| asked.load(Ordering::Relaxed)) {
                        pulse.interrupt();
                    }
                    looks += 1;
                    if let Some(tell) = self.on_signs.as_mut().filter(|_| looks.is_multiple_of(2)) {
                        tell(&pulse.signs(), started.elapsed());
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}
