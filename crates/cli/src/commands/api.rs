//! `hazard api`: writes out the Java API.

use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;
use crate::terminal::print;

#[derive(Args)]
pub struct Api {
    /// Where to write the jar
    #[arg(short, long, value_name = "FILE", default_value = "hazard-api.jar")]
    output: PathBuf,
}

impl Api {
    pub fn execute(&self) -> Result<i32, Failure> {
        checker::files::check_writable(&self.output)?;
        checker::api::write(&self.output)?;
        print(&format!("wrote {}\n", self.output.display()));
        Ok(0)
    }
}
