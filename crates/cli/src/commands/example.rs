//! `hazard example`: shows a program of the gallery, asks its questions, and compares the answers with those expected.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use checker::Watch;
use checker::list::Item;
use clap::Args;
use experiments::gallery::SymbolicQuestion;
use experiments::{Compiled, Example as Program, Gallery, answers, examine};

use crate::failure::Failure;
use crate::terminal::{Paint, print};
use crate::{guard, story};

#[derive(Args)]
pub struct Example {
    /// The program's name (`hazard list examples`)
    name: String,

    /// Only show the source
    #[arg(long)]
    source: bool,

    /// Do not show the source
    #[arg(short, long, conflicts_with = "source")]
    quiet: bool,

    /// The larger size that benchmarks use
    #[arg(long, conflicts_with = "arguments")]
    large: bool,

    /// The JDK whose class library and compiler are used
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,

    /// The program's own arguments; the expected answers are those for the default ones
    #[arg(last = true, value_name = "PROGRAM-ARGS")]
    arguments: Vec<String>,
}

impl Example {
    pub fn execute(&self) -> Result<i32, Failure> {
        let gallery = Gallery::embedded();
        let program = gallery.find(&self.name).ok_or_else(|| unknown(&gallery, &self.name))?;
        if !self.quiet {
            print(program.source);
            print("\n");
        }
        if self.source {
            return Ok(0);
        }
        let compiled = Compiled::new([program], self.jdk.as_deref())?;
        if !program.symbolic.is_empty() {
            return self.ask_symbolic(program, &compiled);
        }
        let arguments = if self.large { &program.arguments_large } else { &self.arguments };
        if arguments.is_empty() || *arguments == program.arguments {
            self.compare(program, &compiled)
        } else {
            self.ask(program, &compiled, arguments)
        }
    }

    /// The header's questions at the header's size.
    fn compare(&self, program: &Program, compiled: &Compiled) -> Result<i32, Failure> {
        let paint = Paint::for_stdout();
        print(&paint.faint(&format!("{} {}\n", program.name, program.arguments.join(" "))));
        let watch = Watch { interrupt: Some(guard::polite()), ..Watch::default() };
        let examined = examine(program, compiled, watch)?;
        print(&story::report(&examined.report, false));
        print("\n");
        let mark = |agrees: bool| if agrees { paint.green("as expected") } else { paint.red("NOT as expected") };
        for (answer, (expected, agrees)) in examined.report.properties.iter().zip(&examined.compared) {
            let ours = answers::shown(answer, expected);
            print(&format!("{} = {ours}, expected {expected}: {}\n", answer.formula, mark(*agrees)));
        }
        if let Some((expected, agrees)) = &examined.verdict {
            let found = examined.report.violations.first().map(|violation| violation.kind.as_str());
            let ours = found.unwrap_or(examined.report.verdict.name());
            print(&format!("verdict {ours}, expected {expected}: {}\n", mark(*agrees)));
        }
        Ok(i32::from(!examined.agrees()))
    }

    /// The same questions at another size, for which the header has no answers.
    fn ask(&self, program: &Program, compiled: &Compiled, arguments: &[String]) -> Result<i32, Failure> {
        let job = answers::job(program, compiled, arguments);
        let report = checker::check(&job, Watch { interrupt: Some(guard::polite()), ..Watch::default() })?;
        let found = report.violations.first();
        let is_expected = found.is_none_or(|violation| program.expect.as_deref() == Some(violation.kind.as_str()));
        if let Some(violation) = found.filter(|found| !is_expected && found.kind == "exception" && found.depth == 0) {
            // It never came to the first choice: what is wrong are the arguments.
            return Err(Failure::usage(format!(
                "{} cannot take the arguments '{}': {}; by default they are '{}', and `hazard example --source {}` shows what they mean",
                program.name,
                arguments.join(" "),
                violation.message,
                program.arguments.join(" "),
                program.name
            )));
        }
        print(&story::report(&report, false));
        print(&format!("\nThe expected answers are for the arguments {}.\n", program.arguments.join(" ")));
        Ok(if is_expected && found.is_some() { 0 } else { report.exit_status() })
    }

