//! Measures the tree store on synthetic states: `cargo run --release -p hazard-search --example store_bench`.
//! A state has 60 components of 24 bytes; from one to the next, one to three of them change, as a thread's frame, the
//! object it writes and its lock do. Prints nanoseconds per insertion and restoration, and bytes per state.

use std::hint::black_box;

use search::stores::TreeStore;
use space::{Encoding, Filed, Rng, StateId, StateStore};

fn main() {
    let states: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    for variety in [8, 64, 1024] {
        run(states, variety);
    }
}

/// `variety`: how many different contents a component takes.
fn run(states: usize, variety: usize) {
    const COMPONENTS: usize = 60;
    let mut rng = Rng::new(1);
    let mut values = vec![0u32; COMPONENTS];
    let mut store = TreeStore::default();
    let mut encoding = Encoding::new();
    let write = |values: &[u32], encoding: &mut Encoding| {
        encoding.clear();
        for (index, &value) in values.iter().enumerate() {
            encoding.push_u64(index as u64);
            encoding.push_u64(7);
            encoding.push_u64(u64::from(value));
            encoding.cut();
        }
    };
    let start = cpu_nanos();
    for _ in 0..states {
        for _ in 0..1 + rng.below(3) {
            // Twelve components are busy, the rest rarely change.
            let place = if rng.below(20) == 0 { rng.below(COMPONENTS) } else { rng.below(12) * 5 };
            values[place] = rng.below(variety) as u32;
        }
        write(&values, &mut encoding);
        black_box(&encoding);
    }
    let overhead = cpu_nanos() - start;
    let mut rng = Rng::new(1);
    values.fill(0);
    let mut fresh = 0u32;
    let start = cpu_nanos();
    for _ in 0..states {
        for _ in 0..1 + rng.below(3) {
            let place = if rng.below(20) == 0 { rng.below(COMPONENTS) } else { rng.below(12) * 5 };
            values[place] = rng.below(variety) as u32;
        }
        write(&values, &mut encoding);
        if let Filed::Fresh(_) = store.insert(&encoding) {
            fresh += 1;
        }
    }
    let insert = (cpu_nanos() - start).saturating_sub(overhead);
    let start = cpu_nanos();
    for _ in 0..states {
        std::hint::black_box(store.fetch(StateId(rng.below(fresh as usize) as u32)));
        black_box(&encoding);
    }
    let fetch_anywhere = cpu_nanos() - start;
    let start = cpu_nanos();
    for id in 0..states {
        std::hint::black_box(store.fetch(StateId(id as u32 % fresh)));
        black_box(&encoding);
    }
    let fetch = cpu_nanos() - start;
    println!(
        "variety {variety:5}: {fresh} states, insert {} ns, fetch in order {} ns, at random {} ns, {} bytes per state",
        insert / states as u64,
        fetch / states as u64,
        fetch_anywhere / states as u64,
        store.bytes() / fresh as usize
    );
}

/// Time this process spent on a processor: on a shared machine the wall clock measures the neighbours.
fn cpu_nanos() -> u64 {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").expect("the benchmark runs on Linux");
    schedstat.split_ascii_whitespace().next().and_then(|nanos| nanos.parse().ok()).expect("its first field is a number")
}
