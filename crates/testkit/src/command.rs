//! Running a command with a time limit and bounded output.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The words of a command line with holes: `{classes}` the class path, `{main}` the main class, `{jdk}` the JDK's folder,
/// `{options}` and `{args}` any number of words each.
#[derive(Clone, Debug)]
pub struct Template(Vec<String>);

impl Template {
    pub fn new(words: &[&str]) -> Template {
        Template(words.iter().map(|word| word.to_string()).collect())
    }

    /// `java` itself, to check the programs rather than Hazard.
    pub fn hotspot() -> Template {
        Template::new(&["{jdk}/bin/java", "-cp", "{classes}", "{main}", "{args}"])
    }

    /// `hazard run` on compiled classes.
    pub fn hazard_run(binary: &str) -> Template {
        Template::new(&[binary, "run", "--jdk", "{jdk}", "-cp", "{classes}", "{main}", "--", "{args}"])
    }

    /// `hazard check` with the header's options and the report on standard output.
    pub fn hazard_check(binary: &str) -> Template {
        Template::new(&[
            binary,
            "check",
            "--jdk",
            "{jdk}",
            "-cp",
            "{classes}",
            "{main}",
            "{options}",
            "-q",
            "--json",
            "-",
            "--",
            "{args}",
        ])
    }

    pub fn fill(&self, jdk: &Path, classes: &str, main: &str, options: &[String], args: &[String]) -> Vec<String> {
        let mut words = Vec::new();
        for word in &self.0 {
            match word.as_str() {
                "{options}" => words.extend(options.iter().cloned()),
                "{args}" => words.extend(args.iter().cloned()),
                word => words.push(
                    word.replace("{jdk}", &jdk.to_string_lossy()).replace("{classes}", classes).replace("{main}", main),
                ),
            }
        }
        words
    }
}

/// What a command left behind. `status` is `None` if it was killed, by us for its time or by a signal.
#[derive(Debug)]
pub struct Finished {
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub timed_out: bool,
    pub time: Duration,
}

/// No program here prints this much; one that does is looping.
const OUTPUT_MAX: u64 = 16 << 20;

/// Runs `words` in `folder` with `input` (or nothing) as standard input. Everything that could make outputs differ between
/// machines is fixed: the locale and the time zone.
pub fn run_limited(words: &[String], folder: &Path, input: Option<&Path>, limit: Duration) -> io::Result<Finished> {
    let (program, args) = words.split_first().ok_or_else(|| io::Error::other("an empty command"))?;
    let stdin = match input {
        Some(file) => Stdio::from(File::open(file)?),
        None => Stdio::null(),
    };
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("CLASSPATH")
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let out = child.stdout.take().map(drain);
    let err = child.stderr.take().map(drain);
    let mut pause = Duration::from_millis(1);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait()? {
            break (status, false);
        }
        if start.elapsed() > limit {
            child.kill()?;
            break (child.wait()?, true);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let collect = |reader: Option<std::thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|thread| thread.join().ok()).unwrap_or_default()
    };
    Ok(Finished { status: status.code(), stdout: collect(out), stderr: collect(err), timed_out, time: start.elapsed() })
}

/// Reads in a thread of its own, so that a full pipe never blocks the child; past the maximum the rest is thrown away.
fn drain(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // A read error means the child is gone; what came before it is what there is to compare.
        let _ = (&mut pipe).take(OUTPUT_MAX).read_to_end(&mut bytes);
        let _ = io::copy(&mut pipe, &mut io::sink());
        bytes
    })
}

/// Writes to a temporary name and renames, so that a parallel test never reads half a file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = PathBuf::from(format!("{}.{}.tmp", path.display(), std::process::id()));
    File::create(&temporary)?.write_all(bytes)?;
    std::fs::rename(&temporary, path)
}
