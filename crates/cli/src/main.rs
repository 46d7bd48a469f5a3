//! The binary `hazard`: the only place that sees arguments, the terminal and signals. Everything else is in `checker`.

mod answer;
mod commands;
mod defaults;
mod exploring;
mod failure;
mod guard;
mod java_command_line;
mod laws;
mod options;
mod passage;
mod prism_command_line;
mod server;
mod stepper;
mod story;
mod terminal;
mod units;

use clap::{Parser, Subcommand};

use failure::Failure;

/// A model checker for Java programs that flip coins and run threads.
///
/// `hazard check Main.java` explores every schedule, every coin flip and every data choice of a program, reports
/// deadlocks, uncaught exceptions and failed assertions with the way there, and answers questions about probabilities.
#[derive(Parser)]
#[command(name = "hazard", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 nothing violated and every query answered, 1 violated, 2 bad usage or input, \
                        3 inconclusive (a limit was hit), 4 the program uses something not supported, \
                        70 an error of Hazard's own, 130 interrupted before there was anything to report.")]
struct Hazard {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Explore a Java program: find violations, answer queries
    Check(Box<commands::check::Check>),
    /// Run a Java program once, like `java TARGET`
    Run(commands::run::Run),
    /// Run one recorded schedule again, printing every step
    Replay(commands::replay::Replay),
    /// Check properties of a Markov model in a file (PRISM's language, JANI, .tra, .drn, .umb)
    Mc(commands::mc::Mc),
    /// Search a labelled transition system (.aut) for an action or a deadlock
    Lts(commands::lts::Lts),
    /// Probabilistic symbolic execution: how likely is an event over all inputs and schedules?
    Pse(commands::pse::Pse),
    /// Explore the tests of a Maven or Gradle project, or of a class path, one by one
    Test(commands::test::Test),
    /// Explore the one test that standard input describes
    #[command(hide = true)]
    TestOne(commands::test_one::TestOne),
    /// Linearizability of a class's operations: all scenarios up to a bound
    Lin(commands::lin::Lin),
    /// Every result a concurrent program can have, with a schedule for each
    Outcomes(commands::outcomes::Outcomes),
    /// Ask a question over parameters: table, CSV, plot
    Sweep(Box<commands::sweep::Sweep>),
    /// Sample paths of a program or model: statistics, estimates with confidence intervals
    Simulate(Box<commands::simulate::Simulate>),
    /// Walk through a space in a browser
    Explore(Box<commands::explore::Explore>),
    /// Write a JUnit test for each path through a method
    Generate(commands::generate::Generate),
    /// Tasks of the software verification competition: verdict, witness, score
    Svcomp(commands::svcomp::Svcomp),
    /// Convert between model formats
    Convert(commands::convert::Convert),
    /// Reproduce a published experiment: table, plot, CSV
    Bench(commands::bench::Bench),
    /// Show a gallery program, run its questions, compare with the expected answers
    Example(commands::example::Example),
    /// List what there is: searches, labels, properties, heuristics, examples
    List(commands::list::List),
    /// Say what there is on this machine: JDK, Maven, Z3, graphviz, memory
    Doctor(commands::doctor::Doctor),
    /// Print completions for a shell: `source <(hazard completions bash)`
    Completions(commands::completions::Completions),
    /// Print the manual page, or write one per command
    Man(commands::completions::Man),
    /// Go on with a search that was begun with `check --checkpoint DIR`
    Resume(commands::resume::Resume),
    /// Write out the Java API (hazard-api.jar)
    Api(commands::api::Api),
}

/// All commands and their options, for completions and manual pages.
pub fn command() -> clap::Command {
    <Hazard as clap::CommandFactory>::command()
}

/// Threads of checked programs nest deeply, and so may the work on their data.
const STACK_BYTES: [usize; 4] = [1 << 30, 1 << 28, 1 << 26, 1 << 24];
const INTERNAL_ERROR: i32 = 70;
const INCONCLUSIVE: i32 = 3;

#[global_allocator]
static ALLOCATOR: reserve::Reserving = reserve::Reserving;

