//! `hazard generate`: tests for a method, one for each path.

use std::path::PathBuf;
use std::time::Duration;

use checker::{GenerateJob, GenerateReport};
use clap::Args;

use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::{Paint, count};
use crate::units;

#[derive(Args)]
pub struct Generate {
    /// The method: pkg.Class.method(int,String), or pkg.Class.method where there is only one
    method: String,

    /// Where classes are found [default: the class's source in this folder, or the JDK] (also -cp)
    #[arg(long, value_name = "PATH", help_heading = "Program")]
    classpath: Option<String>,

    /// The JDK whose class library is used [default: JAVA_HOME, else that of javac or java on PATH]
    #[arg(long, value_name = "DIR", help_heading = "Program")]
    jdk: Option<PathBuf>,

    /// Strings have at most so many characters
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Paths")]
    strings: u32,

    /// Write at most so many tests
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = units::positive32, help_heading = "Paths")]
    max_tests: u32,

    /// Stop looking for paths after this time
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = units::duration, help_heading = "Limits")]
    max_time: Duration,

    /// The folder that the test class is written into; its package's folders are made
    #[arg(long, short = 'd', value_name = "DIR", default_value = ".", help_heading = "Output")]
    directory: PathBuf,

    #[command(flatten)]
    output: Output,
}

impl Generate {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        self.output.refuse_page()?;
        let job = GenerateJob {
            method: self.method.clone(),
            classpath: self.classpath.clone(),
            jdk: self.jdk.clone(),
            paths_max: self.max_tests as usize,
            strings_max: self.strings,
            time: self.max_time,
            output: self.directory.clone(),
        };
        let report = checker::generate(&job)?;
        self.output.deliver(&report, || text(&report), &[]);
        Ok(0)
    }
}

fn text(report: &GenerateReport) -> String {
    let paint = Paint::for_stdout();
    let mut text = format!("{}: {}\n", report.file.display(), paint.green(&count(report.tests as u64, "test")));
    let covered = match (report.complete, report.left_out.is_empty()) {
        (true, true) => "every path of the method, and so every branch that can be taken",
        (true, false) => "every path of the method within these bounds:",
        (false, _) => "some paths of the method; there may be more",
    };
    text.push_str(&format!("covers {covered}\n"));
    if report.throwing > 0 {
        let expect = match (report.throwing, report.tests) {
            (1, 1) => "it expects an exception".to_owned(),
            (1, _) => "1 of them expects an exception".to_owned(),
            (count, _) => format!("{count} of them expect an exception"),
        };
        text.push_str(&paint.faint(&format!("{expect}\n")));
    }
    for sentence in &report.left_out {
        text.push_str(&paint.faint(&format!("{sentence}\n")));
    }
    text
}
