//! Repeats searches of a transition system over many seeds and prints the averages that Table 1 of Engels et al. 2009
//! reports: `cargo run --release -p hazard-lts --example bands -- MODEL.aut ACTION|deadlock SEARCH RUNS`.

use lts::{Goal, LtsSystem};
use search::{Limits, Settings, build, explore, parse_spec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, action, search, runs] = &arguments[..] else {
        return Err("usage: bands MODEL.aut ACTION|deadlock SEARCH RUNS".into());
    };
    let goal = if action == "deadlock" { Goal::Deadlock } else { Goal::Action(action.clone()) };
    let system = LtsSystem::new(lts::read_file(model.as_ref())?, goal)?;
    let spec = parse_spec(search)?;
    let runs: u64 = runs.parse()?;
    let (mut states, mut trace, mut successes) = (0, 0, 0);
    for seed in 0..runs {
        let limits = Limits { max_expanded: Some(50_000), ..Limits::default() };
        let outcome = explore(&system, &mut *build(&spec), Settings { limits, seed, ..Settings::default() }, vec![])?;
        if let Some(found) = outcome.violations.first() {
            successes += 1;
            states += outcome.expanded;
            trace += u64::from(found.depth());
        }
    }
    let mean = |sum: u64| sum as f64 / f64::max(1.0, successes as f64);
    println!("{search}: {:.0} / {:.0} / {:.1} %", mean(states), mean(trace), 100.0 * successes as f64 / runs as f64);
    Ok(())
}
