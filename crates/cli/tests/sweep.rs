//! Questions over parameters, laws of results, samples: against closed forms.

mod shell;

use shell::{Shell, repository};

fn example(name: &str) -> String {
    repository().join("java/examples/randomized").join(name).display().to_string()
}

fn harmonic(n: u32) -> f64 {
    (1..=n).map(|k| 1.0 / f64::from(k)).sum()
}

#[test]
fn quicksort_compares_as_often_as_the_theorem_says() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let target = example("QuickSort.java");
    let reward = "\"comparisons\" = invoked:QuickSort.less(int,int)";
    let mut words = vec![
        "sweep",
        target.as_str(),
        "--vary",
        "n=2..6",
        "--reward",
        reward,
        "-p",
        "R{\"comparisons\"}=? [ F \"end\" ]",
    ];
    words.extend([
        "--against",
        "2*(n+1)*H(n)-4*n",
        "--csv",
        "c.csv",
        "--plot",
        "c.svg",
        "--threads",
        "2",
        "--json",
        "c.json",
        "--exact",
    ]);
    let swept = shell.run(&words, "");
    assert_eq!(swept.status, Some(0), "{}{}", swept.out, swept.err);
    assert!(swept.out.contains("agrees everywhere"), "{}", swept.out);
    let csv = std::fs::read_to_string(shell.path("c.csv")).expect("the values");
    for (n, line) in (2..=6).zip(csv.lines().skip(1)) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[0], n.to_string(), "{csv}");
        let wanted = 2.0 * f64::from(n + 1) * harmonic(n) - 4.0 * f64::from(n);
        let found: f64 = cells[1].parse().expect("a number");
        assert!((found - wanted).abs() < 1e-9, "n = {n}: {found} is not {wanted}");
    }
    assert_eq!(csv.lines().count(), 6, "{csv}");
    assert!(csv.contains("103/10"), "{csv}");
    let svg = std::fs::read_to_string(shell.path("c.svg")).expect("a chart");
    assert!(svg.starts_with("<svg") && svg.contains("2*(n+1)*H(n)-4*n") && svg.contains("stroke-dasharray"), "{svg}");
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(shell.path("c.json")).expect("a report")).expect("JSON");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(5));
    assert_eq!(json["complete"], true);
}

#[test]
fn what_was_done_is_not_done_again() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let target = example("KnuthYaoDie.java");
    let sweep = |values: &str, csv: &str| {
        let vary = format!("n={values}");
        shell.run(
            &["sweep", &target, "--vary", &vary, "-p", "P=? [ F \"end\" ]", "--resume", "runs.jsonl", "--csv", csv],
            "",
        )
    };
    let first = sweep("1..2", "a.csv");
    assert_eq!(first.status, Some(0), "{}", first.err);
    let kept = std::fs::read_to_string(shell.path("runs.jsonl")).expect("the runs");
    assert_eq!(kept.lines().count(), 3, "{kept}");
    // A run that is in the file is taken from there, whatever it says; half a line is none.
    let marked = kept.replace("\"states\":", "\"states\":9000");
    std::fs::write(shell.path("runs.jsonl"), format!("{marked}{{\"sett")).expect("written");
    let second = sweep("1..3", "b.csv");
    assert_eq!(second.status, Some(0), "{}", second.err);
    let csv = std::fs::read_to_string(shell.path("b.csv")).expect("the values");
    assert_eq!(csv.matches("9000").count(), 2, "{csv}");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    let other =
        shell.run(&["sweep", &target, "--vary", "n=1..2", "-p", "P=? [ X true ]", "--resume", "runs.jsonl"], "");
    assert_eq!(other.status, Some(2), "{}", other.out);
    assert!(other.err.contains("another program, or with other questions"), "{}", other.err);
}

#[test]
fn models_have_their_constants_varied_and_charts_are_drawn() {
    let shell = Shell::new(&repository().join("tests/cli"));
    std::fs::write(
        shell.path("walk.pm"),
        "dtmc\nconst int N;\nconst double p;\nmodule w\n x : [0..N] init 1;\n [] x>0&x<N -> p:(x'=x+1) + 1-p:(x'=x-1);\n [] x=0|x=N -> true;\nendmodule\n",
    )
    .expect("written");
    let swept = shell.run(
        &[
            "sweep",
            "walk.pm",
            "--vary",
            "N=2..8",
            "--vary",
            "p=0.4,0.5",
            "-p",
            "P=? [ F x=N ]",
            "--csv",
            "w.csv",
            "--plot",
            "w.pdf",
        ],
        "",
    );
    assert_eq!(swept.status, Some(0), "{}{}", swept.out, swept.err);
    let csv = std::fs::read_to_string(shell.path("w.csv")).expect("the values");
    for line in csv.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let (n, p): (f64, f64) = (cells[0].parse().expect("N"), cells[1].parse().expect("p"));
        // The gambler's ruin.
        let odds = (1.0 - p) / p;
        let wanted = if p == 0.5 { 1.0 / n } else { (1.0 - odds) / (1.0 - odds.powf(n)) };
        let found: f64 = cells[2].parse().expect("a probability");
        assert!((found - wanted).abs() < 1e-5, "{line}: {wanted}");
    }
    let pdf = std::fs::read(shell.path("w.pdf")).expect("a chart");
    assert!(pdf.starts_with(b"%PDF-1.4") && pdf.ends_with(b"%%EOF\n"));
    let swept = shell.run(
        &[
            "sweep",
            "walk.pm",
            "--const",
            "p=0.5",
            "--vary",
            "N=2..64*2",
            "-p",
            "P=? [ F x=N ]",
            "--plot",
            "w.png",
            "--log",
            "xy",
            "-q",
        ],
        "",
    );
    assert_eq!((swept.status, swept.out.as_str()), (Some(0), ""), "{}", swept.err);
    assert!(std::fs::read(shell.path("w.png")).expect("a chart").starts_with(b"\x89PNG"));
}

