//! Finished runs, one line of JSON each behind a line that says what they are runs of, so that a sweep that was ended goes on
//! where it was. Lines are only ever appended; a last one that was cut off counts as not written.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use checker::Fault;
use serde::{Deserialize, Serialize};

use super::runs::Row;
use super::vary::Setting;

#[derive(Default)]
pub struct Journal {
    rows: Vec<Row>,
    file: Option<(File, PathBuf)>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Heading {
    format: String,
    /// What every run has in common: the program, the questions, the options.
    subject: String,
}

const FORMAT: &str = "hazard sweep 1";

impl Journal {
    /// A journal in a file, with the runs that it already has.
    pub fn open(path: &Path, subject: &str) -> Result<Journal, Fault> {
        let heading = Heading { format: FORMAT.into(), subject: subject.into() };
        let refuse = |what: &str| Fault::Input(format!("--resume {}: {what}", path.display()));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refuse(&format!("the file cannot be read ({error})"))),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut rows = Vec::new();
        if let Some(first) = lines.next() {
            let found: Heading = serde_json::from_str(first)
                .map_err(|_| refuse("the file holds no runs of a sweep; name another, which is made"))?;
            if found != heading {
                return Err(refuse(
                    "the file holds runs of another program, or with other questions or options; name another file",
                ));
            }
            for (number, line) in lines.enumerate() {
                let row = serde_json::from_str(line)
                    .map_err(|error| refuse(&format!("line {} cannot be read ({error})", number + 2)))?;
                rows.push(row);
            }
        }
        let unwritten = |error: std::io::Error| Fault::Output(format!("--resume {}: {error}", path.display()));
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(unwritten)?;
        file.set_len(whole as u64).map_err(unwritten)?;
        if whole == 0 {
            let line = serde_json::to_string(&heading).expect("plain data") + "\n";
            file.write_all(line.as_bytes()).map_err(unwritten)?;
        }
        Ok(Journal { rows, file: Some((file, path.to_owned())) })
    }

    pub fn find(&self, setting: &Setting) -> Option<&Row> {
        self.rows.iter().find(|row| row.setting == *setting)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn add(&mut self, row: Row) -> Result<(), Fault> {
        if let Some((file, path)) = &mut self.file {
            let line = serde_json::to_string(&row).expect("plain data") + "\n";
            let written = file.write_all(line.as_bytes()).and_then(|()| file.flush());
            written.map_err(|error| Fault::Output(format!("--resume {}: {error}", path.display())))?;
        }
        self.rows.push(row);
        Ok(())
    }
}
