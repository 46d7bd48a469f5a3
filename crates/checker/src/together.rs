//! A search by several processes: `--processes N` starts them here, `--cluster hosts.txt` finds them on other machines.
//!
//! The first process compiles, tells the others what it found and what its surroundings are, and gives the report; the others take part
//! until it is done (see `search::together`). All must run the same program on the same JDK in the same surroundings, which is
//! looked at before anything is explored: nobody guesses what another machine would have done.

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jvm::stdin::Stdin;
use search::SearchSpec;
use search::together::{Company, Cut, Invitation, Terms, await_callers, call};
use serde::{Deserialize, Serialize};

use crate::check;
use crate::checkpoint;
use crate::fault::Fault;
use crate::job::Job;
use crate::jpf;
use crate::labels;
use crate::program::{self, Circumstances, Prepared};
use crate::questions::Formulas;
use crate::{scratch, target};

/// Who explores together.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    pub processes: Processes,
    /// How long the processes wait for each other before they begin.
    pub wait: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Processes {
    /// So many here: this one, and others that it starts with these arguments.
    Here { count: u32, arguments: Vec<OsString> },
    /// One that was started so; the first can be called at this address.
    Started { process: u32, count: u32, first: String },
    /// One at each of these addresses.
    Hosts { process: u32, addresses: Vec<String> },
}

impl Together {
    pub fn process(&self) -> u32 {
        match self.processes {
            Processes::Here { .. } => 0,
            Processes::Started { process, .. } | Processes::Hosts { process, .. } => process,
        }
    }

    fn count(&self) -> u32 {
        match &self.processes {
            Processes::Here { count, .. } | Processes::Started { count, .. } => *count,
            Processes::Hosts { addresses, .. } => addresses.len() as u32,
        }
    }

    /// The option that asked for it.
    fn option(&self) -> &'static str {
        if matches!(self.processes, Processes::Hosts { .. }) { "--cluster" } else { "--processes" }
    }
}

/// Reads a file of hosts: one `host:port` per line.
pub fn hosts(path: &Path) -> Result<Vec<String>, Fault> {
    let text = crate::files::read_text(path)?;
    let mut hosts: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = format!("{}:{number}", path.display());
        let is_host = |host: &str| !host.is_empty() && !host.contains(char::is_whitespace);
        let parts = line.rsplit_once(':').filter(|(host, _)| is_host(host));
        let port = parts.and_then(|(_, port)| port.parse::<u16>().ok()).filter(|port| *port > 0);
        if port.is_none() {
            return Err(Fault::Input(format!("{place}: '{line}' is no host with a port, such as node1:4000")));
        }
        if hosts.iter().any(|host| host == line) {
            return Err(Fault::Input(format!(
                "{place}: {line} is there twice; each process needs an address of its own"
            )));
        }
        hosts.push(line.to_owned());
    }
    match hosts.len() {
        0 => Err(Fault::Input(format!("{}: it names no host; write one host:port per line", path.display()))),
        _ => Ok(hosts),
    }
}

/// An error if something was asked for that several processes cannot do.
pub(crate) fn refuse(job: &Job, spec: &SearchSpec) -> Result<(), Fault> {
    let Some(together) = &job.together else { return Ok(()) };
    let option = together.option();
    let asked = [
        (!["dfs", "bfs"].contains(&spec.name()), "--search other than dfs or bfs"),
        (job.heuristic.is_some() || job.subject.user_heuristic.is_some(), "--heuristic"),
        (job.workers > 1, "--threads"),
        (job.progress_csv.is_some(), "--progress-csv"),
        (job.limits.depth.is_some(), "--max-depth"),
        (job.limits.instructions_in_all.is_some(), "a limit on the instructions of the whole search"),
    ];
    match asked.iter().find(|(is_asked, _)| *is_asked) {
        Some((_, what)) => Err(Fault::Input(format!("{what} is not for {option}; leave one of them out"))),
        None => Ok(()),
    }
}

/// Puts what is large on disk, if that was asked for. Processes on one machine share the memory that it may take.
pub(crate) fn open_store(job: &Job) -> Result<(), Fault> {
    let Some(store) = &job.store else { return Ok(()) };
    let here = match job.together.as_ref().map(|together| &together.processes) {
        Some(Processes::Here { count, .. } | Processes::Started { count, .. }) => *count,
        Some(Processes::Hosts { .. }) | None => 1,
    };
    store.open(job.limits.memory, here)
}

/// What the first process tells the others.
#[derive(Serialize, Deserialize)]
struct Word {
    main_class: String,
    class_path: Vec<PathBuf>,
    class_path_text: String,
    module_options: Vec<String>,
    /// The number in the names of temporary folders.
    owner: u32,
    environment: Vec<(String, String)>,
    surroundings: Vec<(String, String)>,
}

