//! Transitions that each search needs to reach progress 0.5, 0.8, 0.9, 0.95 and 0.99, as in Table 6.1 of Tang 2013 but
//! counted instead of timed: `cargo run --release -p hazard-search --example progress_table`. The programs are the
//! choice structures of randomized algorithms, small enough to be written down here.

use search::{Limits, ProgressMeter, Settings, build, explore, parse_spec};
use space::{Choice, Encoding, Fault, Pick, Standing, System};

/// A state is a list of numbers; what they mean depends on the program.
#[derive(Clone, Copy, Debug)]
enum Program {
    /// Quicksort: ranges still to be sorted, last first; the pivot is drawn uniformly.
    Quicksort(u32),
    /// Coupon collector: the set of coupons held (two words) and the draws so far.
    Coupons(u32),
    /// Biased coins: a geometric loop whose body flips more coins the longer it runs.
    Geometric,
    /// Skip list: the levels of the elements inserted, each geometric and bounded by 8.
    SkipList(u32),
    /// A gambler between 0 and n who counts the rounds up to a bound.
    Ruin(u32),
}

struct World {
    numbers: Vec<u32>,
    weights: Vec<f64>,
}

impl Program {
    fn weights(&self, numbers: &[u32]) -> Vec<f64> {
        let uniform = |count: u32| vec![1.0 / f64::from(count); count as usize];
        match *self {
            Program::Quicksort(_) => match numbers {
                [.., start, end] => uniform(end - start),
                _ => Vec::new(),
            },
            Program::Coupons(count) if numbers[0].count_ones() == count || numbers[1] == 4 * count => Vec::new(),
            Program::Coupons(count) => uniform(count),
            Program::Geometric => match numbers[1] {
                _ if numbers[0] == 40 => Vec::new(),
                0 => vec![0.2, 0.8],
                _ => vec![0.5, 0.5],
            },
            Program::SkipList(count) if numbers.len() as u32 > count => Vec::new(),
            Program::SkipList(_) => vec![0.5, 0.5],
            Program::Ruin(bound) if numbers[0] == 0 || numbers[0] == bound || numbers[1] == 60 => Vec::new(),
            Program::Ruin(_) => vec![0.45, 0.55],
        }
    }

    fn take(&self, numbers: &mut Vec<u32>, pick: u32) {
        match *self {
            Program::Quicksort(_) => {
                let (Some(end), Some(start)) = (numbers.pop(), numbers.pop()) else { return };
                let pivot = start + pick;
                for (from, to) in [(pivot + 1, end), (start, pivot)] {
                    if to - from > 1 {
                        numbers.extend([from, to]);
                    }
                }
            }
            Program::Coupons(_) => {
                numbers[0] |= 1 << pick;
                numbers[1] += 1;
            }
            Program::Geometric => {
                let (rounds, left) = (numbers[0], numbers[1]);
                numbers[2] = numbers[2] * 2 + pick;
                match (left, pick) {
                    (0, 0) => numbers[0] = 40,
                    (0, _) => numbers[1] = rounds % 5 + 1,
                    _ => numbers[1] -= 1,
                }
                if numbers[1] == 0 && numbers[0] < 40 {
                    numbers[0] += 1;
                    numbers[2] %= 64;
                }
            }
            Program::SkipList(_) => {
                let level = numbers.last_mut().expect("there is a current element");
                if pick == 0 && *level < 8 { *level += 1 } else { numbers.push(0) }
            }
            Program::Ruin(_) => {
                numbers[0] = if pick == 0 { numbers[0] + 1 } else { numbers[0] - 1 };
                numbers[1] += 1;
            }
        }
    }
}

impl System for Program {
    type World = World;

    fn initial(&self) -> Result<World, Fault> {
        let numbers = match *self {
            Program::Quicksort(count) => vec![0, count],
            Program::Coupons(_) => vec![0, 0],
            Program::Geometric => vec![0, 0, 0],
            Program::SkipList(_) => vec![0],
            Program::Ruin(bound) => vec![bound / 3, 0],
        };
        let weights = self.weights(&numbers);
        Ok(World { numbers, weights })
    }

    fn choice<'a>(&'a self, world: &'a World) -> Option<Choice<'a>> {
        if world.weights.is_empty() { None } else { Some(Choice::Random { weights: &world.weights }) }
    }

    fn standing(&self, world: &World) -> Standing {
        if world.weights.is_empty() { Standing::Ended } else { Standing::Open }
    }

    fn step(&self, world: &mut World, pick: Pick) -> Result<(), Fault> {
        self.take(&mut world.numbers, pick.0);
        world.weights = self.weights(&world.numbers);
        Ok(())
    }

    fn encode(&self, world: &mut World, out: &mut Encoding) {
        world.numbers.iter().for_each(|&number| out.push_u32(number));
    }

    fn decode(&self, encoding: &Encoding, world: &mut World) {
        world.numbers.clear();
        let words = encoding.bytes().chunks_exact(4);
        world.numbers.extend(words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
        world.weights = self.weights(&world.numbers);
    }

    fn site(&self, world: &World) -> u64 {
        // These programs have one or two call sites; their distribution tells them apart.
        world.weights.len() as u64 * 1000 + (world.weights.first().map_or(0.0, |weight| weight * 100.0)) as u64
    }
}

const LEVELS: [f64; 5] = [0.5, 0.8, 0.9, 0.95, 0.99];

fn main() {
    let programs =
        [Program::Quicksort(13), Program::Coupons(9), Program::Geometric, Program::SkipList(6), Program::Ruin(30)];
    for program in programs {
        println!("{program:?}");
        for search in ["dfs", "bfs", "pfs", "rs", "egreedy", "softmax", "rl", "rl,q=true", "mass"] {
            let mut meter = ProgressMeter::new(20);
            let limits = Limits { max_transitions: Some(600_000), ..Limits::default() };
            let spec = parse_spec(search).expect("the search is known");
            let settings = Settings { limits, ..Settings::default() };
            let outcome = explore(&program, &mut *build(&spec), settings, vec![&mut meter]).expect("it starts");
            meter.report();
            let reached = |level: f64| {
                let row = meter.curve().iter().find(|row| row.progress >= level);
                row.map_or("-".to_owned(), |row| row.transitions.to_string())
            };
            let columns: Vec<String> = LEVELS.iter().map(|&level| format!("{:>8}", reached(level))).collect();
            println!("  {search:10} {}  of {}", columns.join(" "), outcome.transitions);
        }
    }
}
