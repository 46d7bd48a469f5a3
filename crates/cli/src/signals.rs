//! Interrupts (Ctrl-C, termination, hang-up): they end the process after tidying up, except that a search which was asked
//! politely first ends, and reports what it learned.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a process that an interrupt ended, as shells have it.
const INTERRUPTED: i32 = 130;

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// To be called once, before anything leaves temporary files behind.
pub fn install() {
    // Without a handler an interrupt simply ends the process, which is no reason not to run.
    let _ = ctrlc::set_handler(|| {
        let is_first = ASKED.get().is_some_and(|asked| !asked.swap(true, Ordering::SeqCst));
        if !is_first {
            checker::scratch::remove_all();
            std::process::exit(INTERRUPTED);
        }
    });
}

/// A flag that the first interrupt sets from now on; the second one ends the process.
pub fn polite() -> Arc<AtomicBool> {
    ASKED.get_or_init(Arc::default).clone()
}
