//! Formats: round trips, bad inputs with their sentences, and ten thousand mutations that must not panic.

use std::io::Read;
use std::path::{Path, PathBuf};

use markov::{Files, Model, WriteOptions, convert, formats, save};
use space::Rng;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hazard-markov-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be created");
    folder
}

fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/models").join(name)
}

fn load(files: &Files) -> Model {
    Model::load(files).unwrap_or_else(|error| panic!("{error}"))
}

/// A random model with everything a file can hold.
fn random_model(rng: &mut Rng) -> Model {
    let states = 1 + rng.below(12);
    let process = rng.below(2) == 0;
    let mut text = String::new();
    let mut transitions = 0;
    let mut choices = 0;
    for state in 0..states {
        for choice in 0..if process { 1 + rng.below(3) } else { 1 } {
            choices += 1;
            let weights: Vec<usize> = (0..1 + rng.below(3)).map(|_| 1 + rng.below(9)).collect();
            let total: usize = weights.iter().sum();
            let mut targets: Vec<usize> = (0..states).collect();
            let action = ["", " a", " b"][rng.below(3)];
            for weight in weights.iter().take(states) {
                let target = targets.remove(rng.below(targets.len()));
                let missing: usize = weights.iter().skip(states).sum();
                let weight = if targets.is_empty() { weight + missing } else { *weight };
                transitions += 1;
                if process {
                    text += &format!("{state} {choice} {target} {weight}/{total}{action}\n");
                } else {
                    text += &format!("{state} {target} {weight}/{total}{action}\n");
                }
            }
        }
    }
    let header =
        if process { format!("{states} {choices} {transitions}\n") } else { format!("{states} {transitions}\n") };
    let mut model = formats::tra::read(Path::new("random.tra"), (header + &text).as_bytes()).expect("valid");
    let mut lab = "0=\"init\" 1=\"deadlock\" 2=\"x\" 3=\"y\"\n".to_string();
    lab += &format!("{}: 0 2\n", rng.below(states));
    formats::lab::read(Path::new("random.lab"), lab.as_bytes(), &mut model).expect("valid");
    let mut sta = "(v,b,r)\n".to_string();
    for state in 0..states {
        sta += &format!("{state}:({},{},{}.5)\n", rng.below(100) as i64 - 50, rng.below(2) == 0, rng.below(10));
    }
    formats::sta::read(Path::new("random.sta"), sta.as_bytes(), &mut model).expect("valid");
    let mut srew = format!("# Reward structure \"cost\"\n{states} {states}\n");
    for state in 0..states {
        srew += &format!("{state} {}\n", 1 + rng.below(7));
    }
    formats::rewards::read_states(Path::new("random.srew"), srew.as_bytes(), &mut model).expect("valid");
    model
}

