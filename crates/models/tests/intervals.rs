//! Probabilities of which only intervals are known: closed forms, and random small models against all corners of what the
//! intervals allow, each of them a model without intervals.

use logic::{Constants, parse_property};
use markov::{Model, Options, check};
use models::{BuildOptions, Language, ModelError, ModelSource, build};

fn built(text: &str) -> Result<Model, ModelError> {
    let network = ModelSource::parse(Language::Prism, text.to_string())?.resolve(&Constants::new())?;
    build(network, &BuildOptions::default()).map(|built| built.model)
}

fn value(model: &Model, question: &str) -> f64 {
    let formula = parse_property(question, &Constants::new()).unwrap().formula;
    let answer = check(model, &formula, &Options { epsilon: 1e-9, ..Options::default() });
    let answer = answer.unwrap_or_else(|error| panic!("{question}: {error}"));
    let (value, lower, upper) = (answer.value.unwrap(), answer.lower.unwrap(), answer.upper.unwrap());
    assert!(lower <= value && value <= upper, "{question}: {answer:?}");
    value
}

fn close(found: f64, wanted: f64) -> bool {
    found == wanted || (found - wanted).abs() <= 1e-7 * wanted.abs().max(1e-3)
}

#[test]
fn closed_forms() {
    // From 0, the goal with p in [0.2,0.3], failure with q in [0.1,0.4], else again: p/(p+q).
    let retry = built(
        "dtmc module m s:[0..2]; [] s=0 -> [0.2,0.3]:(s'=1) + [0.1,0.4]:(s'=2) + [0.4,0.6]:(s'=0); endmodule
         rewards true : 1; endrewards",
    )
    .unwrap();
    for (question, wanted) in [
        ("Pmax=? [ F s=1 ]", 0.3 / 0.4),
        ("Pmin=? [ F s=1 ]", 0.2 / 0.6),
        ("Pmax=? [ G s!=1 ]", 1.0 - 0.2 / 0.6),
        ("Pmin=? [ X s=1 ]", 0.2),
        ("Pmax=? [ F<=2 s=1 ]", 0.3 + 0.6 * 0.3),
        ("Rmin=? [ F s>0 ]", 1.0 / 0.6),
        ("Rmax=? [ F s>0 ]", 1.0 / 0.4),
        ("Rmax=? [ F s=1 ]", f64::INFINITY),
        ("Rmax=? [ C<=2 ]", 2.0),
        ("Pmin=? [ F G s=2 ]", 0.1 / 0.4),
    ] {
        assert!(close(value(&retry, question), wanted), "{question}: {}, not {wanted}", value(&retry, question));
    }
    // The scheduler has two coins, of which nature bends one more than the other.
    let coins = built(
        "mdp module m s:[0..2]; [a] s=0 -> [0.4,0.6]:(s'=1) + [0.4,0.6]:(s'=2);
         [b] s=0 -> [0.1,0.9]:(s'=1) + [0.1,0.9]:(s'=2); endmodule",
    )
    .unwrap();
    for (question, wanted) in [
        ("Pmaxmax=? [ F s=1 ]", 0.9),
        ("Pmaxmin=? [ F s=1 ]", 0.4),
        ("Pminmax=? [ F s=1 ]", 0.6),
        ("Pminmin=? [ F s=1 ]", 0.1),
        ("Pmax=? [ F s=1 ]", 0.9),
        ("Pmaxmin=? [ (F s=1) & (G F s=1) ]", 0.4),
    ] {
        assert!(close(value(&coins, question), wanted), "{question}: {}, not {wanted}", value(&coins, question));
    }
    // Intervals that are points are numbers.
    let points = built("dtmc module m s:[0..1]; [] true -> [0.5,0.5]:(s'=0) + [1/2,1/2]:(s'=1); endmodule").unwrap();
    assert!(close(value(&points, "S=? [ s=1 ]"), 0.5));
}

#[test]
fn the_book_is_right() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/intervals/coins.nm");
    let coins = built(&std::fs::read_to_string(path).unwrap()).unwrap();
    // The steady coin at its worst shows heads with 0.4 of 0.9; of the shaky one one can be sure of 0.1.
    assert!(close(value(&coins, "Pmaxmin=? [ F \"heads\" ]"), 0.4 / 0.9));
    assert!(close(value(&coins, "Pmaxmax=? [ F \"heads\" ]"), 0.9));
    assert!(close(value(&coins, "Pminmax=? [ F \"heads\" ]"), 0.6 / 0.9));
    assert!(close(value(&coins, "R{\"throws\"}maxmin=? [ F \"over\" ]"), 1.0 / 0.9));
}

