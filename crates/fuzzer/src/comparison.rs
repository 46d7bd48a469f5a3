//! Programs as HotSpot runs them beside the same as Hazard does, and the smallest that still differs.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Program, bytecode, driver};

/// So many programs share a process.
const BATCH: usize = 250;
/// Of those that are class files, which take less.
const BATCH_OF_CLASS_FILES: usize = 1_000;
const DRIVER: &str = "Driver";
/// A batch takes seconds of a processor; one that does not end differs. Where the time a process has had cannot be asked for, and where
/// all its threads wait, an hour must do: machines may be busy.
const LIMIT: Duration = Duration::from_secs(120);
const LIMIT_WAITING: Duration = Duration::from_secs(3_600);
const ORACLE: &str = include_str!("../java/Oracle.java");

/// Where to run programs.
pub struct Machines {
    hazard: PathBuf,
    jdk: PathBuf,
    release: u32,
    /// A folder of our own.
    scratch: PathBuf,
    oracle: Oracle,
}

/// The process that compiles and runs programs as they should run (`java/Oracle.java`).
struct Oracle {
    process: Child,
    folders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What was printed, by program.
type Printed = HashMap<String, String>;

/// What a comparison found.
#[derive(Debug, Default)]
pub struct Compared {
    pub same: u64,
    /// Programs that javac does not accept: what they are filled with does not fit.
    pub refused: u64,
    pub differences: Vec<Difference>,
}

/// A program whose two outputs differ.
#[derive(Debug)]
pub struct Difference {
    pub seed: u64,
    pub program: Program,
    pub hotspot: String,
    pub hazard: String,
}

/// A program of class files whose two outputs differ, with the statements that are left out of it.
#[derive(Debug)]
pub struct Apart {
    pub seed: u64,
    pub without: HashSet<u32>,
    pub hotspot: String,
    pub hazard: String,
}

impl Oracle {
    fn start(jdk: &Path, scratch: &Path) -> Result<Oracle, String> {
        std::fs::create_dir_all(scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let source = scratch.join("Oracle.java");
        std::fs::write(&source, ORACLE).map_err(|error| format!("{}: {error}", source.display()))?;
        let mut command = Command::new(jdk.join("bin/java"));
        command
            .args([
                "-ea",
                "-Xss8m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-OmitStackTraceInFastThrow",
                "-XX:+UseSerialGC",
                "-Xmn256m",
            ])
            .arg(&source)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let folders = process.stdin.take().expect("it is piped");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        Ok(Oracle { process, folders, answers })
    }

    /// Compiles what is in a folder and runs it; what it printed.
    fn ask(&mut self, folder: &Path) -> Result<Printed, String> {
        let told = |error: std::io::Error| format!("the process of HotSpot: {error}");
        writeln!(self.folders, "{}", folder.display()).map_err(told)?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).map_err(told)?;
        match answer.trim() {
            "ok" => Ok(told_by_name(&std::fs::read(folder.join("hotspot")).map_err(told)?)),
            "javac" => Err(std::fs::read_to_string(folder.join("errors")).map_err(told)?),
            other => Err(format!("the process of HotSpot answered {other:?}")),
        }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Machines {
    pub fn new(hazard: PathBuf, jdk: PathBuf, release: u32, scratch: PathBuf) -> Result<Machines, String> {
        let oracle = Oracle::start(&jdk, &scratch)?;
        Ok(Machines { hazard, jdk, release, scratch, oracle })
    }

    /// Runs the programs of `count` seeds from `first` on.
    pub fn compare(&mut self, first: u64, count: u64) -> Result<Compared, String> {
        let mut compared = Compared::default();
        let mut seed = first;
        while seed < first + count {
            let mut seeds: Vec<u64> = (seed..first + count).take(BATCH).collect();
            seed += seeds.len() as u64;
            let generate = |seed: &u64| Program::generate(*seed, &format!("P{seed}"), self.release);
            let mut programs: Vec<Program> = seeds.iter().map(generate).collect();
            let (hotspot, hazard) = loop {
                match self.outputs(&programs) {
                    Ok(outputs) => break outputs,
                    Err(complaints) => {
                        let refused = |name: &str| complaints.contains(&format!("{name}.java:"));
                        let before = programs.len();
                        seeds.retain(|seed| !refused(&format!("P{seed}")));
                        programs.retain(|program| !refused(&program.name));
                        compared.refused += (before - programs.len()) as u64;
                        if programs.len() == before {
                            return Err(complaints.lines().take(12).collect::<Vec<_>>().join("\n"));
                        }
                    }
                }
            };
            for (seed, program) in seeds.iter().zip(&programs) {
                let missing = String::from("(nothing)");
                let one = hotspot.get(&program.name).unwrap_or(&missing);
                let other = hazard.get(&program.name).unwrap_or(&missing);
                if one != other {
                    let (hotspot, hazard) = (one.clone(), other.clone());
                    let difference = Difference { seed: *seed, program: program.clone(), hotspot, hazard };
                    compared.differences.push(difference);
                } else {
                    compared.same += 1;
                }
            }
        }
        Ok(compared)
    }

    /// Leaves out lines as long as the outputs differ (Zeller and Hildebrandt 2002, halving pieces of lines).
    pub fn shrink(&mut self, mut difference: Difference) -> Difference {
        let mut size = difference.program.lines.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < difference.program.lines.len() {
                let mut smaller = difference.program.clone();
                let end = (at + size).min(smaller.lines.len());
                smaller.lines.drain(at..end);
                match self.outputs(std::slice::from_ref(&smaller)) {
                    Ok((mut one, mut other)) if one != other => {
                        difference.hotspot = one.remove(&smaller.name).unwrap_or_default();
                        difference.hazard = other.remove(&smaller.name).unwrap_or_default();
                        difference.program = smaller;
                    }
                    // It does not compile any more, or the difference is gone.
                    _ => at = end,
                }
            }
            size /= 2;
        }
        difference
    }

    /// The same for programs that are class files: those that differ.
    pub fn compare_class_files(&mut self, first: u64, count: u64) -> Result<Vec<Apart>, String> {
        let mut apart = Vec::new();
        let mut seed = first;
        while seed < first + count {
            let seeds: Vec<u64> = (seed..first + count).take(BATCH_OF_CLASS_FILES).collect();
            seed += seeds.len() as u64;
            let (hotspot, hazard) = self.class_file_outputs(&seeds, &HashSet::new())?;
            for seed in seeds {
                let told =
                    |printed: &Printed| printed.get(&format!("Q{seed}")).map_or("(nothing)", String::as_str).to_owned();
                let (hotspot, hazard) = (told(&hotspot), told(&hazard));
                if hotspot != hazard || hotspot == "(nothing)" {
                    apart.push(Apart { seed, without: HashSet::new(), hotspot, hazard });
                }
            }
        }
        Ok(apart)
    }

    /// Leaves out statements as long as the outputs differ; the class files of what remains are written to `folder`.
    pub fn shrink_class_files(&mut self, mut apart: Apart, folder: &Path) -> Result<Apart, String> {
        let (_, statements) = bytecode::generate(apart.seed, &apart.without);
        let mut size = statements.div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < statements {
                let more: Vec<u32> =
                    (at..(at + size).min(statements)).filter(|one| !apart.without.contains(one)).collect();
                at += size;
                if more.is_empty() {
                    continue;
                }
                let without: HashSet<u32> = apart.without.iter().copied().chain(more).collect();
                let (one, other) = self.class_file_outputs(&[apart.seed], &without)?;
                if one != other {
                    let told = |printed: &Printed| printed.values().next().cloned().unwrap_or_default();
                    apart = Apart { seed: apart.seed, without, hotspot: told(&one), hazard: told(&other) };
                }
            }
            size /= 2;
        }
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        write_class_files(folder, &[apart.seed], &apart.without)?;
        Ok(apart)
    }

