//! What a second worker brings: `cargo run --release -p hazard-search --example parallel_bench [WORKERS]`. Explores a
//! million states of 60 components, each transition with some work of its own as a virtual machine would do, and prints
//! states per second of wall time with one worker and with several.

use std::hint::black_box;

use search::{Ahead, Places, Settings, build, explore_ahead, parse_spec};
use space::{Choice, Encoding, Fault, Pick, Standing, System};

/// Six counters of ten values among sixty components of 24 bytes.
struct Counters;

const COMPONENTS: usize = 60;
const COUNTERS: usize = 6;

impl System for Counters {
    type World = Vec<u64>;

    fn initial(&self) -> Result<Vec<u64>, Fault> {
        Ok(vec![0; COMPONENTS])
    }

    fn choice<'a>(&'a self, _: &'a Vec<u64>) -> Option<Choice<'a>> {
        Some(Choice::Data { alternatives: COUNTERS as u32 })
    }

    fn standing(&self, _: &Vec<u64>) -> Standing {
        Standing::Open
    }

    fn step(&self, world: &mut Vec<u64>, pick: Pick) -> Result<(), Fault> {
        // About two hundred interpreted instructions.
        let mut work = world[0];
        for round in 0..400u64 {
            work = black_box(work.wrapping_mul(31).wrapping_add(round));
        }
        let counter = &mut world[pick.0 as usize * (COMPONENTS / COUNTERS)];
        *counter = (*counter + 1) % 10;
        Ok(())
    }

    fn encode(&self, world: &mut Vec<u64>, out: &mut Encoding) {
        for (index, &value) in world.iter().enumerate() {
            out.push_u64(index as u64);
            out.push_u64(7);
            out.push_u64(value);
            out.cut();
        }
    }

    fn decode(&self, encoding: &Encoding, world: &mut Vec<u64>) {
        for (value, component) in world.iter_mut().zip(encoding.components()) {
            *value = u64::from_le_bytes(component[16..].try_into().expect("a component has 24 bytes"));
        }
    }
}

fn main() {
    let workers = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2);
    for workers in [1, workers] {
        let start = cpu_seconds();
        let spec = parse_spec("dfs").expect("a search of the registry");
        let ahead = Ahead::new(&Counters, true, false);
        let outcome =
            explore_ahead(&Places(&ahead), workers, &mut *build(&spec), Settings::default(), Vec::new(), None)
                .expect("there is an initial state");
        println!(
            "{workers} workers: {} states, {} transitions, {:.2} s wall, {:.2} s on processors, {:.0} states per second, {} bytes \
             per state",
            outcome.states,
            outcome.transitions,
            outcome.time.as_secs_f64(),
            cpu_seconds() - start,
            outcome.states as f64 / outcome.time.as_secs_f64(),
            outcome.store_bytes / outcome.states
        );
    }
}

/// Time all threads of this process spent on processors, in steps of a hundredth of a second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("the benchmark runs on Linux");
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        after_name.split_ascii_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}
