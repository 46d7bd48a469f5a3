//! The budget of a test: processor time of the process that explores it. By the clock a busy machine would change verdicts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Between two looks.
const INTERVAL: Duration = Duration::from_millis(20);
/// What `/proc` counts in: ticks per second, on every Linux.
const TICKS: u64 = 100;

/// Asks the work to end when its budget is spent.
pub struct Meter {
    ended: Arc<AtomicBool>,
    /// Says whether it has asked.
    thread: Option<JoinHandle<bool>>,
}

impl Meter {
    /// `flag` is raised as soon as this process has used `budget`.
    pub fn start(budget: Duration, flag: Arc<AtomicBool>) -> Meter {
        let ended = Arc::new(AtomicBool::new(false));
        let (started, over) = (Instant::now(), ended.clone());
        let watch = move || {
            while !over.load(Ordering::Relaxed) {
                if processor_time().unwrap_or_else(|| started.elapsed()) >= budget {
                    flag.store(true, Ordering::Relaxed);
                    return true;
                }
                std::thread::park_timeout(INTERVAL);
            }
            false
        };
        // Without it the clock ends the work, later.
        let thread = std::thread::Builder::new().name("meter".into()).spawn(watch).ok();
        Meter { ended, thread }
    }

    /// Looks no longer; whether the budget was spent.
    pub fn stop(mut self) -> bool {
        self.ended.store(true, Ordering::Relaxed);
        let Some(thread) = self.thread.take() else { return false };
        thread.thread().unpark();
        thread.join().unwrap_or(false)
    }
}

/// What this process has used so far, where the system tells (proc(5): the fields after the name, which ends with the last
/// parenthesis).
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 1000 / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_raises_the_flag_and_a_large_one_does_not() {
        let flag = Arc::new(AtomicBool::new(false));
        let meter = Meter::start(Duration::from_secs(1 << 20), flag.clone());
        assert!(!meter.stop() && !flag.load(Ordering::Relaxed));
        let meter = Meter::start(Duration::ZERO, flag.clone());
        while !flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert!(meter.stop());
    }
}
