//! Several workers do what one does: reading, and answering, bit for bit.

use std::path::Path;

use markov::{Model, Options, check, formats};
use space::Rng;

/// A process (or chain) of so many states, large enough that workers share it.
fn transitions(states: usize, process: bool, rng: &mut Rng) -> String {
    let mut lines = String::new();
    let (mut rows, mut entries) = (0, 0);
    for state in 0..states {
        for choice in 0..if process { 1 + rng.below(3) } else { 1 } {
            rows += 1;
            let first = rng.below(states);
            let second = (first + 1 + rng.below(states - 1)) % states;
            for (target, probability) in [(first, "0.375"), (second, "0.625")] {
                entries += 1;
                let action = if rng.below(50) == 0 { " go" } else { "" };
                if process {
                    lines += &format!("{state} {choice} {target} {probability}{action}\n");
                } else {
                    lines += &format!("{state} {target} {probability}{action}\n");
                }
            }
        }
    }
    let header = if process { format!("{states} {rows} {entries}") } else { format!("{states} {entries}") };
    format!("# Transitions\n{header}\n{lines}")
}

fn read(text: &str, workers: usize) -> Result<Model, formats::LoadError> {
    formats::tra::read_with(Path::new("large.tra"), text.as_bytes(), workers)
}

#[test]
fn a_file_read_by_several_workers_is_the_same_model() {
    let mut rng = Rng::new(5);
    for process in [false, true] {
        let text = transitions(130_000, process, &mut rng);
        assert!(text.len() > 3 << 20, "the file is large enough to be shared");
        let alone = read(&text, 1).expect("valid");
        for workers in [2, 3] {
            assert_eq!(alone, read(&text, workers).expect("valid"), "{workers} workers");
        }
        // The lines in another order.
        let mut lines: Vec<&str> = text.lines().collect();
        lines[2..].rotate_left(1000);
        let turned = lines.join("\n");
        assert_eq!(read(&turned, 1).expect("valid"), read(&turned, 2).expect("valid"));
    }
}

#[test]
fn an_error_found_by_any_worker_has_its_place() {
    let mut rng = Rng::new(6);
    let text = transitions(130_000, false, &mut rng);
    let lines: Vec<&str> = text.lines().collect();
    for at in [2, 100_000, 200_000, lines.len() - 1] {
        let mut broken = lines.clone();
        let bad = format!("{} 0 -0.5", broken[at].split(' ').next().expect("a source"));
        broken[at] = &bad;
        let error = read(&broken.join("\n"), 2).expect_err("a negative probability");
        assert_eq!(error.place.map(|(line, _)| line), Some(at as u32 + 1), "{error}");
    }
    let mut short = lines.clone();
    let bad = format!("{} 0.25", short[200_001].rsplit_once(' ').expect("a probability").0);
    short[200_001] = &bad;
    let error = read(&short.join("\n"), 2).expect_err("a row that does not sum to one");
    assert_eq!(error.place.map(|(line, _)| (199_999..=200_003).contains(&line)), Some(true), "{error}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_workers() {
    let mut rng = Rng::new(7);
    for process in [false, true] {
        let mut model = read(&transitions(40_000, process, &mut rng), 1).expect("valid");
        let mut labels = "0=\"init\" 1=\"deadlock\" 2=\"x\"\n0: 0\n".to_string();
        let mut rewards = "40000 400\n".to_string();
        for index in 0..400 {
            labels += &format!("{}: 2\n", 100 * index + 50);
            rewards += &format!("{} {}\n", 100 * index, index % 7);
        }
        formats::lab::read(Path::new("x.lab"), labels.as_bytes(), &mut model).expect("valid");
        formats::rewards::read_states(Path::new("x.srew"), rewards.as_bytes(), &mut model).expect("valid");
        let max = if process { "max" } else { "" };
        for text in [
            format!("filter(avg, P{max}=? [ F<=30 \"x\" ], true)"),
            format!("filter(sum, P{max}=? [ G[3,20] !\"x\" ], true)"),
            format!("R{max}=? [ C<=25 ]"),
            format!("R{max}=? [ I=25 ]"),
        ] {
            let formula = logic::parse_property(&text, &logic::Constants::new()).expect("valid").formula;
            let ask =
                |threads| check(&model, &formula, &Options { threads, ..Options::default() }).expect("answered").value;
            let alone = ask(1);
            assert!(alone.is_some_and(|value| value > 0.0), "{text}");
            assert_eq!((ask(2), ask(3)), (alone, alone), "{text}");
        }
    }
}