    fn class_file_outputs(&mut self, seeds: &[u64], without: &HashSet<u32>) -> Result<(Printed, Printed), String> {
        let folder = self.scratch.join("batch");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        write_class_files(&folder, seeds, without)?;
        let expected = self.oracle.ask(&folder)?;
        let names: Vec<String> = seeds.iter().map(|seed| format!("Q{seed}")).collect();
        Ok((expected, self.run(&folder, &names)?))
    }

    /// What HotSpot and Hazard print, by program.
    fn outputs(&mut self, programs: &[Program]) -> Result<(Printed, Printed), String> {
        let folder = self.scratch.join("batch");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for (name, text) in programs
            .iter()
            .map(|program| (program.name.as_str(), program.source()))
            .chain([(DRIVER, driver(DRIVER, programs))])
        {
            let file = folder.join(format!("{name}.java"));
            std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let expected = self.oracle.ask(&folder)?;
        let names: Vec<String> = programs.iter().map(|program| program.name.clone()).collect();
        Ok((expected, self.run(&folder, &names)?))
    }

    /// What Hazard prints. A program that ends the process does not take those after it along: they are run by another.
    fn run(&self, folder: &Path, programs: &[String]) -> Result<Printed, String> {
        let mut all = Printed::new();
        let mut from = 0;
        while from < programs.len() {
            let mut hazard = Command::new(&self.hazard);
            hazard.args(["run", "--assertions", "--jdk"]).arg(&self.jdk).arg("-cp").arg(folder).arg(DRIVER);
            hazard.arg("--").arg(from.to_string());
            let (printed, complaint) = lines(hazard, folder)?;
            all.extend(printed);
            let missing = (from..programs.len()).find(|at| !all.contains_key(&programs[*at]));
            let Some(at) = missing else { break };
            all.insert(programs[at].clone(), format!("(nothing: {complaint})"));
            from = at + 1;
        }
        Ok(all)
    }
}

/// Writes programs of class files, with what runs them.
fn write_class_files(folder: &Path, seeds: &[u64], without: &HashSet<u32>) -> Result<(), String> {
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))
    };
    for seed in seeds {
        for (name, bytes) in bytecode::generate(*seed, without).0 {
            write(&format!("{name}.class"), &bytes)?;
        }
    }
    let names: String = seeds.iter().map(|seed| format!("Q{seed}\n")).collect();
    write("programs", names.as_bytes())?;
    write("Driver.java", bytecode::DRIVER.as_bytes())
}