/// The variables of the environment, in an order.
pub(crate) fn environment() -> Vec<(String, String)> {
    let text = |text: OsString| text.to_string_lossy().into_owned();
    let mut all: Vec<_> = std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect();
    all.sort();
    all
}

/// What must be the same for machines to be alike, by the names that a person knows it by.
fn surroundings(job: &Job, prepared: &Prepared) -> Result<Vec<(String, String)>, Fault> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let link = std::fs::read_link("/etc/localtime").unwrap_or_default();
    let plain = Job { together: None, trace: None, picture: false, checkpoint: None, ..job.clone() };
    let said = [
        ("the options", format!("{plain:?}")),
        ("the folder it runs in", format!("{:?}", std::env::current_dir().ok())),
        ("the JDK's folder", prepared.jdk.home().display().to_string()),
        ("HOME", variable("HOME")),
        ("USER", variable("USER")),
        ("the time zone", format!("{} {}", variable("TZ"), link.display())),
        ("the locale", ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"].map(variable).join(" ")),
        (
            "the program's classes, those of the JDK, or the file of --stdin",
            checkpoint::digest(prepared, job.subject.stdin.as_deref())?,
        ),
    ];
    Ok(said.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Standard input of one of several processes.
pub(crate) fn stdin_of(job: &Job) -> Result<Stdin, Fault> {
    match job.together {
        Some(_) if job.subject.stdin.is_none() => Ok(Stdin::elsewhere()),
        _ => program::stdin_of(&job.subject),
    }
}

/// The processes that this one has started.
static CHILDREN: Mutex<Vec<Child>> = Mutex::new(Vec::new());

fn children() -> MutexGuard<'static, Vec<Child>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the processes that this one has started; for a process that is about to exit at once.
pub fn end_others() {
    for mut child in children().drain(..) {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Runs a command to its end, which comes sooner if this process has to exit: nothing is written when nobody waits for it.
pub(crate) fn output_of(command: &mut Command) -> std::io::Result<Output> {
    use std::io::Read;
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (mut out, mut err) = (child.stdout.take().expect("it is piped"), child.stderr.take().expect("it is piped"));
    let process = child.id();
    children().push(child);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let read = std::thread::scope(|scope| {
        let other = scope.spawn(|| err.read_to_end(&mut stderr));
        let read = out.read_to_end(&mut stdout);
        read.and(other.join().expect("reading does not panic"))
    });
    let own = {
        let mut children = children();
        children.iter().position(|child| child.id() == process).map(|place| children.swap_remove(place))
    };
    let Some(mut child) = own else {
        // The process is about to end.
        loop {
            std::thread::park();
        }
    };
    read?;
    Ok(Output { status: child.wait()?, stdout, stderr })
}

/// Waits for the others to end, as they do when they are told.
struct Started;

impl Drop for Started {
    fn drop(&mut self) {
        const PATIENCE: Duration = Duration::from_secs(2);
        let deadline = Instant::now() + PATIENCE;
        let is_alive = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        while children().iter_mut().any(is_alive) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        end_others();
    }
}

/// The others, met.
pub(crate) struct Met {
    pub company: Company,
    /// Dropped after it.
    _started: Started,
}

fn listen(address: &str) -> Result<TcpListener, Fault> {
    TcpListener::bind(address).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => "the port is in use; choose another",
            std::io::ErrorKind::AddrNotAvailable => "it is not an address of this machine; is --process right?",
            _ => "nobody can be listened to there",
        };
        Fault::Input(format!("{address}: {hint} ({error})"))
    })
}

/// In the first process: meets the others, and tells them what they need to know.
pub(crate) fn meet(job: &Job, together: &Together, prepared: &Prepared) -> Result<Met, Fault> {
    let listener = match &together.processes {
        Processes::Hosts { addresses, .. } => listen(&addresses[0])?,
        Processes::Here { .. } | Processes::Started { .. } => listen("127.0.0.1:0")?,
    };
    let started = Started;
    if let Processes::Here { count, arguments } = &together.processes {
        let address = listener.local_addr().map_err(|error| Fault::Input(format!("there is no port ({error})")))?;
        start(*count, arguments, &address.to_string())?;
    }
    let resolved = &prepared.resolved;
    let word = Word {
        main_class: resolved.main_class.clone(),
        class_path: resolved.class_path.clone(),
        class_path_text: resolved.class_path_text.clone(),
        module_options: resolved.module_options.clone(),
        owner: scratch::owner(),
        environment: environment(),
        surroundings: surroundings(job, prepared)?,
    };
    let word = serde_json::to_vec(&word).expect("a word is plain data");
    let are_there = || {
        let ended = children().iter_mut().position(|child| !matches!(child.try_wait(), Ok(None)));
        ended.map_or(Ok(()), |place| Err(format!("process {} ended before the search began", place + 1)))
    };
    let callers = await_callers(&listener, together.count(), together.wait, are_there).map_err(Fault::Input)?;
    Ok(Met { company: callers.begin(&word).map_err(Fault::Input)?, _started: started })
}

/// Starts the other processes here.
fn start(count: u32, arguments: &[OsString], first: &str) -> Result<(), Fault> {
    let cannot = |error: std::io::Error| Fault::Input(format!("no other process can be started here ({error})"));
    let program = std::env::current_exe().map_err(cannot)?;
    for process in 1..count {
        let mut command = Command::new(&program);
        // The first argument is the program's name, the second its command.
        command.args(&arguments[1..2]);
        command.args(["--process", &process.to_string(), "--first", first]);
        command.args(&arguments[2..]).stdin(Stdio::null()).stdout(Stdio::null());
        // Interrupts are for the first process, which tells the others.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(cannot)?;
        children().push(child);
    }
    Ok(())
}

/// In any process but the first: takes part until that one is done.
pub fn attend(job: &Job, interrupt: Option<Arc<AtomicBool>>) -> Result<(), Fault> {
    let together = job.together.as_ref().expect("there are several processes");
    let (job, _) = jpf::expand(job)?;
    let (process, count) = (together.process(), together.count());
    let (listener, address, first) = match &together.processes {
        Processes::Hosts { addresses, .. } => {
            let own = &addresses[process as usize];
            (listen(own)?, own.clone(), &addresses[0])
        }
        Processes::Started { first, .. } => {
            let listener = listen("127.0.0.1:0")?;
            let address = listener.local_addr().map_err(|error| Fault::Input(format!("there is no port ({error})")))?;
            (listener, address.to_string(), first)
        }
        Processes::Here { .. } => unreachable!("whoever starts the others is the first"),
    };
    let invitation = call(first, listener, &address, (process, count), together.wait).map_err(Fault::Input)?;
    let prepared = open_store(&job).and_then(|()| prepare_like(&job, &invitation, interrupt));
    let mut company = invitation.accept().map_err(Fault::Input)?;
    match &prepared {
        Ok(prepared) => {
            let limits = || search::Limits { max_memory: job.limits.memory, ..search::Limits::default() };
            let terms = || Terms {
                all_errors: check::goes_on(&job),
                properties: job.properties.clone(),
                limits: limits(),
                keeper: job.checkpoint.as_ref().map(checkpoint::of_another_process),
                ..Terms::default()
            };
            company.attend(&prepared.program, terms);
            Ok(())
        }
        Err(fault) => {
            company.decline(&fault.to_string());
            Err(fault.clone())
        }
    }
}

/// The program as the first process has it.
fn prepare_like(job: &Job, invitation: &Invitation, interrupt: Option<Arc<AtomicBool>>) -> Result<Prepared, Fault> {
    let unreadable = |_| Fault::Input("process 0 is another version of hazard".into());
    let word: Word = serde_json::from_slice(&invitation.word).map_err(unreadable)?;
    let Word { main_class, class_path, class_path_text, module_options, owner, environment, surroundings: expected } =
        word;
    let resolved = target::adopt(main_class, class_path, class_path_text, module_options);
    if resolved.is_none() {
        scratch::name_as_in(owner);
    }
    let asked = labels::of(&job.subject)?;
    let formulas = Formulas::parse(&job.questions)?;
    let circumstances = Circumstances {
        interrupt,
        stdin: stdin_of(job)?,
        resolved,
        environment: Some(environment),
        ..check::circumstances(job)
    };
    let mut prepared = program::prepare(&job.subject, &asked, circumstances)?;
    prepared.program.check_labels()?;
    check::name_labels(&mut prepared.program, &formulas);
    let found = surroundings(job, &prepared)?;
    let other = expected.iter().zip(&found).find(|(expected, found)| expected != found);
    match other {
        None => Ok(prepared),
        Some(((name, theirs), (_, ours))) => {
            let is_short = theirs.len() + ours.len() < 120;
            let values = if is_short { format!(" ({theirs} there, {ours} here)") } else { String::new() };
            Err(Fault::Input(format!("it differs from process 0 in {name}{values}; all must be alike")))
        }
    }
}

/// Why there is nothing to search through, where an exploration ended before its first state.
pub(crate) fn without_start(cut: Option<&Cut>) -> space::Fault {
    let name = match cut {
        Some(Cut::Limit(limit)) => limit.name(),
        _ => "interrupted",
    };
    space::Fault::Limit { name, sentence: "the search ended before its first state".into() }
}
