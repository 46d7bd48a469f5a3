//! The guard: a thread that sees to it that limits hold, whatever happens inside.
//!
//! It watches the time, the memory and the interrupts. When one of them says so it asks the work to end, which it mostly does at once,
//! and tells all it found out. Where it does not (a solver, a sort, a map that grows inside one step), the guard speaks
//! in its place: it gives the report so far and ends the process. The same happens where memory is exhausted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use checker::memory::Budget;
use checker::{Cause, Draft};

/// The exit status of a process that an interrupt ended, as shells have it.
const INTERRUPTED: i32 = 130;
const INCONCLUSIVE: i32 = 3;

/// Between two looks at time and memory.
const INTERVAL: Duration = Duration::from_millis(10);
/// How long after an interrupt, or the end of memory, the work may take to tell what it found.
const PATIENCE: Duration = Duration::from_millis(700);
/// The system takes back what a process holds before it is gone: so long for a gigabyte.
const PARTING: Duration = Duration::from_millis(120);

/// Tells what is known so far, and gives the exit status.
pub type LastWord = Box<dyn FnOnce(Cause) -> i32 + Send>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Teller {
    Work,
    Guard,
}

/// What the guard watches.
struct Post {
    draft: Option<Arc<Draft>>,
    last_word: Option<LastWord>,
    /// When the work was asked to end.
    asked: Option<Instant>,
    /// What the process held when the work began.
    memory_start: Option<u64>,
    /// Who is telling the result: nobody else may.
    teller: Option<Teller>,
}

static POST: Mutex<Post> =
    Mutex::new(Post { draft: None, last_word: None, asked: None, memory_start: None, teller: None });
static CHANGED: Condvar = Condvar::new();
static SIGNALLED: AtomicBool = AtomicBool::new(false);

fn post() -> MutexGuard<'static, Post> {
    POST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// To be called once, before anything else is done.
pub fn install() {
    // Without it limits are looked at between steps only, which is no reason not to run.
    let _ = std::thread::Builder::new().name("guard".into()).spawn(|| {
        reserve::may_use_reserve();
        watch();
    });
    // A file that may not grow is an error of whoever writes it, and no reason to be killed.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heeded_signals()) else { return };
    let _ = std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            // The time of a processor that is allowed is over every second anew.
            let is_reminder = signal == signal_hook::consts::SIGXCPU && SIGNALLED.load(Ordering::SeqCst);
            if !is_reminder && SIGNALLED.swap(true, Ordering::SeqCst) {
                leave(INTERRUPTED);
            }
            CHANGED.notify_all();
        }
    });
}

/// All that would end the process without a word; but a terminal that hangs up means nothing to whoever was started by `nohup`.
fn heeded_signals() -> Vec<i32> {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let is_ignored = |signal: i32| ignored.unwrap_or(0) >> (signal - 1) & 1 != 0;
    let others = [SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF];
    [SIGINT, SIGTERM, SIGXCPU].into_iter().chain(others.into_iter().filter(|signal| !is_ignored(*signal))).collect()
}

/// From now on the work that `draft` is about is watched; `last_word` speaks for it if it cannot.
pub fn attend(draft: &Arc<Draft>, last_word: LastWord) {
    let mut post = post();
    (post.draft, post.last_word) = (Some(draft.clone()), Some(last_word));
}

/// To be called before the result is told. Does not return if the guard is telling already.
pub fn relieve() {
    let mut post = post();
    if post.teller == Some(Teller::Guard) {
        drop(post);
        loop {
            std::thread::park();
        }
    }
    post.teller = Some(Teller::Work);
}

/// The last word on work that a limit ended where it could not tell anything itself: its exit status, if there was one to say.
pub fn tell_so_far() -> Option<i32> {
    relieve();
    let mut post = post();
    let draft = post.draft.as_ref()?;
    let is_late = || draft.deadline().is_some_and(|(deadline, _)| deadline <= Instant::now());
    let cause = draft.cause().or_else(|| is_late().then_some(Cause::Time))?;
    let last_word = post.last_word.take()?;
    drop(post);
    Some(last_word(cause))
}

