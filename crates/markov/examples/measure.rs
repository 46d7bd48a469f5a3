//! Loads a model and checks formulas, printing times: the benchmark's half of `bench/mc.py`.
//!
//! Usage: `measure MODEL [--lab F] [--srew F] [--trew F] [--sta F] [--exact] [--repeat N] [--threads N] [--wall]
//! [--save F] FORMULA…`

use markov::{Files, Model, Options, check};

/// Processor seconds of all threads so far, or the machine's clock.
fn seconds(wall: bool) -> f64 {
    let clock = if wall { rustix::time::ClockId::Monotonic } else { rustix::time::ClockId::ProcessCPUTime };
    let time = rustix::time::clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut files = Files::new(arguments.next().ok_or("a model is needed")?);
    let mut options = Options::default();
    let mut formulas = Vec::new();
    let mut repeat = 1;
    let mut wall = false;
    let mut save: Option<String> = None;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--lab" => files.labels = Some(value()?.into()),
            "--sta" => files.states = Some(value()?.into()),
            "--srew" => files.state_rewards.push(value()?.into()),
            "--trew" => files.transition_rewards.push(value()?.into()),
            "--repeat" => repeat = value()?.parse()?,
            "--exact" => options.exact = true,
            "--bisim" => options.bisimulation = true,
            "--threads" => options.threads = value()?.parse()?,
            "--wall" => wall = true,
            "--save" => save = Some(value()?),
            _ => formulas.push(argument),
        }
    }
    let mut load_best = f64::INFINITY;
    let mut loaded = None;
    for _ in 0..repeat {
        let start = seconds(wall);
        loaded = Some(Model::load_with(&files, options.threads)?);
        load_best = load_best.min(seconds(wall) - start);
    }
    let model = loaded.ok_or("at least one repetition is needed")?;
    if let Some(path) = save {
        markov::save(&model, path.as_ref(), markov::WriteOptions::default())?;
    }
    println!("load {load_best:.4} s: {} states, {} transitions", model.states(), model.transitions());
    for text in formulas {
        let property = logic::parse_property(&text, &logic::Constants::new())?;
        let mut best = f64::INFINITY;
        let mut answer = None;
        for _ in 0..repeat {
            let start = seconds(wall);
            answer = Some(check(&model, &property.formula, &options)?);
            best = best.min(seconds(wall) - start);
        }
        let answer = answer.ok_or("at least one repetition is needed")?;
        let bounds = answer.lower.zip(answer.upper).map_or(String::new(), |(l, u)| format!(" [{l}, {u}]"));
        println!("check {best:.4} s: {text} = {}{bounds}", answer.describe());
    }
    Ok(())
}
