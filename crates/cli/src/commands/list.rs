//! `hazard list`: what there is, one line each.

use checker::list::{self, Item};
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::terminal::{Paint, print};

#[derive(Args)]
pub struct List {
    /// What to list
    #[arg(value_enum)]
    what: What,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Searches,
    Labels,
    Properties,
    Heuristics,
    Examples,
}

impl List {
    pub fn execute(&self) -> Result<i32, Failure> {
        let items = match self.what {
            What::Searches => list::searches(),
            What::Labels => list::labels(),
            What::Properties => list::properties(),
            What::Heuristics => list::heuristics(),
            What::Examples => super::example::items(),
        };
        print(&text(&items));
        Ok(0)
    }
}

fn text(items: &[Item]) -> String {
    let paint = Paint::for_stdout();
    let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for item in items {
        let pad = " ".repeat(width - item.name.chars().count());
        text.push_str(&format!("{}{pad}  {}\n", paint.bold(&item.name), item.help));
        for (name, default, help) in &item.options {
            text.push_str(&format!("{:width$}    {name}={default}  {help}\n", ""));
        }
    }
    text
}