/// The lines a command prints, by their first words, and the first of its complaints.
fn lines(mut command: Command, folder: &Path) -> Result<(Printed, String), String> {
    let (printed, complained) = (folder.join("hazard"), folder.join("complaints"));
    let create = |path: &Path| std::fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()));
    command.stdin(Stdio::null()).stdout(create(&printed)?).stderr(create(&complained)?);
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let begun = Instant::now();
    let mut ended = true;
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if processor_time(child.id()) > LIMIT || begun.elapsed() > LIMIT_WAITING {
            let _ = child.kill();
            let _ = child.wait();
            ended = false;
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let bytes = std::fs::read(&printed).map_err(|error| error.to_string())?;
    let complaints = std::fs::read(&complained).map_err(|error| error.to_string())?;
    let complaint = String::from_utf8_lossy(&complaints).lines().next().unwrap_or_default().to_owned();
    Ok((told_by_name(&bytes), if ended { complaint } else { format!("no end within {LIMIT:?}") }))
}

/// The time that processors have given to a process so far, where the system tells.
fn processor_time(process: u32) -> Duration {
    const TICKS_PER_SECOND: u64 = 100;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name may have spaces; user and system time are the 12th and 13th fields after it.
    let after = text.rsplit_once(") ").map_or("", |(_, after)| after);
    let ticks: u64 = after.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND)
}

fn told_by_name(bytes: &[u8]) -> Printed {
    let text = String::from_utf8_lossy(bytes);
    let pairs = text.lines().filter_map(|line| line.split_once(' '));
    pairs.map(|(name, told)| (name.to_owned(), told.to_owned())).collect()
}
