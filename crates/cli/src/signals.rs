//! Ctrl-C: the first one asks the search to end and report what it learned, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a process that an interrupt ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// A flag that the first interrupt sets.
pub fn polite() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    // Without a handler an interrupt simply ends the process, which is no reason not to run.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            leave();
        }
    });
    flag
}

/// Every interrupt ends the process, after tidying up.
pub fn immediate() {
    let _ = ctrlc::set_handler(leave);
}

fn leave() {
    checker::scratch::remove_all();
    std::process::exit(INTERRUPTED);
}