#[test]
fn intervals_that_allow_nothing_are_refused() {
    for (text, message) in [
        ("dtmc module m s:[0..1]; [] true -> [0.1,0.2]:(s'=0) + [0.1,0.2]:(s'=1); endmodule", "never to 1"),
        ("dtmc module m s:[0..1]; [] true -> [0,0.2]:(s'=0) + [0.8,1]:(s'=1); endmodule", "begins at 0"),
        ("dtmc module m s:[0..1]; [] true -> [0.4,0.3]:(s'=0) + [0.5,1]:(s'=1); endmodule", "is no probability"),
        ("ctmc module m s:[0..1]; [] true -> [1,2]:(s'=0); endmodule", "a rate is a number"),
        ("dtmc module m s:[0..1]; [] true -> [0.5:(s'=0); endmodule", "the end of the interval"),
    ] {
        let error = built(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// A small generator of numbers, so that a seed says everything.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// Targets with intervals in twentieths.
type Row = Vec<(usize, u64, u64)>;

/// The corners of what a row's intervals allow: all probabilities but one are at an end of theirs.
fn corners(row: &Row) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    for free in 0..row.len() {
        for ends in 0..1u32 << row.len() {
            let mut corner: Vec<u64> =
                (0..row.len()).map(|index| if ends >> index & 1 == 1 { row[index].2 } else { row[index].1 }).collect();
            corner[free] = 0;
            let rest: u64 = corner.iter().sum();
            if rest <= 20 && (row[free].1..=row[free].2).contains(&(20 - rest)) {
                corner[free] = 20 - rest;
                found.push(corner);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn row_text(from: usize, parts: impl Iterator<Item = String>) -> String {
    format!("[] s={from} -> {};\n", parts.collect::<Vec<_>>().join(" + "))
}

fn model_text(kind: &str, states: usize, commands: &str) -> String {
    format!("{kind}\nmodule m s:[0..{}];\n{commands}endmodule\nrewards s<2 : s+1; endrewards\n", states - 1)
}

#[test]
fn random_models_are_as_good_and_bad_as_the_corners_of_their_intervals() {
    for seed in 1..60u64 {
        let mut random = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let states = 4;
        // The last two states are ends.
        let rows: Vec<Vec<Row>> = (0..2)
            .map(|_| {
                let choices = 1 + random.below(2);
                (0..choices)
                    .map(|_| {
                        let mut row: Row = Vec::new();
                        for target in 0..states {
                            if random.below(3) > 0 || target == states - 1 {
                                let low = 1 + random.below(4);
                                row.push((target, low, low + random.below(8)));
                            }
                        }
                        // Wide enough to allow something.
                        let most: u64 = row.iter().map(|(_, _, high)| high).sum();
                        let last = row.len() - 1;
                        row[last].2 += 20u64.saturating_sub(most);
                        row
                    })
                    .collect()
            })
            .collect();
        let plain = |from: usize, row: &Row, corner: &[u64]| {
            let parts = row.iter().zip(corner).map(|((target, ..), p)| format!("{p}/20:(s'={target})"));
            row_text(from, parts)
        };
        let mut commands = String::new();
        for (from, choices) in rows.iter().enumerate() {
            for row in choices {
                commands += &row_text(from, row.iter().map(|(t, low, high)| format!("[{low}/20,{high}/20]:(s'={t})")));
            }
        }
        let between = built(&model_text("mdp", states, &commands)).unwrap();
        // With the scheduler, every corner is one more choice.
        let mut commands = String::new();
        for (from, choices) in rows.iter().enumerate() {
            for row in choices {
                corners(row).iter().for_each(|corner| commands += &plain(from, row, corner));
            }
        }
        let together = built(&model_text("mdp", states, &commands)).unwrap();
        // Against it, nature decides first, once for all.
        let all: Vec<(usize, &Row, Vec<Vec<u64>>)> = rows
            .iter()
            .enumerate()
            .flat_map(|(from, choices)| choices.iter().map(move |row| (from, row, corners(row))))
            .collect();
        let count: usize = all.iter().map(|(.., corners)| corners.len()).product();
        if count > 3000 {
            continue;
        }
        let natures: Vec<Model> = (0..count)
            .map(|mut number| {
                let mut commands = String::new();
                for (from, row, corners) in &all {
                    commands += &plain(*from, row, &corners[number % corners.len()]);
                    number /= corners.len();
                }
                built(&model_text("mdp", states, &commands)).unwrap()
            })
            .collect();
        for question in ["P{}=? [ F s=3 ]", "P{}=? [ s<2 U s=2 ]", "P{}=? [ G s!=2 ]", "R{}=? [ F s>=2 ]"] {
            for (own, natural) in [("min", "max"), ("max", "min")] {
                let asked = question.replace("{}", own);
                let (found, wanted) = (value(&between, &asked), value(&together, &asked));
                assert!(close(found, wanted), "seed {seed}: {asked}: {found}, not {wanted}");
                let wanted = natures.iter().map(|model| value(model, &asked));
                let wanted = wanted.fold(if natural == "min" { f64::INFINITY } else { 0.0 }, |best, value| {
                    if natural == "min" { best.min(value) } else { best.max(value) }
                });
                let asked = question.replace("{}", &format!("{own}{natural}"));
                let found = value(&between, &asked);
                assert!(close(found, wanted), "seed {seed}: {asked}: {found}, not {wanted}");
            }
        }
    }
}