    /// Questions to `hazard pse`, each asked by a process of its own.
    fn ask_symbolic(&self, program: &Program, compiled: &Compiled) -> Result<i32, Failure> {
        let paint = Paint::for_stdout();
        let mut disagree = false;
        let mut asked: Vec<Vec<String>> = Vec::new();
        for question in &program.symbolic {
            let arguments = if self.large { &program.arguments_large } else { &self.arguments };
            let is_default = arguments.is_empty() || *arguments == program.arguments;
            let command = symbolic_arguments(program, question, (!is_default).then_some(arguments));
            // Questions of the header that differ in their arguments only are one question at another size.
            if asked.contains(&command) {
                continue;
            }
            asked.push(command.clone());
            print(&format!("{}\n", paint.faint(&format!("hazard pse {}.java {}", program.name, command.join(" ")))));
            let answer = self.pse(program, compiled, &command)?;
            let ours = answer["exact"].as_str().map_or_else(|| answer["value"].to_string(), str::to_owned);
            if is_default {
                let agrees = ours == question.answer;
                disagree |= !agrees;
                let mark = if agrees { paint.green("as expected") } else { paint.red("NOT as expected") };
                print(&format!("{ours}, expected {}: {mark}\n", question.answer));
            } else {
                print(&format!("{ours}\n"));
            }
        }
        Ok(i32::from(disagree))
    }

    fn pse(&self, program: &Program, compiled: &Compiled, options: &[String]) -> Result<serde_json::Value, Failure> {
        let own = std::env::current_exe()
            .map_err(|error| Failure::usage(format!("this program's own file cannot be found ({error})")))?;
        let mut command = Command::new(own);
        command.arg("pse").arg(program.name).arg("-cp").arg(compiled.file("classes")).args(["--json", "-"]);
        if let Some(jdk) = &self.jdk {
            command.arg("--jdk").arg(jdk);
        }
        let output = command
            .args(options)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Failure::usage(format!("`hazard pse` does not run ({error})")))?;
        let report: Option<serde_json::Value> = serde_json::from_slice(&output.stdout).ok();
        report.map(|report| report["properties"][0].clone()).ok_or_else(|| {
            let sentence = String::from_utf8_lossy(&output.stderr).trim().trim_start_matches("error: ").to_owned();
            match output.status.code() {
                Some(4) => Failure::Fault(checker::Fault::Unsupported(sentence)),
                _ => Failure::usage(sentence),
            }
        })
    }
}

/// The question's options with the right program arguments at the end.
fn symbolic_arguments(program: &Program, question: &SymbolicQuestion, given: Option<&Vec<String>>) -> Vec<String> {
    let at = question.options.iter().position(|word| word == "--").unwrap_or(question.options.len());
    let (options, own) = question.options.split_at(at);
    let arguments = match (given, own.get(1..)) {
        (Some(given), _) => given.as_slice(),
        (None, Some(own)) => own,
        (None, None) => &program.arguments,
    };
    let mut all = options.to_vec();
    if !arguments.is_empty() {
        all.push("--".to_owned());
        all.extend_from_slice(arguments);
    }
    all
}

fn unknown(gallery: &Gallery, name: &str) -> Failure {
    let hint = gallery.nearest(name).map(|near| format!("did you mean '{near}'? ")).unwrap_or_default();
    Failure::usage(format!("unknown example '{name}'; {hint}`hazard list examples` shows all"))
}

/// All examples, for `hazard list examples`.
pub fn items() -> Vec<Item> {
    let gallery = Gallery::embedded();
    (gallery.examples())
        .map(|example| Item { name: example.name.to_owned(), help: example.title.clone(), options: Vec::new() })
        .collect()
}
