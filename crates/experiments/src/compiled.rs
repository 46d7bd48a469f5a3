//! Gallery programs, compiled together: one start of `javac` for all of them.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use checker::scratch::Scratch;
use checker::{Fault, Job, Subject};
use classfile::Jdk;

use crate::gallery::Example;

/// Compiled classes in a temporary folder that lives as long as the value.
pub struct Compiled {
    scratch: Scratch,
    jdk: Jdk,
}

impl Compiled {
    pub fn new<'a>(
        examples: impl IntoIterator<Item = &'a Example>,
        jdk: Option<&std::path::Path>,
    ) -> Result<Compiled, Fault> {
        let jdk = Jdk::locate(jdk)?;
        let javac = jdk.javac().ok_or_else(|| {
            let home = jdk.home().display();
            Fault::Input(format!("{home} has no javac; install a full JDK (Debian: apt-get install openjdk-17-jdk)"))
        })?;
        let scratch = Scratch::new()?;
        let api = scratch.path().join("hazard-api.jar");
        checker::api::write(&api)?;
        let mut sources = Vec::new();
        for example in examples {
            // The groups have the default package in common, but each its own names.
            let path = scratch.path().join(format!("{}.java", example.name));
            checker::files::write(&path, example.source.as_bytes())?;
            sources.push(path);
        }
        let output = Command::new(javac)
            .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-g", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(scratch.path().join("classes"))
            .arg("-cp")
            .arg(&api)
            .args(&sources)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Fault::Input(format!("javac of {} does not run: {error}", jdk.home().display())))?;
        if !output.status.success() {
            return Err(Fault::Compilation(String::from_utf8_lossy(&output.stderr).trim_end().to_owned()));
        }
        Ok(Compiled { scratch, jdk })
    }

    /// A file in the temporary folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// The program with these arguments, to be explored as the job's defaults say.
    pub fn job(&self, example: &Example, arguments: &[String]) -> Job {
        let subject = Subject {
            target: example.name.to_owned(),
            classpath: Some(self.file("classes").display().to_string()),
            jdk: Some(self.jdk.home().to_path_buf()),
            arguments: arguments.to_vec(),
            ..Subject::default()
        };
        Job { subject, ..Job::default() }
    }
}
