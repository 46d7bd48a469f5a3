//! Programs as HotSpot runs them beside the same as Hazard does, and the smallest that still differs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Program, driver};

/// So many programs share a process.
const BATCH: usize = 50;
const DRIVER: &str = "Driver";
/// A batch takes seconds; one that does not end differs.
const LIMIT: Duration = Duration::from_secs(120);

/// Where to run programs.
pub struct Machines {
    pub hazard: PathBuf,
    pub jdk: PathBuf,
    pub release: u32,
    /// A folder of our own.
    pub scratch: PathBuf,
}

/// What was printed, by program.
type Printed = HashMap<String, String>;

/// A program whose two outputs differ.
#[derive(Debug)]
pub struct Difference {
    pub seed: u64,
    pub program: Program,
    pub hotspot: String,
    pub hazard: String,
}

impl Machines {
    /// Runs the programs of `count` seeds from `first` on; gives those that differ.
    pub fn compare(&self, first: u64, count: u64) -> Result<Vec<Difference>, String> {
        let mut differences = Vec::new();
        let mut seed = first;
        while seed < first + count {
            let seeds: Vec<u64> = (seed..first + count).take(BATCH).collect();
            seed += seeds.len() as u64;
            let programs: Vec<Program> =
                seeds.iter().map(|seed| Program::generate(*seed, &format!("P{seed}"), self.release)).collect();
            let (hotspot, hazard) = self.outputs(&programs)?;
            for (seed, program) in seeds.iter().zip(&programs) {
                let missing = String::from("(nothing)");
                let one = hotspot.get(&program.name).unwrap_or(&missing);
                let other = hazard.get(&program.name).unwrap_or(&missing);
                if one != other {
                    let (hotspot, hazard) = (one.clone(), other.clone());
                    differences.push(Difference { seed: *seed, program: program.clone(), hotspot, hazard });
                }
            }
        }
        Ok(differences)
    }

    /// Leaves out lines as long as the outputs differ (Zeller and Hildebrandt 2002, halving pieces of lines).
    pub fn shrink(&self, mut difference: Difference) -> Difference {
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

    /// What HotSpot and Hazard print, by program.
    fn outputs(&self, programs: &[Program]) -> Result<(Printed, Printed), String> {
        let folder = self.scratch.join("batch");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut files = Vec::new();
        for (name, text) in programs
            .iter()
            .map(|program| (program.name.as_str(), program.source()))
            .chain([(DRIVER, driver(DRIVER, programs))])
        {
            let file = folder.join(format!("{name}.java"));
            std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
            files.push(file);
        }
        let mut javac = Command::new(self.jdk.join("bin/javac"));
        javac.args(["-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"]).arg(&folder).args(&files);
        let compiled = javac.output().map_err(|error| format!("javac: {error}"))?;
        if !compiled.status.success() {
            return Err(String::from_utf8_lossy(&compiled.stderr).lines().take(12).collect::<Vec<_>>().join("\n"));
        }
        let mut java = Command::new(self.jdk.join("bin/java"));
        java.args(["-Xint", "-ea", "-cp"]).arg(&folder).arg(DRIVER);
        let mut hazard = Command::new(&self.hazard);
        hazard.arg("run").arg("--jdk").arg(&self.jdk).arg("-cp").arg(&folder).arg(DRIVER);
        Ok((lines(java, &folder)?, lines(hazard, &folder)?))
    }
}

/// The lines a command prints, by their first words.
fn lines(mut command: Command, folder: &Path) -> Result<Printed, String> {
    let printed = folder.join("printed");
    let file = std::fs::File::create(&printed).map_err(|error| error.to_string())?;
    command.stdin(Stdio::null()).stdout(file).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let begun = Instant::now();
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let bytes = std::fs::read(&printed).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let pairs = text.lines().filter_map(|line| line.split_once(' '));
    Ok(pairs.map(|(name, told)| (name.to_owned(), told.to_owned())).collect())
}