#[test]
fn wrong_sweeps_are_refused_in_a_sentence() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let target = example("KnuthYaoDie.java");
    for (words, part) in [
        (vec!["--vary", "n"], "there is no ="),
        (vec!["--vary", "n=1..2", "--against", "2*m"], "'m' is no parameter"),
        (vec!["--vary", "n=1..2", "--plot", "x.gif"], "ends in .svg, .png or .pdf"),
        (vec!["--vary", "mode=a,b", "--plot", "x.svg"], "whose values are numbers"),
        (vec!["--vary", "n=1..2", "--result", "KnuthYaoDie.main(..)"], "returns nothing"),
        (vec!["--vary", "n=1..2", "--result", "KnuthYaoDie.rol(..)"], "roll"),
        (vec!["--vary", "n=1..2", "-p", "P=? [ F \"nosuch\" ]"], "nosuch"),
    ] {
        let mut all = vec!["sweep", target.as_str()];
        all.extend(&words);
        let refused = shell.run(&all, "");
        assert_eq!(refused.status, Some(2), "{words:?}: {}", refused.out);
        assert!(refused.err.contains(part), "{words:?}: {}", refused.err);
        assert_eq!(refused.err.matches("error:").count(), 1, "{}", refused.err);
    }
}

#[test]
fn laws_of_results_are_exact() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let target = example("KnuthYaoDie.java");
    let checked =
        shell.run(&["check", &target, "--result", "KnuthYaoDie.roll(..)", "--json", "r.json", "--plot", "r.svg"], "");
    assert_eq!(checked.status, Some(0), "{}{}", checked.out, checked.err);
    let report = json(&shell, "r.json");
    let values = report["results"][0]["values"].as_array().expect("values").clone();
    let told: Vec<(&str, &str)> = values
        .iter()
        .map(|entry| (entry["value"].as_str().unwrap_or(""), entry["exact"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(told, ["1", "2", "3", "4", "5", "6"].map(|face| (face, "1/6")));
    assert_eq!(report["results"][0]["mean_exact"], "7/2");
    assert_eq!(std::fs::read_to_string(shell.path("r.svg")).expect("a chart").matches("<rect").count(), 8);
    std::fs::write(
        shell.path("Words.java"),
        "import hazard.Coin;\nimport hazard.Die;\npublic class Words { enum E { A, B }\n static String word() { return Coin.flip() == 0 ? \"heads\" : null; }\n \
         static double half() { return Die.roll() / 2.0; }\n static E one() { return Die.roll() < 3 ? E.A : E.B; }\n \
         static boolean never() { return Die.roll() > 6; }\n static Integer boxed() { return Die.roll() % 2 + 1000; }\n \
         public static void main(String[] a) { word(); half(); one(); boxed(); if (a.length > 0) never(); } }",
    )
    .expect("written");
    let law = |method: &str| {
        let done = shell.run(&["check", "Words.java", "--result", method, "--json", "w.json", "-q"], "");
        assert_eq!(done.status, Some(0), "{method}: {}", done.err);
        let values = json(&shell, "w.json")["results"][0]["values"].as_array().expect("values").clone();
        values
            .iter()
            .map(|entry| format!("{}:{}", entry["value"].as_str().unwrap_or(""), entry["exact"].as_str().unwrap_or("")))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(law("Words.word()"), "\"heads\":1/2 null:1/2");
    assert_eq!(law("Words.half"), "0:1/6 0.5:1/6 1:1/6 1.5:1/6 2:1/6 2.5:1/6");
    assert_eq!(law("Words.one(..)"), "A:1/2 B:1/2");
    assert_eq!(law("Words.boxed(..)"), "1000:1/2 1001:1/2");
    assert_eq!(law("Words.never(..)"), "");
}

fn json(shell: &Shell, name: &str) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(shell.path(name)).expect("a report")).expect("JSON")
}

#[test]
fn samples_contain_the_truth_and_do_not_depend_on_workers() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let target = example("KnuthYaoDie.java");
    let label = "\"six\" = returned:KnuthYaoDie.roll()=6";
    let sample = |threads: &str| {
        let words = [
            "simulate",
            &target,
            "-n",
            "3000",
            "--seed",
            "7",
            "--label",
            label,
            "--reward",
            "\"flips\" = flips",
            "--threads",
            threads,
        ];
        let asked = [
            "-p",
            "P=? [ F \"six\" ]",
            "-p",
            "R{\"flips\"}=? [ F \"end\" ]",
            "-p",
            "P>=0.5 [ F \"six\" ]",
            "--json",
            "s.json",
            "-q",
        ];
        let done = shell.run(&[&words[..], &asked[..]].concat(), "");
        // The bound is false, which counts.
        assert_eq!(done.status, Some(1), "{}{}", done.out, done.err);
        let mut report = json(&shell, "s.json");
        for key in ["time_ms", "peak_bytes"] {
            report.as_object_mut().expect("an object").remove(key);
        }
        report
    };
    let report = sample("1");
    for (index, wanted) in [(0, 1.0 / 6.0), (1, 11.0 / 3.0)] {
        let property = &report["properties"][index];
        let (lower, upper) = (property["lower"].as_f64().expect("lower"), property["upper"].as_f64().expect("upper"));
        assert!(lower <= wanted && wanted <= upper && upper - lower < 0.5, "{property}");
    }
    assert_eq!(report["properties"][2]["holds"], false);
    assert_eq!((report["runs"].as_u64(), report["ended"].as_u64()), (Some(3000), Some(3000)));
    assert_eq!(report, sample("2"));
}

