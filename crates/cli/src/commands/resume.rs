//! `hazard resume DIR`: go on with a checkpointed search, by the command line that began it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::Args;

use crate::failure::Failure;

#[derive(Args)]
pub struct Resume {
    /// The folder that `check --checkpoint DIR` wrote to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The checkpoint's command line, if one is gone on with.
static AGAIN: OnceLock<Vec<OsString>> = OnceLock::new();

/// The command line that is run, whoever has given it.
pub fn command_line() -> Vec<OsString> {
    AGAIN.get().cloned().unwrap_or_else(|| std::env::args_os().collect())
}

impl Resume {
    /// The command line to run again, in the folder where it was given.
    pub fn arguments(&self) -> Result<Vec<OsString>, Failure> {
        let arguments = self.changed_arguments()?;
        Ok(AGAIN.get_or_init(|| arguments).clone())
    }

    fn changed_arguments(&self) -> Result<Vec<OsString>, Failure> {
        let (arguments, directory) = checker::command_of_checkpoint(&self.folder)?;
        if directory.is_dir() {
            // Relative names mean what they meant.
            let folder = std::fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
            let moved = std::env::set_current_dir(&directory);
            moved.map_err(|error| Failure::usage(format!("{}: cannot be entered ({error})", directory.display())))?;
            return Ok(with_folder(arguments, folder));
        }
        Ok(with_folder(arguments, self.folder.clone()))
    }
}

/// The command line, going on with the folder where it is now.
fn with_folder(arguments: Vec<String>, folder: PathBuf) -> Vec<OsString> {
    let mut changed: Vec<OsString> = Vec::new();
    let moved = |given: &str| {
        let every = given.rsplit_once(",every=").map(|(_, every)| format!(",every={every}")).unwrap_or_default();
        let mut folder = folder.clone().into_os_string();
        folder.push(every);
        folder
    };
    let mut is_value = false;
    let mut is_over = false;
    for argument in arguments {
        // What follows the two dashes is the program's.
        if argument == "--" && !is_over {
            is_over = true;
            changed.push("--resumes".into());
        }
        if is_value {
            changed.push(moved(&argument));
            is_value = false;
        } else if let Some(value) = argument.strip_prefix("--checkpoint=").filter(|_| !is_over) {
            changed.push("--checkpoint".into());
            changed.push(moved(value));
        } else {
            is_value = argument == "--checkpoint" && !is_over;
            changed.push(argument.into());
        }
    }
    if !is_over {
        changed.push("--resumes".into());
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_where_it_is_now() {
        let given = ["hazard", "check", "--checkpoint=old,every=1s", "Main", "--", "--checkpoint", "x"];
        let words = with_folder(given.map(str::to_owned).to_vec(), "/new".into());
        let expected =
            ["hazard", "check", "--checkpoint", "/new,every=1s", "Main", "--resumes", "--", "--checkpoint", "x"];
        assert_eq!(words, expected);
    }
}
