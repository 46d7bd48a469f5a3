//! `hazard completions` and `hazard man`: what shells and `man` want to know, generated from the options themselves.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::terminal::print;

#[derive(Args)]
pub struct Completions {
    /// The shell: `source <(hazard completions bash)`
    shell: Shell,
}

impl Completions {
    pub fn execute(&self) -> Result<i32, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "hazard", &mut script);
        print(&String::from_utf8_lossy(&script));
        Ok(0)
    }
}

#[derive(Args)]
pub struct Man {
    /// Write a page per command into this folder; without it, the main page is printed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Man {
    pub fn execute(&self) -> Result<i32, Failure> {
        let refuse = |error: std::io::Error| Failure::usage(format!("the manual pages cannot be written ({error})"));
        let mut command = crate::command();
        match &self.output {
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(command).render(&mut page).map_err(refuse)?;
                print(&String::from_utf8_lossy(&page));
            }
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(refuse)?;
                command.build();
                clap_mangen::generate_to(command, folder).map_err(refuse)?;
            }
        }
        Ok(0)
    }
}