#[test]
fn samples_find_deadlocks_that_replay() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let target = repository().join("java/examples/concurrent/DiningPhilosophers.java").display().to_string();
    let found = shell.run(&["check", &target, "--simulate", "200", "--trace", "t.json", "--", "2"], "");
    assert_eq!(found.status, Some(1), "{}{}", found.out, found.err);
    assert!(found.out.contains("deadlock") && found.out.contains("schedules were chosen at random"), "{}", found.out);
    assert_eq!(shell.run(&["replay", "t.json", "-q"], "").status, Some(1));
    // Runs that went well leave it open whether all do.
    let repaired = repository().join("java/examples/concurrent/DiningPhilosophersRepaired.java").display().to_string();
    let well = shell.run(&["check", &repaired, "--simulate", "50", "--", "2"], "");
    assert_eq!(well.status, Some(3), "{}{}", well.out, well.err);
    let model = repository().join("tests/models/prism/die.pm").display().to_string();
    let sampled = shell
        .run(&["simulate", &model, "-p", "P=? [ F s=7 & d=6 ]", "-n", "5000", "--json", "m.json", "--paths", "1"], "");
    assert_eq!(sampled.status, Some(0), "{}{}", sampled.out, sampled.err);
    let property = &json(&shell, "m.json")["properties"][0];
    let (lower, upper) = (property["lower"].as_f64().expect("lower"), property["upper"].as_f64().expect("upper"));
    assert!(lower < 1.0 / 6.0 && 1.0 / 6.0 < upper, "{property}");
}

#[test]
fn rewards_and_variables_are_exported_and_mean_the_same() {
    let shell = Shell::new(&repository().join("tests/cli"));
    std::fs::write(
        shell.path("Steps.java"),
        "public class Steps { static int at; static boolean done;\n public static void main(String[] a) {\n \
         while (at < 3) { if (hazard.Coin.flip() == 1) { at++; } } done = true; } }",
    )
    .expect("written");
    let mut words = vec![
        "check",
        "Steps.java",
        "-q",
        "--label",
        "field:Steps.at",
        "--label",
        "field:Steps.done",
        "--reward",
        "\"flips\" = flips",
    ];
    words.extend([
        "--export-tra",
        "m.tra",
        "--export-lab",
        "m.lab",
        "--export-sta",
        "m.sta",
        "--export-srew",
        "m.srew",
        "--export-trew",
        "m.trew",
    ]);
    let written = shell.run(&words, "");
    assert_eq!(written.status, Some(0), "{}", written.err);
    let states = std::fs::read_to_string(shell.path("m.sta")).expect("states");
    assert!(states.contains("Steps_at") && states.contains("Steps_done"), "{states}");
    // Three successes take six flips on average.
    for (formula, wanted) in
        [("P=? [ F Steps_at=2 ]", 1.0), ("P=? [ F Steps_done & Steps_at<3 ]", 0.0), ("R=? [ F \"end\" ]", 6.0)]
    {
        let asked = shell.run(&["mc", "m.tra", "-p", formula, "--json", "a.json", "-q"], "");
        assert_eq!(asked.status, Some(0), "{formula}: {}", asked.err);
        let found = json(&shell, "a.json")["properties"][0]["value"].as_f64().expect("a value");
        assert!((found - wanted).abs() < 1e-5, "{formula}: {found}");
    }
}