/// The same for work that has nothing to tell before it is done.
pub fn attend_untold(draft: &Arc<Draft>) {
    attend(draft, Box::new(untold));
}

/// The last word on work of which nothing is known yet; gives the exit status.
pub fn untold(cause: Cause) -> i32 {
    crate::terminal::complain(&format!("{}: it ended before there was anything to tell", cause.name()));
    if cause == Cause::Interrupted { INTERRUPTED } else { INCONCLUSIVE }
}

/// Work that can be interrupted and has nothing to tell but its end.
pub fn polite() -> Arc<AtomicBool> {
    let draft = Arc::new(Draft::default());
    let mut post = post();
    post.draft = Some(draft.clone());
    draft.flag()
}

fn leave(status: i32) -> ! {
    checker::end_others();
    checker::scratch::remove_all();
    std::process::exit(status)
}

fn watch() {
    let budget = Budget::of_this_process();
    let mut at = post();
    loop {
        (at, _) = CHANGED.wait_timeout(at, INTERVAL).unwrap_or_else(PoisonError::into_inner);
        if reserve::is_exhausted() {
            if at.teller.is_some() {
                crate::terminal::complain("memory is exhausted; the report may be incomplete");
                leave(INCONCLUSIVE);
            }
            speak(at, Cause::Memory);
        }
        if at.teller.is_some() {
            continue;
        }
        let cause = due(&mut at, &budget);
        if let Some(cause) = cause {
            speak(at, cause);
        }
    }
}

/// Asks the work to end where a limit says so; tells whether it took too long to.
fn due(post: &mut Post, budget: &Budget) -> Option<Cause> {
    let now = Instant::now();
    let Some(draft) = post.draft.clone() else {
        // Nothing has begun that could be asked.
        return SIGNALLED.load(Ordering::SeqCst).then_some(Cause::Interrupted);
    };
    let used = budget.used();
    let start = *post.memory_start.get_or_insert(used.resident);
    let deadline = draft.deadline();
    if draft.cause().is_none() {
        let held = used.resident.saturating_sub(start);
        let cause = if SIGNALLED.load(Ordering::SeqCst) {
            Some(Cause::Interrupted)
        } else if deadline.is_some_and(|(deadline, _)| deadline <= now) {
            Some(Cause::Time)
        } else if budget.is_spent(&used) || draft.memory_max().is_some_and(|max| max <= held) {
            Some(Cause::Memory)
        } else if checker::is_store_full() {
            Some(Cause::Store)
        } else {
            None
        };
        if let Some(cause) = cause {
            draft.stop(cause);
            post.asked = Some(now);
        }
    }
    let parting = PARTING.mul_f64(used.resident as f64 / (1u64 << 30) as f64);
    // A little sooner than promised, since telling takes time, too.
    let lateness = |time: Duration| {
        let promised = time.mul_f64(0.04).max(Duration::from_millis(130));
        promised.saturating_sub(parting).max(Duration::from_millis(20))
    };
    let is_late = deadline.is_some_and(|(deadline, time)| deadline + lateness(time) <= now);
    if is_late {
        return Some(draft.cause().unwrap_or(Cause::Time));
    }
    if budget.is_overdrawn(&used) {
        return Some(Cause::Memory);
    }
    let patience = PATIENCE.saturating_sub(parting).max(PATIENCE / 4);
    let is_deaf = post.asked.is_some_and(|asked| asked + patience <= now);
    draft.cause().filter(|cause| is_deaf && *cause != Cause::Time)
}

/// The last word: the report so far, and the end.
fn speak(mut post: MutexGuard<'_, Post>, cause: Cause) -> ! {
    post.teller = Some(Teller::Guard);
    let last_word = post.last_word.take();
    drop(post);
    let status = match last_word {
        Some(last_word) => last_word(cause),
        None if cause == Cause::Interrupted => INTERRUPTED,
        None => {
            crate::terminal::complain("memory is exhausted before there is anything to report; give more of it");
            INCONCLUSIVE
        }
    };
    leave(status)
}
