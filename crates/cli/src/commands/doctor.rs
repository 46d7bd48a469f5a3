//! `hazard doctor`: what there is on this machine that Hazard uses.

use std::path::Path;
use std::process::{Command, Stdio};

use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::{Paint, bytes};

#[derive(Args)]
pub struct Doctor {
    /// Look at this JDK [default: JAVA_HOME, else that of javac or java on PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<std::path::PathBuf>,

    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Finding {
    name: &'static str,
    found: bool,
    what: String,
    /// What it is good for, and whether anything works without it.
    purpose: &'static str,
    needed: bool,
}

impl Doctor {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        self.output.refuse_page()?;
        let findings = vec![
            self.jdk(),
            tool("Maven", "mvn", &["-v"], "finds the tests of Maven projects (hazard test)"),
            tool("Gradle", "gradle", &["--version"], "finds the tests of Gradle projects (hazard test)"),
            tool("Z3", "z3", &["--version"], "decides what other solvers leave open (hazard pse)"),
            tool("graphviz", "dot", &["-V"], "draws state spaces (--export-svg)"),
            memory(),
            processors(),
        ];
        let is_well = findings.iter().all(|finding| finding.found || !finding.needed);
        self.output.deliver(&findings, || text(&findings), &[]);
        Ok(if is_well { 0 } else { 2 })
    }

    fn jdk(&self) -> Finding {
        let (found, what) = match checker::jdk(self.jdk.as_deref()) {
            Ok((home, version, has_compiler)) => {
                let compiler = if has_compiler { "" } else { ", without javac: sources cannot be compiled" };
                (true, format!("{version} in {}{compiler}", home.display()))
            }
            Err(fault) => (false, fault.to_string()),
        };
        Finding { name: "JDK", found, what, purpose: "the class library of all programs", needed: true }
    }
}

fn tool(name: &'static str, program: &str, words: &[&str], purpose: &'static str) -> Finding {
    let output = Command::new(program).args(words).stdin(Stdio::null()).output();
    let said = output.ok().filter(|output| output.status.success()).map(|output| {
        let both = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&both).replace("\u{1b}[1m", "").replace("\u{1b}[m", "");
        let is_telling = |line: &&str| line.chars().any(|character| character.is_ascii_digit());
        text.lines().find(is_telling).unwrap_or_default().trim().to_owned()
    });
    let what = said.clone().unwrap_or_else(|| format!("`{program}` is not on PATH"));
    Finding { name, found: said.is_some(), what, purpose, needed: false }
}

fn memory() -> Finding {
    let text = std::fs::read_to_string(Path::new("/proc/meminfo")).unwrap_or_default();
    let amount = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    };
    let what = match (amount("MemAvailable:"), amount("MemTotal:")) {
        (Some(free), Some(all)) => format!("{} free of {}", bytes(free), bytes(all)),
        _ => "the operating system does not tell".to_owned(),
    };
    Finding { name: "memory", found: true, what, purpose: "holds the states; --max-memory limits it", needed: false }
}

fn processors() -> Finding {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let what = if count == 1 { "1".to_owned() } else { count.to_string() };
    Finding { name: "processors", found: true, what, purpose: "workers, with --threads N", needed: false }
}

fn text(findings: &[Finding]) -> String {
    let paint = Paint::for_stdout();
    let width = findings.iter().map(|finding| finding.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for finding in findings {
        let mark = match (finding.found, finding.needed) {
            (true, _) => paint.green("found  "),
            (false, true) => paint.red("missing"),
            (false, false) => paint.yellow("missing"),
        };
        text.push_str(&format!("{mark}  {:<width$}  {}\n", finding.name, finding.what));
        if !finding.found {
            text.push_str(&format!("         {:<width$}  {}\n", "", paint.faint(finding.purpose)));
        }
    }
    text
}