#[test]
fn every_format_round_trips_bit_for_bit() {
    let folder = folder("round-trips");
    let mut rng = Rng::new(11);
    for _ in 0..60 {
        let model = random_model(&mut rng);
        for name in ["m.tra", "m.tra.gz", "m.umb"] {
            let path = folder.join(name);
            save(&model, &path, WriteOptions::default()).expect("the temporary folder is writable");
            let again = load(&Files::new(&path).with_siblings());
            assert_eq!(again.targets, model.targets, "{name}");
            assert_eq!(again.choices, model.choices, "{name}");
            assert_eq!(again.branches, model.branches, "{name}");
            assert_eq!(again.initial, model.initial, "{name}");
            let bits = |m: &Model| m.probabilities.iter().map(|p| p.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&again), bits(&model), "{name}");
            assert_eq!(again.exact_probabilities(), model.exact_probabilities(), "{name}");
            // The initial states are no label in binary files.
            for label in model.labels.iter().filter(|label| label.name != "init") {
                assert_eq!(again.label(&label.name), Some(&label.states), "{name} {}", label.name);
            }
            for variable in &model.variables {
                let other = again.variable(&variable.name).expect("variables survive");
                for state in 0..model.states() {
                    assert_eq!(other.at(state), variable.at(state), "{name} {} in {state}", variable.name);
                }
            }
            assert_eq!(again.rewards[0].states, model.rewards[0].states, "{name}");
            // And writing what was read gives the same bytes.
            let first = std::fs::read(&path).expect("it was just written");
            save(&again, &path, WriteOptions::default()).expect("the temporary folder is writable");
            assert_eq!(std::fs::read(&path).expect("it was just written"), first, "{name}");
            for leftover in std::fs::read_dir(&folder).expect("the folder exists") {
                std::fs::remove_file(leftover.expect("readable").path()).expect("removable");
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("removable");
}

#[test]
fn what_prism_wrote_is_written_again_to_the_letter() {
    let folder = folder("prism");
    let model = load(&Files::new(sample("die.tra")).with_siblings());
    save(&model, &folder.join("die.tra"), WriteOptions::default()).expect("writable");
    for extension in ["tra", "lab", "sta", "srew", "trew"] {
        let name = format!("die.{extension}");
        let ours = std::fs::read_to_string(folder.join(&name)).expect("written");
        let theirs = std::fs::read_to_string(sample(&name)).expect("a sample");
        assert_eq!(ours, theirs, "{name}");
    }
    std::fs::remove_dir_all(&folder).expect("removable");
}

#[test]
fn the_row_form_and_any_order_are_read() {
    let plain = "3 5\n0 1 0.5\n0 2 0.5\n1 0 1\n2 0 0.25\n2 2 0.75\n";
    let rows = "3 5\n0 0.5:1 0.5:2\n1 1:0\n2 0.25:0 0.75:2\n";
    let shuffled = "3 5\n2 0 0.25\n1 0 1.0\n0 1 5e-1\n2 2 3/4\n0 2 .5\n";
    let read = |text: &str| formats::tra::read(Path::new("x.tra"), text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(read(plain), read(rows));
    assert_eq!(read(plain), read(shuffled));
    let process = "2 3 4\n0 0 1 1 go\n0 1 0 0.5 stay\n0 1 1 0.5 stay\n1 0 1 1\n";
    let process_rows = "2 3 4\n0 0 1:1 go\n0 1 0.5:0 0.5:1 stay\n1 0 1:1\n";
    assert_eq!(read(process), read(process_rows));
    assert!(read("2 1\n0 1 1\n").deadlocks.contains(1), "a state without transitions is a deadlock");
}

#[test]
fn converting_from_jpf_is_the_papers_converter() {
    let folder = folder("jpf");
    std::fs::write(folder.join("in.tra"), "4 5\n-1 0 1.0\n0 1 0.25\n0 1 0.25\n0 2 0.25\n2 2 1.0\n").expect("writable");
    std::fs::write(folder.join("in.lab"), "0=\"end\"\n2: 0\n").expect("writable");
    let out = folder.join("out.tra");
    let written = convert(Files::new(folder.join("in.tra")), &out, WriteOptions::default()).expect("valid");
    assert_eq!(written.len(), 2);
    let tra = "5 7\n0 1 1.000000\n1 2 0.500000\n1 3 0.250000\n1 4 0.250000\n2 4 1.000000\n3 3 1.000000\n4 4 1.000000\n";
    assert_eq!(std::fs::read_to_string(&out).expect("written"), tra);
    let lab = "0=\"end\" 1=\"init\" 2=\"sink\"\n0: 1\n3: 0\n4: 2\n";
    assert_eq!(std::fs::read_to_string(folder.join("out.lab")).expect("written"), lab);
    std::fs::remove_dir_all(&folder).expect("removable");
}

/// (extension, content, what the sentence must contain)
const BAD: [(&str, &str, &str); 26] = [
    ("tra", "", "no header"),
    ("tra", "2\n", "the number of transitions was expected"),
    ("tra", "0 0\n", "at least one state"),
    ("tra", "x 3\n", "x.tra:1:1: the number of states was expected"),
    ("tra", "2 1\n0 1 0.5\n", "state 0 should sum to 1, but its one transition has 0.5"),
    ("tra", "2 2\n0 1 0.5\n0 0 0.500002\n", "state 0"),
    ("tra", "2 1\n0 1 -1\n", "x.tra:2:5: the probability -1 is negative"),
    ("tra", "2 1\n0 1 nan\n", "x.tra:2:5"),
    ("tra", "2 1\n0 1 inf\n", "x.tra:2:5"),
    ("tra", "2 1\n0 1 1.5\n", "greater than 1"),
    ("tra", "2 1\n0 2 1\n", "x.tra:2:3: the target 2 is out of range: there are states 0 to 1"),
    ("tra", "2 1\n5 1 1\n", "the source 5 is out of range"),
    ("tra", "2 2\n0 1 1\n", "announces 2 transitions, but the file has 1"),
    ("tra", "2 1\n0 1\n", "a probability was expected, but the line ends here"),
    ("tra", "2 1\n0 1 1/0\n", "fraction"),
    ("tra", "2 1 1\n0 1 1 1\n", "has a choice 1 but no choice 0"),
    ("tra", "2 3 2\n0 0 1 1\n1 0 1 1\n", "announces 3 choices, but the file has 2"),
    ("lab", "", "no line of label names"),
    ("lab", "0=\"a\" 0=\"b\"\n", "declared twice"),
    ("lab", "0=\"a\" 1=\"a\"\n", "declared twice"),
    ("lab", "0=\"a\n", "never closed"),
    ("lab", "0=\"a\"\n7: 0\n", "x.lab:2:1: state 7 is out of range"),
    ("lab", "0=\"a\"\n1: 3\n", "no label with index 3"),
    ("lab", "0=\"init\"\n", "no initial state"),
    ("sta", "(x)\n0:(1)\n", "state 1 has no line"),
    ("srew", "2 2\n0 1\n", "announces 2 rewards, but the file has 1"),
];

#[test]
fn bad_input_is_one_sentence_with_its_place() {
    let good = formats::tra::read(Path::new("x.tra"), b"2 2\n0 1 1\n1 1 1\n").expect("valid");
    for (extension, content, expected) in BAD {
        let mut model = good.clone();
        let (path, bytes) = (PathBuf::from(format!("x.{extension}")), content.as_bytes());
        let result = match extension {
            "tra" => formats::tra::read(&path, bytes).map(|_| ()),
            "lab" => formats::lab::read(&path, bytes, &mut model),
            "sta" => formats::sta::read(&path, bytes, &mut model),
            _ => formats::rewards::read_states(&path, bytes, &mut model),
        };
        let message = result.expect_err(content).to_string();
        assert!(message.contains(expected), "{content:?}: {message}");
        assert!(!message.contains('\n'), "{message}");
    }
}

#[test]
fn truncated_gzip_is_named() {
    let folder = folder("truncated");
    for name in ["brp_512_5.tra.gz", "die.umb"] {
        let bytes = std::fs::read(sample(name)).expect("a sample");
        let path = folder.join(name);
        std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("writable");
        let message = Model::load(&Files::new(&path)).expect_err("it is cut in half").to_string();
        assert!(message.contains("truncated") || message.contains("damaged"), "{message}");
    }
    let message = Model::load(&Files::new(folder.join("missing.tra"))).expect_err("there is none").to_string();
    assert!(message.contains("no such file"), "{message}");
    std::fs::remove_dir_all(&folder).expect("removable");
}

/// Changes, removes, repeats or inserts a few bytes.
fn mutate(rng: &mut Rng, bytes: &[u8]) -> Vec<u8> {
    let mut mutated = bytes.to_vec();
    for _ in 0..1 + rng.below(4) {
        if mutated.is_empty() {
            break;
        }
        let at = rng.below(mutated.len());
        match rng.below(5) {
            0 => mutated[at] = rng.next_u64() as u8,
            1 => mutated[at] = b"0123456789.-:/= \n\"#e"[rng.below(20)],
            2 => {
                mutated.drain(at..(at + 1 + rng.below(8)).min(mutated.len()));
            }
            3 => {
                let piece: Vec<u8> = mutated[at..(at + 1 + rng.below(16)).min(mutated.len())].to_vec();
                mutated.splice(at..at, piece);
            }
            _ => mutated.truncate(at),
        }
    }
    mutated
}

#[test]
fn ten_thousand_mutations_do_not_panic() {
    let mut rng = Rng::new(2026);
    let path = Path::new("mutated");
    let text = |name: &str| std::fs::read(sample(name)).expect("a sample");
    let inflate = |bytes: &[u8]| {
        let mut plain = Vec::new();
        formats::gzip::Plain::new(bytes).read_to_end(&mut plain).map(|_| plain)
    };
    let inflated = inflate(&text("die.umb")).expect("valid gzip");
    let die = formats::tra::read(path, &text("die.tra")).expect("valid");
    let process = b"3 4 6\n0 0 1 0.5 a\n0 0 2 0.5 a\n0 1 0 1 b\n1 0 2 1\n2 0 1 0.5\n2 0 0 0.5\n".to_vec();
    let jpf = b"4 5\n-1 0 1.0\n0 1 0.25\n0 1 0.25\n0 2 0.25\n2 2 1.0\n".to_vec();
    let sources = [
        text("die.tra"),
        process,
        text("die.lab"),
        text("die.sta"),
        text("die.srew"),
        text("die.trew"),
        inflated,
        jpf,
        text("die.umb"),
    ];
    let mut accepted = 0;
    for round in 0..10_000 {
        let kind = round % sources.len();
        let bytes = mutate(&mut rng, &sources[kind]);
        let mut model = die.clone();
        let fine = match kind {
            0 | 1 => formats::tra::read(path, &bytes).is_ok(),
            2 => formats::lab::read(path, &bytes, &mut model).is_ok(),
            3 => formats::sta::read(path, &bytes, &mut model).is_ok(),
            4 => formats::rewards::read_states(path, &bytes, &mut model).is_ok(),
            5 => formats::rewards::read_transitions(path, &bytes, &mut model).is_ok(),
            6 => formats::umb::read(path, &bytes).is_ok(),
            7 => formats::jpf::read(path, &bytes, None).is_ok(),
            _ => inflate(&bytes).is_ok_and(|plain| formats::umb::read(path, &plain).is_ok()),
        };
        accepted += usize::from(fine);
    }
    // Some mutations are harmless (a comment, a blank); if none were, the test would not reach deep code.
    assert!(accepted > 100, "only {accepted} mutated files were still valid");
}

#[test]
fn drn_files_hold_what_models_have() {
    let folder = folder("drn");
    let mut rng = Rng::new(11);
    for number in 0..200 {
        let model = random_model(&mut rng);
        let path = folder.join(format!("{number}.drn"));
        save(&model, &path, WriteOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        let again = load(&Files::new(&path));
        assert_eq!((&model.choices, &model.branches), (&again.choices, &again.branches), "{}", path.display());
        assert_eq!(
            (&model.targets, &model.probabilities),
            (&again.targets, &again.probabilities),
            "{}",
            path.display()
        );
    }
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn intervals_of_drn_files_are_contested() {
    let folder = folder("intervals");
    let path = folder.join("fork.drn");
    let text = "@type: DTMC\n@value_type: double-interval\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices\n3\n@model\n\
        state 0 init\n\taction 0\n\t\t1 : [0.4, 0.9]\n\t\t2 : [0.5, 0.8]\nstate 1 target\n\taction 0\n\t\t1 : [1, 1]\nstate 2\n";
    std::fs::write(&path, text).unwrap();
    let written = folder.join("again.drn");
    save(&load(&Files::new(&path)), &written, WriteOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    for path in [&path, &written] {
        let model = load(&Files::new(path));
        // What the other branch leaves: 1 - 0.8 is less than 0.4, and 1 - 0.5 is less than 0.9.
        for (question, wanted) in [("Pmin=? [ F \"target\" ]", 0.4), ("Pmax=? [ F \"target\" ]", 0.5)] {
            let property = logic::parse_property(question, &logic::Constants::new()).unwrap();
            let answer = markov::check(&model, &property.formula, &markov::Options::default()).unwrap();
            assert!((answer.value.unwrap() - wanted).abs() < 1e-9, "{question}: {answer:?}");
        }
    }
    let refused = [
        ("[0.4, 0.9]", "[0, 0.9]", "begins above 0"),
        ("[0.4, 0.9]", "[0.9, 0.4]", "ends no earlier than it begins"),
        ("[0.5, 0.8]", "[0.7, 0.8]", "no choice of them sums to 1"),
    ];
    for (old, new, sentence) in refused {
        std::fs::write(&path, text.replace(old, new)).unwrap();
        let error = Model::load(&Files::new(&path)).expect_err("it is wrong").to_string();
        assert!(error.contains(sentence), "{error}");
    }
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn exit_rates_of_drn_files_may_be_rounded() {
    let folder = folder("rates");
    let path = folder.join("rates.drn");
    let text = |said: &str| {
        format!(
            "@type: CTMC\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@model\nstate 0 !{said} init\n\taction 0\n\t\t0 : 0.00845\n\
             \t\t1 : 10\nstate 1 !1\n\taction 0\n\t\t0 : 1\n"
        )
    };
    std::fs::write(&path, text("10.0084")).unwrap();
    assert_eq!(load(&Files::new(&path)).exits.unwrap()[0], 10.00845);
    std::fs::write(&path, text("10.1")).unwrap();
    assert!(Model::load(&Files::new(&path)).is_err());
    for wrong in ["1/0", "1/2/3", "/", "1/"] {
        std::fs::write(&path, text("10.0084").replace("1 : 10", &format!("1 : {wrong}"))).unwrap();
        assert!(Model::load(&Files::new(&path)).is_err(), "{wrong}");
    }
    std::fs::remove_dir_all(folder).expect("it was made above");
}

/// Numbers are rates where the file says so, also when it was written from a model in continuous time.
#[test]
fn transitions_may_have_rates() {
    let folder = folder("timed");
    let path = folder.join("timed.tra");
    let text = "# Transitions (CTMC)\n3 3\n0 1 0.5\n0 2 1.5\n1 0 4\n";
    std::fs::write(&path, text).unwrap();
    let model = load(&Files::new(&path));
    assert_eq!(model.exits.as_deref(), Some([2.0, 4.0, 1.0].as_slice()));
    assert_eq!(model.row(0).collect::<Vec<_>>(), [(1, 0.25), (2, 0.75)]);
    save(&model, &path, WriteOptions::default()).expect("writable");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    for (wrong, message) in [
        (text.replace("# Transitions (CTMC)\n", ""), "rates need a first line"),
        (text.replace("1 0 4", "1 0 0"), "the rates of state 1 sum to 0"),
        (text.replace("1 0 4", "1 0 -4"), "negative"),
        ("# Transitions (CTMC)\n1 1 1\n0 0 0 2\n".to_string(), "not supported"),
    ] {
        std::fs::write(&path, wrong).unwrap();
        let error = Model::load(&Files::new(&path)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    std::fs::remove_dir_all(folder).expect("it was made above");
}

/// A coin is tossed and not seen; whoever calls it right wins. Who sees it always wins.
const HIDDEN: &str =
    "@type: POMDP\n@value_type: double\n@parameters\n\n@reward_models\n\n@nr_states\n5\n@nr_choices\n7\n@model
state 0 {0} init\n\taction toss\n\t\t1 : 0.5\n\t\t2 : 0.5
state 1 {7}\n\taction heads\n\t\t3 : 1\n\taction tails\n\t\t4 : 1
state 2 {7}\n\taction heads\n\t\t4 : 1\n\taction tails\n\t\t3 : 1
state 3 {1} won\n\taction stay\n\t\t3 : 1
state 4 {2}\n\taction stay\n\t\t4 : 1\n";

#[test]
fn observations_of_drn_files_are_all_that_schedulers_see() {
    let folder = folder("observed");
    let path = folder.join("hidden.drn");
    std::fs::write(&path, HIDDEN).unwrap();
    let files = Files::new(&path);
    let (model, observations) = Model::load_observed(&files, 1).unwrap();
    let question = logic::parse_property("Pmax=? [ F \"won\" ]", &logic::Constants::new()).unwrap().formula;
    let options = markov::Options::default();
    let answer = markov::check_observed(&model, &observations.unwrap(), &question, &options).unwrap();
    assert!((answer.value.unwrap() - 0.5).abs() < 1e-6, "{answer:?}");
    assert_eq!(markov::check(&model, &question, &options).unwrap().value, Some(1.0));
    // Nobody else loses what states look like without a word.
    assert!(Model::load(&files).unwrap_err().is_unsupported);
    std::fs::write(&path, HIDDEN.replace("state 2 {7}", "state 2")).unwrap();
    let error = Model::load_observed(&files, 1).unwrap_err();
    assert!(error.message.contains("an observation such as") && !error.is_unsupported, "{error}");
    std::fs::write(&path, HIDDEN.replace("POMDP", "SMG")).unwrap();
    let error = Model::load_observed(&files, 1).unwrap_err();
    assert!(error.message.contains("\"smg\" are not supported") && error.is_unsupported, "{error}");
}

#[test]
fn drn_files_may_come_in_an_archive() {
    let folder = folder("archived");
    let text =
        HIDDEN.replace("POMDP", "MDP").replace("{0} ", "").replace(" {7}", "").replace("{1} ", "").replace(" {2}", "");
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_ustar();
    header.set_size(text.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    builder.append_data(&mut header, "coin.drn", text.as_bytes()).unwrap();
    let path = folder.join("coin.drn.gz");
    let mut encoder = flate2::GzBuilder::new().write(Vec::new(), flate2::Compression::new(6));
    std::io::Write::write_all(&mut encoder, &builder.into_inner().unwrap()).unwrap();
    std::fs::write(&path, encoder.finish().unwrap()).unwrap();
    assert_eq!(load(&Files::new(&path)).states(), 5);
    std::fs::write(&path, b"\xfd7zXZ\0 and more").unwrap();
    assert!(Model::load(&Files::new(&path)).unwrap_err().message.contains("unxz"));
}

#[test]
fn umb_files_hold_continuous_time() {
    let folder = folder("timed");
    let (drn, umb) = (folder.join("queue.drn"), folder.join("queue.umb"));
    // Left at the rates 3 to the second state and 1 to the third, which is never left.
    let text =
        "@type: CTMC\n@value_type: double\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices\n3\n@model
state 0 !4 init\n\taction 0\n\t\t1 : 3\n\t\t2 : 1
state 1 !2\n\taction 0\n\t\t0 : 2
state 2 !1 end\n\taction 0\n\t\t2 : 1\n";
    std::fs::write(&drn, text).unwrap();
    convert(Files::new(&drn), &umb, WriteOptions::default()).unwrap();
    let model = load(&Files::new(&umb));
    assert_eq!(model, load(&Files::new(&drn)));
    assert_eq!(model.exits, Some(vec![4.0, 2.0, 1.0]));
    assert_eq!(model.probabilities, [0.75, 0.25, 1.0, 1.0]);
}
