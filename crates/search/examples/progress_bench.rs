//! What progress costs: `cargo run --release -p hazard-search --example progress_bench`. Searches of half a million
//! transitions with and without a row of the curve every 1,000, on a lattice (heads and tails counted), a tree of coins
//! and a loop that returns to its beginning. Prints processor time and what the points took of it.

use search::{Limits, ProgressMeter, Settings, build, explore, parse_spec};
use space::{Choice, Encoding, Fault, Observer, Pick, Standing, System};

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Heads and tails are counted.
    Lattice,
    /// The whole history is kept.
    Tree,
    /// Tails starts again.
    Retry,
}

impl System for Shape {
    type World = [u64; 2];

    fn initial(&self) -> Result<[u64; 2], Fault> {
        Ok([0, 0])
    }

    fn choice<'a>(&'a self, _: &'a [u64; 2]) -> Option<Choice<'a>> {
        Some(Choice::Random { weights: &[0.7, 0.3] })
    }

    fn standing(&self, _: &[u64; 2]) -> Standing {
        Standing::Open
    }

    fn step(&self, world: &mut [u64; 2], pick: Pick) -> Result<(), Fault> {
        match self {
            Shape::Lattice => world[pick.0 as usize] += 1,
            Shape::Tree => *world = [world[0] + 1, world[1] << 1 | u64::from(pick.0)],
            Shape::Retry if pick.0 == 1 && !world[0].is_multiple_of(4) => *world = [0, 0],
            Shape::Retry => *world = [world[0] + 1, world[1] << 1 | u64::from(pick.0)],
        }
        Ok(())
    }

    fn encode(&self, world: &mut [u64; 2], out: &mut Encoding) {
        out.push_u64(world[0]);
        out.push_u64(world[1]);
    }

    fn decode(&self, encoding: &Encoding, world: &mut [u64; 2]) {
        let (first, second) = encoding.bytes().split_at(8);
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes were written"));
        *world = [number(first), number(second)];
    }
}

fn main() {
    for shape in [Shape::Lattice, Shape::Tree, Shape::Retry] {
        for search in ["bfs", "pfs", "rs", "dfs"] {
            let run = |meter: Option<&mut ProgressMeter>| {
                let limits = Limits { max_transitions: Some(500_000), max_depth: Some(60_000), ..Limits::default() };
                let observers = meter.map(|meter| meter as &mut dyn Observer<Shape>).into_iter().collect();
                let spec = parse_spec(search).expect("the search is known");
                let start = cpu_nanos();
                explore(&shape, &mut *build(&spec), Settings { limits, ..Settings::default() }, observers)
                    .expect("there is an initial state");
                (cpu_nanos() - start) / 1_000_000
            };
            let without = run(None);
            let mut meter = ProgressMeter::new(1000);
            let with = run(Some(&mut meter));
            println!(
                "{shape:?} {search}: {without} ms without, {with} ms with, {} points in {} ms, progress {:.6}",
                meter.curve().len(),
                meter.time_spent().as_millis(),
                meter.progress()
            );
        }
    }
}

/// Time this process spent on a processor: on a shared machine the wall clock measures the neighbours.
fn cpu_nanos() -> u64 {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").expect("the benchmark runs on Linux");
    schedstat.split_ascii_whitespace().next().and_then(|nanos| nanos.parse().ok()).expect("its first field is a number")
}