fn main() {
    let given = match defaults::apply(std::env::args_os().collect(), &command()) {
        Ok(given) => given,
        Err(sentence) => {
            terminal::complain(&sentence);
            std::process::exit(2);
        }
    };
    let arguments = match failure::parse::<Hazard>(with_methods(given)) {
        Ok(arguments) => arguments,
        Err(status) => std::process::exit(status),
    };
    guard::install();
    // Whichever thread it is: others may be waiting for it.
    let started_by_another = std::env::args_os().any(|argument| argument == "--first");
    std::panic::set_hook(Box::new(move |info| {
        if info.to_string().contains("timely communication error") {
            leave_alone(started_by_another);
        }
        let what = info.to_string().replace('\n', " ");
        terminal::complain(&format!("internal error: {what}; please report it, with the command line"));
        checker::scratch::remove_all();
        std::process::exit(INTERNAL_ERROR);
    }));
    let command = std::sync::Arc::new(arguments.command);
    // Where addresses are limited (`ulimit -v`), less has to do.
    let addresses = checker::memory::Budget::of_this_process().addresses();
    let fitting = STACK_BYTES.iter().filter(|bytes| addresses.is_none_or(|max| **bytes as u64 <= max / 8));
    let worker = fitting.chain(STACK_BYTES.last()).find_map(|bytes| {
        let command = command.clone();
        std::thread::Builder::new().stack_size(*bytes).spawn(move || execute(&command)).ok()
    });
    let status = match worker.map(|thread| thread.join().expect("a panic ends the process")) {
        Some(Ok(status)) => status,
        Some(Err(failure)) if failure.exit_status() == INCONCLUSIVE => guard::tell_so_far().unwrap_or_else(|| {
            failure.complain();
            INCONCLUSIVE
        }),
        Some(Err(failure)) => {
            guard::relieve();
            failure.complain();
            failure.exit_status()
        }
        None => {
            terminal::complain("there is no memory for a thread; give more of it");
            INCONCLUSIVE
        }
    };
    checker::scratch::remove_all();
    std::process::exit(status);
}

/// Another process of a search is gone: what it knew is lost, and nothing can be said of the whole.
fn leave_alone(is_quiet: bool) -> ! {
    // If the guard has ended it, the guard has the word.
    guard::relieve();
    static IS_LEAVING: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    if IS_LEAVING.swap(true, std::sync::atomic::Ordering::SeqCst) {
        // Whoever else has noticed lets the first one speak.
        loop {
            std::thread::park();
        }
    }
    if !is_quiet {
        let thread = std::thread::current();
        let other = thread.name().and_then(|name| name.rsplit_once('-')).map_or("another", |(_, process)| process);
        terminal::complain(&format!(
            "process {other} of the search is gone, and what it explored with it; begin the search anew"
        ));
    }
    checker::end_others();
    checker::scratch::remove_all();
    std::process::exit(INCONCLUSIVE);
}

/// `--symbolic` may stand alone, so that its method has to follow an equals sign; what has parentheses is one, though.
fn with_methods(arguments: Vec<std::ffi::OsString>) -> impl Iterator<Item = std::ffi::OsString> {
    let mut joined: Vec<std::ffi::OsString> = Vec::new();
    for argument in arguments {
        match joined.last_mut() {
            Some(last) if *last == "--symbolic" && argument.to_string_lossy().contains('(') => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined.into_iter()
}

/// The command that a recorded command line means here.
fn reparse(arguments: Vec<std::ffi::OsString>) -> Result<Command, Failure> {
    let given = defaults::apply(arguments, &command()).map_err(Failure::usage)?;
    let parsed = failure::parse::<Hazard>(with_methods(given));
    parsed.map(|hazard| hazard.command).map_err(|_| Failure::usage("the checkpoint's command line no longer fits"))
}

fn execute(command: &Command) -> Result<i32, Failure> {
    match command {
        Command::Check(check) => check.execute(),
        Command::Run(run) => run.execute(),
        Command::Replay(replay) => replay.execute(),
        Command::Mc(mc) => mc.execute(),
        Command::Lts(lts) => lts.execute(),
        Command::Pse(pse) => pse.execute(),
        Command::Test(test) => test.execute(),
        Command::TestOne(one) => one.execute(),
        Command::Lin(lin) => lin.execute(),
        Command::Outcomes(outcomes) => outcomes.execute(),
        Command::Sweep(sweep) => sweep.execute(),
        Command::Simulate(simulate) => simulate.execute(),
        Command::Explore(explore) => explore.execute(),
        Command::Generate(generate) => generate.execute(),
        Command::Svcomp(svcomp) => svcomp.execute(),
        Command::Convert(convert) => convert.execute(),
        Command::Bench(bench) => bench.execute(),
        Command::Example(example) => example.execute(),
        Command::List(list) => list.execute(),
        Command::Doctor(doctor) => doctor.execute(),
        Command::Completions(completions) => completions.execute(),
        Command::Man(man) => man.execute(),
        Command::Resume(resume) => match reparse(resume.arguments()?)? {
            Command::Check(check) => check.execute(),
            _ => Err(Failure::usage("the checkpoint was not written by `hazard check`")),
        },
        Command::Api(api) => api.execute(),
    }
}
