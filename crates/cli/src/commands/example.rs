//! `hazard example`: the gallery, embedded.

use checker::list::Item;
use clap::Args;

use crate::failure::Failure;

#[derive(Args)]
pub struct Example {
    /// The program's name (`hazard list examples`)
    name: String,

    /// The program's own arguments
    #[arg(last = true, value_name = "PROGRAM-ARGS")]
    arguments: Vec<String>,
}

impl Example {
    pub fn execute(&self) -> Result<i32, Failure> {
        let _ = &self.arguments;
        Err(Failure::usage(format!("unknown example '{}'; `hazard list examples` shows all", self.name)))
    }
}

/// All examples, for `hazard list examples`.
pub fn items() -> Vec<Item> {
    Vec::new()
}
